//! `voxray methods`: faults counted by hand, examples that show what they say, and figures that do not depend on how they
//! are computed.

use serde_json::Value;
use voxray::methods::{Method, MethodOptions};
use voxray::{GridBox, Ray, Scene, SceneBuilder};

use super::Place;
use super::npy::one_voxel;

/// Past the corner of the voxel that steps of 1 jump over; straight at it; into nowhere; and none.
const RAYS: &str = "ox,oy,oz,dx,dy,dz,t_far\n\
                    4.05,0.85,1.5,3,3,0,1\n\
                    0.5,1.5,1.5,1,0,0,inf\n\
                    0.5,3.5,3.5,1,0,0,inf\n\
                    0.5,1.5,nan,1,0,0,inf\n";

fn by_hand() -> Place {
    let place = Place::new();
    place.write("one.npy", one_voxel());
    place.write("rays.csv", RAYS);
    place
}

/// As [`one_voxel`].
fn scene_by_hand() -> Scene {
    let bounds = GridBox::with_sides([10, 4, 4]).expect("a box");
    let mut builder = SceneBuilder::new().bounds(bounds);
    builder.insert([5, 1, 1], 7).expect("in the box");
    builder.build().expect("a scene")
}

/// All figures of a run.
fn figures(place: &Place, words: &str) -> Value {
    let told = place.ok(&format!("methods {words} --json - --quiet")).stdout;
    serde_json::from_str(&told).expect("nothing but JSON")
}

/// Those of one method; of several lengths of steps the first.
fn method<'a>(figures: &'a Value, name: &str) -> &'a Value {
    let methods = figures["methods"].as_array().expect("an array");
    methods.iter().find(|method| method["method"] == name).expect("a row")
}

fn count(figures: &Value, name: &str, key: &str) -> u64 {
    method(figures, name)[key].as_u64().unwrap_or_else(|| panic!("{name} has a number of {key}"))
}

#[test]
fn faults_counted_by_hand() {
    let figures = figures(&by_hand(), "one.npy rays.csv --step 1");
    assert_eq!((&figures["rays"], &figures["exact_hits"]), (&4.into(), &2.into()), "{figures}");
    for (name, hits, missed) in [("step", 1, 1), ("gapfill", 2, 0), ("walk", 2, 0), ("exact", 2, 0)]
    {
        let row = method(&figures, name);
        assert_eq!((&row["hits"], &row["missed"]), (&hits.into(), &missed.into()), "{row}");
        for fault in ["gave_up", "invented", "wrong_voxel", "wrong_face"] {
            assert_eq!(row[fault], 0, "{name}, {fault}: {row}");
        }
        assert!(row["ns_per_ray"].as_f64().is_some_and(|ns| ns > 0.0), "{name} is timed: {row}");
    }
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect();
    let all: Vec<String> = keys(method(&figures, "walk"));
    assert_eq!(
        all,
        [
            "examples",
            "gave_up",
            "hits",
            "invented",
            "looks",
            "max_cells",
            "method",
            "missed",
            "ns_per_ray",
            "step",
            "wrong_face",
            "wrong_voxel"
        ],
        "the keys stay"
    );
}

#[test]
fn an_example_shows_the_fault_when_it_is_cast_again() {
    let place = by_hand();
    let figures = figures(&place, "one.npy rays.csv --step 1 --examples 3");
    let examples = method(&figures, "step")["examples"].as_array().expect("an array");
    let [example] = &examples[..] else { panic!("one ray is missed: {examples:?}") };
    assert_eq!((&example["fault"], &example["ray"]), (&"missed".into(), &0.into()), "{example}");
    let point = |key: &str| -> [f64; 3] {
        serde_json::from_value(example[key].clone()).expect("three numbers")
    };
    let ray = Ray::between(point("from"), point("to"));
    let cast = |method: Method| {
        method.cast(&scene_by_hand(), &ray, &MethodOptions::default(), |_| {}).map(|hit| hit.voxel)
    };
    assert_eq!(cast(Method::Step), None, "{example}");
    assert_eq!(cast(Method::Exact), Some([5, 1, 1]), "{example}");
    let length = (0..3).map(|a| (ray.direction[a]).powi(2)).sum::<f64>().sqrt();
    assert!(length < 2.0, "shorter than the ray: {example}");
    let command = example["trace"].as_str().expect("a command");
    assert!(command.starts_with("voxray trace one.npy --from "), "{command}");
    assert!(command.ends_with(" --method step --step 1 -o step-1-missed.svg"), "{command}");
    // The numbers of the command are those of the ray.
    let from = command.split("--from ").nth(1).and_then(|rest| rest.split(' ').next());
    let from: Vec<f64> =
        from.expect("a point").split(',').map(|x| x.parse().expect("a number")).collect();
    assert_eq!(from, point("from"), "{command}");
}

#[test]
fn a_table_for_people_with_its_examples_below() {
    let place = by_hand();
    let told = place.ok("methods one.npy rays.csv --step 0.5,1").stdout;
    assert!(told.starts_with("one.npy: 4 rays, 2 of them hit something\n"), "{told}");
    let rows = ["step 0.5", "step 1", "gapfill 0.5", "gapfill 1", "walk", "exact"];
    for label in rows {
        let row = told.lines().find(|line| line.starts_with(&format!("{label:<12} ")));
        let missed = row.and_then(|row| row[12..].split_whitespace().nth(1));
        assert_eq!(missed, Some(if label == "step 1" { "1" } else { "0" }), "{label}: {told}");
    }
    assert!(told.contains("every ray compared with the plain walk"), "{told}");
    let words =
        "step 1, missed: step 1 finds nothing; the exact walk hits (5, 1, 1) by its face -x";
    assert!(told.contains(words), "{told}");
    assert!(told.contains("\n  voxray trace one.npy --from "), "{told}");
    let told = place.ok("methods one.npy rays.csv --step 1 --examples 0").stdout;
    assert!(!told.contains("trace"), "none are wanted: {told}");
    let told = place.ok("methods one.npy rays.csv --step 1 --json figures.json --quiet");
    assert!(told.stdout.contains("gapfill"), "the table as well");
    let lines: Vec<_> = told.stderr.lines().collect();
    assert!(matches!(lines[..], [line] if line.contains("1 of the rays are invalid")), "{lines:?}");
    let kept: Value = serde_json::from_str(&place.text("figures.json")).expect("JSON");
    assert_eq!(kept["methods"].as_array().map(Vec::len), Some(4), "{kept}");
}

#[test]
fn rays_in_world_and_grid_coordinates() {
    let place = by_hand();
    place.write("world.csv", "ox,oy,oz,dx,dy,dz,t_far\n108.1,1.7,3,6,6,0,1\n101,3,3,2,0,0,inf\n");
    let lies = "--step 1 --voxel-size 2 --origin 100,0,0";
    for rays in ["world.csv", "rays.csv --grid-space"] {
        let figures = figures(&place, &format!("one.npy {rays} {lies}"));
        assert_eq!(count(&figures, "exact", "hits"), 2, "{rays}: {figures}");
        assert_eq!(count(&figures, "step", "missed"), 1, "{rays}: {figures}");
        let command = method(&figures, "step")["examples"][0]["trace"].to_string();
        assert!(command.contains(" --grid-space --from "), "{rays}: {command}");
    }
}

#[test]
fn figures_do_not_depend_on_threads_or_instruction_set() {
    let place = Place::new();
    let words = "datasets/hills.vox demo:pairs?count=3000&seed=5 --step 1,0.25 --examples 2";
    let run = |flags: &str| {
        let mut figures = figures(&place, &format!("{words} {flags}"));
        for key in ["threads", "isa"] {
            figures[key].take();
        }
        for method in figures["methods"].as_array_mut().expect("an array") {
            method["ns_per_ray"].take();
            // Look-ups of the engine are its own matter.
            if method["method"] == "exact" {
                method["looks"].take();
            }
        }
        figures
    };
    let usual = run("");
    assert_eq!(usual, run("--threads 1 --isa scalar"), "one thread, scalar");
    assert_eq!(usual, run("--threads 3 --memory 20M"), "three threads, little memory");
    assert_eq!((&usual["rays"], &usual["seed"]), (&3000.into(), &5.into()), "{usual}");
    for fault in ["missed", "invented", "wrong_voxel", "wrong_face"] {
        assert_eq!(count(&usual, "exact", fault), 0, "{fault}: {usual}");
    }
    assert!(count(&usual, "step", "missed") > 0, "{usual}");
    assert!(
        count(&usual, "step", "wrong_voxel") > count(&usual, "gapfill", "wrong_voxel"),
        "{usual}"
    );
}

#[test]
fn every_class_made_on_the_spot() {
    let place = Place::new();
    for class in ["camera", "occlusion", "sun", "pairs"] {
        let figures =
            figures(&place, &format!("demo:menger?level=3 demo:{class}?count=900 --step 1"));
        assert_eq!(figures["rays"], 900, "{class}");
        assert_eq!(figures["rays_from"], format!("demo:{class}"), "{class}");
        assert_eq!(count(&figures, "exact", "missed"), 0, "{class}: {figures}");
        // Rays from what a camera sees start on faces, where the floor of a point is a guess.
        let wrong = ["wrong_voxel", "wrong_face"].map(|fault| count(&figures, "step", fault));
        assert!(wrong.iter().sum::<u64>() > 0, "{class}: {figures}");
    }
}

#[test]
fn a_walk_that_gives_up_is_counted_apart() {
    let place = Place::new();
    let words = "datasets/hills.vox demo:pairs?count=2000 --step 1";
    let figures = figures(&place, &format!("{words} --max-cells 5"));
    let gave_up = count(&figures, "walk", "gave_up");
    assert!(gave_up > 0 && count(&figures, "walk", "missed") >= gave_up, "{figures}");
    let examples = method(&figures, "walk")["examples"].as_array().expect("an array");
    let given_up = examples.iter().find(|example| example["fault"] == "gave_up");
    let command = given_up.map(|example| example["trace"].to_string()).unwrap_or_default();
    assert!(command.contains("--method walk --max-cells 5 -o walk-gave-up.svg"), "{examples:?}");
    let patient = self::figures(&place, &format!("{words} --max-cells 100000"));
    assert_eq!(count(&patient, "walk", "gave_up"), 0, "{patient}");
    assert!(count(&patient, "walk", "missed") < gave_up, "{patient}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let place = by_hand();
    for (code, words, part) in [
        (1, "one.npy rays.csv --step 0", "from 0.0009765625 to 1024"),
        (1, "one.npy rays.csv --step 1,nan", "lengths of steps"),
        (1, "one.npy rays.csv --step 1,", "lengths of steps"),
        (1, "one.npy rays.csv --max-cells 0", "not in 1.."),
        (1, "one.npy rays.csv --examples 101", "not in 0..=100"),
        (1, "one.npy rays.csv --isa sse", "scalar, avx2 or avx512"),
        (1, "one.npy demo:pears", "demo:camera, demo:occlusion, demo:sun, demo:pairs"),
        (1, "one.npy demo:pairs?count=0", "from 1 to"),
        (1, "one.npy demo:pairs?size=4", "count=N"),
        (1, "one.npy rays.csv --json rays.csv", "overwritten by its own result"),
        (2, "one.npy rays.csv --json none/a.json", "the folder none does not exist"),
        (2, "one.npy none.csv", "none.csv"),
        (2, "none.npy rays.csv", "none.npy"),
    ] {
        let sentence = place.refused(code, &format!("methods {words}"));
        assert!(sentence.contains(part), "{words}: {sentence}");
    }
    assert_eq!(place.names(), ["one.npy", "rays.csv"], "nothing was written");
    place.write("none.csv", "ox,oy,oz,dx,dy,dz\n");
    let told = place.ok("methods one.npy none.csv --quiet").stdout;
    assert!(told.starts_with("one.npy: 0 rays, 0 of them"), "no rays are no fault: {told}");
}
