//! Every command that the README shows runs, as it stands there.

use std::fs;
use std::path::Path;

use super::Place;

fn project_file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
        .expect("a file of the project")
}

/// Lines of fenced blocks that call the program, without their comments.
fn commands(text: &str) -> Vec<String> {
    let blocks = text.split("\n```").skip(1).step_by(2);
    let lines = blocks.flat_map(|block| block.lines().skip(1));
    let calls = lines.filter_map(|line| line.strip_prefix("voxray "));
    // Quotes are for the shell.
    calls.map(|call| call.split(" #").next().unwrap_or(call).trim().replace('"', "")).collect()
}

#[test]
fn commands_of_the_readme_run() {
    let readme = project_file("README.md");
    let commands = commands(&readme);
    let verbs: Vec<_> = commands.iter().filter_map(|call| call.split(' ').next()).collect();
    for verb in ["info", "cast", "los", "render", "convert", "verify", "bench", "trace", "methods"]
    {
        assert!(verbs.contains(&verb), "the README shows {verb}: {verbs:?}");
    }
    let place = Place::new();
    for call in &commands {
        // All of it takes minutes; what it checks is the same.
        let less = match call.split(' ').next() {
            Some("verify") => " --count 20",
            Some("bench") if !call.contains("--from") => {
                " --scenes room --rays 64 --runs 5 --largest 64"
            }
            _ => "",
        };
        place.ok(&format!("{call}{less}"));
        let words: Vec<_> = call.split_whitespace().collect();
        let named = words.iter().position(|word| *word == "-o").map(|place| words[place + 1]);
        let output = named.or_else(|| words.last().copied().filter(|_| words[0] == "convert"));
        if let Some(output) = output {
            assert!(place.path(output).is_file(), "{call}: {output} is there");
        }
    }
    assert!(readme.contains("cargo run --release -- demo\n"), "and how to start");
}

#[test]
fn datasets_are_what_their_table_says() {
    let place = Place::new();
    let mut compared = 0;
    for row in project_file("datasets/README.md").lines().filter(|line| line.starts_with("| `")) {
        let quoted: Vec<_> = row.split('`').skip(1).step_by(2).collect();
        if let [file, demo] = quoted[..]
            && demo.starts_with("demo:")
        {
            let (file, demo) = (place.info(&format!("datasets/{file}")), place.info(demo));
            let numbers = |info: &serde_json::Value| {
                let materials = info["materials"].as_array().expect("an array").iter();
                materials.map(|m| (m["number"].clone(), m["voxels"].clone())).collect::<Vec<_>>()
            };
            assert_eq!((&file["box"], numbers(&file)), (&demo["box"], numbers(&demo)), "{row}");
            compared += 1;
        }
    }
    assert_eq!(compared, 5, "every scene");
}
