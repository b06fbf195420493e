//! `voxray bench`: what it measures, keeps, compares and draws. Rates are never held against a limit here.

use serde_json::Value;

use super::Place;

/// A few cells that take no time.
const TINY: &str =
    "bench --scenes demo:menger?level=2 --rays 256 --runs 4 --sections cells --quiet";

fn json(place: &Place, name: &str) -> Value {
    serde_json::from_str(&place.text(name)).expect("JSON")
}

/// Multiplies every rate of every cell.
fn scale_rates(report: &mut Value, factor: f64) {
    for cell in report["cells"].as_array_mut().expect("an array") {
        for measure in ["closest", "any"] {
            for key in ["min", "q1", "median", "q3", "max"] {
                let rate = cell[measure][key].as_f64().expect("a rate");
                cell[measure][key] = (rate * factor).into();
            }
        }
    }
}

#[test]
fn every_section_is_measured_and_kept() {
    let place = Place::new();
    let words = "bench --scenes demo:menger?level=2,demo:noise?size=32 --rays 1024 --runs 2 --largest 64 --threads 1,2";
    let told = place.ok(&format!("{words} --json a.json --html a.html --quiet"));
    assert_eq!(told.stderr, "", "quiet");
    for part in [
        "processor",
        "suite      custom",
        "menger 2",
        "checksum",
        "efficiency",
        "p99 us",
        "terrain 64",
    ] {
        assert!(told.stdout.contains(part), "{part}: {}", told.stdout);
    }
    assert_eq!(place.names(), ["a.html", "a.json"], "and nothing else");
    let report = json(&place, "a.json");
    assert_eq!(report["schema"], "voxray-bench/1", "the format");
    for key in ["cpu", "threads", "isas", "caches", "os", "kernel", "compiler", "version", "date"] {
        assert!(!report["machine"][key].is_null(), "machine {key}");
    }
    let isas = report["machine"]["isas"].as_array().expect("an array").len();
    let count = |section: &str| report[section].as_array().expect("an array").len();
    assert_eq!(count("cells"), 2 * 7 * isas * 2, "scenes x classes x instruction sets x threads");
    let counts = ["scenes", "scaling", "latency", "world"].map(count);
    assert_eq!(
        counts,
        [2, 4 * 2, 4, 4],
        "four classes by two numbers of threads, two by two sizes, four in one world"
    );
    check_cells(&report);
    assert!(place.text("a.html").contains("\"voxray-bench/1\""), "the page holds the figures");
}

/// What can be said of cells without knowing the machine.
fn check_cells(report: &Value) {
    for cell in report["cells"].as_array().expect("an array") {
        let number = |key: &str| cell[key].as_f64().unwrap_or_else(|| panic!("{key}: {cell}"));
        let product = number("lookups_per_ray") * number("ns_per_lookup");
        let ns = number("ns_per_ray");
        let none = number("lookups_per_ray") == 0.0;
        assert!(none || (product / ns - 1.0).abs() < 1e-9, "time = look-ups x time of one: {cell}");
        assert!(
            (ns * cell["closest"]["median"].as_f64().expect("a rate") / 1000.0 - 1.0).abs() < 1e-9,
            "{cell}"
        );
        for share in ["lane_use", "corrected", "hit_rate"] {
            assert!((0.0..=1.0).contains(&number(share)), "{share}: {cell}");
        }
        assert_eq!(number("checked"), number("rays"), "fewer rays than the sample: {cell}");
        if cell["class"] == "miss" {
            assert_eq!(number("hit_rate"), 0.0, "{cell}");
        }
        let twin = report["cells"]
            .as_array()
            .expect("an array")
            .iter()
            .find(|other| other["scene"] == cell["scene"] && other["class"] == cell["class"]);
        assert_eq!(twin.expect("itself at least")["checksum"], cell["checksum"], "{cell}");
    }
}

#[test]
fn flags_choose_what_is_measured() {
    let place = Place::new();
    place.ok(&format!("{TINY} --classes camera,miss --isa scalar --threads 3,3 --json a.json"));
    let report = json(&place, "a.json");
    let cells = report["cells"].as_array().expect("an array");
    let rows: Vec<_> = cells
        .iter()
        .map(|c| (c["class"].as_str(), c["isa"].as_str(), c["threads"].as_u64()))
        .collect();
    let row = |class| (Some(class), Some("scalar"), Some(3));
    assert_eq!(rows, [row("camera"), row("miss")], "each once");
    assert_eq!(report["suite"]["runs"], 4, "runs");
    assert_eq!(report["suite"]["camera_side"], 16, "256 rays");
    let told = place.ok(&format!("{TINY} --classes camera --json -")).stdout;
    assert!(serde_json::from_str::<Value>(&told).is_ok(), "only JSON on stdout: {told}");
    for (words, part) in [
        ("bench --classes cameras", "the classes are camera"),
        ("bench --isa sse", "use scalar, avx2 or avx512"),
        ("bench --sections cell", "the sections are cells"),
        ("bench --scenes caves", "the scenes are terrain"),
        ("bench --runs 0", "not in 1..=1000"),
        ("bench --largest 63", "not in 64..=8192"),
        ("bench --fail-if-slower 5", "--compare"),
        ("bench --compare a.json --fail-if-slower 100", "less than 100"),
        ("bench --from a.json --quick", "cannot be used with"),
        ("bench --from a.json --json a.json", "overwritten by its own result"),
        ("bench --from a.json --json b --html b", "is named for two results"),
        ("bench --from a.json --json b --html ./b", "is named for two results"),
    ] {
        let sentence = place.refused(1, words);
        assert!(sentence.contains(part), "{words}: {sentence}");
    }
    let sentence = place.refused(4, "bench --scenes demo:terrain?size=65536&height=16");
    assert!(sentence.contains("make it smaller by its size"), "{sentence}");
}

#[test]
fn a_report_against_itself_and_against_a_faster_one() {
    let place = Place::new();
    place.ok(&format!("{TINY} --json new.json"));
    let told = place.ok("bench --from new.json --compare new.json --fail-if-slower 0").stdout;
    assert!(told.contains(" 0 of ") && told.contains("closest  1.000 of the old rate"), "{told}");

    let mut old = json(&place, "new.json");
    scale_rates(&mut old, 50.0);
    old["machine"]["cpu"] = "another processor".into();
    old["cells"][0]["rays"] = 7.into();
    place.write("old.json", old.to_string());
    let told = place.ok("bench --from new.json --compare old.json --html page.html").stdout;
    for part in [
        "warning: another machine or compiler: processor: another processor",
        "SLOWER  0.020",
        "only in the old report: 1",
        "only in the new report: 1",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let outcome =
        place.run("bench --from new.json --compare old.json --fail-if-slower 10 --json kept.json");
    assert_eq!(outcome.code, Some(5), "a check failed: {}", outcome.stderr);
    assert!(outcome.stderr.contains("slower by more than 10 %"), "{}", outcome.stderr);
    assert_eq!(
        json(&place, "kept.json"),
        json(&place, "new.json"),
        "the figures are kept all the same"
    );

    // Twice as fast as before is no fault.
    scale_rates(&mut old, 1.0 / 5000.0);
    place.write("old.json", old.to_string());
    let told = place.ok("bench --from new.json --compare old.json --fail-if-slower 0").stdout;
    assert!(told.contains("faster"), "{told}");
}

#[test]
fn what_quick_leaves_out_is_said_beside_the_flags() {
    let place = Place::new();
    place.ok(&format!("{TINY} --quick --classes camera --json a.json"));
    let report = json(&place, "a.json");
    let notes = report["suite"]["notes"].as_array().expect("an array");
    let starts = ["quick: ", "cut down by flags from the quick suite"];
    // A third note says so where the machine is not quiet.
    assert!((2..=3).contains(&notes.len()), "{notes:?}");
    for (note, start) in notes.iter().zip(starts) {
        assert!(note.as_str().expect("text").starts_with(start), "{notes:?}");
    }
}

#[test]
fn other_answers_are_warned_of_and_pass_no_gate() {
    let place = Place::new();
    place.ok(&format!("{TINY} --classes camera,sun --isa scalar --threads 1 --json new.json"));
    let mut old = json(&place, "new.json");
    old["cells"][1]["checksum"] = "0123456789abcdef".into();
    place.write("old.json", old.to_string());
    let told = place.ok("bench --from new.json --compare old.json --json -");
    assert!(serde_json::from_str::<Value>(&told.stdout).is_ok(), "only JSON: {}", told.stdout);
    let warning =
        "warning: other answers than in the old report, in 1 cells; the first: demo:menger";
    assert!(told.stderr.contains(warning) && told.stderr.contains("sun"), "{}", told.stderr);
    let outcome = place.run("bench --from new.json --compare old.json --fail-if-slower 50");
    assert_eq!(outcome.code, Some(5), "a check failed: {}", outcome.stderr);
    assert!(outcome.stderr.contains("the answers are others"), "{}", outcome.stderr);
}

#[test]
fn too_few_runs_are_said_and_pass_no_gate() {
    let place = Place::new();
    place.ok(&format!("{TINY} --classes camera --json new.json"));
    let mut old = json(&place, "new.json");
    scale_rates(&mut old, 50.0);
    old["suite"]["runs"] = 3.into();
    place.write("old.json", old.to_string());
    let told = place.ok("bench --from new.json --compare old.json");
    let line = "no rate counts as changed: a report has 3 runs";
    assert!(told.stdout.contains(line), "{}", told.stdout);
    let outcome = place.run("bench --from new.json --compare old.json --fail-if-slower 5");
    assert_eq!(outcome.code, Some(5), "a check failed: {}", outcome.stderr);
    assert!(outcome.stderr.contains("so few runs"), "{}", outcome.stderr);
}

#[test]
fn a_fresh_run_slower_than_a_doctored_report_fails() {
    let place = Place::new();
    place.ok(&format!("{TINY} --classes camera --json old.json"));
    let mut old = json(&place, "old.json");
    scale_rates(&mut old, 1e6);
    place.write("old.json", old.to_string());
    let outcome =
        place.run(&format!("{TINY} --classes camera --compare old.json --fail-if-slower 10"));
    assert_eq!(outcome.code, Some(5), "{}", outcome.stderr);
    old["cells"] = Value::Array(Vec::new());
    place.write("old.json", old.to_string());
    let outcome = place.run("bench --from old.json --compare old.json --fail-if-slower 10");
    assert_eq!(outcome.code, Some(5), "nothing compared is nothing checked");
    assert!(outcome.stderr.contains("no cell in common"), "{}", outcome.stderr);
}

#[test]
fn what_is_no_report_is_refused_before_anything_is_measured() {
    let place = Place::new();
    place.ok(&format!("{TINY} --classes camera --json good.json"));
    let good = place.text("good.json");
    place.write("cut.json", &good[..good.len() / 2]);
    place.write("empty.json", "");
    place.write("foreign.json", "{\"rays\": 5}");
    place.write("later.json", good.replace("voxray-bench/1", "voxray-bench/2"));
    place.write("damaged.json", good.replace("\"cells\"", "\"rows\""));
    place.write("bytes.json", [0xff, 0xfe, 0]);
    for (file, part) in [
        ("cut.json", "is no JSON"),
        ("empty.json", "is no JSON"),
        ("foreign.json", "is JSON, but no report"),
        ("later.json", "has the format \"voxray-bench/2\""),
        ("damaged.json", "missing field `cells`"),
        ("bytes.json", "cannot be read as text"),
        ("none.json", "does not exist"),
        ("datasets", "not a plain file"),
    ] {
        for words in
            [format!("bench --compare {file}"), format!("bench --from {file} --html page.html")]
        {
            let sentence = place.refused(2, &words);
            assert!(sentence.contains(part) && sentence.contains(file), "{words}: {sentence}");
        }
    }
    let sentence = place.refused(2, "bench --html none/page.html");
    assert!(sentence.contains("does not exist"), "{sentence}");
    assert!(!place.path("page.html").exists(), "no page");
}
