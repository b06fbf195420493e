//! `voxray render`, `demo` and `verify`: they run, and what they write is what they say.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use super::Place;

/// Width, height and pixels of a picture.
fn picture(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = BufReader::new(File::open(path).expect("the picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    (info.width, info.height, pixels)
}

#[test]
fn every_shade_and_view_is_a_picture_of_its_own() {
    let place = Place::new();
    let mut seen = Vec::new();
    for view in ["perspective", "top"] {
        for shade in ["beauty", "normal", "depth", "material", "occlusion"] {
            let flags = format!("--view {view} --shade {shade} --size 61x37 --samples 1");
            let told = place.ok(&format!("render datasets/streets.vxr -o a.png {flags}")).stderr;
            assert!(told.contains("a.png: 61 x 37 pixels"), "{told}");
            let (width, height, pixels) = picture(&place.path("a.png"));
            assert_eq!((width, height), (61, 37), "{view}, {shade}");
            assert_eq!(pixels.len(), 61 * 37 * 3, "{view}, {shade}: red, green, blue");
            assert!(!seen.contains(&pixels), "{view}, {shade}: unlike the others");
            seen.push(pixels);
        }
    }
    place
        .ok("render datasets/streets.vxr -o ao.png --shade ao --view top --size 61x37 --samples 1");
    assert_eq!(seen.last(), Some(&picture(&place.path("ao.png")).2), "ao is occlusion");
    assert_eq!(place.names(), ["a.png", "ao.png"], "and nothing else");
}

#[test]
fn pictures_are_the_same_from_every_path_and_follow_the_camera() {
    let place = Place::new();
    let draw = |flags: &str| {
        place.ok(&format!(
            "render datasets/hills.vox -o a.png --size 48x32 --samples 1 --quiet {flags}"
        ));
        picture(&place.path("a.png")).2
    };
    let usual = draw("");
    assert!(usual == draw("--isa scalar --threads 1"), "scalar");
    assert!(usual == draw("--threads 3"), "3 threads");
    let camera = "--eye=-20,-20,40 --target 32,32,8 --fov 50";
    assert!(usual != draw(camera), "another place");
    assert!(draw(camera) != draw(&format!("{camera} --sun 1,0,0.1")), "another sun");
    let (small, large) =
        (draw(camera), draw("--eye=-40,-40,80 --target 64,64,16 --fov 50 --voxel-size 2"));
    assert!(small == large, "twice the size from twice as far");
}

#[test]
fn a_picture_says_where_its_camera_was() {
    let place = Place::new();
    let told = place.ok("render datasets/hills.vox -o a.png --size 48x32 --samples 1").stderr;
    let (_, camera) = told.trim_end().split_once("seen by ").expect("the flags of its camera");
    place.ok(&format!("render datasets/hills.vox -o b.png --size 48x32 --samples 1 {camera}"));
    let [a, b] = ["a.png", "b.png"].map(|name| picture(&place.path(name)).2);
    assert!(a == b, "the same picture: {camera}");
}

#[test]
fn demo_writes_picture_rays_and_hits() {
    let place = Place::new();
    let told = place.ok("demo --scene demo:menger?level=3 -o deep/shown --quiet").stdout;
    let mut expected: Vec<_> = ["camera", "occlusion", "sun", "pairs"]
        .iter()
        .flat_map(|class| [format!("{class}-hits.npz"), format!("{class}-rays.npy")])
        .collect();
    for class in &expected {
        let class = class.split('-').next().expect("a name");
        assert!(
            told.lines().any(|line| line.starts_with(class) && line.contains(" ok ")),
            "{told}"
        );
    }
    assert!(told.contains("27 x 27 x 27, 8000 voxels"), "{told}");
    expected.push("scene.png".into());
    expected.sort();
    let files = place.path("deep/shown").read_dir().expect("the folder");
    let mut names: Vec<_> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, expected, "a picture, and rays and hits of each class");
    let (width, height, _) = picture(&place.path("deep/shown/scene.png"));
    assert!(width > 0 && height > 0, "a picture");
    // The hits are those of the rays.
    let rays = "deep/shown/sun-rays.npy --grid-space --quiet";
    place.ok(&format!("cast demo:menger?level=3 {rays} -o hits.npz"));
    assert!(place.read("hits.npz") == place.read("deep/shown/sun-hits.npz"), "cast again");
}

#[test]
fn verify_finds_no_difference() {
    let place = Place::new();
    let told = place.ok("verify --count 60 --quiet").stdout;
    for part in [
        "instruction sets scalar",
        "differing",
        "near ties",
        "corner_hit",
        " 0 differ from the reference",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.contains("0 break the rule"), "{told}");
    let told =
        place.ok("verify datasets/hills.vox datasets/rays.npy --threads 3 --isa scalar").stdout;
    assert!(told.contains("instruction sets scalar; threads 1, 3"), "{told}");
    assert!(told.contains("2304 rays by 2 paths: 0 differ"), "{told}");
    place.ok("verify demo:room?size=64 --count 50 --seed 9 --quiet");
    place.ok("verify datasets/hills.vox datasets/rays.npy --grid-space --voxel-size 3 --quiet");
    assert!(place.refused(2, "verify datasets/hills.vox none.npy").contains("none.npy"), "no rays");
}
