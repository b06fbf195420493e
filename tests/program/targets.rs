//! Where results go: names that cannot be are told before the work starts, and what is there stays until all is done.

use std::fs;

use super::Place;

/// Every verb that writes, but for the name of its result.
const WRITERS: [(&str, &str); 4] = [
    ("cast datasets/hills.vox datasets/rays.npy -o", "npz"),
    ("los datasets/hills.vox datasets/pairs.csv -o", "csv"),
    ("render datasets/hills.vox --size 32x18 -o", "png"),
    ("convert datasets/hills.vox", "npy"),
];

#[test]
fn missing_folders_and_folders_in_place_of_files() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).expect("a folder");
    for (verb, ending) in WRITERS {
        let sentence = place.refused(2, &format!("{verb} none/result.{ending}"));
        assert!(sentence.contains("the folder none does not exist; create it"), "{sentence}");
        let sentence = place.refused(2, &format!("{verb} datasets/README.md/result.{ending}"));
        assert!(sentence.contains("is not a folder"), "{sentence}");
        let folder = format!("folder.{ending}");
        fs::create_dir(place.path(&folder)).expect("a folder");
        let sentence = place.refused(2, &format!("{verb} {folder}"));
        assert!(sentence.contains("is a folder, not a file"), "{sentence}");
        for name in ["result.doc", "result"] {
            let sentence = place.refused(1, &format!("{verb} {name}"));
            assert!(
                sentence.contains(name) && sentence.contains(&format!(".{ending}")),
                "{sentence}"
            );
        }
    }
    let sentence = place.refused(1, "cast datasets/hills.vox datasets/rays.npy -o hits.npy");
    assert!(sentence.contains("one column, not 5"), "{sentence}");
    let sentence = place
        .refused(2, "cast datasets/hills.vox datasets/rays.npy -o hits.npz --stats none/s.json");
    assert!(sentence.contains("the folder none does not exist"), "{sentence}");
    assert!(!place.path("hits.npz").exists(), "told before the work starts");
    place.write("file", "");
    assert!(
        place.refused(2, "demo -o file --scene demo:menger?level=1").contains("cannot be made"),
        "a file"
    );
}

/// A pipe or a device keeps its nature: to take its name would destroy it.
#[cfg(unix)]
#[test]
fn pipes_are_refused_and_links_stay_links() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let place = Place::new();
    for (verb, ending) in WRITERS {
        let pipe = format!("pipe.{ending}");
        let made = std::process::Command::new("mkfifo").arg(place.path(&pipe)).status();
        assert!(made.expect("mkfifo").success(), "a pipe");
        let sentence = place.refused(2, &format!("{verb} {pipe}"));
        assert!(sentence.contains("a device or a pipe, not a file"), "{sentence}");
        let kind = fs::symlink_metadata(place.path(&pipe)).expect("it is there").file_type();
        assert!(kind.is_fifo(), "{verb}: the pipe is a pipe still");

        let (link, real) = (place.path(&format!("link.{ending}")), format!("real.{ending}"));
        place.write(&real, "old");
        symlink(&real, &link).expect("a link");
        place.ok(&format!("{verb} link.{ending}"));
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink(), "{verb}: a link");
        assert_ne!(place.read(&real), b"old", "{verb}: the result is behind the link");
    }
}

#[test]
fn result_in_place_of_an_input() {
    let place = Place::new();
    for file in ["sponge.npy", "dust.npz", "hills.vox", "streets.vxr"] {
        let file = format!("datasets/{file}");
        let before = place.read(&file);
        let told = place.refused(1, &format!("convert {file} {file}"));
        assert!(told.contains("choose another name"), "a format may keep less: {told}");
        assert!(place.read(&file) == before, "{file} stays");
    }
    let rays = place.read("datasets/rays.npy");
    let refused = "cast datasets/hills.vox datasets/rays.npy -o datasets/rays.npy --columns t_hit";
    assert!(place.refused(1, refused).contains("choose another name"), "hits in place of the rays");
    assert!(place.read("datasets/rays.npy") == rays, "the rays stay");
}

#[test]
fn failures_leave_the_old_result_and_nothing_else() {
    let place = Place::new();
    let mut table = place.text("datasets/segments.csv");
    table += "1,2,3,4,5,6,seven\n";
    place.write("bad.csv", &table);
    place.write("hits.csv", "old");
    let sentence = place.refused(2, "cast datasets/hills.vox bad.csv -o hits.csv");
    assert!(sentence.contains("line 502, column t_far: \"seven\""), "{sentence}");
    assert!(place.read("hits.csv") == b"old", "the old result is as it was");
    place.write("cut.npy", &place.read("datasets/sponge.npy")[..9000]);
    place.write("out.npy", "old");
    place.refused(2, "convert cut.npy out.npy");
    assert!(place.read("out.npy") == b"old", "the old result is as it was");
    assert_eq!(
        place.names(),
        ["bad.csv", "cut.npy", "hits.csv", "out.npy"],
        "no temporary file is left"
    );
}
