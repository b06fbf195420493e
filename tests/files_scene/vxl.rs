//! Maps of Ace of Spades: which way is which, spans, colours.

use voxray::io::LoadOptions;
use voxray::{ErrorKind, GridBox, Scene};

use crate::{Folder, sentence, voxels};

/// A column that is solid from `top` down, with one colour at the top.
fn ground(top: u8, color: [u8; 4]) -> Vec<u8> {
    [[0, top, top, 0], color].concat()
}

/// A column with nothing but its lowest voxel, which has no colour.
fn flat() -> Vec<u8> {
    vec![0, 63, 62, 0]
}

/// A map of flat columns but for these, given by x and y as the file counts.
fn map(columns: &[([usize; 2], Vec<u8>)]) -> Vec<u8> {
    let mut all = vec![flat(); 512 * 512];
    columns.iter().for_each(|([x, y], column)| all[y * 512 + x].clone_from(column));
    all.concat()
}

/// The voxels above the lowest layer.
fn above(scene: &Scene) -> Vec<([i32; 3], u16)> {
    voxels(scene).into_iter().filter(|(voxel, _)| voxel[2] > 0).collect()
}

#[test]
fn one_voxel_lies_where_the_game_has_it() {
    // A single floating voxel at x 1, y 2, z 3 (down), then air down to the floor.
    let floating = [[2, 3, 3, 0], [30, 20, 10, 255], [0, 63, 62, 4]].concat();
    let (scene, report) =
        Folder::new().load("a.vxl", &map(&[([1, 2], floating)])).expect("a sound file");
    assert_eq!(above(&scene), [([1, 509, 60], 2)], "y and z are flipped: 511 - 2, 63 - 3");
    assert_eq!(scene.bounds().max, [512, 512, 64], "the size of every map");
    let color = scene.palette().get(2).and_then(|info| info.color);
    assert_eq!(color, Some([10, 20, 30, 255]), "blue comes first in the file");
    assert_eq!(report.source["solid"], 512 * 512 + 1, "all columns have a floor");
    assert!(report.convention.contains("not mirrored"), "{}", report.convention);
}

/// Seen from above, with x to the right and y towards the reader as the game's map shows it, an L of three columns must
/// still be an L when north is up.
#[test]
fn nothing_is_mirrored() {
    let pillar = |color: u8| ground(40, [0, 0, color, 0]);
    let l = [([10, 20], pillar(1)), ([10, 21], pillar(2)), ([11, 21], pillar(3))];
    let scene = Folder::new().load("a.vxl", &map(&l)).expect("a sound file").0;
    let tops: Vec<_> = above(&scene).into_iter().filter(|(voxel, _)| voxel[2] == 23).collect();
    assert_eq!(
        tops,
        [([10, 490, 23], 3), ([10, 491, 23], 2), ([11, 490, 23], 4)],
        "the foot of the L points east at its southern end"
    );
}

#[test]
fn spans_with_colours_from_below_and_insides() {
    // From above: air to 9; 10, 11 coloured; 12 to 19 solid; 20, 21 coloured from below; air to 29; 30 coloured; solid.
    let bytes = [
        vec![5, 10, 11, 0, 1, 0, 0, 9, 2, 0, 0, 9, 3, 0, 0, 9, 4, 0, 0, 9],
        vec![0, 30, 30, 22, 5, 0, 0, 9],
    ];
    let (scene, report) =
        Folder::new().load("a.vxl", &map(&[([0, 511], bytes.concat())])).expect("sound");
    let column: Vec<u16> = (0..64).map(|down| scene.material([0, 0, 63 - down])).collect();
    let mut expected = vec![0; 64];
    expected[10..12].copy_from_slice(&[2, 3]);
    expected[12..20].fill(1);
    expected[20..22].copy_from_slice(&[4, 5]);
    expected[30] = 6;
    expected[31..].fill(1);
    assert_eq!(column, expected, "top first; 1 is inside, colours by rising number");
    assert_eq!(report.source["colours"], 5, "as many as differ");
    assert_eq!(report.source["without_colour"], 512 * 512 - 1 + 8 + 33, "the insides");
}

#[test]
fn a_part_is_cut_out() {
    let folder = Folder::new();
    let bytes = map(&[([100, 200], ground(5, [1; 4])), ([300, 200], ground(5, [1; 4]))]);
    let bounds = GridBox::new([90, 300, 3], [120, 330, 50]).expect("small");
    let options = LoadOptions { bounds: Some(bounds), ..LoadOptions::default() };
    let part = folder.load_with("a.vxl", &bytes, &options).expect("a sound file").0;
    let expected: Vec<_> = (3..50).map(|z| ([100, 311, z], 1)).collect();
    assert_eq!((voxels(&part), *part.bounds()), (expected, bounds), "a part of one column");
    let low = LoadOptions { memory: Some(1 << 21), ..LoadOptions::default() };
    let error = folder.load_with("a.vxl", &bytes, &low).map(drop).expect_err("too little");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
}

#[test]
fn faults_are_said_with_their_place() {
    let folder = Folder::new();
    let whole = map(&[]);
    for (column, part) in [
        (vec![0, 64, 64, 0], "from 64 to 64"),
        (vec![0, 9, 7, 0], "from 9 to 7"),
        (vec![1, 9, 9, 0, 1, 1, 1, 1], "fewer colours"),
        (vec![3, 9, 9, 0, 1, 1, 1, 1, 2, 2, 2, 2, 0, 20, 20, 10, 1, 1, 1, 1], "more colours"),
        (vec![2, 9, 9, 0, 1, 1, 1, 1, 0, 20, 20, 8, 1, 1, 1, 1], "with air from 8"),
        (vec![2, 9, 9, 0, 1, 1, 1, 1, 0, 20, 20, 30, 1, 1, 1, 1], "with air from 30"),
        (vec![2, 9, 9, 0, 1, 1, 1, 1, 0, 90, 20, 10], "from 90 to 20"),
    ] {
        let error = sentence(folder.load("a.vxl", &map(&[([3, 1], column)])));
        assert!(error.contains("x 3, y 1"), "{error}");
        assert!(error.contains(part) || error.contains("byte"), "{error}: should say {part}");
    }
    for (bytes, part) in [
        (b"Voxel Animation\0".to_vec(), "Command & Conquer"),
        (vec![0, 0x20, 7, 9, 0, 4, 0, 0], "Voxlap"),
        (Vec::new(), "is cut short: it ends at byte 0"),
        (whole[..whole.len() - 1].to_vec(), "in the column at x 511, y 511"),
    ] {
        let error = sentence(folder.load("a.vxl", &bytes));
        assert!(error.contains(part), "{error}: should say {part}");
    }
    let longer = [whole.as_slice(), &[1, 2, 3]].concat();
    let report = folder.load("a.vxl", &longer).expect("the map is whole").1;
    assert_eq!(report.skipped["bytes after the last column"], 3, "and said so");
}

/// A whole map has a megabyte; the first columns, cut or wrong at every byte, stand for all.
#[test]
fn a_map_survives() {
    let folder = Folder::new();
    let column = [[3, 10, 10, 0], [1; 4], [2; 4], [0, 30, 30, 22], [3; 4]].concat();
    let bytes = map(&[([0, 0], column), ([1, 0], ground(40, [9; 4]))]);
    let bounds = GridBox::new([0, 510, 0], [16, 512, 64]).expect("small");
    let options = LoadOptions { bounds: Some(bounds), ..LoadOptions::default() };
    folder.load_with("a.vxl", &bytes, &options).expect("it is sound when whole");
    for length in (0..64).chain([bytes.len() / 2, bytes.len() - 1]) {
        sentence(folder.load_with("a.vxl", &bytes[..length], &options));
    }
    let mut wrong = bytes;
    for place in 0..32 {
        for flip in [1, 0x10, 0x80, 0xff] {
            wrong[place] ^= flip;
            let loaded = folder.load_with("a.vxl", &wrong, &options);
            if loaded.is_err() {
                sentence(loaded);
            }
            wrong[place] ^= flip;
        }
    }
}
