//! glTF scenes, written by hand.

use voxray::io::LoadOptions;

use crate::mesh::{as_it_is, hand, hand_voxels, laid_down};
use crate::{Folder, sentence, voxels};

/// A buffer of the corners of the hand, as they lie in a file that is y up, then indices 0..9 as u8, u16 and u32.
fn buffer() -> Vec<u8> {
    let corners = hand().into_iter().flatten().map(laid_down);
    let mut bytes: Vec<u8> = corners.flatten().flat_map(|x| (x as f32).to_le_bytes()).collect();
    bytes.extend(0..9_u8);
    bytes.extend([0; 3]);
    (0..9_u16).for_each(|k| bytes.extend(k.to_le_bytes()));
    bytes.extend([0; 2]);
    (0..9_u32).for_each(|k| bytes.extend(k.to_le_bytes()));
    bytes
}

/// A document around that buffer: nodes, the only primitive, and more of its parts.
fn document(nodes: &str, primitive: &str, buffer: &str, more: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{nodes}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}{primitive}}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":9,"type":"VEC3"}},
{{"bufferView":1,"componentType":5121,"count":9,"type":"SCALAR"}},
{{"bufferView":1,"byteOffset":12,"componentType":5123,"count":9,"type":"SCALAR"}},
{{"bufferView":1,"byteOffset":32,"componentType":5125,"count":9,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":108}},{{"buffer":0,"byteOffset":108,"byteLength":68}}],
"buffers":[{{"byteLength":176{buffer}}}]{more}}}"#
    )
}

fn glb(document: &str, bytes: &[u8]) -> Vec<u8> {
    let mut text = document.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut file = b"glTF".to_vec();
    file.extend(2_u32.to_le_bytes());
    file.extend((28 + text.len() as u32 + bytes.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text[..]), (b"BIN\0", bytes)] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    file
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, k| bits << 8 | u32::from(*three.get(k).unwrap_or(&0)));
        for k in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * k) & 63) as usize] as char;
            text.push(if k > three.len() { '=' } else { letter });
        }
    }
    text
}

#[test]
fn one_triangle_and_three() {
    let folder = Folder::new();
    folder.write("hand of mine.bin", &buffer());
    let inline = format!(r#","uri":"data:application/octet-stream;base64,{}""#, base64(&buffer()));
    for indices in ["", r#","indices":1"#, r#","indices":2"#, r#","indices":3"#] {
        let document = |uri: &str| document(r#"{"mesh":0}"#, indices, uri, "");
        for (name, file) in [
            ("a.glb", glb(&document(""), &buffer())),
            ("a.gltf", document(&inline).into_bytes()),
            ("b.gltf", document(r#","uri":"hand%20of%20mine.bin""#).into_bytes()),
        ] {
            let (scene, report) = folder.load_with(name, &file, &as_it_is()).expect("sound");
            assert_eq!(voxels(&scene), hand_voxels(), "{name} {indices}: not mirrored");
            assert!(report.convention.contains("(x, -z, y)"), "{}", report.convention);
            assert_eq!(report.source["faces"], 3, "{name}");
        }
    }
}

#[test]
fn nodes_place_what_they_hold() {
    let folder = Folder::new();
    // Up (y of the file) by 2, then turned a quarter around y, then along x by 10; a mirrored scale at the leaf.
    let nodes = r#"{"children":[1],"translation":[10,0,0]},
{"children":[2],"rotation":[0,0.7071067811865476,0,0.7071067811865476]},
{"children":[3],"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,2,0,1]},{"mesh":0,"scale":[-1,1,1]}"#;
    let file = glb(&document(nodes, "", "", ""), &buffer());
    let scene = folder.load_with("a.glb", &file, &as_it_is()).expect("sound").0;
    let placed = |point: [f64; 3]| {
        let [x, y, z] = laid_down(point);
        // Scale, move, turn (x, z) to (z, -x), move; then from y up to z up.
        let (x, y) = (-x, y + 2.0);
        let [x, y, z] = [z + 10.0, y, -x];
        [x, -z, y]
    };
    let mut expected: Vec<_> = hand()
        .into_iter()
        .map(|corners| (placed(corners[0]).map(|x| x.floor() as i32), 1))
        .collect();
    expected.sort_unstable();
    assert_eq!(voxels(&scene), expected, "each where the nodes put it");
}

#[test]
fn strips_fans_and_materials() {
    let folder = Folder::new();
    let more = r#","materials":[{"name":"lamp","pbrMetallicRoughness":{"baseColorFactor":[1,0.2140411,0,0.5]},
"emissiveFactor":[0.5,1,0],"alphaMode":"BLEND","extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":3}}}]"#;
    for (mode, faces) in [(5, 7), (6, 7), (1, 0)] {
        let primitive = format!(r#","mode":{mode},"material":0"#);
        let file = glb(&document(r#"{"mesh":0}"#, &primitive, "", more), &buffer());
        let (scene, report) = folder.load_with("a.glb", &file, &as_it_is()).expect("sound");
        assert_eq!(report.source["faces"], faces, "mode {mode}");
        if faces == 0 {
            assert_eq!(report.skipped["primitives without triangles"], 1, "lines");
            continue;
        }
        assert!(voxels(&scene).iter().all(|(_, material)| *material == 2), "the first material");
        let lamp = scene.palette().get(2).expect("named");
        assert_eq!((lamp.name.as_str(), lamp.color), ("lamp", Some([255, 127, 0, 128])), "in sRGB");
        assert!(
            (lamp.emission - 3.0).abs() < 1e-6 && lamp.glass,
            "it glows, and lets light through"
        );
    }
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = Folder::new();
    let sound = document(r#"{"mesh":0}"#, r#","indices":1"#, "", "");
    let with = |from: &str, to: &str| glb(&sound.replacen(from, to, 1), &buffer());
    let loops = document(r#"{"children":[1]},{"children":[0]}"#, "", "", "");
    for (file, named) in [
        (with("\"2.0\"", "\"1.0\""), "version \"1.0\""),
        (with("\"nodes\":[0]", "\"nodes\":[7]"), "node 7"),
        (with("\"mesh\":0", "\"mesh\":5"), "mesh 5"),
        (with("\"count\":9", "\"count\":10"), "accessor 0 reaches beyond"),
        (with("\"count\":9", "\"count\":18446744073709551615"), "accessor 0 reaches beyond"),
        (with("\"byteLength\":108", "\"byteLength\":18446744073709551615"), "accessor 0 reaches"),
        (with("\"POSITION\":0", "\"POSITION\":1"), "VEC3"),
        (with("\"indices\":1", "\"indices\":0"), "SCALAR"),
        (with("\"bufferView\":0,", "\"sparse\":{},"), "sparse"),
        (
            with("\"asset\"", "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"asset\""),
            "draco",
        ),
        (with("\"byteLength\":176", "\"byteLength\":176,\"uri\":\"../a.bin\""), "same folder"),
        (with("\"byteLength\":176", "\"byteLength\":900"), "buffer 0 is cut short"),
        (glb(&loops, &buffer()), "tree"),
        (sound.clone().into_bytes(), "buffer 0 has no bytes"),
        (b"{".to_vec(), "line 1 column"),
    ] {
        let error = sentence(folder.load_with("a.glb", &file, &as_it_is()));
        assert!(error.contains(named), "{named}: {error}");
    }
}

#[test]
fn one_mesh_in_many_places_is_counted_beforehand() {
    let folder = Folder::new();
    let nodes: Vec<String> =
        (1..=400).map(|k| format!(r#"{{"mesh":0,"translation":[{k},0,0]}}"#)).collect();
    let children: Vec<String> = (1..=400).map(|k| k.to_string()).collect();
    let nodes = format!(r#"{{"children":[{}]}},{}"#, children.join(","), nodes.join(","));
    let file = glb(&document(&nodes, "", "", ""), &buffer());
    let few = LoadOptions { memory: Some(120_000), ..as_it_is() };
    let error = sentence(folder.load_with("a.glb", &file, &few));
    assert!(error.contains("--memory"), "{error}");
    let report = folder.load_with("a.glb", &file, &as_it_is()).expect("there is room").1;
    assert_eq!((report.source["instances"], report.source["faces"]), (400, 1200), "all placed");
}

#[test]
fn damage_is_survived() {
    let folder = Folder::new();
    let file = glb(&document(r#"{"mesh":0}"#, r#","indices":2"#, "", ""), &buffer());
    folder.survives("a.glb", &file, &as_it_is());
    let inline = format!(r#","uri":"data:application/octet-stream;base64,{}""#, base64(&buffer()));
    let text = document(r#"{"mesh":0}"#, r#","indices":2"#, &inline, "");
    folder.survives("a.gltf", text.as_bytes(), &as_it_is());
}

#[test]
fn many_buffers_of_one_file_are_counted_each() {
    let folder = Folder::new();
    folder.write("big.bin", &vec![0; 1 << 20]);
    let buffers = vec![r#"{"uri":"big.bin","byteLength":1}"#; 40].join(",");
    let file = format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{buffers}]}}"#);
    let load = |memory: u64| {
        let options = LoadOptions { memory: Some(memory), ..LoadOptions::default() };
        folder.load_with("a.gltf", file.as_bytes(), &options)
    };
    let error = load(16 << 20).expect_err("40 MiB").to_string();
    assert!(error.contains("--memory"), "{error}");
    assert!(load(64 << 20).is_ok(), "with room for all");
}

#[test]
fn what_is_passed_over_is_counted() {
    let folder = Folder::new();
    let node = r#"{"mesh":0,"skin":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}}"#;
    let primitive = r#","targets":[{"POSITION":0},{"POSITION":0}]"#;
    let more = r#","animations":[{}],"extensionsUsed":["EXT_mesh_gpu_instancing"]"#;
    let file = glb(&document(node, primitive, "", more), &buffer());
    let (scene, report) = folder.load_with("a.glb", &file, &as_it_is()).expect("sound");
    assert_eq!(voxels(&scene), hand_voxels(), "shown once, as at rest");
    let expected = [
        ("skins (shown as at rest)", 1),
        ("nodes with instances by EXT_mesh_gpu_instancing (shown once)", 1),
        ("morph targets (shown as at rest)", 2),
        ("animations (shown as at rest)", 1),
    ];
    for (reason, count) in expected {
        assert_eq!(report.skipped.get(reason), Some(&count), "{reason}");
    }
}
