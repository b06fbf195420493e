//! `voxray trace`: a picture, a page or figures of one ray, and a sentence where there can be none.

use serde_json::Value;

use super::Place;
use super::npy::one_voxel;

/// Through the one voxel of the scene, (5, 1, 1).
const RAY: &str = "--from 0.5,1.5,1.5 --to 9.5,1.5,1.5";

fn place() -> Place {
    let place = Place::new();
    place.write("one.npy", one_voxel());
    place
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn every_format_tells_of_the_hit() {
    let place = place();
    for ending in ["svg", "html", "json"] {
        let told = place.ok(&format!("trace one.npy {RAY} -o a.{ending}")).stderr;
        assert!(told.contains("crosses 5 faces and hits voxel (5, 1, 1)"), "{told}");
        assert!(place.text(&format!("a.{ending}")).contains("(5, 1, 1)"), "{ending}");
    }
    assert!(place.text("a.svg").starts_with("<svg xmlns="), "a drawing");
    assert!(place.text("a.html").starts_with("<!doctype html>"), "a page");
    let figures = json(&place.text("a.json"));
    assert_eq!(figures["schema"], "voxray-trace/1", "the version");
    assert_eq!(figures["hit"]["voxel"], serde_json::json!([5, 1, 1]), "{figures}");
    assert_eq!(figures["hit"]["face"], "-x", "{figures}");
    assert_eq!(figures["visited"].as_array().map(Vec::len), Some(6), "{figures}");
    place.ok(&format!("trace one.npy {RAY} -o b.SVG --size 640x480 --quiet"));
    assert!(place.text("b.SVG").contains("width=\"640\" height=\"480\""), "the size asked for");
    assert_eq!(place.names(), ["a.html", "a.json", "a.svg", "b.SVG", "one.npy"], "no more");
}

#[test]
fn figures_come_beside_the_picture() {
    let place = place();
    let told = place.ok(&format!("trace one.npy {RAY} -o a.svg --json -")).stdout;
    place.ok(&format!("trace one.npy {RAY} -o a.svg --json b.json"));
    assert_eq!(json(&told), json(&place.text("b.json")), "to stdout and to a file");
    let told = place.refused(1, &format!("trace one.npy {RAY} -o a.json --json a.json"));
    assert!(told.contains("named for two results"), "{told}");
    place.write("scene.json", "not a scene");
    let told = place.refused(1, &format!("trace scene.json {RAY} -o a.svg --json scene.json"));
    assert!(told.contains("overwritten by its own result"), "{told}");
}

#[test]
fn world_and_grid_direction_and_end_are_the_same_ray() {
    let place = place();
    let figures = |words: &str| {
        place.ok(&format!("trace one.npy {words} -o a.json --quiet"));
        json(&place.text("a.json"))
    };
    let lying = "--voxel-size 2 --origin 100,0,0";
    let world = figures(&format!("--from 101,3,3 --to 119,3,3 {lying}"));
    let grid = figures(&format!("{RAY} --grid-space {lying}"));
    assert_eq!(world, grid, "the same ray in both");
    assert_eq!(grid["hit"]["world_point"], serde_json::json!([110.0, 3.0, 3.0]), "{grid}");
    let short = figures("--from 0.5,1.5,1.5 --direction 2,0,0 --distance 4");
    assert_eq!((&short["status"], &short["ray"]["t_far"]), (&"clear".into(), &2.0.into()), "short");
    let endless = figures("--from 0.5,1.5,1.5 --direction=-1,0,0");
    assert_eq!(endless["status"], "escaped", "the other way");
}

#[test]
fn methods_are_put_beside_the_exact_walk() {
    let place = Place::new();
    // The corner of a house, which steps of one voxel jump over, gaps filled or not.
    let words = "trace demo:city?size=96 --from 73.4,47.7,3 --to 66.8,54.3,9.9 -o a.json --quiet";
    for (method, verdict) in [("step", "missed"), ("gapfill", "missed"), ("exact", "same")] {
        place.ok(&format!("{words} --method {method}"));
        let figures = json(&place.text("a.json"));
        assert_eq!(figures["method"]["name"], method, "{figures}");
        assert_eq!(figures["method"]["verdict"], verdict, "{figures}");
        assert_eq!(figures["method"]["wrong"], verdict != "same", "{figures}");
    }
    place.ok(&format!("{words} --method step --step 0.01"));
    let fine = json(&place.text("a.json"));
    assert_eq!(fine["method"]["hit"]["voxel"], fine["hit"]["voxel"], "finer steps find it");
    place.ok(&format!("{words} --method walk --max-cells 3"));
    let short = json(&place.text("a.json"));
    assert_eq!(short["method"]["looks"].as_array().map(Vec::len), Some(3), "it gives up");
    assert!(short["story"][0].as_str().is_some_and(|s| s.contains("gives up before")), "{short}");
}

#[test]
fn what_can_be_drawn_of_a_ray_beside_the_box_is_drawn() {
    let place = place();
    for ray in [
        "--from 0,0,50 --to 9,9,40",
        "--from=-1e9,1.5,1.5 --to=-1,1.5,1.5",
        "--from 1e300,1e300,1e300 --to 2e300,1e300,1e300",
        "--from 5.5,1.5,1.5 --to 9,9,9",
        "--from=-1e15,1.5,1.5 --to 1e15,1.5,1.5",
    ] {
        for ending in ["svg", "html", "json"] {
            place.ok(&format!("trace one.npy {ray} -o a.{ending} --method step"));
            let text = place.text(&format!("a.{ending}"));
            assert!(!text.contains("NaN"), "{ray}: {ending}");
        }
    }
}

#[test]
fn bad_use_is_told_in_one_sentence_and_nothing_is_written() {
    let place = place();
    for (code, words, part) in [
        (1, "--from nan,0,0 --to 1,1,1 -o a.svg", "three numbers"),
        (1, "--from 0,0 --to 1,1,1 -o a.svg", "three numbers"),
        (1, "--from 1,1,1 --to 1,1,1 -o a.svg", "are the same point"),
        (1, "--from 1,1,1 --direction 0,0,0 -o a.svg", "goes nowhere"),
        (1, "--from=-1.7e308,0,0 --to 1.7e308,0,0 -o a.svg", "give nearer points"),
        (1, "--from 1,1,1 --to 1e308,0,0 --voxel-size 1e-9 -o a.svg", "too far away"),
        (1, "--from 1,1,1 -o a.svg", "--to"),
        (1, "--from 1,1,1 --to 2,2,2 --direction 1,0,0 -o a.svg", "cannot be used with"),
        (1, "--from 1,1,1 --to 2,2,2 --distance 3 -o a.svg", "cannot be used with"),
        (1, "--from 1,1,1 --direction 1,0,0 --distance 0 -o a.svg", "above 0"),
        (1, "--from 1,1,1 --to 2,2,2 -o a.png", "must end in .svg, .html, .json"),
        (1, "--from 1,1,1 --to 2,2,2 -o a", "must end in .svg, .html, .json"),
        (1, "--from 1,1,1 --to 2,2,2", "--output"),
        (2, "--from 1,1,1 --to 2,2,2 -o none/a.svg", "the folder none does not exist"),
        (1, "--from 1,1,1 --to 2,2,2 -o a.svg --method fast", "step, gapfill, walk, exact"),
        (1, "--from 1,1,1 --to 2,2,2 -o a.svg --method step --step 0", "a number of voxels"),
        (1, "--from 1,1,1 --to 2,2,2 -o a.svg --step 1", "--step is for"),
        (1, "--from 1,1,1 --to 2,2,2 -o a.svg --method step --max-cells 9", "--max-cells is for"),
        (1, "--from 1,1,1 --to 2,2,2 -o a.svg --size 0x9", "1x1 to 32768x32768"),
        (1, "--from 1,1,1 --to 2,2,2 -o a.svg --voxels 0", "not in 1..=1000"),
    ] {
        let sentence = place.refused(code, &format!("trace one.npy {words}"));
        assert!(sentence.contains(part), "{words}: {sentence}");
    }
    let told = place.refused(2, &format!("trace none.npy {RAY} -o a.svg --json b.json"));
    assert!(told.contains("none.npy"), "{told}");
    assert_eq!(place.names(), ["one.npy"], "nothing was written");
}
