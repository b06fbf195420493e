//! The files of `datasets/` are what the project's own code makes, byte for byte.

#![cfg(all(feature = "npy", feature = "vox", feature = "vxr", feature = "csv"))]

use std::path::Path;

#[allow(dead_code, reason = "its main is for the example")]
#[path = "../examples/make_datasets.rs"]
mod make_datasets;

#[test]
fn datasets_are_what_the_example_makes() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let folder = tempfile::tempdir().expect("a folder");
    make_datasets::make(folder.path()).expect("the files are written");
    let mut compared = 0;
    for entry in folder.path().read_dir().expect("the folder") {
        let name = entry.expect("an entry").file_name();
        let made = std::fs::read(folder.path().join(&name)).expect("a file");
        let kept = std::fs::read(kept.join(&name)).expect("a file of datasets/");
        assert!(made == kept, "datasets/{} is what the example makes", name.display());
        compared += 1;
    }
    assert_eq!(compared, 9, "all files are made");
}
