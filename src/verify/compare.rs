//! The same rays by every path, compared bit for bit.

use super::oracle::{OracleCount, check_against_oracle};
use crate::batch::{Columns, HitBatch, RayView, Status};
use crate::error::Result;
use crate::options::Options;
use crate::ray::Ray;
use crate::scene::Scene;
use crate::simd::Isa;

/// The paths that are compared with the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// Instruction sets.
    pub isas: Vec<Isa>,
    /// Thread counts.
    pub threads: Vec<usize>,
}

impl Default for Paths {
    /// All that the machine has, with 1 and 2 threads.
    fn default() -> Self {
        Self { isas: Isa::available().collect(), threads: vec![1, 2] }
    }
}

/// One ray for which a path gave other bits than the reference.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Which ray of the batch.
    pub index: usize,
    /// The ray.
    pub ray: Ray,
    /// The path: instruction set and threads.
    pub path: (Isa, usize),
    /// The first column that differs, with both values.
    pub what: String,
}

/// What a comparison found.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// Rays compared.
    pub rays: u64,
    /// Rays per status, by the reference, in the order of [`Status::ALL`].
    pub statuses: [u64; 7],
    /// Faces crossed by all of them.
    pub steps: u64,
    /// Rays that differ in any bit of any column, summed over the paths.
    pub differing: u64,
    /// The first of them.
    pub first: Option<Difference>,
    /// Against real arithmetic.
    pub oracle: OracleCount,
}

impl Comparison {
    /// Whether every path gave the reference's bits and no ray broke the rule of the oracle.
    pub fn is_clean(&self) -> bool {
        self.differing == 0 && self.oracle.violations == 0
    }
}

/// Casts the rays by the reference and by every path, with all columns and as any-hit, and compares every bit. Of the
/// options the columns, instruction set and threads are overridden.
///
/// # Errors
/// Where an option makes no sense, or the observer says stop.
pub fn compare(
    scene: &Scene,
    rays: &RayView<'_>,
    options: &Options,
    paths: &Paths,
) -> Result<Comparison> {
    let all = Options { columns: Columns::ALL.union(Columns::OCCLUDED), ..options.clone() };
    let reference = scene.cast_rays_reference(rays, &all)?;
    let mut found = Comparison {
        rays: rays.len() as u64,
        statuses: Status::ALL.map(|status| reference.summary.count(status)),
        steps: reference.steps.iter().map(|&steps| u64::from(steps)).sum(),
        ..Comparison::default()
    };
    for &isa in &paths.isas {
        for &threads in &paths.threads {
            let path = Options { isa: Some(isa), threads, ..all.clone() };
            let hits = scene.cast_rays(rays, &path)?;
            let any = scene.test_occlusions(rays, &path)?;
            for index in 0..rays.len() {
                if let Some(what) = first_difference(&reference, &hits, &any, index) {
                    found.differing += 1;
                    found.first.get_or_insert_with(|| Difference {
                        index,
                        ray: rays.ray(index),
                        path: (isa, threads),
                        what,
                    });
                }
            }
        }
    }
    found.oracle = check_against_oracle(scene, rays, &all, &reference);
    Ok(found)
}

/// The first column in which two rows differ, with both values.
fn first_difference(expected: &HitBatch, got: &HitBatch, any: &[u8], i: usize) -> Option<String> {
    let say = |column: &str, expected: &dyn std::fmt::Debug, got: &dyn std::fmt::Debug| {
        Some(format!("{column}: reference {expected:?}, got {got:?}"))
    };
    macro_rules! differs {
        ($column:ident) => {
            if expected.$column[i] != got.$column[i] {
                return say(stringify!($column), &expected.$column[i], &got.$column[i]);
            }
        };
    }
    if expected.t_hit[i].to_bits() != got.t_hit[i].to_bits() {
        return say("t_hit", &expected.t_hit[i], &got.t_hit[i]);
    }
    differs!(voxel);
    differs!(face);
    differs!(material);
    differs!(status);
    differs!(steps);
    differs!(occluded);
    if expected.point[i].map(f64::to_bits) != got.point[i].map(f64::to_bits) {
        return say("point", &expected.point[i], &got.point[i]);
    }
    if expected.occluded[i] != any[i] {
        return say("any-hit", &expected.occluded[i], &any[i]);
    }
    None
}
