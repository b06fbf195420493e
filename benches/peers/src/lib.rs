//! What the programs in Rust share: the files of rays, and the talk with `run` (README.md, "The talk").

use std::collections::HashMap;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use voxray::demo::DemoSpec;
use voxray::{RayBatch, Scene};

/// First bytes of a file of rays.
pub const RAYS_MAGIC: &[u8; 8] = b"VOXRAYS1";
/// First bytes of a file of occupancy.
pub const BITS_MAGIC: &[u8; 8] = b"VOXBITS1";
/// Rays that stay together in a sample, so that it is as coherent as the whole.
const BLOCK: usize = 1024;

/// What is asked of a ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// The first hit.
    Closest,
    /// Whether there is one.
    Any,
}

/// Where a peer writes its answers: the times of closest hits (+inf = none), or 1 for any hit.
#[derive(Debug, Default)]
pub struct Answers {
    /// For [`Query::Closest`].
    pub t_hit: Vec<f32>,
    /// For [`Query::Any`].
    pub occluded: Vec<u8>,
}

/// A caster of rays that is measured.
pub trait Peer {
    /// The ways in which it can cast.
    fn modes(&self) -> Vec<String>;
    /// What else a reader may want to know, as the members of a JSON object.
    fn facts(&self) -> String;
    /// Answers all rays; this is what is timed.
    fn cast(&mut self, rays: &RayBatch<f32>, query: Query, mode: &str, answers: &mut Answers);
}

/// The scene and the folder of the rays that the command line names.
pub fn scene_and_folder() -> (Scene, PathBuf) {
    let mut args = std::env::args().skip(1);
    let (Some(folder), Some(spec)) = (args.next(), args.next()) else {
        panic!("give the folder with the exported rays, and the demo scene; `run` does so");
    };
    let scene = spec.parse::<DemoSpec>().and_then(|spec| spec.build(0)).expect("a demo scene");
    (scene, folder.into())
}

/// Answers the requests on stdin until it ends.
pub fn serve(peer: &mut impl Peer, folder: &Path) {
    let modes: Vec<_> = peer.modes().iter().map(|mode| format!("{mode:?}")).collect();
    reply(&format!(r#"{{"modes": [{}], "facts": {{{}}}}}"#, modes.join(", "), peer.facts()));
    let mut loaded = HashMap::new();
    for line in io::stdin().lock().lines() {
        let line = line.expect("stdin is text");
        let words: Vec<&str> = line.split_whitespace().collect();
        let [class, query, mode, blocks] = words[..] else {
            panic!("{line:?} is no request: CLASS QUERY MODE BLOCKS")
        };
        let blocks = blocks.parse().expect("a number of blocks");
        let query = if query == "any" { Query::Any } else { Query::Closest };
        let rays = loaded
            .entry((class.to_owned(), blocks))
            .or_insert_with(|| read_rays(&folder.join(class).with_extension("rays"), blocks));
        reply(&answer(peer, rays, query, mode));
    }
}

/// Casts the rays; returns seconds, hits, rays and the mean time of the hits (0 for any hit).
fn answer(peer: &mut impl Peer, rays: &RayBatch<f32>, query: Query, mode: &str) -> String {
    let mut answers = Answers::default();
    match query {
        Query::Closest => answers.t_hit.resize(rays.len(), 0.0),
        Query::Any => answers.occluded.resize(rays.len(), 2),
    }
    let started = Instant::now();
    peer.cast(rays, query, mode, &mut answers);
    let seconds = started.elapsed().as_secs_f64();
    let (hits, mean) = match query {
        Query::Closest => closest_hits(&answers.t_hit),
        Query::Any => (answers.occluded.iter().filter(|&&hit| hit == 1).count(), 0.0),
    };
    format!("{seconds:.6} {hits} {} {mean:.6}", rays.len())
}

fn closest_hits(t_hit: &[f32]) -> (usize, f64) {
    let times = || t_hit.iter().filter(|&&t| t < f32::INFINITY);
    let hits = times().count();
    (hits, times().map(|&t| f64::from(t)).sum::<f64>() / hits.max(1) as f64)
}

fn reply(line: &str) {
    println!("{line}");
    io::stdout().flush().expect("stdout is open");
}

/// When a ray ends.
pub fn end(rays: &RayBatch<f32>, index: usize) -> f32 {
    rays.t_far.get(index).copied().unwrap_or(f32::INFINITY)
}

/// The rays of a file: all, or `blocks` blocks of them, evenly spread.
fn read_rays(file: &Path, blocks: usize) -> RayBatch<f32> {
    let bytes = fs::read(file).expect("a file of rays");
    assert_eq!(&bytes[..8], RAYS_MAGIC, "{} holds no rays", file.display());
    let len = u64::from_le_bytes(bytes[8..16].try_into().expect("eight bytes")) as usize;
    let column = |index: usize| -> Vec<f32> {
        let bytes = &bytes[16 + 4 * len * index..][..4 * len];
        let value = |b: &[u8]| f32::from_le_bytes(b.try_into().expect("four bytes"));
        let values: Vec<f32> = bytes.chunks_exact(4).map(value).collect();
        sample(&values, blocks)
    };
    let ends = column(6);
    RayBatch {
        origin: [0, 1, 2].map(column),
        direction: [3, 4, 5].map(column),
        t_near: Vec::new(),
        t_far: if ends.iter().all(|&end| end == f32::INFINITY) { Vec::new() } else { ends },
    }
}

fn sample(values: &[f32], blocks: usize) -> Vec<f32> {
    let all = values.len() / BLOCK;
    if blocks == 0 || blocks >= all {
        return values.to_vec();
    }
    let block = |index: usize| &values[index * all / blocks * BLOCK..][..BLOCK];
    (0..blocks).flat_map(block).copied().collect()
}
