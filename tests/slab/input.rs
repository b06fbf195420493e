//! What rays are made from, and what is refused.

use voxray::slab::{
    SlabBatch, SlabBox, SlabOptions, SlabRays, intersect_rays, intersect_rays_into, nearest_boxes,
    nearest_boxes_into,
};
use voxray::{ErrorKind, RayView};

use super::INF;

#[test]
fn numbers_of_f64_are_rounded_once() {
    let rows = [0.1_f64, 0.5, 0.7, 0.0, -1e-60, f64::INFINITY, 1e300, 0.5, 1.0, 0.0, 0.0, 9.0];
    let rays = SlabRays::<2>::from_rows(&rows, 6).expect("whole rows");
    let ray = rays.ray(0);
    assert_eq!((ray.origin, ray.direction), ([0.1_f32, 0.5], [0.7_f32, 0.0]), "rounded");
    assert!(ray.t_near < 0.0, "a start below 0 stays below 0: {}", ray.t_near);
    assert!(!rays.ray(1).is_valid(), "an origin too large for f32 is infinite");
    let all = SlabBox::new([-INF; 2], [INF; 2]);
    let hits = intersect_rays(rays, &all, &SlabOptions::default()).expect("hits");
    assert_eq!(hits.t_entry, [INF, INF], "both are none");
}

#[test]
fn a_view_from_above_leaves_out_z() {
    let rows = [-1.0_f32, 0.5, f32::NAN, 1.0, 0.0, 5.0, 3.0, 0.5, 0.0, 0.0, 0.0, -1.0];
    let rays = RayView::from_rows(&rows, 6).expect("whole rows");
    let shape = SlabBox::new([0.0, 0.0], [1.0, 1.0]);
    let hits = intersect_rays(rays, &shape, &SlabOptions::default()).expect("hits");
    assert_eq!(hits.t_entry, [1.0, INF], "z does not count, and straight down is no direction");
}

#[test]
fn bad_use_is_refused_and_leaves_no_rows() {
    let column = [0.5_f32; 4];
    let rays = SlabRays::from_columns([&column, &column], [&column, &column]).expect("columns");
    let shape = SlabBox::new([0.0; 2], [1.0; 2]);
    for (t_near, t_far) in [(f32::NAN, 1.0), (0.0, f32::NAN), (-1.0, 1.0)] {
        let options = SlabOptions { t_near, t_far, ..SlabOptions::default() };
        let mut one = intersect_rays(rays, &shape, &SlabOptions::default()).expect("hits");
        let error = intersect_rays_into(rays, &shape, &options, &mut one).expect_err("no range");
        assert_eq!((error.kind(), one.t_entry.len()), (ErrorKind::Usage, 0), "{t_near}, {t_far}");
        let mut many = nearest_boxes(rays, &[shape], &SlabOptions::default()).expect("hits");
        let error = nearest_boxes_into(rays, &[shape], &options, &mut many).expect_err("no range");
        assert_eq!((error.kind(), many.index.len()), (ErrorKind::Usage, 0), "{t_near}, {t_far}");
    }
    let short = [0.5_f32; 3];
    let differ = SlabRays::from_columns([&column[..], &short[..]], [&column[..], &column[..]]);
    assert_eq!(differ.expect_err("unequal").kind(), ErrorKind::Input, "columns that differ");
    assert_eq!(rays.with_t_far(&short).expect_err("three").kind(), ErrorKind::Input, "three ends");
    for (values, width) in [(8, 3), (14, 7), (9, 4), (4, 0)] {
        let rows = vec![0.0_f32; values];
        let refused = SlabRays::<2>::from_rows(&rows, width).expect_err("no rows of 2D rays");
        assert_eq!(refused.kind(), ErrorKind::Input, "{values} values in rows of {width}");
    }
    let nothing: [f32; 0] = [];
    let empty = SlabRays::<2>::from_rows(&nothing, 4).expect("no rays");
    let hits = intersect_rays(empty, &shape, &SlabOptions::default()).expect("no hits");
    assert!(empty.is_empty() && hits == SlabBatch::default(), "an empty batch");
}
