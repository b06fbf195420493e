//! The report as one page that needs nothing else: no network, no other file, any browser of today.
//!
//! `report.html` is the page, with its style and scripts beside it; the figures stand in it as JSON, from which the
//! scripts draw charts and tables. Invariant: nothing that a figure or a name holds can end the script element that it
//! stands in.

use serde::Serialize;

use super::compare::Comparison;
use super::report::Report;
use crate::error::{Error, Result};

const PAGE: &str = include_str!("report.html");
const STYLE: &str = include_str!("report.css");
/// In the order in which they run.
const SCRIPTS: [&str; 6] = [
    include_str!("report_chart.js"),
    include_str!("report_tables.js"),
    include_str!("report_data.js"),
    include_str!("report_figures.js"),
    include_str!("report_cells.js"),
    include_str!("report.js"),
];

#[derive(Serialize)]
struct Figures<'a> {
    report: &'a Report,
    comparison: Option<&'a Comparison>,
}

impl Report {
    /// The page of this report, with the comparison to an older one if there is one.
    ///
    /// # Errors
    /// Where the figures cannot be written as JSON.
    pub fn to_html(&self, comparison: Option<&Comparison>) -> Result<String> {
        let figures = serde_json::to_string(&Figures { report: self, comparison })
            .map_err(|error| Error::output(format!("the report is no JSON: {error}")))?;
        Ok(page(&escaped(&figures)))
    }
}

/// The page around these figures. Each part takes the place of its mark, the figures last: no mark in them counts.
fn page(figures: &str) -> String {
    PAGE.replacen("/*style*/", STYLE, 1).replacen("/*script*/", &SCRIPTS.concat(), 1).replacen(
        "/*figures*/",
        figures,
        1,
    )
}

/// JSON that may stand in a script element: `<` can begin the end of it, or a comment.
fn escaped(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_figures_can_end_the_script() {
        let hostile = serde_json::to_string("</script><!-- <b>").expect("text");
        let safe = escaped(&hostile);
        assert!(!safe.contains('<'), "{safe}");
        let back: String = serde_json::from_str(&safe).expect("still JSON");
        assert_eq!(back, "</script><!-- <b>", "and says the same");
    }

    #[test]
    fn every_part_is_in_the_page_and_none_asks_for_another_file() {
        let page = page("{}");
        for mark in ["/*style*/", "/*script*/", "/*figures*/"] {
            assert_eq!((PAGE.matches(mark).count(), page.matches(mark).count()), (1, 0), "{mark}");
        }
        for outside in ["http:", "https:", " src=", "<link", "@import", "url(", "import("] {
            // The name of the SVG namespace is no address that anything is fetched from.
            let places = page.match_indices(outside).map(|(at, _)| &page[at..]);
            let fetched = places.filter(|text| !text.starts_with("http://www.w3.org/2000/svg"));
            assert_eq!(fetched.count(), 0, "{outside}");
        }
    }
}
