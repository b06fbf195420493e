//! Slab tests beside the loops that everybody writes first, on one thread, in turns: `cargo bench --bench slab`.
//!
//! Every path is first compared with the plain function bit by bit, and the loops with its entries. Then come ray-box tests
//! per second, data in the nearest caches: the fastest of many short rounds, since a round in which the system ran something
//! else tells nothing. The loops are compiled as this program is, for every x86-64 unless `RUSTFLAGS` says otherwise. Of one
//! box the compiler turns the branchless one into vectors by itself (four lanes; more with `-C target-cpu=native`); neither
//! looks whether rays are valid or parallel, finds faces, or knows ranges of times.

#![allow(missing_docs, reason = "a program")]

use std::hint::black_box;
use std::time::Instant;

use voxray::Isa;
use voxray::slab::{
    NO_BOX, NearestBatch, SlabBatch, SlabBox, SlabOptions, SlabRays, intersect_aabb,
    intersect_rays_into, nearest_aabb, nearest_boxes_into,
};

/// Timed rounds; the fastest counts.
const ROUNDS: usize = 101;
/// Seconds of a round: shorter than the turn that a busy system gives a thread.
const ROUND: f64 = 1e-3;
/// The least and the greatest coordinate of an origin.
const WORLD: f32 = 100.0;

fn main() {
    println!("million ray-box tests per second, one thread; x = times the branchless loop");
    for rays in [1024, 4096] {
        one_box::<2>(rays);
        one_box::<3>(rays);
    }
    many_boxes::<2>(4096, 64);
    many_boxes::<3>(4096, 64);
    many_boxes::<3>(1024, 1024);
}

/// Rays in columns.
struct Columns<const D: usize> {
    origin: [Vec<f32>; D],
    direction: [Vec<f32>; D],
}

impl<const D: usize> Columns<D> {
    /// Rays from everywhere, each towards a point near the middle.
    fn new(len: usize, random: &mut Random) -> Self {
        let mut column = |half: f32| (0..len).map(|_| random.within(-half, half)).collect();
        let origin: [Vec<f32>; D] = std::array::from_fn(|_| column(WORLD));
        let target: [Vec<f32>; D] = std::array::from_fn(|_| column(WORLD / 4.0));
        let along = |a: usize| origin[a].iter().zip(&target[a]).map(|(o, t)| t - o).collect();
        let direction = std::array::from_fn(along);
        Self { origin, direction }
    }

    fn len(&self) -> usize {
        self.origin[0].len()
    }

    fn view(&self) -> SlabRays<'_, D> {
        SlabRays::from_columns(slices(&self.origin), slices(&self.direction)).expect("columns")
    }
}

fn slices<const D: usize>(columns: &[Vec<f32>; D]) -> [&[f32]; D] {
    std::array::from_fn(|a| columns[a].as_slice())
}

/// Splitmix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn within(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((x ^ (x >> 31)) >> 40) as f32 / (1_u32 << 24) as f32
    }
}

/// A loop without branches, as tuned by hand; entry and exit.
#[inline(always)]
fn branchless<const D: usize>(o: [f32; D], inv: [f32; D], shape: &SlabBox<D>) -> [f32; 2] {
    let (mut enter, mut leave) = (0.0_f32, f32::INFINITY);
    for a in 0..D {
        let (t0, t1) = ((shape.min[a] - o[a]) * inv[a], (shape.max[a] - o[a]) * inv[a]);
        let (near, far) = if t0 < t1 { (t0, t1) } else { (t1, t0) };
        enter = if near > enter { near } else { enter };
        leave = if far < leave { far } else { leave };
    }
    [enter, leave]
}

/// A loop that leaves at the first axis that misses; entry and exit.
#[inline(always)]
fn early_out<const D: usize>(o: [f32; D], inv: [f32; D], shape: &SlabBox<D>) -> [f32; 2] {
    let (mut enter, mut leave) = (0.0_f32, f32::INFINITY);
    for a in 0..D {
        let (mut near, mut far) = ((shape.min[a] - o[a]) * inv[a], (shape.max[a] - o[a]) * inv[a]);
        if near > far {
            std::mem::swap(&mut near, &mut far);
        }
        if near > enter {
            enter = near;
        }
        if far < leave {
            leave = far;
        }
        if enter > leave {
            return [f32::INFINITY, f32::NEG_INFINITY];
        }
    }
    [enter, leave]
}

/// One of the two.
type Test<const D: usize> = fn([f32; D], [f32; D], &SlabBox<D>) -> [f32; 2];

#[inline(always)]
fn one_box_loop<const D: usize>(
    rays: &Columns<D>,
    shape: &SlabBox<D>,
    hits: &mut SlabBatch,
    test: impl Fn([f32; D], [f32; D], &SlabBox<D>) -> [f32; 2],
) {
    let len = rays.len();
    let origin: [&[f32]; D] = std::array::from_fn(|a| &rays.origin[a][..len]);
    let direction: [&[f32]; D] = std::array::from_fn(|a| &rays.direction[a][..len]);
    let (t_entry, t_exit) = (&mut hits.t_entry[..len], &mut hits.t_exit[..len]);
    for i in 0..len {
        let (mut o, mut inv) = ([0.0; D], [0.0; D]);
        for a in 0..D {
            o[a] = origin[a][i];
            inv[a] = 1.0 / direction[a][i];
        }
        let [enter, leave] = test(o, inv, shape);
        let hit = enter <= leave;
        t_entry[i] = if hit { enter } else { f32::INFINITY };
        t_exit[i] = if hit { leave } else { f32::NEG_INFINITY };
    }
}

#[inline(always)]
fn many_boxes_loop<const D: usize>(
    rays: &Columns<D>,
    boxes: &[SlabBox<D>],
    hits: &mut NearestBatch,
    test: impl Fn([f32; D], [f32; D], &SlabBox<D>) -> [f32; 2],
) {
    for i in 0..rays.len() {
        let (mut o, mut inv) = ([0.0; D], [0.0; D]);
        for a in 0..D {
            o[a] = rays.origin[a][i];
            inv[a] = 1.0 / rays.direction[a][i];
        }
        let (mut best, mut index) = (f32::INFINITY, NO_BOX);
        for (number, shape) in boxes.iter().enumerate() {
            let [enter, leave] = test(o, inv, shape);
            if enter <= leave && enter < best {
                best = enter;
                index = u32::try_from(number).expect("few boxes");
            }
        }
        // The loop is spared the faces.
        (hits.t_entry[i], hits.index[i]) = (best, index);
    }
}

fn options(isa: Isa) -> SlabOptions {
    SlabOptions { threads: 1, isa: Some(isa), ..SlabOptions::default() }
}

fn one_box<const D: usize>(len: usize) {
    let rays = &Columns::<D>::new(len, &mut Random(7));
    let shape = &SlabBox::new([-WORLD / 5.0; D], [WORLD / 5.0; D]);
    let mut hits = SlabBatch::default();
    check_one_box(rays, shape, &mut hits);
    let share = hits.t_entry.iter().filter(|&&t| t < f32::INFINITY).count() as f64 / len as f64;
    let mut of_early_out = hits.clone();
    let mut paths: Vec<Path<'_>> = vec![
        Path::new("branchless loop", move || {
            one_box_loop(black_box(rays), black_box(shape), black_box(&mut hits), branchless);
        }),
        Path::new("early-out loop", move || {
            let hits = black_box(&mut of_early_out);
            one_box_loop(black_box(rays), black_box(shape), hits, early_out);
        }),
    ];
    for isa in Isa::available() {
        let mut hits = SlabBatch::default();
        paths.push(Path::new(isa.name(), move || {
            let rays = black_box(rays).view();
            intersect_rays_into(rays, black_box(shape), &options(isa), &mut hits).expect("hits");
        }));
    }
    race(&format!("{D}D, {len} rays x 1 box"), paths, len, share);
}

fn many_boxes<const D: usize>(len: usize, count: usize) {
    let mut random = Random(8);
    let rays = &Columns::<D>::new(len, &mut random);
    let boxes: &Vec<SlabBox<D>> = &(0..count).map(|_| small_box(&mut random)).collect();
    let mut hits = NearestBatch::default();
    check_many_boxes(rays, boxes, &mut hits);
    let share = hits.index.iter().filter(|&&index| index != NO_BOX).count() as f64 / len as f64;
    let mut of_early_out = hits.clone();
    let mut paths: Vec<Path<'_>> = vec![
        Path::new("branchless loop", move || {
            many_boxes_loop(black_box(rays), black_box(boxes), black_box(&mut hits), branchless);
        }),
        Path::new("early-out loop", move || {
            let hits = black_box(&mut of_early_out);
            many_boxes_loop(black_box(rays), black_box(boxes), hits, early_out);
        }),
    ];
    for isa in Isa::available() {
        let mut hits = NearestBatch::default();
        paths.push(Path::new(isa.name(), move || {
            let rays = black_box(rays).view();
            nearest_boxes_into(rays, black_box(boxes), &options(isa), &mut hits).expect("hits");
        }));
    }
    race(&format!("{D}D, {len} rays x {count} boxes"), paths, len * count, share);
}

/// A box that is small beside the world.
fn small_box<const D: usize>(random: &mut Random) -> SlabBox<D> {
    let center: [f32; D] = std::array::from_fn(|_| random.within(-WORLD, WORLD) * 0.6);
    let half: [f32; D] = std::array::from_fn(|_| random.within(1.0, 8.0));
    let corner = |sign: f32| std::array::from_fn(|a| center[a] + sign * half[a]);
    SlabBox::new(corner(-1.0), corner(1.0))
}

fn check_one_box<const D: usize>(rays: &Columns<D>, shape: &SlabBox<D>, hits: &mut SlabBatch) {
    let expected: Vec<_> =
        (0..rays.len()).map(|i| intersect_aabb(&rays.view().ray(i), shape)).collect();
    for isa in Isa::available() {
        intersect_rays_into(rays.view(), shape, &options(isa), hits).expect("hits");
        for (i, hit) in expected.iter().enumerate() {
            let same = hits.t_entry[i].to_bits() == hit.t_entry.to_bits()
                && hits.t_exit[i].to_bits() == hit.t_exit.to_bits();
            assert!(same, "{isa}: ray {i} has the bits of the plain function");
        }
    }
    let loops: [Test<D>; 2] = [branchless, early_out];
    for test in loops {
        one_box_loop(rays, shape, hits, test);
        for (i, hit) in expected.iter().enumerate() {
            assert_eq!(hits.t_entry[i], hit.t_entry, "ray {i} of a loop");
        }
    }
}

fn check_many_boxes<const D: usize>(
    rays: &Columns<D>,
    boxes: &[SlabBox<D>],
    hits: &mut NearestBatch,
) {
    let expected: Vec<_> =
        (0..rays.len()).map(|i| nearest_aabb(&rays.view().ray(i), boxes)).collect();
    for isa in Isa::available() {
        nearest_boxes_into(rays.view(), boxes, &options(isa), hits).expect("hits");
        for (i, hit) in expected.iter().enumerate() {
            let same = hits.t_entry[i].to_bits() == hit.t_entry.to_bits()
                && (hits.index[i], hits.face[i]) == (hit.index, hit.face);
            assert!(same, "{isa}: ray {i} has the bits of the plain function");
        }
    }
    let loops: [Test<D>; 2] = [branchless, early_out];
    for test in loops {
        many_boxes_loop(rays, boxes, hits, test);
        for (i, hit) in expected.iter().enumerate() {
            assert_eq!(hits.index[i], hit.index, "ray {i} of a loop");
        }
    }
}

/// Something to be timed.
struct Path<'a> {
    name: &'static str,
    run: Box<dyn FnMut() + 'a>,
    /// How often it runs in a round.
    turns: usize,
    /// Seconds of a run in the fastest round.
    best: f64,
}

impl<'a> Path<'a> {
    fn new(name: &'static str, run: impl FnMut() + 'a) -> Self {
        Self { name, run: Box::new(run), turns: 1, best: f64::INFINITY }
    }

    /// Seconds of all turns.
    fn time(&mut self) -> f64 {
        let started = Instant::now();
        (0..self.turns).for_each(|_| (self.run)());
        let seconds = started.elapsed().as_secs_f64();
        self.best = self.best.min(seconds / self.turns as f64);
        seconds
    }
}

/// Times the paths in turns, and prints their rates.
fn race(what: &str, mut paths: Vec<Path<'_>>, tests: usize, share: f64) {
    for path in &mut paths {
        while path.time() < ROUND / 2.0 {
            path.turns *= 2;
        }
        path.best = f64::INFINITY;
    }
    for _ in 0..ROUNDS {
        paths.iter_mut().for_each(|path| _ = path.time());
    }
    print!("{what:<26}");
    for path in &paths {
        let rate = tests as f64 / path.best / 1e6;
        print!("  {} {rate:4.0} ({:.1}x)", path.name, paths[0].best / path.best);
    }
    println!("  {:.0} % hit", share * 100.0);
}
