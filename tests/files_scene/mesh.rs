//! What all readers of meshes share: placing, size, fill, options; and the triangles that tests put into files.

use voxray::demo::DemoSpec;
use voxray::io::{LoadOptions, MeshOptions, SaveOptions, Up, load_scene, save_scene};
use voxray::voxelize::Fill;
use voxray::{GridBox, Scene};

use crate::{Folder, sentence, voxels};

/// Voxels of 1, grid and world being the same.
pub fn as_it_is() -> LoadOptions {
    LoadOptions {
        voxel_size: Some([1.0; 3]),
        origin: Some([0.0; 3]),
        threads: 1,
        memory: Some(1 << 28),
        ..LoadOptions::default()
    }
}

/// As [`as_it_is`], told of the mesh.
pub fn told(mesh: MeshOptions) -> LoadOptions {
    LoadOptions { mesh, ..as_it_is() }
}

/// Corners of a tiny triangle within a voxel.
pub fn within(voxel: [i32; 3]) -> [[f64; 3]; 3] {
    let at = |part: [f64; 3]| [0, 1, 2].map(|axis| f64::from(voxel[axis]) + part[axis]);
    [at([0.25, 0.25, 0.5]), at([0.75, 0.25, 0.5]), at([0.25, 0.75, 0.5])]
}

/// Three voxels that tell left from right, front from back, and up from down, of a space of 5 x 7 x 11.
pub const HAND: [[i32; 3]; 3] = [[1, 2, 3], [4, 2, 3], [1, 6, 10]];

/// Their triangles.
pub fn hand() -> Vec<[[f64; 3]; 3]> {
    HAND.iter().map(|&voxel| within(voxel)).collect()
}

/// The position of a point of the world in a file that is y up.
pub fn laid_down([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x, z, -y]
}

/// The hand, sorted, of unnamed material.
pub fn hand_voxels() -> Vec<([i32; 3], u16)> {
    let mut found: Vec<_> = HAND.iter().map(|&voxel| (voxel, 1)).collect();
    found.sort_unstable();
    found
}

/// An .obj of a box, each face a quad.
pub fn box_obj(low: [f64; 3], high: [f64; 3]) -> String {
    let mut text = String::new();
    for k in 0..8 {
        let [x, y, z] = [0, 1, 2].map(|a: usize| if k >> a & 1 == 1 { high[a] } else { low[a] });
        text += &format!("v {x} {y} {z}\n");
    }
    text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
}

#[test]
fn the_longest_side_has_as_many_voxels_as_told() {
    let folder = Folder::new();
    let path = folder.write("a.obj", box_obj([10.0, 20.0, 30.0], [18.0, 24.0, 31.0]).as_bytes());
    for (resolution, sides) in [(None, [256, 128, 32]), (Some(8), [8, 4, 1]), (Some(1), [1, 1, 1])]
    {
        let options = LoadOptions { resolution, ..LoadOptions::default() };
        let (scene, report) = load_scene(&path, &options).expect("sound");
        assert_eq!(scene.bounds().sides(), sides, "resolution {resolution:?}");
        assert_eq!(scene.transform().origin, [10.0, 20.0, 30.0], "from the lowest corner on");
        assert_eq!(report.source["vertices"], 8, "its corners");
        assert_eq!((report.source["faces"], report.source["triangles"]), (6, 12), "quads");
    }
}

#[test]
fn voxels_lie_on_multiples_of_their_size() {
    let folder = Folder::new();
    let path = folder.write("a.obj", box_obj([10.3, -20.2, 30.0], [18.1, 24.0, 31.0]).as_bytes());
    let options = LoadOptions { voxel_size: Some([0.5, 0.5, 0.25]), ..LoadOptions::default() };
    let scene = load_scene(&path, &options).expect("sound").0;
    assert_eq!(scene.transform().origin, [10.0, -20.5, 30.0], "rounded down to a multiple");
    assert_eq!(scene.bounds().min, [0, 0, 0], "where the mesh starts");
    let options = LoadOptions { origin: Some([0.0; 3]), ..options };
    let scene = load_scene(&path, &options).expect("sound").0;
    assert_eq!(scene.bounds().min, [20, -41, 120], "counted from the origin told");
}

#[test]
fn solids_are_filled_and_open_meshes_refused() {
    let folder = Folder::new();
    let text = box_obj([0.5; 3], [5.5; 3]);
    let path = folder.write("a.obj", text.as_bytes());
    let count = |fill| {
        let options = told(MeshOptions { fill: Some(fill), ..MeshOptions::default() });
        load_scene(&path, &options).expect("closed").0.voxel_count()
    };
    let counts = [Fill::Surface, Fill::Solid, Fill::Inside].map(count);
    assert_eq!(counts, [216 - 64, 216, 125], "a shell, all of it, and the centres within");
    let path =
        folder.write("b.obj", text.trim_end().rsplit_once('\n').expect("lines").0.as_bytes());
    let options = told(MeshOptions { fill: Some(Fill::Solid), ..MeshOptions::default() });
    let error = sentence(load_scene(&path, &options));
    assert!(error.contains("4 edges in 1 hole") && error.contains("surface"), "{error}");
    let report = load_scene(&path, &as_it_is()).expect("a surface").1;
    assert_eq!(report.source["open_edges"], 4, "counted");
}

#[test]
fn a_part_is_loaded_and_a_part_of_nothing_refused() {
    let folder = Folder::new();
    let path = folder.write("a.obj", box_obj([0.5; 3], [5.5; 3]).as_bytes());
    let bounds = Some(GridBox::new([0; 3], [3, 3, 1]).expect("small"));
    let scene = load_scene(&path, &LoadOptions { bounds, ..as_it_is() }).expect("a part").0;
    assert_eq!((scene.voxel_count(), scene.bounds().sides()), (9, [3, 3, 1]), "a corner of it");
    let bounds = Some(GridBox::new([10; 3], [12; 3]).expect("small"));
    let error = sentence(load_scene(&path, &LoadOptions { bounds, ..as_it_is() }));
    assert!(error.contains("holds nothing"), "{error}");
}

#[test]
fn options_of_meshes_are_refused_elsewhere() {
    let folder = Folder::new();
    let vox = folder.write("a.vox", b"");
    for (mesh, flag) in [
        (MeshOptions { fill: Some(Fill::Solid), ..MeshOptions::default() }, "--fill"),
        (MeshOptions { up: Some(Up::Y), ..MeshOptions::default() }, "--up"),
        (MeshOptions { lod: Some("1".into()), ..MeshOptions::default() }, "--lod"),
    ] {
        let error = sentence(load_scene(&vox, &told(mesh)));
        assert!(error.contains(flag), "{error}");
    }
}

#[test]
fn a_mesh_without_triangles_is_an_empty_scene() {
    let folder = Folder::new();
    let (scene, _) = folder.load("a.obj", b"v 1 2 3\n").expect("sound");
    assert_eq!(scene.voxel_count(), 0, "nothing to fill");
}

#[test]
fn triangles_say_where_they_are() {
    let folder = Folder::new();
    let mut text = String::new();
    for [x, y, z] in hand().into_iter().flatten() {
        text += &format!("v {x} {y} {z}\n");
    }
    text += "f 1 2 3\nf 4 5 6\nf 7 8 9\n";
    let scene = folder.load_with("a.obj", text.as_bytes(), &as_it_is()).expect("sound").0;
    assert_eq!(voxels(&scene), hand_voxels(), "one voxel each");
}

#[test]
fn a_box_goes_out_as_a_mesh_and_comes_back_filled() {
    let folder = Folder::new();
    let bounds = GridBox::new([2, -3, 1], [5, 7, 6]).expect("small");
    let scene = Scene::from_fn(bounds, 1, |_| 1).expect("small");
    for ending in ["obj", "glb"] {
        let path = folder.path(&format!("a.{ending}"));
        save_scene(&scene, &path, &SaveOptions::default()).expect("saved");
        let mesh = MeshOptions { fill: Some(Fill::Inside), ..MeshOptions::default() };
        let loaded = load_scene(&path, &told(mesh)).expect("closed").0;
        let places = |scene: &Scene| voxels(scene).into_iter().map(|(v, _)| v).collect::<Vec<_>>();
        assert_eq!(places(&loaded), places(&scene), ".{ending}: the same place, not mirrored");
    }
}

#[test]
fn scenes_go_out_unmerged_and_come_back_as_they_were() {
    let folder = Folder::new();
    let diagonal = |[x, y, z]: [i32; 3]| u16::from((x + y + z) & 1 == 0) * (1 + (x & 1) as u16);
    let small = GridBox::new([-3, 4, 1], [4, 9, 7]).expect("small");
    let checkers = Scene::from_fn(small, 1, diagonal).expect("small");
    let demo = |spec: &str| spec.parse::<DemoSpec>().and_then(|spec| spec.build(1)).expect("small");
    let scenes = [checkers, demo("demo:menger?level=2"), demo("demo:room?size=64")];
    let come_back = |scene: &Scene, ending: &str, merge: bool| {
        let path = folder.path(&format!("a.{ending}"));
        let save = SaveOptions { merge, ..SaveOptions::default() };
        save_scene(scene, &path, &save).expect("saved");
        let options = LoadOptions {
            mesh: MeshOptions { fill: Some(Fill::Inside), ..MeshOptions::default() },
            voxel_size: Some(scene.transform().voxel_size),
            origin: Some(scene.transform().origin),
            ..LoadOptions::default()
        };
        load_scene(&path, &options)
    };
    let places = |scene: &Scene| voxels(scene).into_iter().map(|(v, _)| v).collect::<Vec<_>>();
    let shares = |scene: &Scene| {
        let mut shares: Vec<_> = scene.material_counts().into_values().collect();
        shares.sort_unstable();
        shares
    };
    for ending in ["obj", "glb"] {
        for scene in &scenes {
            let (loaded, report) = come_back(scene, ending, false).expect("closed");
            assert_eq!(report.source["open_edges"] + report.source["branching_edges"], 0, "even");
            assert!(places(&loaded) == places(scene), ".{ending}: the same voxels");
        }
        let (loaded, _) = come_back(&scenes[0], ending, false).expect("closed");
        assert_eq!(
            shares(&loaded),
            shares(&scenes[0]),
            ".{ending}: every voxel shows its material"
        );
    }
    let error = sentence(come_back(&scenes[2], "obj", true));
    assert!(error.contains("not closed"), "merged faces have T-junctions: {error}");
}
