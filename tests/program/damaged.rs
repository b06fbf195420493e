//! Files that are cut short, of another kind, or crafted: one sentence that names the file, and exit code 2.

use super::Place;
use super::npy::{npy, rays};

/// The sentence must name the file.
fn refused(place: &Place, words: &str, file: &str) -> String {
    let sentence = place.refused(2, words);
    assert!(sentence.starts_with(file), "{words}: names {file}: {sentence}");
    sentence
}

#[test]
fn scenes_cut_short_at_any_length() {
    let place = Place::new();
    for (file, ending) in
        [("sponge.npy", "npy"), ("dust.npz", "npz"), ("hills.vox", "vox"), ("streets.vxr", "vxr")]
    {
        let whole = place.read(&format!("datasets/{file}"));
        let cut = format!("cut.{ending}");
        for length in [0, 1, 7, 11, 40, 127, 200, whole.len() / 2, whole.len() - 1] {
            place.write(&cut, &whole[..length]);
            refused(&place, &format!("info {cut}"), &cut);
            refused(&place, &format!("cast {cut} datasets/rays.npy -o hits.npz"), &cut);
        }
        assert_eq!(place.names(), [cut.as_str()], "nothing was written");
        std::fs::remove_file(place.path(&cut)).expect("its removal");
    }
}

#[test]
fn text_under_every_ending() {
    let place = Place::new();
    let text = place.read("datasets/README.md");
    for ending in ["npy", "npz", "vox", "vxr"] {
        let name = format!("text.{ending}");
        place.write(&name, &text);
        refused(&place, &format!("info {name}"), &name);
    }
    for ending in ["npy", "csv"] {
        let name = format!("text.{ending}");
        place.write(&name, &text);
        refused(&place, &format!("cast datasets/hills.vox {name} -o hits.npz"), &name);
        refused(&place, &format!("los datasets/hills.vox {name} -o seen.npz"), &name);
        refused(&place, &format!("verify datasets/hills.vox {name}"), &name);
    }
}

#[test]
fn arrays_that_are_no_scene() {
    let place = Place::new();
    place.write("many.npy", npy("|u1", "4611686018427387904, 2, 2", &[0; 64]));
    place.write("large.npy", npy("|u1", "2000000, 1000000, 3", &[0; 64]));
    place.write("bool.npy", npy("|b1", "1, 1, 2", &[1, 2]));
    place.write("flat.npy", npy("|u1", "16,", &[0; 16]));
    place.write("floats.npy", npy("<f4", "1, 1, 4", &[0; 16]));
    place.write("negative.npy", npy("<i4", "1, 1, 1", &(-5_i32).to_le_bytes()));
    for (file, part) in [
        ("floats.npy", "an array of bool or integers"),
        ("many.npy", ""),
        ("large.npy", ""),
        ("bool.npy", "2"),
        ("flat.npy", "16,"),
        ("negative.npy", "-5"),
        ("none.npy", "does not exist"),
    ] {
        let sentence = refused(&place, &format!("info {file}"), file);
        assert!(sentence.contains(part), "{file}: {part}: {sentence}");
    }
}

#[test]
fn arrays_that_are_no_rays() {
    let place = Place::new();
    place.write("five.npy", rays(5, &[0.0; 10]));
    place.write("nine.npy", rays(9, &[0.0; 18]));
    place.write("flat.npy", npy("<f4", "6,", &[0; 24]));
    place.write("deep.npy", npy("<f4", "1, 2, 3", &[0; 24]));
    place.write("many.npy", npy("<f4", "3074457345618258603, 6", &[0; 24]));
    place.write("half.npy", npy("<f2", "1, 6", &[0; 12]));
    place.write("cut.npy", &place.read("datasets/rays.npy")[..50_000]);
    for (file, part) in [
        ("five.npy", "(n, 6)"),
        ("nine.npy", "(n, 6)"),
        ("flat.npy", "(n, 6)"),
        ("deep.npy", "(n, 6)"),
        ("many.npy", ""),
        ("half.npy", "float32 or float64"),
        ("cut.npy", "cut short"),
        ("datasets/sponge.npy", "float32 or float64"),
        ("datasets/dust.npz", ".npy arrays and .csv tables"),
        ("datasets", ".npy arrays and .csv tables"),
        ("none.npy", "does not exist"),
    ] {
        for words in
            ["cast datasets/hills.vox FILE -o out.npz", "los datasets/hills.vox FILE -o out.npz"]
        {
            let sentence = refused(&place, &words.replace("FILE", file), file);
            assert!(sentence.contains(part), "{file}: {part}: {sentence}");
        }
    }
    place.write("seven.npy", rays(7, &[0.0; 14]));
    refused(&place, "los datasets/hills.vox seven.npy -o out.npz", "seven.npy");
}

#[test]
fn tables_that_make_no_sense_name_the_line() {
    let place = Place::new();
    let head = "ox,oy,oz,dx,dy,dz\n";
    for (name, table, part) in [
        (
            "word.csv",
            format!("{head}1,2,3,4,5,6\n\n1,2,three,4,5,6\n"),
            "line 4, column oz: \"three\"",
        ),
        ("empty_field.csv", format!("{head}1,2,,4,5,6\n"), "line 2, column oz"),
        ("short.csv", format!("{head}1,2,3,4,5,6\n1,2,3\n"), "line 3 has 3 fields"),
        ("long.csv", format!("{head}1,2,3,4,5,6,7\n"), "line 2 has 7 fields"),
        ("binary.csv", format!("{head}1,2,3,\u{0},5,6\n"), "line 2"),
        ("header.csv", "ox,oy,oz,dx,dy\n".into(), "lacks dz"),
        ("spare.csv", "ox,oy,oz,dx,dy,dz,far\n".into(), "\"far\""),
        ("twice.csv", "ox,oy,oz,dx,dy,dz,dz\n".into(), "there twice"),
        ("none.csv", String::new(), "lacks ox"),
        ("numbers.csv", "1,2,3,4,5,6\n".into(), "lacks ox"),
    ] {
        place.write(name, table);
        let sentence = refused(&place, &format!("cast datasets/hills.vox {name} -o out.npz"), name);
        assert!(sentence.contains(part), "{name}: {part}: {sentence}");
        std::fs::remove_file(place.path(name)).expect("its removal");
    }
    place.write("word.csv", "ax,ay,az,bx,by,bz\n1,2,3,4,5,six\n");
    let sentence = refused(&place, "los datasets/hills.vox word.csv -o out.npz", "word.csv");
    assert!(sentence.contains("line 2, column bz: \"six\""), "{sentence}");
    assert_eq!(place.names(), ["word.csv"], "nothing was written");
}

#[test]
fn folders_are_no_files() {
    let place = Place::new();
    for ending in ["npy", "npz", "vox", "vxr"] {
        let name = format!("folder.{ending}");
        std::fs::create_dir(place.path(&name)).expect("a folder");
        let sentence = refused(&place, &format!("info {name}"), &name);
        assert!(sentence.contains("holds no region file"), "a folder may be a world: {sentence}");
    }
    std::fs::create_dir(place.path("folder.csv")).expect("a folder");
    for name in ["folder.npy", "folder.csv"] {
        let sentence =
            refused(&place, &format!("cast datasets/hills.vox {name} -o hits.npz"), name);
        assert!(sentence.contains("not a plain file"), "{sentence}");
    }
}

/// A `.vox` file of one model with the chunks given after it.
fn vox(size: [u32; 3], voxels: &[[u8; 4]], after: &[u8]) -> Vec<u8> {
    let count = u32::try_from(voxels.len()).expect("few").to_le_bytes();
    let size = chunk(b"SIZE", &size.map(u32::to_le_bytes).concat());
    let xyzi = chunk(b"XYZI", &[&count[..], voxels.as_flattened()].concat());
    let children = [size, xyzi, after.to_vec()].concat();
    let length = u32::try_from(children.len()).expect("short").to_le_bytes();
    [&b"VOX \x96\0\0\0MAIN\0\0\0\0"[..], &length, &children].concat()
}

fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("short").to_le_bytes();
    [&name[..], &length, &[0; 4], content].concat()
}

#[test]
fn vox_files_of_every_kind() {
    let place = Place::new();
    let (one, corner) = ([[1, 2, 3, 1]], [[1, 2, 3, 255]]);
    place.write("plain.vox", vox([4, 5, 6], &corner, &[]));
    let info = place.info("plain.vox");
    assert_eq!(
        (&info["voxels"], &info["materials"][0]["number"]),
        (&1.into(), &255.into()),
        "index 255"
    );
    assert_eq!(
        info["box"]["max"][2].as_i64().zip(info["box"]["min"][2].as_i64()).map(|(a, b)| a - b),
        Some(6),
        "z up"
    );

    place.write("unknown.vox", vox([4, 5, 6], &one, &chunk(b"WHAT", &[1, 2, 3])));
    let skipped = place.info("unknown.vox")["skipped"].to_string();
    assert!(skipped.contains("WHAT"), "an unknown chunk is named: {skipped}");

    place.write("empty.vox", vox([4, 5, 6], &[], &[]));
    assert_eq!(place.info("empty.vox")["voxels"], 0, "a model without voxels is legal");
    place.ok("cast empty.vox datasets/rays.npy -o hits.npz");
    place.ok("render empty.vox -o empty.png --size 16x16");

    place.write("outside.vox", vox([4, 5, 6], &[[1, 2, 3, 1], [9, 9, 9, 1]], &[]));
    let told = place.ok("convert outside.vox outside.npy").stderr;
    assert!(told.contains("skipped: 1"), "what is left out is told: {told}");

    place.write("large.vox", vox([3, 33_554_435, 64_511], &one, &[]));
    let sentence = refused(&place, "info large.vox", "large.vox");
    assert!(sentence.contains("3 x 33554435 x 64511"), "{sentence}");
    place.write(
        "count.vox",
        vox([4, 5, 6], &one, &[])
            .iter()
            .enumerate()
            .map(|(i, &byte)| {
                // The count of voxels: after 20 bytes of MAIN, 24 of SIZE and 12 of XYZI's head.
                if (56..60).contains(&i) { 255 } else { byte }
            })
            .collect::<Vec<u8>>(),
    );
    refused(&place, "info count.vox", "count.vox");
}

#[test]
fn a_vxr_body_that_was_changed_is_not_converted() {
    let place = Place::new();
    let mut bytes = place.read("datasets/streets.vxr");
    let last = bytes.len() - 100;
    bytes[last] ^= 1;
    place.write("changed.vxr", &bytes);
    let sentence = refused(&place, "convert changed.vxr out.npy", "changed.vxr");
    assert!(sentence.contains("check sums differ"), "{sentence}");
    // To open it takes no time, so its sum is not compared; nothing may come of that but other voxels.
    place.run("cast changed.vxr datasets/rays.npy -o hits.npz");
}
