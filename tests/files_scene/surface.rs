//! Meshes of the surface (`.obj`, `.glb`), read again by hand: each exposed face once, wound outwards, where it is in the
//! world.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use voxray::io::{SaveOptions, save_scene};
use voxray::{Face, GridBox, MaterialInfo, Palette, Scene, Transform};

use crate::Folder;

/// The corners of a rectangle in world coordinates, in the order of the file, and its material's name.
type Rectangle = ([[f64; 3]; 4], String);

/// A face of a voxel: the voxel, the face's number, the material's name.
type Faces = BTreeSet<([i64; 3], u8, String)>;

/// What stands at `place` in a list of numbers.
fn word(bytes: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(bytes[place..place + 4].try_into().expect("four bytes"))
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a whole number") as usize
}

/// Reads a .obj as its description says: `v`, `f` with indices that may count backwards, `usemtl`.
fn read_obj(path: &Path) -> Vec<Rectangle> {
    let (mut vertices, mut found, mut material) = (Vec::new(), Vec::new(), String::new());
    for line in std::fs::read_to_string(path).expect("text").lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("v") => {
                let position: Vec<f64> =
                    words.map(|word| word.parse().expect("a number")).collect();
                vertices.push(<[f64; 3]>::try_from(position).expect("three"));
            }
            Some("f") => {
                let corners: Vec<_> = words
                    .map(|word| {
                        let index: isize = word.parse().expect("an index");
                        let from = if index < 0 { vertices.len() as isize } else { -1 };
                        vertices[(from + index) as usize]
                    })
                    .collect();
                found.push((corners.try_into().expect("four corners"), material.clone()));
            }
            Some("usemtl") => material = words.next().expect("a name").into(),
            _ => assert!(line.starts_with('#') || line.starts_with("mtllib "), "{line}"),
        }
    }
    found
}

/// The document and the binary part of a .glb; none where it has no binary part.
fn open_glb(path: &Path) -> (Value, Vec<u8>) {
    let bytes = std::fs::read(path).expect("a file");
    assert_eq!(&bytes[..4], b"glTF", "the mark");
    assert_eq!((word(&bytes, 4), word(&bytes, 8) as usize), (2, bytes.len()), "version, length");
    let length = word(&bytes, 12) as usize;
    assert_eq!((&bytes[16..20], length % 4), (&b"JSON"[..], 0), "the first part");
    let document = serde_json::from_slice(&bytes[20..20 + length]).expect("JSON");
    let rest = &bytes[20 + length..];
    if rest.is_empty() {
        return (document, Vec::new());
    }
    assert_eq!((&rest[4..8], word(rest, 0) as usize), (&b"BIN\0"[..], rest.len() - 8), "the other");
    (document, rest[8..].to_vec())
}

/// The bytes of an accessor, to the end of its view.
fn accessed<'a>(document: &Value, binary: &'a [u8], accessor: &Value) -> &'a [u8] {
    let view = &document["bufferViews"][number(&accessor["bufferView"])];
    let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
    let part = &binary[start..start + number(&view["byteLength"])];
    &part[number(&accessor["byteOffset"])..]
}

/// Reads a .glb: positions with the node's translation, turned from y up to z up; two triangles are a rectangle.
fn read_glb(path: &Path) -> Vec<Rectangle> {
    let (document, binary) = open_glb(path);
    let node = &document["nodes"][0];
    let moved = [0, 1, 2].map(|k| node["translation"][k].as_f64().unwrap_or(0.0));
    let mut found = Vec::new();
    for primitive in document["meshes"][0]["primitives"].as_array().expect("primitives") {
        let accessor = |name: &Value| &document["accessors"][number(name)];
        let positions = accessor(&primitive["attributes"]["POSITION"]);
        let bytes = accessed(&document, &binary, positions);
        let position =
            |index: usize| [0, 1, 2].map(|k| f32::from_bits(word(bytes, 12 * index + 4 * k)));
        let count = number(&positions["count"]);
        for k in 0..3 {
            let along = || (0..count).map(|index| position(index)[k]);
            let told = |name: &str| positions[name][k].as_f64().expect("a number") as f32;
            assert_eq!(along().fold(f32::INFINITY, f32::min), told("min"), "the least");
            assert_eq!(along().fold(f32::NEG_INFINITY, f32::max), told("max"), "the greatest");
        }
        let place = |index: usize| {
            assert!(index < count, "corner {index} of {count}");
            let [x, y, z] = [0, 1, 2].map(|k| f64::from(position(index)[k]) + moved[k]);
            [x, -z, y]
        };
        let material = &document["materials"][number(&primitive["material"])];
        let indices = accessor(&primitive["indices"]);
        let bytes = accessed(&document, &binary, indices);
        for first in (0..number(&indices["count"])).step_by(6) {
            let [a, b, c, d, e, f] =
                [0, 1, 2, 3, 4, 5].map(|k| word(bytes, 4 * (first + k)) as usize);
            assert_eq!((a, c), (d, e), "two triangles share an edge");
            let name = material["name"].as_str().expect("a name").to_string();
            found.push(([a, b, c, f].map(place), name));
        }
    }
    found
}

/// The faces that rectangles cover; each must be flat, wound outwards, of whole voxels, and cover no face twice.
fn covered(scene: &Scene, rectangles: &[Rectangle]) -> Faces {
    let mut found = Faces::new();
    for (corners, name) in rectangles {
        let grid = corners.map(|corner| {
            scene.transform().to_grid(corner).map(|k| {
                assert!((k - k.round()).abs() < 1e-3, "{corners:?} are corners of voxels");
                k.round() as i64
            })
        });
        let [a, b, c, d] = grid;
        let from_a = |p: [i64; 3]| [0, 1, 2].map(|k| p[k] - a[k]);
        let (u, v) = (from_a(b), from_a(d));
        assert_eq!(from_a(c), [0, 1, 2].map(|k| u[k] + v[k]), "{grid:?} is a rectangle");
        let normal = [[1, 2], [2, 0], [0, 1]].map(|[j, k]| u[j] * v[k] - u[k] * v[j]);
        let face = Face::ALL
            .into_iter()
            .find(|face| face.normal().map(i64::from) == normal.map(i64::signum))
            .expect("it lies along two axes");
        let low = [0, 1, 2].map(|k| a[k].min(c[k]));
        let mut high = [0, 1, 2].map(|k| a[k].max(c[k]));
        high[face.axis()] += 1;
        for x in low[0]..high[0] {
            for y in low[1]..high[1] {
                for z in low[2]..high[2] {
                    let mut voxel = [x, y, z];
                    voxel[face.axis()] -= i64::from(face.is_positive());
                    let fresh = found.insert((voxel, face as u8, name.clone()));
                    assert!(fresh, "{voxel:?} {face:?} is covered twice");
                }
            }
        }
    }
    found
}

/// The exposed faces, asked for one by one.
fn exposed(scene: &Scene, name: impl Fn(u16) -> String) -> Faces {
    let mut found = Faces::new();
    scene.for_each_voxel(|voxel, material| {
        for face in Face::ALL {
            if !scene.is_occupied([0, 1, 2].map(|k| voxel[k] + face.normal()[k])) {
                found.insert((voxel.map(i64::from), face as u8, name(material)));
            }
        }
    });
    found
}

fn ruin(min: [i32; 3], place: Transform) -> Scene {
    let max = [min[0] + 21, min[1] + 34, min[2] + 18];
    let bounds = GridBox::new(min, max).expect("small");
    let fill = |[x, y, z]: [i32; 3]| {
        let [x, y, z] = [x - min[0], y - min[1], z - min[2]];
        let wall = x % 7 == 0 || y % 11 == 3;
        let hole = (x * x + y * 5 + z * 3) % 13 == 0;
        u16::from((wall && !hole && z < 12 + x % 5) || z == 0) * (1 + (x / 8) as u16)
    };
    let mut palette = Palette::default();
    let glowing =
        MaterialInfo { color: Some([255, 128, 0, 255]), emission: 2.5, ..MaterialInfo::default() };
    palette.insert(1, MaterialInfo { name: "old lamp".into(), ..glowing });
    let glass =
        MaterialInfo { color: Some([0, 255, 0, 51]), glass: true, ..MaterialInfo::default() };
    palette.insert(2, glass);
    Scene::from_fn(bounds, 0, fill).expect("small").with_transform(place).with_palette(palette)
}

fn name(material: u16) -> String {
    if material == 1 { "m1_old_lamp".into() } else { format!("m{material}") }
}

#[test]
fn meshes_cover_each_exposed_face_once_where_it_is() {
    let folder = Folder::new();
    let places = [
        ([0, 0, 0], Transform::default()),
        ([-5, 300, -77], Transform::new([0.25, -3.0, 100.0], [0.5, 0.25, 2.0]).expect("sound")),
        // Far away: a f32 would not tell neighbouring voxels apart.
        ([1000, 0, 0], Transform::new([4.6e9, -4.6e9, 1e7], [1.0; 3]).expect("sound")),
    ];
    for (min, place) in places {
        let scene = ruin(min, place);
        let expected = exposed(&scene, name);
        assert!(expected.len() > 1000, "{} faces", expected.len());
        for ending in ["obj", "glb"] {
            let path = folder.path(&format!("a.{ending}"));
            save_scene(&scene, &path, &SaveOptions::default()).expect("it can be saved");
            let found = if ending == "obj" { read_obj(&path) } else { read_glb(&path) };
            assert!(3 * found.len() < expected.len(), "{} rectangles are merged", found.len());
            assert!(covered(&scene, &found) == expected, ".{ending} of {min:?}");
        }
    }
}

#[test]
fn materials_shine_as_in_the_scene() {
    let folder = Folder::new();
    let scene = ruin([0; 3], Transform::default());
    save_scene(&scene, &folder.path("a b.obj"), &SaveOptions::default()).expect("saved");
    let mesh = std::fs::read_to_string(folder.path("a b.obj")).expect("text");
    assert!(mesh.contains("mtllib a b.mtl\n"), "it names the file beside it");
    let text = std::fs::read_to_string(folder.path("a b.mtl")).expect("text");
    let half = 128.0 / 255.0;
    assert!(
        text.contains(&format!("newmtl m1_old_lamp\nKd 1 {half} 0\nKe 2.5 {} 0\n", half * 2.5))
    );
    assert!(
        text.contains("newmtl m2\nKd 0 1 0\nd 0.2\nillum 4\n"),
        "glass lets light through: {text}"
    );
    assert_eq!(text.matches("newmtl").count(), 3, "those that show, and no others");

    save_scene(&scene, &folder.path("a.glb"), &SaveOptions::default()).expect("saved");
    let (document, _) = open_glb(&folder.path("a.glb"));
    let [lamp, glass, _] = [0, 1, 2].map(|k| document["materials"][k].clone());
    let color = lamp["pbrMetallicRoughness"]["baseColorFactor"].as_array().expect("a colour");
    let green = color[1].as_f64().expect("a number");
    assert!((green - 0.215_86).abs() < 1e-4, "sRGB 128 is linear {green}");
    assert_eq!(lamp["emissiveFactor"][0], 1.0, "a factor is at most 1");
    let strength = &lamp["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"];
    assert_eq!(*strength, 2.5, "and a strength goes beyond");
    assert_eq!((&glass["alphaMode"], glass.get("emissiveFactor")), (&"BLEND".into(), None));
    let passed = &glass["extensions"]["KHR_materials_transmission"]["transmissionFactor"];
    assert_eq!(*passed, 1.0, "glass");
    assert_eq!(document["extensionsUsed"].as_array().map(Vec::len), Some(2), "both are declared");
}

/// One voxel at (1, 2, 3): up is y in a .glb and z in a .obj, and what is north there lies to the back.
#[test]
fn axes_are_as_each_format_has_them() {
    let folder = Folder::new();
    let bounds = GridBox::with_sides([5, 7, 11]).expect("small");
    let scene = Scene::from_fn(bounds, 0, |voxel| u16::from(voxel == [1, 2, 3])).expect("small");
    save_scene(&scene, &folder.path("a.glb"), &SaveOptions::default()).expect("saved");
    let (document, _) = open_glb(&folder.path("a.glb"));
    let positions = &document["accessors"][0];
    assert_eq!(positions["min"], serde_json::json!([1.0, 3.0, -3.0]), "x, z, -y");
    assert_eq!(positions["max"], serde_json::json!([2.0, 4.0, -2.0]), "x, z, -y");
    assert_eq!(document["nodes"][0].get("translation"), None, "it is where it is");
    save_scene(&scene, &folder.path("a.obj"), &SaveOptions::default()).expect("saved");
    let corners: Vec<_> =
        read_obj(&folder.path("a.obj")).into_iter().flat_map(|(c, _)| c).collect();
    let all =
        |p: &[f64; 3]| (0..3).all(|k| [[1.0, 2.0], [2.0, 3.0], [3.0, 4.0]][k].contains(&p[k]));
    assert!(corners.len() == 24 && corners.iter().all(all), "x, y, z: {corners:?}");
}

#[test]
fn a_scene_of_nothing_is_a_mesh_of_nothing() {
    let folder = Folder::new();
    let scene =
        Scene::from_fn(GridBox::with_sides([3; 3]).expect("small"), 0, |_| 0).expect("small");
    save_scene(&scene, &folder.path("a.glb"), &SaveOptions::default()).expect("saved");
    let (document, binary) = open_glb(&folder.path("a.glb"));
    assert!(binary.is_empty(), "no numbers");
    for list in ["meshes", "accessors", "bufferViews", "buffers", "materials", "extensionsUsed"] {
        assert_eq!(document.get(list), None, "glTF has no empty lists: {list}");
    }
    save_scene(&scene, &folder.path("a.obj"), &SaveOptions::default()).expect("saved");
    assert!(read_obj(&folder.path("a.obj")).is_empty(), "no faces");
}
