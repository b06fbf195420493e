//! Pictures show what is there, where it is, the same way every time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::aabb::GridBox;
use crate::builder::SceneBuilder;
use crate::error::ErrorKind;
use crate::options::Observer;
use crate::palette::Palette;
use crate::simd::Isa;
use crate::space::Transform;

const RED: u16 = 2;
const BLUE: u16 = 3;

/// A floor of 32 x 32 with a red post at low x and high y, and a blue one at high x and low y; its corner at `corner`.
fn posts(corner: [i32; 3]) -> Scene {
    let at = |place: [i32; 3]| [0, 1, 2].map(|axis| corner[axis] + place[axis]);
    let mut palette = Palette::default();
    palette.set_color(RED, [220, 30, 30, 255]);
    palette.set_color(BLUE, [30, 30, 220, 255]);
    let mut builder = SceneBuilder::new().palette(palette);
    for (material, low, high) in [
        (1, [0, 0, 0], [32, 32, 2]),
        (RED, [4, 24, 2], [8, 28, 14]),
        (BLUE, [24, 4, 2], [28, 8, 14]),
    ] {
        let shape = GridBox::new(at(low), at(high)).expect("within the limits");
        builder.fill_box(shape, material).expect("within the limits");
    }
    builder.build().expect("a small scene")
}

fn small(view: View, shade: Shade) -> RenderOptions {
    RenderOptions { width: 64, height: 64, view, shade, samples: 1, ..RenderOptions::default() }
}

fn draw(scene: &Scene, options: &RenderOptions) -> Image {
    render(scene, options).expect("the options are sound")
}

#[test]
fn picture_is_the_same_on_any_number_of_threads_and_instruction_set() {
    let scene = posts([0; 3]);
    for shade in Shade::ALL {
        let options = RenderOptions { samples: 5, ..small(View::Overview, shade) };
        let first = draw(&scene, &RenderOptions { threads: 1, ..options.clone() });
        let others = [
            RenderOptions { threads: 3, ..options.clone() },
            RenderOptions { isa: Some(Isa::Scalar), ..options },
        ];
        for options in others {
            assert!(draw(&scene, &options) == first, "{options:?}");
        }
    }
}

#[test]
fn top_view_has_x_to_the_right_and_y_up() {
    let image = draw(&posts([-7, 5, 3]), &small(View::Top, Shade::Material));
    let at = |x: usize, y: usize| image.pixel(2 + 60 * x / 32, 63 - (2 + 60 * y / 32));
    let [red, _, blue] = at(6, 26);
    assert!(red > 150 && blue < 80, "the red post is at low x and high y: {:?}", at(6, 26));
    let [red, _, blue] = at(26, 6);
    assert!(red < 80 && blue > 150, "the blue post is at high x and low y: {:?}", at(26, 6));
}

#[test]
fn normals_are_told_by_their_usual_colors() {
    let image = draw(&posts([0; 3]), &small(View::Top, Shade::Normal));
    assert_eq!(image.pixel(32, 32).map(|k| k / 4), [32, 32, 63], "+z");
    let eye = View::Perspective { eye: [-20.0, 26.0, 8.0], target: [4.0, 26.0, 8.0], fov: 4.0 };
    let image = draw(&posts([0; 3]), &small(eye, Shade::Normal));
    assert_eq!(image.pixel(32, 32).map(|k| k / 4), [0, 32, 32], "-x");
}

#[test]
fn near_is_lighter_than_far() {
    let image = draw(&posts([0; 3]), &small(View::Top, Shade::Depth));
    let brightness = |x, y| image.pixel(x, y).map(u32::from).iter().sum::<u32>();
    assert!(brightness(13, 12) > brightness(32, 32) + 200, "the top of a post and the floor");
}

#[test]
fn corners_are_darker_than_open_floor() {
    let image = draw(&posts([0; 3]), &small(View::Top, Shade::Occlusion));
    assert!(image.pixel(13, 18)[0] < image.pixel(32, 32)[0] - 10, "beside a post, and far from it");
}

#[test]
fn posts_cast_shadows_away_from_the_sun() {
    let sun = [-1.0, 0.0, 1.0];
    let image = draw(&posts([0; 3]), &RenderOptions { sun, ..small(View::Top, Shade::Beauty) });
    let beside = |x: usize| image.pixel(x, 12).map(u32::from).iter().sum::<u32>();
    assert!(beside(22) + 150 < beside(8), "behind the red post, and before it");
}

#[test]
fn flat_floor_is_drawn_without_noise() {
    let mut builder = SceneBuilder::new();
    builder.fill_box(GridBox::new([0; 3], [64, 64, 1]).expect("small"), 1).expect("small");
    builder.fill_box(GridBox::new([0, 62, 1], [64, 64, 30]).expect("small"), 1).expect("small");
    let scene = builder.build().expect("a small scene");
    // One voxel fills the picture: no edges, one grain.
    let view = View::Perspective { eye: [30.6, 50.1, 3.0], target: [30.5, 50.5, 1.0], fov: 12.0 };
    let image = draw(&scene, &RenderOptions { samples: 2, ..small(view, Shade::Beauty) });
    let reds = || image.pixels.iter().step_by(3).copied();
    let (least, greatest) = (reds().min().expect("pixels"), reds().max().expect("pixels"));
    assert!(greatest - least <= 4, "light comes evenly: {least} to {greatest}");
}

#[test]
fn overview_shows_the_whole_box_and_fills_the_picture() {
    for (sides, size) in [([9, 9, 9], [90, 30]), ([100, 20, 3], [64, 64]), ([2, 2, 80], [64, 48])] {
        let bounds = GridBox::with_sides(sides).expect("small");
        let scene = Scene::from_fn(bounds, 1, |_| 1).expect("small");
        let [width, height] = size;
        let options = RenderOptions { width, height, ..small(View::Overview, Shade::Material) };
        let image = draw(&scene, &options);
        let empty = image.pixel(0, 0).map(i32::from);
        let filled = |x, y| {
            let pixel = image.pixel(x, y).map(i32::from);
            (0..3).any(|channel| (pixel[channel] - empty[channel]).abs() > 2)
        };
        let columns: Vec<_> = (0..width).filter(|&x| (0..height).any(|y| filled(x, y))).collect();
        let rows: Vec<_> = (0..height).filter(|&y| (0..width).any(|x| filled(x, y))).collect();
        let (left, right) = (columns[0], width - 1 - columns[columns.len() - 1]);
        let (top, bottom) = (rows[0], height - 1 - rows[rows.len() - 1]);
        assert!(left.min(top) > 0 && right.min(bottom) > 0, "{sides:?} is cut in {size:?}");
        assert!(left.abs_diff(right) <= 2 && top.abs_diff(bottom) <= 2, "{sides:?} in the middle");
        let full = left * 20 <= width || top * 20 <= height;
        assert!(full, "{sides:?} fills {size:?} but for {left} and {top}");
    }
}

#[test]
fn scene_far_away_with_other_voxels_is_drawn_as_at_home() {
    let near = draw(&posts([0; 3]), &small(View::Overview, Shade::Normal));
    let transform = Transform::new([4.0e6, -5.0e6, 300.0], [0.25; 3]).expect("sound");
    let far = posts([1 << 29, -(1 << 29), 1 << 20]).with_transform(transform);
    let far = draw(&far, &small(View::Overview, Shade::Normal));
    let differ = near.pixels.iter().zip(&far.pixels).filter(|(a, b)| a.abs_diff(**b) > 1).count();
    assert!(differ * 50 < near.pixels.len(), "edges may round otherwise: {differ} bytes");
}

#[test]
fn overview_fits_what_is_filled_whatever_the_box() {
    let scene = posts([0; 3]);
    let wide = GridBox::new([-300, -50, -7], [90, 60, 70]).expect("within the limits");
    let wider = Scene::from_fn(wide, 1, |voxel| scene.material(voxel)).expect("small");
    let [narrow, wide] = [&scene, &wider].map(|scene| View::Overview.placed(scene, [64, 48]));
    assert_eq!(narrow, wide, "the same camera");
    let nothing = Scene::from_fn(*wider.bounds(), 1, |_| 0).expect("small");
    assert!(render(&nothing, &small(View::Overview, Shade::Depth)).is_ok(), "sky alone");
}

/// Counts, and says stop once `limit` is reached.
struct Meter {
    count: AtomicU64,
    limit: u64,
}

impl Observer for Meter {
    fn advance(&self, pixels: u64) {
        self.count.fetch_add(pixels, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.count.load(Ordering::Relaxed) >= self.limit
    }
}

#[test]
fn progress_counts_pixels_and_cancel_stops() {
    let scene = posts([0; 3]);
    let run = |limit| {
        let meter = Arc::new(Meter { count: AtomicU64::new(0), limit });
        let observer: Arc<dyn Observer> = Arc::clone(&meter) as _;
        let options = RenderOptions {
            samples: 4,
            observer: Some(observer),
            ..small(View::Overview, Shade::Beauty)
        };
        (render(&scene, &options), meter.count.load(Ordering::Relaxed))
    };
    assert_eq!(run(u64::MAX).1, 64 * 64, "every pixel once");
    let error = run(0).0.expect_err("stopped before it began");
    assert_eq!(error.kind(), ErrorKind::Cancelled, "{error}");
}

#[test]
fn options_without_sense_are_refused() {
    let scene = posts([0; 3]);
    let base = || small(View::Overview, Shade::Normal);
    let eye = |fov| View::Perspective { eye: [0.0; 3], target: [1.0; 3], fov };
    let cases = [
        RenderOptions { width: 0, ..base() },
        RenderOptions { height: 40_000, ..base() },
        RenderOptions { samples: 0, ..base() },
        RenderOptions { sun: [0.0; 3], ..base() },
        RenderOptions { sun: [f64::NAN, 0.0, 1.0], ..base() },
        RenderOptions { view: eye(0.0), ..base() },
        RenderOptions { view: eye(f64::NAN), ..base() },
        RenderOptions {
            view: View::Perspective { eye: [1.0; 3], target: [1.0; 3], fov: 40.0 },
            ..base()
        },
    ];
    for options in cases {
        let error = render(&scene, &options).expect_err("no sense");
        assert_eq!(error.kind(), ErrorKind::Usage, "{options:?}: {error}");
    }
    let empty = SceneBuilder::new().build().expect("an empty scene");
    assert!(render(&empty, &base()).is_err(), "nothing to draw");
    assert!("shiny".parse::<Shade>().is_err(), "no such shading");
}

#[test]
fn png_holds_the_pixels_and_a_failed_one_leaves_nothing() {
    let image = draw(&posts([0; 3]), &small(View::Top, Shade::Normal));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("top.png");
    image.write_png(&path).expect("written");
    let file = std::io::BufReader::new(std::fs::File::open(&path).expect("there"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("small")];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    assert_eq!((info.width, info.height), (64, 64), "its size");
    assert!(pixels == image.pixels, "its pixels");

    let error = image.write_png(folder.path().join("no/such.png")).expect_err("no folder");
    assert_eq!(error.kind(), ErrorKind::Output, "{error}");
    std::fs::create_dir(folder.path().join("taken")).expect("a folder");
    image.write_png(folder.path().join("taken")).expect_err("a folder is there");
    let names = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(names, 2, "nothing is left beside the picture and the folder");
}
