//! Many callers at once, progress, and cancelling.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use common::{
    Kind, Layout, Rng, Stored, all_columns, all_isas, assert_rows_equal, grid_box, noise, rays_of,
    reference_rows, seed,
};
use voxray::{ErrorKind, HitBatch, Observer, Options, Ray, RayBatch, RayView, Scene};

fn scene() -> Scene {
    noise(grid_box([-31, 7, -3], [77, 40, 61]), 0.01, 31)
}

fn rays(scene: &Scene, per_kind: usize) -> Vec<Ray> {
    let mut rng = Rng::new(seed());
    Kind::ALL.iter().flat_map(|&kind| rays_of(kind, scene.bounds(), per_kind, &mut rng)).collect()
}

#[test]
fn everything_shared_is_send_and_sync() {
    fn shared<T: Send + Sync>() {}
    shared::<Scene>();
    shared::<RayBatch<f32>>();
    shared::<RayBatch<f64>>();
    shared::<RayView<'_>>();
    shared::<HitBatch>();
    shared::<Options>();
    shared::<voxray::Error>();
}

#[test]
fn callers_at_once_get_their_own_rows() {
    let scene = scene();
    let rays = rays(&scene, 1000);
    let stored = Stored::<f32>::new(&rays, Layout::Rows(8));
    let rays = stored.rays();
    let base = all_columns();
    let options: Vec<Options> = (0..8)
        .map(|caller| Options {
            skip_inside: caller % 2 == 1,
            max_steps: if caller % 3 == 0 { 20 } else { u32::MAX },
            t_far: if caller % 4 == 2 { 15.0 } else { f32::INFINITY },
            threads: caller % 4,
            isa: all_isas().get(caller % 3).copied(),
            ..base.clone()
        })
        .collect();
    let cast_often = |options: &Options| {
        let expected = reference_rows(&scene, &rays, options);
        for _ in 0..5 {
            let hits = scene.cast_rays(stored.view(), options).expect("a cast");
            assert_rows_equal(&expected, &hits, &rays, &format!("{options:?}"));
        }
    };
    thread::scope(|scope| {
        for options in &options {
            let cast_often = &cast_often;
            scope.spawn(move || cast_often(options));
        }
    });
}

/// Counts rays, and says stop from some number on.
#[derive(Default)]
struct Watch {
    rays: AtomicU64,
    asked: AtomicU64,
    stop_at: Option<u64>,
    stopped: AtomicBool,
}

impl Observer for Watch {
    fn advance(&self, rays: u64) {
        self.rays.fetch_add(rays, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let stop = self.stop_at.is_some_and(|at| self.rays.load(Ordering::Relaxed) >= at);
        self.stopped.fetch_or(stop, Ordering::Relaxed);
        stop
    }
}

#[test]
fn progress_sums_to_the_rays() {
    let scene = scene();
    let rays = rays(&scene, 3000);
    let stored = Stored::<f32>::new(&rays, Layout::Rows(8));
    for isa in all_isas() {
        for threads in [1, 2, 5] {
            for count in [0, 1, 17, 4096, 4097, rays.len()] {
                let watch = Arc::new(Watch::default());
                let observer: Arc<dyn Observer> = watch.clone();
                let options =
                    Options { isa: Some(isa), threads, observer: Some(observer), ..all_columns() };
                let part = stored.view().slice(0..count);
                let hits = scene.cast_rays(part, &options).expect("nobody says stop");
                let told = watch.rays.load(Ordering::Relaxed);
                assert_eq!(told, count as u64, "rays told, {threads} threads, {isa}");
                assert_eq!(hits.summary.rays(), count as u64, "rays counted");
            }
        }
    }
}

#[test]
fn cancelled_casts_stop_soon_and_say_so() {
    let scene = scene();
    let rays = rays(&scene, 10_000);
    let stored = Stored::<f32>::new(&rays, Layout::Rows(8));
    for threads in [1, 2, 3] {
        for stop_at in [0, 1, 20_000] {
            let watch = Arc::new(Watch { stop_at: Some(stop_at), ..Watch::default() });
            let observer: Arc<dyn Observer> = watch.clone();
            let options = Options { threads, observer: Some(observer), ..all_columns() };
            let error = scene.cast_rays(stored.view(), &options).expect_err("it was cancelled");
            assert_eq!(error.kind(), ErrorKind::Cancelled, "the kind of {error}");
            assert!(watch.stopped.load(Ordering::Relaxed), "it was asked, and said stop");
            // Each thread may finish the tile that it was at, and no more.
            let done = watch.rays.load(Ordering::Relaxed);
            let most = stop_at + (threads as u64 + 1) * 8192;
            assert!(done <= most, "{done} rays cast after a stop at {stop_at}, {threads} threads");
            // The scene is as good as before.
            let again = scene.cast_rays(stored.view().slice(0..100), &all_columns());
            assert_eq!(again.expect("a cast").summary.rays(), 100, "a cast after a cancelled one");
        }
    }
}

#[test]
fn more_threads_than_cores_or_rays_are_accepted() {
    let scene = scene();
    let rays = rays(&scene, 700);
    let stored = Stored::<f64>::new(&rays, Layout::Columns(8));
    let expected = reference_rows(&scene, &rays, &all_columns());
    for threads in [0, 1, 2, 7, 64] {
        let options = Options { threads, ..all_columns() };
        for count in [0, 10, rays.len()] {
            let part = stored.view().slice(0..count);
            let hits = scene.cast_rays(part, &options).expect("a cast");
            let context = format!("{threads} threads, {count} rays");
            assert_rows_equal(&expected[..count], &hits, &rays[..count], &context);
        }
    }
}

#[test]
fn more_threads_than_make_sense_are_refused() {
    let (scene, rays) = (scene(), RayBatch::<f32>::default());
    let options = Options { threads: 1025, ..all_columns() };
    let cast = scene.cast_rays(&rays, &options).map(drop);
    let made = Scene::from_fn(*scene.bounds(), 1025, |_| 1).map(drop);
    for refused in [cast, made] {
        let error = refused.expect_err("too many");
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
        assert!(error.to_string().contains("1025 threads are more than 1024"), "{error}");
    }
}

#[test]
fn scenes_are_the_same_bytes_for_any_number_of_threads() {
    let bounds = grid_box([-31, 7, -3], [77, 140, 161]);
    let make = |threads: usize| {
        let material =
            |[x, y, z]: [i32; 3]| ((x * 7 + y * 5 + z * 3) % 11 == 0) as u16 * (1 + (x & 3) as u16);
        Scene::from_fn(bounds, threads, material).expect("a scene within the limits")
    };
    let one = make(1);
    for threads in [0, 2, 3, 8] {
        let many = make(threads);
        assert_eq!(many.grid().records(), one.grid().records(), "records, {threads} threads");
        assert_eq!(many.grid().words(), one.grid().words(), "words, {threads} threads");
        assert_eq!(many.materials().tables(), one.materials().tables(), "materials");
    }
}
