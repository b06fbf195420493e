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
use crate::page::assemble;

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
        let content = to_text(serde_json::to_string(&content))?;
        Ok(assemble(PAGE, &STYLES, &SCRIPTS, &content))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::assert_needs_nothing;

    #[test]
    fn the_page_needs_nothing_else() {
        assert_needs_nothing(PAGE, &assemble(PAGE, &STYLES, &SCRIPTS, "{}"));
    }
}
