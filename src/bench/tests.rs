//! Reports made by hand: what is read, compared and shown.

use super::{
    Cell, Machine, Measure, Rates, Report, SCHEMA, ScalingPoint, SceneFigures, SuiteInfo, Verdict,
    WorldPoint, compare,
};

/// Five runs around a rate, a tenth apart from the slowest to the fastest.
fn rates(median: f64) -> Rates {
    let [min, q1, q3, max] = [0.95, 0.98, 1.02, 1.05].map(|share| share * median);
    Rates { median, min, q1, q3, max }
}

fn cell(class: &str, threads: usize, rate: f64) -> Cell {
    Cell {
        scene: "demo:menger?level=4".into(),
        class: class.into(),
        isa: "avx2".into(),
        threads,
        rays: 1000,
        checked: 100,
        closest: rates(rate),
        any: rates(2.0 * rate),
        ns_per_ray: 1000.0 / rate,
        faces_per_ray: 20.0,
        lookups_per_ray: 10.0,
        ns_per_lookup: 100.0 / rate,
        lane_use: 0.9,
        corrected: 0.02,
        hit_rate: 0.5,
        checksum: "00ff".into(),
    }
}

fn report(cells: Vec<Cell>) -> Report {
    Report {
        schema: SCHEMA.into(),
        machine: Machine::detect(),
        suite: SuiteInfo {
            name: "custom".into(),
            runs: 5,
            camera_side: 32,
            random_rays: 1024,
            sample: 100,
            notes: vec![],
        },
        scenes: vec![SceneFigures {
            label: "menger 4".into(),
            spec: "demo:menger?level=4".into(),
            sides: [81; 3],
            voxels: 160_000,
            chunks: 216,
            bricks: 5000,
            grid_bytes: 43_456,
            material_bytes: 0,
            bytes_per_voxel: 0.27,
            fits: "L1d".into(),
            build_seconds: 0.01,
        }],
        cells,
        scaling: vec![],
        latency: vec![],
        world: vec![],
    }
}

#[test]
fn a_report_comes_back_from_json() {
    let written = report(vec![cell("camera", 1, 10.0)]);
    assert_eq!(Report::from_json(&json(&written)).expect("a report"), written, "the same figures");
    // A later version of the program may have added a key anywhere.
    let later = json(&written).replace('{', "{\"later\": [1], ");
    assert_eq!(Report::from_json(&later).expect("a report"), written, "keys passed over");
}

fn json(report: &Report) -> String {
    serde_json::to_string_pretty(report).expect("JSON")
}

#[test]
fn what_is_no_report_is_refused_with_the_remedy() {
    let good = json(&report(vec![cell("camera", 1, 10.0)]));
    for (text, part) in [
        (String::new(), "is no JSON"),
        (good[..good.len() / 2].to_string(), "is no JSON"),
        ("[1, 2]".into(), "is JSON, but no report"),
        ("{\"schema\": 7}".into(), "is JSON, but no report"),
        (good.replace("voxray-bench/1", "voxray-bench/9"), "has the format \"voxray-bench/9\""),
        (good.replace("\"cells\"", "\"rows\""), "is a damaged report (missing field `cells`)"),
        (
            good.replace("\"median\": 10.0", "\"median\": 0.0"),
            "holds figures that are none, for demo:menger",
        ),
        (good.replace("\"median\": 10.0", "\"median\": 1e308"), "holds figures that are none"),
        (
            good.replace("\"ns_per_ray\": 100.0", "\"ns_per_ray\": -1.0"),
            "holds figures that are none",
        ),
        (good.replace("\"custom\"", "\"\\u001b[2J\""), "holds control characters"),
        (good.replace("\"median\": 10.0", "\"median\": \"ten\""), "is a damaged report"),
        (good.replace("\"median\": 10.0", "\"median\": null"), "is a damaged report"),
    ] {
        let told = Report::from_json(&text).expect_err("no report").to_string();
        assert!(told.contains(part) && told.contains("--json wrote"), "{part}: {told}");
    }
}

#[test]
fn rates_of_every_section_are_looked_at() {
    let mut broken = report(vec![]);
    broken.world = vec![WorldPoint {
        size: 64,
        scene: "demo:terrain?size=64".into(),
        grid_bytes: 4096,
        class: "sun".into(),
        isa: "avx2".into(),
        closest: rates(-1.0),
        ns_per_ray: 100.0,
    }];
    let told = Report::from_json(&json(&broken)).expect_err("no rate").to_string();
    assert!(told.contains("none, for demo:terrain?size=64, sun, avx2"), "{told}");
    broken.scaling = vec![ScalingPoint {
        scene: "demo:menger?level=4".into(),
        class: "pairs".into(),
        isa: "avx2".into(),
        threads: 2,
        closest: rates(0.0),
        efficiency: 1.0,
    }];
    let told = Report::from_json(&json(&broken)).expect_err("no rate").to_string();
    assert!(told.contains("none, for demo:menger?level=4, pairs, avx2"), "{told}");
}

#[test]
fn few_runs_tell_no_change() {
    let mut old = report(vec![cell("camera", 1, 10.0)]);
    let new = report(vec![cell("camera", 1, 5.0)]);
    assert_eq!(compare(&old, &new).slower_by(10.0).count(), 2, "five runs each");
    for (runs, slower) in [(4, 2), (3, 0), (1, 0)] {
        old.suite.runs = runs;
        for found in [compare(&old, &new), compare(&new, &old)] {
            assert_eq!(found.flagged().count(), slower, "{runs} runs in one of them");
            let told = found.to_text().contains("no rate counts as changed");
            assert_eq!(told, slower == 0, "{runs} runs: {}", found.to_text());
        }
    }
}

#[test]
fn a_change_counts_where_the_runs_do_not_meet() {
    let old = report(vec![cell("camera", 1, 10.0), cell("sun", 1, 10.0), cell("pairs", 1, 10.0)]);
    let new = report(vec![cell("camera", 1, 10.9), cell("sun", 1, 11.2), cell("pairs", 1, 8.0)]);
    let found = compare(&old, &new);
    let of = |class: &str| {
        let change = found
            .changes
            .iter()
            .find(|change| change.key.class == class && change.measure == Measure::Closest);
        change.expect("a change").verdict
    };
    assert_eq!(of("camera"), Verdict::Same, "10.355 of the new runs is below 10.5 of the old");
    assert_eq!(of("sun"), Verdict::Faster, "10.64 is above 10.5");
    assert_eq!(of("pairs"), Verdict::Slower, "8.4 is below 9.5");
    assert_eq!(found.changes.len(), 6, "closest and any of three cells");
    assert_eq!(found.slower_by(10.0).count(), 2, "pairs by 20 %, both measures");
    assert_eq!(found.slower_by(25.0).count(), 0, "not by 25 %");
    let text = found.to_text();
    assert!(text.contains("4 of 6 rates changed") && text.contains("SLOWER  0.800"), "{text}");
}

#[test]
fn a_report_is_the_same_as_itself() {
    let one = report(vec![cell("camera", 1, 10.0), cell("camera", 2, 19.0)]);
    let found = compare(&one, &one);
    assert_eq!((found.flagged().count(), found.slower_by(0.0).count()), (0, 0), "no change");
    assert_eq!(found.mean_ratio(Measure::Any), Some(1.0), "on average");
    assert!(found.machine.is_empty() && found.other_answers.is_empty(), "{found:?}");
}

#[test]
fn cells_of_one_report_and_other_answers_are_listed() {
    let mut old = report(vec![cell("camera", 1, 10.0), cell("sun", 1, 10.0)]);
    let mut new = report(vec![cell("camera", 1, 10.0), cell("camera", 4, 10.0)]);
    old.machine.cpu = "an older one".into();
    new.cells[0].checksum = "0bad".into();
    let found = compare(&old, &new);
    assert_eq!(found.only_old.len() + found.only_new.len(), 2, "{found:?}");
    assert_eq!(found.other_answers.len(), 1, "{found:?}");
    let text = found.to_text();
    for part in [
        "processor: an older one",
        "only in the old report: 1",
        "only in the new report: 1",
        "other answers",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Another number of rays is another cell.
    new.cells[0].rays += 1;
    assert_eq!(compare(&old, &new).changes.len(), 0, "nothing to compare");
    assert_eq!(compare(&old, &new).mean_ratio(Measure::Any), None, "and no mean of nothing");
}

#[test]
fn names_in_the_page_cannot_end_its_script() {
    let mut hostile = report(vec![cell("camera", 1, 10.0)]);
    hostile.scenes[0].label = "</script><b>x".into();
    let page = hostile.to_html(None).expect("a page");
    assert!(!page.contains("</script><b>x"), "the name is escaped");
    assert!(page.contains("\\u003c/script>\\u003cb>x"), "and is there");
}
