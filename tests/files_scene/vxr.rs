//! voxray's own format.

use voxray::io::{LoadOptions, SaveOptions, load_scene, save_scene, verify_vxr_body};
use voxray::{Georeference, GridBox, MaterialInfo, Palette, Ray, Scene, Transform};

use crate::{Folder, sentence, voxels};

/// A scene with all that a file can hold.
fn rich() -> Scene {
    let bounds = GridBox::new([-20, -3, 5], [13, 20, 9]).expect("small");
    let material = |[x, y, z]: [i32; 3]| match (x + 2 * y + 3 * z).rem_euclid(5) {
        0 => 7,
        1 if x > 0 => (300 + x) as u16,
        _ => 0,
    };
    let mut palette = Palette::default();
    palette.insert(
        7,
        MaterialInfo {
            name: "grès".into(), color: Some([1, 2, 3, 4]), emission: 2.5, glass: true
        },
    );
    palette.set_name(301, "no colour");
    palette.set_color(65_535, [9; 4]);
    let transform = Transform::new([1e6, -0.25, 3.0], [0.5, 0.5, 2.0]).expect("finite");
    let scene = Scene::from_fn(bounds, 0, material).expect("small");
    let place = Georeference { crs: "EPSG:28992".into(), axes: "x east".into() };
    scene.with_palette(palette).with_transform(transform).with_georeference(place)
}

fn saved(folder: &Folder, scene: &Scene) -> Vec<u8> {
    let path = folder.path("saved.vxr");
    save_scene(scene, &path, &SaveOptions::default()).expect("it can be saved");
    std::fs::read(path).expect("it was saved")
}

#[test]
fn everything_comes_back() {
    let folder = Folder::new();
    let scene = rich();
    let bytes = saved(&folder, &scene);
    verify_vxr_body(&folder.path("saved.vxr")).expect("as written");
    let (loaded, report) = folder.load("a.vxr", &bytes).expect("as written");
    assert_eq!(voxels(&loaded), voxels(&scene), "voxels and materials");
    assert_eq!(loaded.bounds(), scene.bounds(), "box");
    assert_eq!(loaded.transform(), scene.transform(), "place in the world");
    assert_eq!(loaded.palette(), scene.palette(), "names and colours");
    assert_eq!(loaded.georeference(), scene.georeference(), "place on the earth");
    assert_eq!(loaded.grid().records(), scene.grid().records(), "records with their distances");
    assert_eq!(report.source["voxels"], scene.voxel_count(), "count");
    assert_eq!(saved(&folder, &loaded), bytes, "saved again it is the same file");
}

#[test]
fn scenes_of_one_material_and_of_nothing_come_back() {
    let folder = Folder::new();
    let bounds = GridBox::with_sides([40, 3, 70]).expect("small");
    for (material, count) in [(5, 40 * 3 * 70), (0, 0)] {
        let scene = Scene::from_fn(bounds, 0, |_| material).expect("small");
        let loaded = folder.load("a.vxr", &saved(&folder, &scene)).expect("as written").0;
        assert_eq!(
            (loaded.voxel_count(), *loaded.bounds()),
            (count, bounds),
            "material {material}"
        );
        assert_eq!(loaded.material([39, 2, 69]), material, "its last voxel");
    }
    let scene = Scene::from_fn(GridBox::default(), 0, |_| 1).expect("nothing");
    let loaded = folder.load("a.vxr", &saved(&folder, &scene)).expect("as written").0;
    assert!(loaded.bounds().is_empty(), "a box of nothing");
}

#[test]
fn a_part_is_cut_out() {
    let folder = Folder::new();
    let scene = rich();
    let bytes = saved(&folder, &scene);
    let part = GridBox::new([-7, -3, 6], [13, 11, 9]).expect("small");
    let options = LoadOptions { bounds: Some(part), ..LoadOptions::default() };
    let cut = folder.load_with("a.vxr", &bytes, &options).expect("as written").0;
    let within: Vec<_> = voxels(&scene).into_iter().filter(|(v, _)| part.contains(*v)).collect();
    assert_eq!((voxels(&cut), *cut.bounds()), (within, part), "the part alone");
    assert_eq!((cut.transform(), cut.palette()), (scene.transform(), scene.palette()), "the rest");
}

#[test]
fn a_file_cut_anywhere_or_too_long_is_an_error() {
    let folder = Folder::new();
    let bytes = saved(&folder, &rich());
    for length in 0..bytes.len() {
        sentence(folder.load("a.vxr", &bytes[..length]));
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(sentence(folder.load("a.vxr", &longer)).contains("header says"), "a byte more");
}

/// Casts rays from all sides: whatever a body says, each comes to an end.
fn cast_through(scene: &Scene) {
    for direction in 0..27 {
        let direction = [direction % 3, direction / 3 % 3, direction / 9].map(|k| f64::from(k - 1));
        let middle = [0, 1, 2].map(|axis| {
            f64::midpoint(f64::from(scene.bounds().min[axis]), f64::from(scene.bounds().max[axis]))
        });
        let from = [0, 1, 2].map(|axis| middle[axis] - 99.0 * direction[axis]);
        let to_world = |grid| scene.transform().to_world(grid);
        let _ = scene.cast_ray(&Ray::new(to_world(from), direction));
    }
}

#[test]
fn any_wrong_byte_is_noticed_on_opening_or_by_verifying() {
    let folder = Folder::new();
    let bounds = GridBox::new([-20, -3, 5], [30, 4, 9]).expect("small");
    let few = |[x, y, z]: [i32; 3]| u16::from(x % 13 == 0) * (1 + (x + 21 + y * z) as u16 % 3);
    let bytes = saved(&folder, &Scene::from_fn(bounds, 0, few).expect("small"));
    for place in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[place] ^= if place % 2 == 0 { 0x80 } else { 0xff };
        let path = folder.write("a.vxr", &wrong);
        assert!(verify_vxr_body(&path).is_err(), "byte {place} is covered by a check sum");
        match load_scene(&path, &LoadOptions::default()) {
            Err(_) => {}
            // What the wrong body says may be nonsense, but it can be looked at.
            Ok((scene, _)) => {
                assert!(place >= 256, "byte {place} of the header");
                assert!(voxels(&scene).len() < 5000, "byte {place}");
                cast_through(&scene);
            }
        }
    }
}

#[test]
fn another_version_is_named() {
    let folder = Folder::new();
    let mut bytes = saved(&folder, &rich());
    for version in [1, 3, 5] {
        bytes[8] = version;
        let told = sentence(folder.load("a.vxr", &bytes));
        assert!(told.contains(&format!("version {version} ")), "it says which: {told}");
        assert!(told.contains("make it again"), "and what to do: {told}");
    }
    assert!(
        sentence(folder.load("a.vxr", b"VOXRAY\nand text")).contains("no .vxr"),
        "another file"
    );
}

/// A world with a slab, a carpet and a fence.
fn blocks() -> Scene {
    use voxray::blocks::{BlockClass, BlockFilter, BlockShape, BlockType, BlockWorld};
    let mut world = BlockWorld::new();
    let shapes = [BlockShape::slab(), BlockShape::layers(1), BlockShape::fence(&[])];
    for (x, shape) in (0..).zip(shapes) {
        let block_type = BlockType::new(format!("type {x}"), BlockClass::Solid).with_shape(shape);
        let id = world.add_type(block_type).expect("sound");
        for y in -2..4 {
            world.set_block([3 * x - 1, y, x], id).expect("near the origin");
        }
    }
    world.scene(BlockFilter::SOLID).expect("small")
}

/// The rows of rays from all around.
fn rows_of(scene: &Scene) -> Vec<voxray::Hit> {
    let rays = (0..500).map(|k| {
        let [a, b] = [f64::from(k) * 0.37, f64::from(k) * 0.11];
        Ray::between([9.0 * a.cos(), 9.0 * a.sin(), 3.0], [3.0 * b.sin(), b.cos(), 0.2])
    });
    rays.map(|ray| {
        scene.cast_ray(&ray.with_t_far(9.0)).unwrap_or(voxray::Hit::none(voxray::Status::Clear, 0))
    })
    .collect()
}

#[test]
fn exact_shapes_come_back() {
    let folder = Folder::new();
    let scene = blocks();
    let bytes = saved(&folder, &scene);
    let loaded = folder.load("a.vxr", &bytes).expect("as written").0;
    let told = |rows: Vec<voxray::Hit>| format!("{rows:?}");
    assert_eq!(told(rows_of(&loaded)), told(rows_of(&scene)), "every hit");
    assert!(rows_of(&scene).iter().filter(|hit| hit.status.is_hit()).count() > 100, "some hit");
    assert_eq!(saved(&folder, &loaded), bytes, "saved again it is the same file");
}

#[test]
fn part_of_a_scene_with_exact_shapes_is_cut_between_blocks_only() {
    let folder = Folder::new();
    let scene = blocks();
    let path = folder.path("saved.vxr");
    saved(&folder, &scene);
    let load = |min: [i32; 3], max: [i32; 3]| {
        let bounds = Some(GridBox::new(min, max).expect("small"));
        load_scene(&path, &LoadOptions { bounds, ..LoadOptions::default() })
    };
    let (part, _) = load([4, -8, 0], [24, 8, 8]).expect("between blocks");
    let down = Ray::new([2.5, -0.5, 2.0], [0.0, 0.0, -1.0]);
    let carpet = part.cast_ray(&down).expect("the carpet");
    assert_eq!(Some(carpet), scene.cast_ray(&down), "as in the whole");
    let error = load([3, -8, 0], [24, 8, 8]).expect_err("through a block").to_string();
    assert!(error.contains("cuts blocks that have exact shapes"), "{error}");
}

#[test]
fn formats_of_voxels_alone_refuse_exact_shapes() {
    let folder = Folder::new();
    for ending in ["npy", "npz", "vox"] {
        let path = folder.path(&format!("saved.{ending}"));
        let error = save_scene(&blocks(), &path, &SaveOptions::default()).expect_err("refused");
        let told = error.to_string();
        assert!(told.contains("cannot hold the exact shapes") && told.contains(".vxr"), "{told}");
        assert!(!path.exists(), "nothing is written");
    }
}
