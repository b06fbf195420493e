//! The report as one page that needs nothing else: no network, no other file, any browser of today.
//!
//! `report.html` is the page, with its style and scripts beside it; the figures stand in it as JSON, from which the
//! scripts draw charts and tables. Invariant: nothing that a figure or a name holds can end the script element that it
//! stands in.

use serde::Serialize;

use super::compare::Comparison;
use super::report::Report;
use crate::error::{Error, Result};
use crate::page::assemble;

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
        Ok(assemble(PAGE, &[STYLE], &SCRIPTS, &figures))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::assert_needs_nothing;

    #[test]
    fn the_page_needs_nothing_else() {
        assert_needs_nothing(PAGE, &assemble(PAGE, &[STYLE], &SCRIPTS, "{}"));
    }
}
