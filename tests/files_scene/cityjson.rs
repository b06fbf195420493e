//! City models, written by hand.

use voxray::io::{LoadOptions, MeshOptions};
use voxray::voxelize::Fill;

use crate::mesh::{HAND, as_it_is, told};
use crate::{Folder, sentence, voxels};

/// Steps of a quarter, from (1000, 2000, -8): the vertices of a box between two corners, in steps.
fn corners(low: [i32; 3], high: [i32; 3]) -> String {
    let all: Vec<String> = (0..8)
        .map(|k| {
            let [x, y, z] =
                [0, 1, 2].map(|a: usize| if k >> a & 1 == 1 { high[a] } else { low[a] });
            format!("[{x},{y},{z}]")
        })
        .collect();
    all.join(",")
}

/// The polygons of a box whose vertices start at `first`: ground, roof, four walls.
fn walls(first: u32) -> String {
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let all: Vec<String> = quads
        .iter()
        .map(|quad| {
            let [a, b, c, d] = quad.map(|k: u32| k + first);
            format!("[[{a},{b},{c},{d}]]")
        })
        .collect();
    all.join(",")
}

fn city(objects: &str, vertices: &str) -> String {
    format!(
        r#"{{"type":"CityJSON","version":"2.0","metadata":{{"referenceSystem":"https://www.opengis.net/def/crs/EPSG/0/7415"}},
"transform":{{"scale":[0.25,0.25,0.25],"translate":[1000,2000,-8]}},"CityObjects":{{{objects}}},"vertices":[{vertices}]}}"#
    )
}

fn placed() -> LoadOptions {
    LoadOptions { origin: Some([1000.0, 2000.0, -8.0]), ..as_it_is() }
}

const SEMANTICS: &str = r#","semantics":{"surfaces":[{"type":"GroundSurface"},{"type":"RoofSurface"},{"type":"WallSurface"}],"values":"#;

/// A building from (1, 1, 0) to (7, 7, 5) voxels, lod 2.2, with an lod 1 that is half as high.
fn building() -> String {
    let vertices = [corners([4, 4, 0], [28, 28, 20]), corners([4, 4, 0], [28, 28, 10])].join(",");
    let objects = format!(
        r#""b1":{{"type":"Building","geometry":[
{{"type":"Solid","lod":"1","boundaries":[[{}]]}},
{{"type":"Solid","lod":"2.2","boundaries":[[{}]]{SEMANTICS}[[0,1,2,2,2,2]]}}}}]}}"#,
        walls(8),
        walls(0)
    );
    city(&objects, &vertices)
}

#[test]
fn one_triangle_and_three() {
    let folder = Folder::new();
    let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
    for (k, voxel) in HAND.iter().enumerate() {
        let [x, y, z] = voxel.map(|k| 4 * k + 1);
        vertices.push(format!("[{x},{y},{z}],[{},{y},{z}],[{x},{},{z}]", x + 1, y + 1));
        polygons.push(format!("[[{},{},{}]]", 3 * k, 3 * k + 1, 3 * k + 2));
    }
    let objects = format!(
        r#""t":{{"type":"TINRelief","geometry":[{{"type":"CompositeSurface","lod":1.2,"boundaries":[{}]}}]}}"#,
        polygons.join(",")
    );
    let file = city(&objects, &vertices.join(","));
    let (scene, report) =
        folder.load_with("a.city.json", file.as_bytes(), &placed()).expect("sound");
    let mut expected: Vec<_> = HAND.iter().map(|&voxel| (voxel, 2)).collect();
    expected.sort_unstable();
    assert_eq!(voxels(&scene), expected, "not mirrored");
    assert_eq!(scene.palette().get(2).expect("named").name, "TINRelief", "by its object");
    assert_eq!(scene.georeference().crs, "EPSG:7415", "as the file says");
    assert!(report.convention.contains("z up"), "{}", report.convention);
}

#[test]
fn the_highest_level_of_detail_and_what_surfaces_are() {
    let folder = Folder::new();
    let file = building();
    let load = |mesh: MeshOptions| {
        let options = LoadOptions { mesh, ..placed() };
        folder.load_with("a.json", file.as_bytes(), &options).expect("sound")
    };
    let (scene, report) = load(MeshOptions { fill: Some(Fill::Solid), ..MeshOptions::default() });
    assert_eq!(scene.bounds().max, [8, 8, 6], "lod 2.2, up to the plane above the fifth layer");
    assert_eq!(scene.voxel_count(), 7 * 7 * 6, "filled");
    let name = |voxel| scene.palette().get(scene.material(voxel)).expect("named").name.clone();
    assert_eq!(
        (name([3, 3, 5]).as_str(), name([3, 3, 3]).as_str()),
        ("RoofSurface", "Building"),
        "by meaning"
    );
    assert_eq!(
        (name([1, 3, 3]).as_str(), name([3, 3, 0]).as_str()),
        ("WallSurface", "GroundSurface"),
        "by meaning"
    );
    assert_eq!((report.source["objects"], report.source["faces"]), (1, 6), "one building");
    let (scene, _) = load(MeshOptions { lod: Some("1".into()), ..MeshOptions::default() });
    assert_eq!(scene.bounds().max[2], 3, "half as high");
    let (scene, report) = load(MeshOptions { lod: Some("3".into()), ..MeshOptions::default() });
    assert_eq!(scene.voxel_count(), 0, "there is none");
    assert_eq!(report.skipped["objects without this level of detail"], 1, "said");
}

#[test]
fn buildings_are_filled_one_by_one() {
    let folder = Folder::new();
    // Two that overlap, and one without its ground.
    let vertices = [
        corners([0, 0, 0], [24, 24, 24]),
        corners([12, 12, 12], [36, 36, 36]),
        corners([80, 0, 0], [104, 24, 24]),
    ];
    let open = walls(16).split_once("]],").map(|(_, rest)| rest.to_string()).expect("six walls");
    let objects = format!(
        r#""a":{{"type":"Building","geometry":[{{"type":"Solid","lod":"1","boundaries":[[{}]]}}]}},
"b":{{"type":"Building","geometry":[{{"type":"MultiSolid","lod":"1","boundaries":[[[{}]]]}}]}},
"c":{{"type":"Building","geometry":[{{"type":"MultiSurface","lod":"1","boundaries":[{open}]}},{{"type":"MultiPoint","lod":"1","boundaries":[0]}}]}}"#,
        walls(0),
        walls(8)
    );
    let file = city(&objects, &vertices.join(","));
    let fill = |fill| LoadOptions {
        origin: placed().origin,
        ..told(MeshOptions { fill: Some(fill), ..MeshOptions::default() })
    };
    let (scene, report) =
        folder.load_with("a.json", file.as_bytes(), &fill(Fill::Inside)).expect("some are closed");
    assert_eq!(scene.voxel_count(), 2 * 216 - 27, "the overlap is full");
    assert_eq!(report.skipped["insides of bodies that are not closed"], 1, "the third");
    assert_eq!(report.skipped["geometry of type MultiPoint"], 1, "said");
    let scene = folder.load_with("a.json", file.as_bytes(), &fill(Fill::Solid)).expect("sound").0;
    assert!(scene.is_occupied([20, 3, 3]) && !scene.is_occupied([23, 3, 3]), "a surface only");
}

#[test]
fn holes_stay_open() {
    let folder = Folder::new();
    let vertices = "[0,0,2],[36,0,2],[36,36,2],[0,36,2],[12,12,2],[12,24,2],[24,24,2],[24,12,2]";
    let objects = r#""w":{"type":"WaterBody","geometry":[{"type":"MultiSurface","lod":"0","boundaries":[[[0,1,2,3],[4,5,6,7]]]}]}"#;
    let scene =
        folder.load_with("a.json", city(objects, vertices).as_bytes(), &placed()).expect("sound").0;
    assert!(scene.is_occupied([1, 4, 0]) && !scene.is_occupied([4, 4, 0]), "an island");
    assert!(scene.is_occupied([2, 4, 0]) && scene.is_occupied([7, 4, 0]), "all around it");
}

#[test]
fn a_sequence_is_the_same_city() {
    let folder = Folder::new();
    let whole = building();
    let (head, rest) = whole.split_once("\"CityObjects\":").expect("objects");
    let head = format!("{head}\"CityObjects\":{{}},\"vertices\":[]}}").replace('\n', "");
    let feature = format!("{{\"type\":\"CityJSONFeature\",\"id\":\"b1\",\"CityObjects\":{rest}")
        .replace('\n', "");
    let other =
        feature.replace("\"b1\"", "\"b2\"").replace("[4,4,", "[64,4,").replace("[28,4,", "[88,4,");
    let other = other.replace("[4,28,", "[64,28,").replace("[28,28,", "[88,28,");
    let lines = format!("{head}\n{feature}\n{other}\n");
    let options = placed();
    let (scene, report) =
        folder.load_with("a.city.jsonl", lines.as_bytes(), &options).expect("sound");
    let single = folder.load_with("a.json", whole.as_bytes(), &options).expect("sound").0;
    let mut expected = voxels(&single);
    expected
        .extend(voxels(&single).iter().map(|&([x, y, z], material)| ([x + 15, y, z], material)));
    expected.sort_unstable();
    assert_eq!(voxels(&scene), expected, "two buildings");
    assert_eq!(report.source["objects"], 2, "two features");
    assert_eq!(scene.georeference().crs, "EPSG:7415", "of the first line");
    let spaced = format!("\n{}", lines.replace('\n', "\n\n"));
    let spaced = folder.load_with("a.city.jsonl", spaced.as_bytes(), &options).expect("sound").0;
    assert_eq!(voxels(&spaced), voxels(&scene), "empty lines do not count");
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = Folder::new();
    let with = |from: &str, to: &str| building().replacen(from, to, 1);
    for (file, named) in [
        (with("CityJSON", "FeatureCollection"), "no CityJSON"),
        (with("\"2.0\"", "\"0.9\""), "version \"0.9\""),
        (with("[4,4,0]", "[4,4]"), "at line 4 column"),
        (with("[4,4,0]", "[4,4,1e300]"), "voxel"),
        (with("[[8,10,11,9]]", "[[8,10,11,99]]"), "sound"),
        (with("[[0,2,3,1]]", "[[0,2,3,16]]"), "\"b1\": a polygon has the corner 16"),
        (with("[[0,2,3,1]]", "[[0,2,3,-1]]"), "\"b1\": its boundaries"),
        (with("[[0,2,3,1]]", "0"), "\"b1\": its boundaries"),
        ("[".repeat(100_000), "CityJSON"),
    ] {
        let loaded = folder.load_with("a.json", file.as_bytes(), &placed());
        // A level of detail that is not read may be damaged.
        if named == "sound" {
            assert!(loaded.is_ok(), "the lower level of detail is passed over");
            continue;
        }
        let error = sentence(loaded);
        assert!(error.contains(named), "{named}: {error}");
    }
}

#[test]
fn damage_is_survived() {
    let folder = Folder::new();
    let vertices = "[1,1,2],[9,1,2],[9,9,2],[1,9,2]";
    let objects = r#""w":{"type":"Road","geometry":[{"type":"MultiSurface","lod":"1","boundaries":[[[0,1,2,3]]],"semantics":{"surfaces":[{"type":"Roof"}],"values":[0]}}]}"#;
    folder.survives("a.json", city(objects, vertices).as_bytes(), &placed());
    let whole = city(objects, vertices);
    let (head, rest) = whole.split_once("\"CityObjects\":").expect("objects");
    let head = format!("{head}\"CityObjects\":{{}},\"vertices\":[]}}").replace('\n', "");
    let feature = format!("{{\"type\":\"CityJSONFeature\",\"id\":\"w\",\"CityObjects\":{rest}");
    let lines = format!("{head}\n{}\n", feature.replace('\n', ""));
    folder.survives("a.jsonl", lines.as_bytes(), &placed());
}

#[test]
fn a_sequence_of_nothing_is_refused() {
    let folder = Folder::new();
    for (text, named) in [("", "is empty"), ("\n \n", "holds no line")] {
        let error = sentence(folder.load("a.jsonl", text.as_bytes()));
        assert!(error.contains(named), "{text:?}: {error}");
    }
}
