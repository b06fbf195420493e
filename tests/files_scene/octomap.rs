//! Octrees: what is occupied, free and unknown, at every level, and files that are damaged.

use voxray::io::{Free, LoadOptions, OctreeOptions, Unknown};
use voxray::{ErrorKind, GridBox};

use crate::octomap_bytes::{Cube, Form, cube, octree, with_header};
use crate::{Folder, sentence, voxels};

const FORMS: [(Form, &str); 3] =
    [(Form::Binary, "a.bt"), (Form::Full, "a.ot"), (Form::Colored, "c.ot")];

fn told(octree: OctreeOptions) -> LoadOptions {
    LoadOptions { octree, ..LoadOptions::default() }
}

/// The material of every voxel of the box by looking at every cube, 0 where it is empty.
fn by_looking(
    cubes: &[Cube],
    bounds: &GridBox,
    [occupied, free, unknown]: [u16; 3],
) -> Vec<([i32; 3], u16)> {
    let material = |voxel: [i32; 3]| {
        let holds = |cube: &&Cube| {
            (0..3)
                .all(|a| cube.voxel[a] <= voxel[a] && voxel[a] < cube.voxel[a] + (1 << cube.level))
        };
        match cubes.iter().find(holds) {
            Some(cube) if cube.odds >= 0.0 => occupied,
            Some(_) => free,
            None => unknown,
        }
    };
    let mut found = Vec::new();
    for x in bounds.min[0]..bounds.max[0] {
        for y in bounds.min[1]..bounds.max[1] {
            for z in bounds.min[2]..bounds.max[2] {
                found.push(([x, y, z], material([x, y, z])));
            }
        }
    }
    found.retain(|&(_, material)| material != 0);
    found.sort_unstable();
    found
}

/// Cubes of several sizes on both sides of coordinate 0, none in another.
fn mixed() -> Vec<Cube> {
    vec![
        cube([1, 2, 3], 0, 1.0),
        cube([-32, 0, 0], 5, -0.4),
        cube([0, 32, -16], 4, 0.0),
        cube([-8, -8, -8], 3, 2.0),
        cube([17, 5, 40], 0, -1.0),
        cube([18, 4, 40], 1, 0.2),
        cube([-1, -1, 9], 0, 0.2),
    ]
}

#[test]
fn one_voxel_and_three_that_tell_left_from_right() {
    let folder = Folder::new();
    for (form, name) in FORMS {
        let one = folder.load(name, &octree(form, &[cube([1, 2, 3], 0, 1.0)])).expect("sound").0;
        let found: Vec<_> = voxels(&one).into_iter().map(|(voxel, _)| voxel).collect();
        assert_eq!(found, [[1, 2, 3]], "{name}");
        assert_eq!(one.bounds().min, [1, 2, 3], "{name}: the smallest box");
        assert_eq!(one.transform().voxel_size, [0.05; 3], "{name}: the resolution in metres");
        assert_eq!(one.transform().origin, [0.0; 3], "{name}: coordinate 0 is the world's");
        let places = [[-1, 0, 0], [0, -2, 0], [0, 0, 3], [0, 0, 0]];
        let cubes = places.map(|place| cube(place, 0, 1.0));
        let (scene, report) = folder.load(name, &octree(form, &cubes)).expect("sound");
        let mut found: Vec<_> = voxels(&scene).into_iter().map(|(voxel, _)| voxel).collect();
        found.sort_unstable();
        assert_eq!(found, [[-1, 0, 0], [0, -2, 0], [0, 0, 0], [0, 0, 3]], "{name}: not mirrored");
        assert!(report.convention.contains("z up"), "{}", report.convention);
        assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    }
}

#[test]
fn leaves_of_every_kind_and_size_become_what_is_asked() {
    let folder = Folder::new();
    let cubes = mixed();
    for (form, name) in [FORMS[0], FORMS[1]] {
        let bytes = octree(form, &cubes);
        for (unknown, outside) in [(Unknown::Empty, 0), (Unknown::Solid, 1), (Unknown::Material, 2)]
        {
            for (free, within) in [(Free::Empty, 0), (Free::Material, 3)] {
                let options = told(OctreeOptions { unknown, free, threshold: None });
                let (scene, report) = folder.load_with(name, &bytes, &options).expect("sound");
                let expected = by_looking(&cubes, scene.bounds(), [1, within, outside]);
                assert_eq!(voxels(&scene), expected, "{name} {unknown:?} {free:?}");
                let all_known = unknown != Unknown::Empty || free != Free::Empty;
                let min = if all_known { [-32, -8, -16] } else { [-8, -8, -16] };
                assert_eq!(scene.bounds().min, min, "{name} {unknown:?} {free:?}");
                let counts = ["occupied_leaves", "free_leaves", "occupied", "free"];
                let found = counts.map(|count| report.source[count]);
                assert_eq!(found, [5, 2, 1 + 4096 + 512 + 8 + 1, 32_768 + 1], "{name}");
            }
        }
    }
}

#[test]
fn a_part_has_what_the_whole_has_there() {
    let folder = Folder::new();
    let cubes = mixed();
    let options = told(OctreeOptions { unknown: Unknown::Material, ..OctreeOptions::default() });
    for (min, max) in
        [([-9, -9, -9], [3, 4, 41]), ([5, 33, -16], [6, 34, 0]), ([-20, 1, 1], [-3, 9, 9])]
    {
        let bounds = GridBox::new(min, max).expect("small");
        let options = LoadOptions { bounds: Some(bounds), ..options.clone() };
        let scene =
            folder.load_with("a.bt", &octree(Form::Binary, &cubes), &options).expect("sound").0;
        assert_eq!(
            voxels(&scene),
            by_looking(&cubes, scene.bounds(), [1, 0, 2]),
            "{min:?} {max:?}"
        );
    }
}

#[test]
fn a_threshold_is_a_probability() {
    let folder = Folder::new();
    // Probabilities of about 0.27, 0.5, 0.73 and 0.88.
    let cubes: Vec<_> =
        (0..4_i16).map(|k| cube([i32::from(k), 0, 0], 0, f32::from(k - 1))).collect();
    let bytes = octree(Form::Full, &cubes);
    for (threshold, voxels) in
        [(None, 3), (Some(0.2), 4), (Some(0.5), 3), (Some(0.6), 2), (Some(0.9), 0)]
    {
        let options = told(OctreeOptions { threshold, ..OctreeOptions::default() });
        let scene = folder.load_with("a.ot", &bytes, &options).expect("sound").0;
        assert_eq!(scene.voxel_count(), voxels, "{threshold:?}");
    }
    for threshold in [0.0, 1.0, -3.0, f64::NAN] {
        let options =
            told(OctreeOptions { threshold: Some(threshold), ..OctreeOptions::default() });
        let error = folder.load_with("a.ot", &bytes, &options).expect_err("no probability");
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    }
    let options = told(OctreeOptions { threshold: Some(0.7), ..OctreeOptions::default() });
    let binary = octree(Form::Binary, &cubes);
    let error = folder.load_with("a.bt", &binary, &options).expect_err("none in it").to_string();
    assert!(error.contains("no probabilities"), "{error}");
}

#[test]
fn each_colour_is_a_material() {
    let folder = Folder::new();
    let colored = |x: i32, color: [u8; 3]| Cube { color, ..cube([x, 0, 0], 0, 1.0) };
    let cubes = [colored(0, [9, 8, 7]), colored(1, [1, 2, 3]), colored(5, [9, 8, 7])];
    let (scene, report) = folder.load("a.ot", &octree(Form::Colored, &cubes)).expect("sound");
    let color = |x: i32| scene.palette().get(scene.material([x, 0, 0])).and_then(|info| info.color);
    assert_eq!(
        [0, 1, 5].map(color),
        [[9, 8, 7, 255], [1, 2, 3, 255], [9, 8, 7, 255]].map(Some),
        "of each"
    );
    assert_eq!(report.source["colours"], 2, "two of them");
    // More colours than a leaf has bits for.
    let many: Vec<_> = (0..40_000_i32)
        .map(|k| Cube { voxel: [k % 200, k / 200, 0], ..colored(0, [k as u8, (k >> 8) as u8, 0]) })
        .collect();
    let (scene, report) = folder.load("a.ot", &octree(Form::Colored, &many)).expect("sound");
    assert!(report.convention.contains("lowest 1 bits"), "{}", report.convention);
    let last = scene.palette().get(scene.material([199, 199, 0])).and_then(|info| info.color);
    assert_eq!(
        last,
        Some([39_999_u16 as u8 & 0xfe, (39_999_u16 >> 8) as u8 & 0xfe, 0, 255]),
        "coarse"
    );
}

#[test]
fn damaged_octrees_survive() {
    let folder = Folder::new();
    let options = LoadOptions { memory: Some(1 << 21), threads: 1, ..LoadOptions::default() };
    for (form, name) in FORMS {
        folder.survives(name, &octree(form, &mixed()[5..]), &options);
    }
    let unknown = LoadOptions {
        octree: OctreeOptions { unknown: Unknown::Material, ..OctreeOptions::default() },
        ..options
    };
    folder.survives("a.bt", &octree(Form::Binary, &mixed()[5..]), &unknown);
}

#[test]
fn a_vast_leaf_is_refused_but_not_a_part_of_it() {
    let folder = Folder::new();
    let bytes = octree(Form::Binary, &[cube([0; 3], 15, 1.0)]);
    let error = sentence(folder.load("a.bt", &bytes));
    assert!(error.contains("8589934592 chunks"), "{error}");
    let bytes = octree(Form::Binary, &[cube([-4096, 0, 0], 12, 1.0)]);
    let options = LoadOptions { memory: Some(1 << 24), ..LoadOptions::default() };
    let error = folder.load_with("a.bt", &bytes, &options).expect_err("69 billion voxels");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
    assert!(error.to_string().contains("--box"), "{error}");
    let bounds = Some(GridBox::new([-30, 7, 9], [20, 30, 40]).expect("small"));
    let options = LoadOptions { bounds, ..options };
    let scene = folder.load_with("a.bt", &bytes, &options).expect("a part of it").0;
    assert_eq!(scene.voxel_count(), 30 * 23 * 31, "what is asked for lies in it");
    let whole = octree(Form::Full, &[cube([-32_768; 3], 16, 1.0)]);
    let scene = folder.load_with("a.ot", &whole, &options).expect("a root that is a leaf").0;
    assert_eq!(scene.voxel_count(), 50 * 23 * 31, "all of what is asked for");
}

/// One leaf of 2^36 voxels, which none may look at one by one to know that they are too many.
#[test]
fn a_leaf_of_billions_of_voxels_is_counted_in_closed_form() {
    let leaf = octree(Form::Binary, &[cube([0; 3], 12, 1.0)]);
    let two = octree(Form::Full, &[cube([0; 3], 0, -1.0), cube([2048, 0, 0], 11, 1.0)]);
    let solid = OctreeOptions { unknown: Unknown::Solid, ..OctreeOptions::default() };
    // 2^30 bricks of 32 bytes and 2^24 chunks of 57; of the others a part.
    for (name, bytes, octree, needed) in [
        ("a.bt", &leaf, OctreeOptions::default(), "32.9 GiB"),
        ("a.ot", &two, OctreeOptions::default(), "4.1 GiB"),
        ("a.ot", &two, solid, "8.2 GiB"),
    ] {
        let options = LoadOptions { memory: Some(1 << 30), ..told(octree) };
        let error = Folder::new().load_with(name, bytes, &options).expect_err("too much");
        assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
        assert!(error.to_string().contains(needed), "{error}");
    }
}

#[test]
fn what_is_filled_beyond_the_box_needs_no_memory() {
    // One layer of 81 x 81 voxels: 441 bricks, where its chunks have 2304.
    let bytes = octree(Form::Binary, &[cube([0; 3], 0, 1.0), cube([80, 80, 0], 0, 1.0)]);
    let octree = OctreeOptions { unknown: Unknown::Solid, ..OctreeOptions::default() };
    let options = LoadOptions { memory: Some(60_000), ..told(octree) };
    let scene = Folder::new().load_with("a.bt", &bytes, &options).expect("it fits").0;
    assert_eq!(scene.voxel_count(), 81 * 81, "all of the layer");
}

#[test]
fn what_is_odd_is_counted_and_what_is_wrong_is_said() {
    let folder = Folder::new();
    let lines = |id: &str, size: &str| {
        format!("# Octomap OcTree binary file\nid {id}\nsize {size}\nres 0.1\n")
    };
    // The root has one divided child, which has none.
    let (_, report) =
        folder.load("a.bt", &with_header(&lines("OcTree", "7"), &[3, 0, 0, 0, 9, 9])).expect("odd");
    let skipped: Vec<_> = report.skipped.iter().map(|(why, &n)| (why.as_str(), n)).collect();
    let expected = [
        ("bytes after the tree", 2),
        ("divided nodes without children", 1),
        ("nodes that the header counts and the tree lacks", 5),
    ];
    assert_eq!(skipped, expected, "each is said");
    let empty = folder.load("a.bt", &with_header(&lines("OcTree", "0"), &[])).expect("legal").0;
    assert_eq!(empty.voxel_count(), 0, "a tree of no nodes");
    let nan = octree(Form::Full, &[cube([0; 3], 0, f32::NAN), cube([2, 0, 0], 0, 1.0)]);
    let (_, report) = folder.load("a.ot", &nan).expect("odd");
    assert_eq!(report.skipped["leaves whose probability is no number"], 1, "NaN");
    let deep = with_header(&lines("OcTree", "20"), &[3, 0].repeat(17));
    for (bytes, part) in [
        (with_header(&lines("OcTreeStamped", "1"), &[0, 0]), "\"OcTreeStamped\""),
        (with_header(&lines("OcTree", "99999999999999999999"), &[0, 0]), "\"size\""),
        (deep, "16 levels deep"),
        (b"VOX not an octree\n".to_vec(), "is no octree"),
        (Vec::new(), "is no octree"),
    ] {
        let error = sentence(folder.load("a.bt", &bytes));
        assert!(error.contains(part), "{error}: should say {part}");
    }
}
