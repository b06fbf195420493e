//! The page of a benchmark in a real browser: it draws without a fault, holds what the report holds, and fits narrow and
//! wide windows. Skips itself, saying so, where there is no Chromium.
#![cfg(feature = "bench")]

#[path = "../common/browser.rs"]
mod browser;

use browser::is_there;
use serde_json::Value;
use voxray::bench::{Cell, Report, Suite, compare, run};

/// The page in two windows, and what a script finds there: a narrow and a wide one. Presses a heading, and chooses a class.
const WINDOWS: &str = include_str!("windows.html");

fn report() -> Report {
    let mut suite = Suite::quick();
    suite.set_scenes(&["demo:menger?level=3".into(), "demo:noise?size=32".into()]).expect("scenes");
    suite.set_rays(1024);
    (suite.runs, suite.calls, suite.largest) = (2, 20, 128);
    suite.threads = vec![1, 2];
    run(&suite, None).expect("every answer is right")
}

/// What the script in the windows found, in the narrow one and the wide one.
fn look(html: &str) -> Vec<Value> {
    let found = browser::look(html, WINDOWS);
    found.as_array().unwrap_or_else(|| panic!("one of each window: {found}")).clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    let array = value.as_array().expect("an array");
    array.iter().map(|number| number.as_f64().expect("a number")).collect()
}

/// Instruction sets x threads.
fn paths(report: &Report) -> usize {
    let first = &report.cells[0];
    let is_same = |cell: &&Cell| (&cell.scene, &cell.class) == (&first.scene, &first.class);
    report.cells.iter().filter(is_same).count()
}

#[test]
fn the_page_draws_all_figures_in_narrow_and_wide_windows() {
    if !is_there() {
        return;
    }
    let report = report();
    let paths = paths(&report);
    let found = look(&report.to_html(None).expect("a page"));
    assert_eq!(found.len(), 2, "{found:?}");
    for (window, width) in found.iter().zip([400, 1600]) {
        assert_eq!(window["fault"], "", "{window}");
        assert_eq!(
            (&window["drawn"], &window["inner"]),
            (&"yes".into(), &width.into()),
            "{window}"
        );
        assert!(window["scroll"].as_u64() <= Some(width), "no scrolling to the side: {window}");
        assert_eq!(window["rows"], report.cells.len(), "a row per cell: {window}");
        assert_eq!(window["matrix"], report.cells.len() / paths, "a field per scene and class");
        assert_eq!(window["scenes"], report.scenes.len(), "a row per scene");
        let walked = report.cells.iter().filter(|cell| cell.lookups_per_ray > 0.0).count();
        assert_eq!(window["roofline"], walked / paths, "a mark per scene and class: {window}");
        assert!(window["iso"].as_u64() > Some(0), "lines of equal time: {window}");
        assert_eq!(window["bars"], report.machine.isas.len(), "a bar per instruction set");
        assert_eq!(window["scaling"], report.scaling.len(), "a mark per point");
        assert_eq!(window["ideal"], 1, "the ideal");
        assert_eq!(window["world"], report.world.len(), "a mark per point");
        assert_eq!(window["latency"], 2 * report.latency.len(), "p50 and p99");
        assert_eq!(window["changes"], false, "nothing to compare with");
        assert_eq!(window["cpu"], report.machine.cpu.as_str(), "the header");
        let sections = window["sections"].as_array().expect("an array").len();
        assert_eq!(sections, 10, "all but what changed: {window}");
        assert_eq!(window["outside"], 0, "nothing is fetched");
        assert!(window["tip"].as_str().expect("text").contains("Mrays/s"), "{window}");
    }
}

#[test]
fn tables_sort_and_filter_and_changes_are_shown() {
    if !is_there() {
        return;
    }
    let report = report();
    let mut old = report.clone();
    old.machine.cpu = "</script><script>throw new Error('escaped badly')</script>".into();
    for cell in &mut old.cells {
        for rates in [&mut cell.closest, &mut cell.any] {
            let all =
                [&mut rates.min, &mut rates.q1, &mut rates.median, &mut rates.q3, &mut rates.max];
            all.into_iter().for_each(|rate| *rate *= 50.0);
        }
    }
    let found = look(&report.to_html(Some(&compare(&old, &report))).expect("a page"));
    for window in &found {
        assert_eq!(window["fault"], "", "{window}");
        assert_eq!(window["changes"], true, "{window}");
        let (falling, rising) = (numbers(&window["falling"]), numbers(&window["rising"]));
        assert!(falling.is_sorted_by(|a, b| a >= b) && falling.len() > 50, "{falling:?}");
        assert!(rising.is_sorted() && rising.len() == falling.len(), "{rising:?}");
        let filtered = window["filtered"].as_array().expect("an array");
        assert_eq!(filtered.len(), report.cells.len() / 7, "one class of seven");
        assert!(filtered.iter().all(|class| class == "camera"), "{filtered:?}");
        let heads = window["heads"].as_array().expect("an array");
        assert!(heads.contains(&"new / old".into()), "{heads:?}");
        assert!(window["scroll"].as_u64() <= window["inner"].as_u64(), "{window}");
    }
}

#[test]
fn sections_without_figures_are_not_shown() {
    if !is_there() {
        return;
    }
    let whole = report();
    let (cells, scenes, scaling, latency) = (vec![], vec![], vec![], vec![]);
    let part = Report { cells, scenes, scaling, latency, ..whole };
    for window in look(&part.to_html(None).expect("a page")) {
        assert_eq!(window["fault"], "", "{window}");
        let sections = window["sections"].as_array().expect("an array");
        assert_eq!(sections, &["World size", ""], "the worlds, and how it was measured");
        assert_eq!(window["world"], part.world.len(), "{window}");
    }
}
