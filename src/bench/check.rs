//! No rate without an answer that was checked.
//!
//! The plain walk takes up to a hundred times as long as the fast one, so it casts an even sample of the rays. All rows are
//! held down by their checksum: every path must give the first one's.

use xxhash_rust::xxh3::Xxh3;

use super::job::Job;
use crate::batch::{Columns, HitBatch, RayBatch};
use crate::error::{Error, ErrorKind, Result};
use crate::scene::Scene;

/// The columns that are checked.
pub(super) const CHECKED: Columns = Columns::T_HIT
    .union(Columns::VOXEL)
    .union(Columns::FACE)
    .union(Columns::STATUS)
    .union(Columns::STEPS);

/// Rows of the plain walk for a sample of a batch, and the checksum that all paths must share.
pub(super) struct Reference {
    stride: usize,
    rows: HitBatch,
    checksum: Option<u64>,
}

impl Reference {
    /// Casts every so-manyth ray by the plain walk, at most `most` rays.
    pub(super) fn of(
        job: &Job<'_>,
        scene: &Scene,
        rays: &RayBatch<f32>,
        most: usize,
    ) -> Result<Self> {
        let stride = rays.len().div_ceil(most.max(1)).max(1);
        let mut sample = RayBatch::<f32>::default();
        let view = rays.view();
        (0..rays.len()).step_by(stride).for_each(|index| sample.push(&view.ray(index)));
        let options = job.options(job.suite.best_isa(), 0, CHECKED);
        Ok(Self { stride, rows: scene.cast_rays_reference(&sample, &options)?, checksum: None })
    }

    /// How many rows are compared.
    pub(super) fn len(&self) -> usize {
        self.rows.t_hit.len()
    }

    /// Compares the rows of all rays by some path, and gives their checksum.
    ///
    /// # Errors
    /// Of kind check, with the first difference.
    pub(super) fn check(&mut self, hits: &HitBatch, occluded: &[u8]) -> Result<u64> {
        let faults = (0..self.len()).filter_map(|row| self.difference(hits, row));
        if let Some(fault) = faults.into_iter().next() {
            return Err(Error::new(ErrorKind::Check, fault));
        }
        let wrong = |&row: &usize| u8::from(hits.t_hit[row].is_finite()) != occluded[row];
        if let Some(row) = (0..occluded.len()).find(wrong) {
            let fault = format!("ray {row}: any-hit and closest hit disagree");
            return Err(Error::new(ErrorKind::Check, fault));
        }
        let sum = checksum(hits);
        if *self.checksum.get_or_insert(sum) != sum {
            let fault = "the checksum of all rows differs from that of the first path";
            return Err(Error::new(ErrorKind::Check, fault));
        }
        Ok(sum)
    }

    fn difference(&self, hits: &HitBatch, row: usize) -> Option<String> {
        let (expected, at) = (&self.rows, row * self.stride);
        let differs = [
            ("t_hit", expected.t_hit[row].to_bits() != hits.t_hit[at].to_bits()),
            ("voxel", expected.voxel[row] != hits.voxel[at]),
            ("face", expected.face[row] != hits.face[at]),
            ("status", expected.status[row] != hits.status[at]),
            ("steps", expected.steps[row] != hits.steps[at]),
        ];
        let (column, _) = differs.into_iter().find(|&(_, differs)| differs)?;
        Some(format!("ray {at}: {column} differs from that of the plain walk"))
    }
}

/// XXH3 over the columns `t_hit`, `voxel`, `face` and `status`, each whole.
fn checksum(hits: &HitBatch) -> u64 {
    let mut hash = Xxh3::new();
    let mut add = |words: &[u8]| hash.update(words);
    if cfg!(target_endian = "little") {
        add(bytemuck::cast_slice(&hits.t_hit));
        add(bytemuck::cast_slice(&hits.voxel));
    } else {
        hits.t_hit.iter().for_each(|t| add(&t.to_le_bytes()));
        hits.voxel.iter().flatten().for_each(|k| add(&k.to_le_bytes()));
    }
    add(&hits.face);
    add(&hits.status);
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Machine, Suite};
    use crate::demo::{DemoSpec, RayClass};

    /// Rows of a small scene, with their reference.
    fn rows() -> (Reference, HitBatch, Vec<u8>) {
        let mut suite = Suite::quick();
        suite.set_rays(900);
        let machine = Machine::detect();
        let job = Job { suite: &suite, machine: &machine, observer: None, notes: Vec::new() };
        let spec = "menger?level=2".parse::<DemoSpec>().expect("a name");
        let scene = spec.build(1).expect("small");
        let rays = job.rays(&spec, &scene, RayClass::Camera).expect("rays");
        let reference = Reference::of(&job, &scene, &rays, 100).expect("a reference");
        let options = job.options(suite.best_isa(), 1, CHECKED);
        let hits = scene.cast_rays(&rays, &options).expect("hits");
        (reference, hits, scene.test_occlusions(&rays, &options).expect("any-hit"))
    }

    #[test]
    fn right_rows_pass_and_have_the_same_checksum() {
        let (mut reference, hits, occluded) = rows();
        assert_eq!((reference.len(), reference.stride), (100, 9), "an even sample");
        let first = reference.check(&hits, &occluded).expect("right");
        assert_eq!(reference.check(&hits, &occluded).expect("right"), first, "once more");
    }

    /// Makes one bit of some rows wrong.
    type Spoil = fn(&mut HitBatch);

    #[test]
    fn any_wrong_bit_is_found() {
        let (_, right, occluded) = rows();
        let spoil: [(&str, Spoil); 5] = [
            ("t_hit", |hits| hits.t_hit[9] = f32::from_bits(hits.t_hit[9].to_bits() ^ 1)),
            ("voxel", |hits| hits.voxel[450][2] ^= 1),
            ("face", |hits| hits.face[0] ^= 1),
            ("status", |hits| hits.status[891] ^= 1),
            ("steps", |hits| hits.steps[18] += 1),
        ];
        for (column, spoil) in spoil {
            let (mut reference, mut hits, _) = rows();
            spoil(&mut hits);
            let told = reference.check(&hits, &occluded).expect_err("wrong").to_string();
            assert!(told.contains(column), "{column}: {told}");
        }
        // Beside the sample: by the checksum, once a path has given the right one.
        let (mut reference, mut hits, _) = rows();
        reference.check(&right, &occluded).expect("right");
        hits.face[1] ^= 1;
        let told = reference.check(&hits, &occluded).expect_err("wrong").to_string();
        assert!(told.contains("checksum"), "{told}");
        let flipped: Vec<_> = occluded.iter().map(|&any| 1 - any).collect();
        let told = reference.check(&right, &flipped).expect_err("wrong").to_string();
        assert!(told.contains("any-hit"), "{told}");
    }
}
