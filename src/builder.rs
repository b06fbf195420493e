//! Makes scenes from voxels, boxes and functions.

use std::collections::HashMap;

use crate::aabb::GridBox;
use crate::build::build_grid;
use crate::coord::CHUNK_SIDE;
use crate::error::{Error, Result};
use crate::grid::{ChunkVoxels, UNNAMED_MATERIAL};
use crate::palette::Palette;
use crate::scene::Scene;
use crate::space::Transform;

/// Collects voxels and makes a [`Scene`] of them.
///
/// ```
/// use voxray::{GridBox, SceneBuilder};
/// let mut builder = SceneBuilder::new();
/// builder.insert([-3, 0, 7], 5)?;
/// builder.fill_box(GridBox::new([0, 0, 0], [20, 20, 1])?, 1)?;
/// let scene = builder.build()?;
/// assert_eq!(scene.voxel_count(), 401);
/// assert_eq!(scene.bounds().min, [-3, 0, 0]);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct SceneBuilder {
    /// By chunk position: grid position / 16, rounded down.
    chunks: HashMap<[i32; 3], Box<ChunkVoxels>>,
    bounds: Option<GridBox>,
    transform: Transform,
    palette: Palette,
    threads: usize,
}

impl SceneBuilder {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares the scene's box; otherwise it is the smallest around the voxels. Voxels outside it are dropped.
    #[must_use]
    pub fn bounds(mut self, bounds: GridBox) -> Self {
        self.bounds = Some(bounds);
        self
    }

    /// Says how the grid lies in the world.
    #[must_use]
    pub fn transform(mut self, transform: Transform) -> Self {
        self.transform = transform;
        self
    }

    /// Names and colours the materials.
    #[must_use]
    pub fn palette(mut self, palette: Palette) -> Self {
        self.palette = palette;
        self
    }

    /// Builds with so many threads; 0 = all.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Fills a voxel with a material (1 = unnamed), or empties it with 0.
    ///
    /// # Errors
    /// Where the coordinates lie outside [-2^30, 2^30).
    pub fn insert(&mut self, voxel: [i32; 3], material: u16) -> Result<()> {
        let within = GridBox::new(voxel, voxel.map(|k| k.saturating_add(1)));
        within
            .map_err(|_| Error::input(format!("the voxel {voxel:?} lies outside [-2^30, 2^30)")))?;
        self.chunk_mut(voxel.map(|k| k.div_euclid(CHUNK_SIDE))).set(voxel, material);
        Ok(())
    }

    /// Fills a voxel without a named material.
    ///
    /// # Errors
    /// As [`Self::insert`].
    pub fn insert_unnamed(&mut self, voxel: [i32; 3]) -> Result<()> {
        self.insert(voxel, UNNAMED_MATERIAL)
    }

    /// Fills a box with a material, or empties it with 0.
    ///
    /// # Errors
    /// Where the box is beyond the limits of [`GridBox::new`].
    pub fn fill_box(&mut self, filled: GridBox, material: u16) -> Result<()> {
        let filled = GridBox::new(filled.min, filled.max)?;
        if filled.is_empty() {
            return Ok(());
        }
        let first = filled.min.map(|k| k.div_euclid(CHUNK_SIDE));
        let last = filled.max.map(|k| (k - 1).div_euclid(CHUNK_SIDE));
        for position in positions(first, last) {
            let around = chunk_box(position);
            let part = around.intersection(&filled);
            let chunk = self.chunk_mut(position);
            for voxel in positions(part.min, part.max.map(|k| k - 1)) {
                chunk.set(voxel, material);
            }
        }
        Ok(())
    }

    /// Makes the scene.
    ///
    /// # Errors
    /// Where the box or a table is beyond its limit.
    pub fn build(self) -> Result<Scene> {
        let bounds = match self.bounds {
            Some(bounds) => GridBox::new(bounds.min, bounds.max)?,
            None => self.tight_box()?,
        };
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            self.copy_into(&bounds, corner, chunk);
            Ok(())
        };
        let (grid, materials) = build_grid(bounds, self.threads, fill)?;
        Ok(Scene::from_parts(grid, materials, self.transform, self.palette))
    }

    fn chunk_mut(&mut self, position: [i32; 3]) -> &mut ChunkVoxels {
        self.chunks.entry(position).or_default()
    }

    /// The smallest box around all voxels.
    fn tight_box(&self) -> Result<GridBox> {
        let (mut min, mut max) = ([i32::MAX; 3], [i32::MIN; 3]);
        for (position, chunk) in &self.chunks {
            let corner = position.map(|k| k * CHUNK_SIDE);
            chunk.for_each(|voxel, _| {
                for axis in 0..3 {
                    min[axis] = min[axis].min(corner[axis] + voxel[axis]);
                    max[axis] = max[axis].max(corner[axis] + voxel[axis] + 1);
                }
            });
        }
        if min[0] > max[0] { Ok(GridBox::default()) } else { GridBox::new(min, max) }
    }

    /// Fills the chunk at the local position `corner` from the up to 8 chunks of the builder that it overlaps.
    fn copy_into(&self, bounds: &GridBox, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        let low = [0, 1, 2].map(|axis| bounds.min[axis] + corner[axis]);
        let high = low.map(|k| k + CHUNK_SIDE - 1);
        let target = GridBox { min: low, max: low.map(|k| k + CHUNK_SIDE) };
        for position in
            positions(low.map(|k| k.div_euclid(CHUNK_SIDE)), high.map(|k| k.div_euclid(CHUNK_SIDE)))
        {
            let Some(source) = self.chunks.get(&position) else { continue };
            source.for_each(|voxel, material| {
                let grid = [0, 1, 2].map(|axis| position[axis] * CHUNK_SIDE + voxel[axis]);
                if target.contains(grid) {
                    chunk.set([0, 1, 2].map(|axis| grid[axis] - low[axis]), material);
                }
            });
        }
    }
}

/// The box of the chunk at this position of the builder.
fn chunk_box(position: [i32; 3]) -> GridBox {
    let min = position.map(|k| k * CHUNK_SIDE);
    GridBox { min, max: min.map(|k| k + CHUNK_SIDE) }
}

/// All positions from `first` to `last`, both included.
fn positions(first: [i32; 3], last: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    (first[2]..=last[2]).flat_map(move |z| {
        (first[1]..=last[1]).flat_map(move |y| (first[0]..=last[0]).map(move |x| [x, y, z]))
    })
}
