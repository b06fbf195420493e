//! Pages that need nothing else: no network, no other file, any browser of today.
//!
//! ```text
//!   page.html   /*style*/  /*script*/  /*content*/      each mark once, replaced by the style, the scripts, the content as JSON
//! ```
//!
//! Invariant: nothing that a figure or a name in the content holds can end the script element that it stands in.

/// What every page starts its scripts with: a fault is shown, not swallowed.
const FAULT: &str = include_str!("fault.js");

/// The page around this content, which is JSON. The content takes its place last, so that no mark in it counts.
pub(crate) fn assemble(page: &str, styles: &[&str], scripts: &[&str], json: &str) -> String {
    page.replacen("/*style*/", &styles.concat(), 1)
        .replacen("/*script*/", &[&[FAULT], scripts].concat().concat(), 1)
        .replacen("/*content*/", &escaped(json), 1)
}

/// JSON that may stand in a script element: `<` can begin the end of it, or a comment.
fn escaped(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Asserts that `page`, made from the template `html`, is whole, and asks for nothing from outside.
#[cfg(test)]
pub(crate) fn assert_needs_nothing(html: &str, page: &str) {
    for mark in ["/*style*/", "/*script*/", "/*content*/"] {
        assert_eq!((html.matches(mark).count(), page.matches(mark).count()), (1, 0), "{mark}");
    }
    for outside in ["http:", "https:", " src=", "<link", "@import", "url(", "import("] {
        // The name of the SVG namespace is no address that anything is fetched from.
        let places = page.match_indices(outside).map(|(at, _)| &page[at..]);
        let fetched = places.filter(|text| !text.starts_with("http://www.w3.org/2000/svg"));
        assert_eq!(fetched.count(), 0, "{outside}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_content_can_end_the_script_or_stand_for_a_mark() {
        let hostile = serde_json::to_string("</script><!-- <b> /*style*/").expect("text");
        let page = assemble("/*style*/|/*script*/|/*content*/", &["a"], &["b"], &hostile);
        let content = page.rsplit('|').next().expect("three parts");
        assert!(page.starts_with("a|") && !content.contains('<'), "{page}");
        let back: String = serde_json::from_str(content).expect("still JSON");
        assert_eq!(back, "</script><!-- <b> /*style*/", "and says the same");
    }
}
