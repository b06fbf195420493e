//! The picture as one page that turns: no network, no other file, any browser of today.
//!
//! `page.html` is the page, with its style and scripts beside it; the picture stands in it as JSON. Invariant: nothing that
//! a name holds can end the script element that it stands in.

use serde::Serialize;

use super::json::to_text;
use super::picture::Picture;
use super::story::{number_text, voxel_text};
use super::{Trace, Visit};
use crate::error::Result;

const PAGE: &str = include_str!("page.html");
const STYLES: [&str; 2] = [include_str!("picture.css"), include_str!("page.css")];
/// In the order in which they run.
const SCRIPTS: [&str; 5] = [
    include_str!("page_space.js"),
    include_str!("page_draw.js"),
    include_str!("page_labels.js"),
    include_str!("page_words.js"),
    include_str!("page.js"),
];

/// What the scripts draw.
#[derive(Serialize)]
struct Content {
    picture: Picture,
    /// The voxels that are shown: number, voxel, time, what is to be said of it.
    rows: Vec<[String; 4]>,
}

impl Trace {
    /// The page.
    ///
    /// # Errors
    /// Where the picture cannot be written as JSON.
    pub fn to_html(&self) -> Result<String> {
        let rows = self.shown_visits().iter().map(|visit| row(self, visit)).collect();
        let content = Content { picture: Picture::new(self), rows };
        Ok(page(&escaped(&to_text(serde_json::to_string(&content))?)))
    }
}

fn row(trace: &Trace, visit: &Visit) -> [String; 4] {
    let is_hit = trace.hit.is_some_and(|hit| hit.voxel == visit.voxel);
    let is_missed = trace.method.as_ref().is_some_and(|method| method.missed.contains(visit));
    let is_skipped =
        trace.skipped.iter().any(|block| (block.first..=block.last).contains(&visit.number));
    let said = [(is_hit, "hit"), (is_missed, "never tested"), (is_skipped, "in an empty block")];
    let said: Vec<_> = said.into_iter().filter_map(|(holds, text)| holds.then_some(text)).collect();
    let (number, voxel) = (visit.number.to_string(), voxel_text(visit.voxel));
    [number, voxel, number_text(visit.t), said.join(", ")]
}

/// The page around this content. Each part takes the place of its mark, the content last: no mark in it counts.
fn page(content: &str) -> String {
    PAGE.replacen("/*style*/", &STYLES.concat(), 1)
        .replacen("/*script*/", &SCRIPTS.concat(), 1)
        .replacen("/*content*/", content, 1)
}

/// JSON that may stand in a script element: `<` can begin the end of it, or a comment.
fn escaped(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_in_the_page_and_none_asks_for_another_file() {
        let page = page("{}");
        for mark in ["/*style*/", "/*script*/", "/*content*/"] {
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
