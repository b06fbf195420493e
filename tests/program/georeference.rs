//! Where a scene lies on the earth comes out at every door.

use voxray::io::{LoadOptions, SaveOptions, load_scene, save_scene};
use voxray::{Georeference, Transform};

use super::Place;

const CRS: &str = "EPSG:28992";
const AXES: &str = "x east, y north, z up";

/// `town.vxr`: a small city that lies in the Netherlands.
fn town(place: &Place) {
    let streets = place.path("datasets/streets.vxr");
    let (scene, _) = load_scene(&streets, &LoadOptions::default()).expect("a dataset");
    let transform = Transform::new([84_000.0, 447_000.0, -2.0], [0.5; 3]).expect("finite");
    let georeference = Georeference { crs: CRS.into(), axes: AXES.into() };
    let town = scene.with_transform(transform).with_georeference(georeference);
    save_scene(&town, &place.path("town.vxr"), &SaveOptions::default()).expect("it can be saved");
}

#[test]
fn figures_name_the_reference_system() {
    let place = Place::new();
    town(&place);
    place.write("rays.csv", "ox,oy,oz,dx,dy,dz\n84001,447001,90,0,0,-1\n");
    place.ok("cast town.vxr rays.csv -o hits.npz --stats stats.json --quiet");
    let stats: serde_json::Value = serde_json::from_str(&place.text("stats.json")).expect("JSON");
    let info = place.info("town.vxr");
    for told in [&stats["georeference"], &info["georeference"]] {
        assert_eq!((&told["crs"], &told["axes"]), (&CRS.into(), &AXES.into()), "{told}");
        assert_eq!(told["origin"], serde_json::json!([84_000.0, 447_000.0, -2.0]), "{told}");
        assert_eq!(told["voxel_size"], serde_json::json!([0.5, 0.5, 0.5]), "{told}");
    }
    let text = place.ok("info town.vxr").stdout;
    assert!(text.contains(CRS) && text.contains(AXES), "{text}");
}

/// A member of an archive without compression, as others read it.
fn member(archive: &[u8], name: &str) -> npyz::NpyFile<std::io::Cursor<Vec<u8>>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).expect("an archive");
    let mut bytes = Vec::new();
    let mut entry = archive.by_name(&format!("{name}.npy")).expect("the member is there");
    std::io::Read::read_to_end(&mut entry, &mut bytes).expect("it unpacks");
    npyz::NpyFile::new(std::io::Cursor::new(bytes)).expect("an array")
}

#[test]
fn archives_of_hits_and_verdicts_hold_it() {
    let place = Place::new();
    town(&place);
    place.write("rays.csv", "ox,oy,oz,dx,dy,dz\n84001,447001,90,0,0,-1\n");
    place.write("pairs.csv", "ax,ay,az,bx,by,bz\n84001,447001,90,84009,447003,91\n");
    place.ok("cast town.vxr rays.csv -o hits.npz --quiet");
    place.ok("los town.vxr pairs.csv -o seen.npz --quiet");
    for file in ["hits.npz", "seen.npz"] {
        let archive = place.read(file);
        let crs = member(&archive, "scene_crs");
        assert_eq!(crs.dtype().descr(), "'<U10'", "{file}");
        assert_eq!(crs.shape(), [0_u64; 0], "{file}: one text");
        let origin: Vec<f64> = member(&archive, "scene_origin").into_vec().expect("numbers");
        assert_eq!(origin, [84_000.0, 447_000.0, -2.0], "{file}");
    }
}

#[test]
fn scenes_and_meshes_hold_it() {
    let place = Place::new();
    town(&place);
    for ending in ["vxr", "npz"] {
        place.ok(&format!("convert town.vxr again.{ending} --quiet"));
        let info = place.info(&format!("again.{ending}"));
        let told = &info["georeference"];
        assert_eq!((&told["crs"], &told["axes"]), (&CRS.into(), &AXES.into()), ".{ending}");
        assert_eq!(told["origin"][0], 84_000.0, ".{ending}: the corner of the box is its origin");
    }
    place.ok("convert town.vxr town.obj --quiet");
    let text = place.text("town.obj");
    assert!(text.contains(&format!("# coordinate reference system: {CRS}\n")), "a remark");
    place.ok("convert town.vxr town.glb --quiet");
    let bytes = place.read("town.glb");
    let length = u32::from_le_bytes(*bytes[12..].first_chunk().expect("a head")) as usize;
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).expect("JSON");
    assert_eq!(json["asset"]["extras"], serde_json::json!({ "crs": CRS, "axes": AXES }), "extras");
}

#[test]
fn pictures_hold_it() {
    let place = Place::new();
    town(&place);
    place.ok("render town.vxr -o town.png --size 32x32 --quiet");
    let decoder = png::Decoder::new(std::io::Cursor::new(place.read("town.png")));
    let reader = decoder.read_info().expect("a picture");
    let texts = &reader.info().utf8_text;
    let told: Vec<_> =
        texts.iter().map(|t| (t.keyword.clone(), t.get_text().expect("text"))).collect();
    assert_eq!(told, [("crs".into(), CRS.into()), ("axes".into(), AXES.into())], "its texts");
}

#[test]
fn a_format_without_it_is_named() {
    let place = Place::new();
    town(&place);
    for (ending, is_lost) in [("vxr", false), ("npz", false), ("binvox", true), ("glb", false)] {
        let told = place.ok(&format!("convert town.vxr again.{ending}")).stderr;
        let says = told.contains("not kept by this format: what its coordinates stand for");
        assert_eq!(says, is_lost, ".{ending}: {told}");
    }
}
