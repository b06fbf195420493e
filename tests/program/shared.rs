//! Scenes made by other people, where they are at hand: not part of this project, and skipped where absent.

use std::path::{Path, PathBuf};

use super::Place;

fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let there = folder.is_dir().then(|| folder.canonicalize().expect("a folder"));
    if there.is_none() {
        eprintln!("skipped: {} is not there", folder.display());
    }
    there
}

#[test]
fn counts_of_scenes_made_by_others() {
    let Some(folder) = shared() else { return };
    let place = Place::new();
    for (file, models, placed, skipped, sides) in [
        ("flyingapts.vox", 1, 439_886, 0, [256, 256, 183]),
        ("study.vox", 16, 784_192 - 21, 21, [325, 274, 151]),
        ("test_multiple_model_scene.vox", 41, 12_926, 0, [106, 106, 16]),
    ] {
        let info = place.info(&folder.join("vox").join(file).display().to_string());
        assert_eq!(info["source"]["models"], models, "{file}");
        assert_eq!(info["source"]["placed_voxels"], placed, "{file}");
        let hidden = info["skipped"]["hidden voxels"].as_u64().unwrap_or(0);
        assert_eq!(hidden, skipped, "{file}: {}", info["skipped"]);
        let overlapping = info["source"]["overlapping"].as_u64().expect("a number");
        assert_eq!(info["voxels"], placed - overlapping, "{file}: cells");
        for axis in 0..3 {
            let side = |end: &str| info["box"][end][axis].as_i64().expect("a number");
            assert_eq!(side("max") - side("min"), sides[axis], "{file}: the world");
        }
    }
}

#[test]
fn broken_files_end_in_a_sentence_or_in_what_is_sound() {
    let Some(folder) = shared() else { return };
    let place = Place::new();
    let mut refused = 0;
    for entry in folder.join("malformed").read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let words = format!("info --json {} --memory 1G", path.display());
        if name == "castle.vox" {
            let info: serde_json::Value =
                serde_json::from_str(&place.ok(&words).stdout).expect("JSON");
            assert_eq!(info["skipped"]["voxels outside their model"], 138, "{info}");
        } else if name == "r.2.2.mca" {
            let info: serde_json::Value =
                serde_json::from_str(&place.ok(&words).stdout).expect("JSON");
            assert_eq!(info["skipped"]["checksums of chunks that are cut off"], 3, "{info}");
        } else {
            let code = if name.ends_with(".schem") { 4 } else { 2 };
            let sentence = place.refused(code, &words);
            assert!(sentence.contains(&name), "{sentence}");
            refused += 1;
        }
    }
    assert!(refused >= 4, "the folder has broken files: {refused}");
}
