//! A program that ends in the middle takes its unfinished files back. Alone in its file: it takes back those of the whole
//! process.

use std::fs;
use std::io::Write;

use voxray::ErrorKind;
use voxray::io::{AtomicFile, remove_unfinished};

#[test]
fn unfinished_files_are_removed_and_finished_ones_stay() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let start = |name: &str| {
        let mut file = AtomicFile::create(&folder.path().join(name)).expect("a file");
        file.write_all(b"some").expect("bytes");
        file
    };
    start("done").finish().expect("a file");
    drop(start("dropped"));
    let open = [start("first"), start("second")];
    let count = || fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(count(), 3, "one is done, two are hidden");
    remove_unfinished();
    assert_eq!(count(), 1, "one is done");
    for file in open {
        let error = file.finish().expect_err("it is gone");
        assert_eq!(error.kind(), ErrorKind::Output, "{error}");
    }
    let error = AtomicFile::create(&folder.path().join("later")).expect_err("the end");
    assert_eq!(error.kind(), ErrorKind::Cancelled, "{error}");
    assert_eq!(count(), 1, "no file is started any more");
}
