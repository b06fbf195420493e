//! The page of a trace in a real browser: it draws without a fault, turns, zooms and goes back, by pointer and by keys, and
//! its switches work. Skips itself, saying so, where there is no Chromium.
#![cfg(feature = "trace")]

#[path = "../common/browser.rs"]
mod browser;

use serde_json::{Value, json};
use voxray::methods::Method;
use voxray::trace::{Trace, TraceOptions};
use voxray::{GridBox, Ray, Scene, SceneBuilder};

/// The page in a narrow and a wide window, and what a script finds and does there.
const WINDOWS: &str = include_str!("windows.html");
const HOSTILE: &str = "</script><script>throw new Error('escaped badly')</script>.npy";

/// A floor, and a voxel above it whose corner the ray cuts after it has crossed empty bricks.
fn scene() -> Scene {
    let mut builder = SceneBuilder::new().bounds(GridBox::with_sides([16, 16, 8]).expect("a box"));
    builder.fill_box(GridBox::new([0, 0, 0], [16, 16, 1]).expect("a box"), 1).expect("in the box");
    builder.insert([9, 9, 5], 2).expect("in the box");
    builder.build().expect("a scene")
}

fn trace(ray: &Ray, method: Method) -> Trace {
    let options =
        TraceOptions { scene: HOSTILE.into(), method: Some(method), ..TraceOptions::default() };
    Trace::new(&scene(), ray, &options).expect("a good ray")
}

fn windows(page: &str) -> Vec<Value> {
    let found = browser::look(page, WINDOWS);
    found.as_array().unwrap_or_else(|| panic!("one of each window: {found}")).clone()
}

#[test]
fn the_page_turns_zooms_and_switches_layers() {
    if !browser::is_there() {
        return;
    }
    let trace = trace(&Ray::between([3.891, 4.409, 5.5], [14.5, 13.25, 5.5]), Method::Step);
    let method = trace.method.as_ref().expect("asked for");
    assert!(method.wrong, "there is something to be seen");
    let found = windows(&trace.to_html().expect("a page"));
    assert_eq!(found.len(), 2, "{found:?}");
    for (window, width) in found.iter().zip([400, 1500]) {
        assert_eq!(window["fault"], "", "{window}");
        assert_eq!(
            (&window["drawn"], &window["inner"]),
            (&json!("yes"), &json!(width)),
            "{window}"
        );
        assert!(window["scroll"].as_u64() <= Some(width), "no scrolling to the side: {window}");
        assert!(window["title"].as_str().expect("text").ends_with(HOSTILE), "{window}");
        assert_eq!(window["voxels"], trace.visited.len(), "a box per visited voxel: {window}");
        assert_eq!(window["rows"], trace.visited.len(), "a row, too: {window}");
        for part in ["numbers", "solids", "missed", "added", "looks", "legend"] {
            assert!(window[part].as_u64() > Some(0), "{part}: {window}");
        }
        assert_eq!(window["overlaps"], json!([]), "labels are legible: {window}");
        assert_eq!((&window["outside"], &window["focus"]), (&json!(0), &json!(0)), "{window}");
        for deed in ["turns", "moves", "still", "zooms", "resets", "keyReset", "ctrl", "buttons"] {
            assert_eq!(window[deed], true, "{deed}: {window}");
        }
        assert_eq!(window["keys"], json!([true, true, true, true]), "{window}");
        let switches = window["switches"].as_object().expect("an object");
        for name in ["voxels", "numbers", "filled", "method", "skipped"] {
            assert_eq!(switches[name], json!([true, false, false, true]), "{name}: {window}");
        }
    }
}

#[test]
fn a_ray_that_misses_the_box_has_a_page() {
    if !browser::is_there() {
        return;
    }
    let trace = trace(&Ray::between([-1.0, 4.0, 20.0], [17.0, 5.0, 12.0]), Method::Exact);
    for window in windows(&trace.to_html().expect("a page")) {
        assert_eq!((&window["fault"], &window["drawn"]), (&json!(""), &json!("yes")), "{window}");
        assert_eq!((&window["voxels"], &window["turns"]), (&json!(0), &json!(true)), "{window}");
        assert_eq!(window["switches"]["planes"], json!([true, false, false, true]), "{window}");
    }
}
