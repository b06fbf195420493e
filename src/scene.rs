//! The scene that rays are cast against.

use std::collections::BTreeMap;

use crate::aabb::GridBox;
use crate::batch::{Columns, Hit, HitBatch, RayBatch, RayView};
use crate::build::build_grid;
use crate::error::Result;
use crate::georeference::Georeference;
use crate::grid::{ChunkGrid, ChunkVoxels, Materials, Shapes};
use crate::kernel::load::RayMap;
use crate::kernel::reference::Cell;
use crate::kernel::row::{World, cast_reference, cast_reference_told};
use crate::options::Options;
use crate::palette::Palette;
use crate::ray::Ray;
use crate::space::{Space, Transform};
use crate::tiles;

/// A voxel world: immutable, and cast against from any number of threads at once.
///
/// ```
/// use voxray::{GridBox, Options, RayView, SceneBuilder};
/// let mut builder = SceneBuilder::new().bounds(GridBox::with_sides([32, 32, 32])?);
/// builder.fill_box(GridBox::new([0, 0, 0], [32, 32, 4])?, 1)?;
/// let scene = builder.build()?;
///
/// let rows = [8.5_f32, 8.5, 20.0, 0.0, 0.0, -1.0];
/// let hits = scene.cast_rays(RayView::from_rows(&rows, 6)?, &Options::default())?;
/// assert_eq!(hits.t_hit, [16.0]);
/// assert_eq!(hits.voxel, [[8, 8, 3]]);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scene {
    grid: ChunkGrid,
    materials: Materials,
    shapes: Option<Shapes>,
    transform: Transform,
    palette: Palette,
    georeference: Georeference,
}

impl Scene {
    /// The scene of these parts.
    pub fn from_parts(
        grid: ChunkGrid,
        materials: Materials,
        transform: Transform,
        palette: Palette,
    ) -> Self {
        Self {
            grid,
            materials,
            shapes: None,
            transform,
            palette,
            georeference: Georeference::default(),
        }
    }

    /// The scene whose voxels in `bounds` are given by a function of the grid position; 0 is empty, another value the
    /// material. Called from many threads (`threads`; 0 = all), once per voxel.
    ///
    /// # Errors
    /// Where the box or a table is beyond its limit.
    ///
    /// ```
    /// use voxray::{GridBox, Scene};
    /// let bounds = GridBox::new([-8, -8, -8], [8, 8, 8])?;
    /// let ball = Scene::from_fn(bounds, 0, |[x, y, z]| u16::from(x * x + y * y + z * z < 50))?;
    /// assert!(ball.is_occupied([-5, 4, 0]) && !ball.is_occupied([7, 7, 7]));
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn from_fn(
        bounds: GridBox,
        threads: usize,
        material: impl Fn([i32; 3]) -> u16 + Sync,
    ) -> Result<Self> {
        let bounds = GridBox::new(bounds.min, bounds.max)?;
        let sides = bounds.sides();
        Self::from_chunks(bounds, threads, |corner, chunk| {
            let count = |axis: usize| (sides[axis] - corner[axis] + bounds.min[axis]).clamp(0, 16);
            for z in 0..count(2) {
                for y in 0..count(1) {
                    for x in 0..count(0) {
                        chunk.set(
                            [x, y, z],
                            material([corner[0] + x, corner[1] + y, corner[2] + z]),
                        );
                    }
                }
            }
            Ok(())
        })
    }

    /// The scene whose chunks are filled by a function: it is called from many threads, for every chunk once, with the
    /// grid position of the chunk's lower corner (`bounds.min` + a multiple of 16) and an empty chunk. What it fills
    /// beyond `bounds` is dropped. The fastest way to build a large scene.
    ///
    /// # Errors
    /// What `fill` returns, and where the box or a table is beyond its limit.
    pub fn from_chunks(
        bounds: GridBox,
        threads: usize,
        fill: impl Fn([i32; 3], &mut ChunkVoxels) -> Result<()> + Sync,
    ) -> Result<Self> {
        let bounds = GridBox::new(bounds.min, bounds.max)?;
        let at_grid = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            fill([0, 1, 2].map(|axis| bounds.min[axis] + corner[axis]), chunk)
        };
        let (grid, materials) = build_grid(bounds, threads, at_grid)?;
        Ok(Self::from_parts(grid, materials, Transform::default(), Palette::default()))
    }

    /// The same scene, lying otherwise in the world.
    #[must_use]
    pub fn with_transform(self, transform: Transform) -> Self {
        Self { transform, ..self }
    }

    /// The same scene with other names and colours of materials.
    #[must_use]
    pub fn with_palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }

    /// The same scene, lying elsewhere on the earth as far as words go.
    #[must_use]
    pub fn with_georeference(self, georeference: Georeference) -> Self {
        Self { georeference, ..self }
    }

    /// The same scene, some of whose bricks have exact shapes.
    #[must_use]
    pub(crate) fn with_shapes(self, shapes: Option<Shapes>) -> Self {
        Self { shapes, ..self }
    }

    /// The same scene, all of whose bricks are their voxels: of blocks with exact shapes those that they have a part of.
    #[must_use]
    pub fn without_shapes(self) -> Self {
        Self { shapes: None, ..self }
    }

    /// Casts every ray to the first filled voxel on its way.
    ///
    /// # Errors
    /// Where an option makes no sense, or the observer says stop. A ray that is none is no error: it is reported in the
    /// `status` column and the summary.
    pub fn cast_rays<'a>(
        &self,
        rays: impl Into<RayView<'a>>,
        options: &Options,
    ) -> Result<HitBatch> {
        let mut hits = HitBatch::default();
        self.cast_rays_into(rays, options, &mut hits)?;
        Ok(hits)
    }

    /// As [`Self::cast_rays`], into memory that is there already.
    ///
    /// # Errors
    /// As [`Self::cast_rays`]. `hits` has no rows then.
    pub fn cast_rays_into<'a>(
        &self,
        rays: impl Into<RayView<'a>>,
        options: &Options,
        hits: &mut HitBatch,
    ) -> Result<()> {
        let rays = rays.into();
        hits.reset(options.columns, rays.len());
        match tiles::cast(self, &rays, self.ray_map(options), options, hits.slices()) {
            Ok(summary) => hits.summary = summary,
            Err(error) => {
                hits.reset(options.columns, 0);
                return Err(error);
            }
        }
        Ok(())
    }

    /// For every ray whether anything is on its way: 1 exactly where [`Self::cast_rays`] with the same options has a
    /// finite `t_hit`, else 0. Faster, as it need not find out what.
    ///
    /// # Errors
    /// As [`Self::cast_rays`].
    pub fn test_occlusions<'a>(
        &self,
        rays: impl Into<RayView<'a>>,
        options: &Options,
    ) -> Result<Vec<u8>> {
        let rays = rays.into();
        let options = Options { columns: Columns::OCCLUDED, ..options.clone() };
        Ok(self.cast_rays(rays, &options)?.occluded)
    }

    /// Casts one ray, given in world coordinates. None where nothing is hit, and for a ray that is none
    /// ([`Ray::is_valid`]).
    ///
    /// ```
    /// use voxray::{Face, Ray, SceneBuilder};
    /// let mut builder = SceneBuilder::new();
    /// builder.insert([2, 0, 0], 7)?;
    /// let hit = builder.build()?.cast_ray(&Ray::new([0.0, 0.5, 0.5], [4.0, 0.0, 0.0])).expect("it is ahead");
    /// assert_eq!((hit.t_hit, hit.face, hit.material), (0.5, Some(Face::NegX), 7));
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn cast_ray(&self, ray: &Ray) -> Option<Hit> {
        let mut rays = RayBatch::<f64>::default();
        rays.push(ray);
        let options = Options { columns: Columns::ALL, threads: 1, ..Options::default() };
        let hits = self.cast_rays(&rays, &options).ok()?;
        hits.row(0).filter(|hit| hit.status.is_hit())
    }

    /// As [`Self::cast_rays`] by the plain walk, one voxel at a time: the definition of the answer, and what all else is
    /// tested against. Slow; of the options the instruction set does not matter.
    ///
    /// # Errors
    /// As [`Self::cast_rays`].
    pub fn cast_rays_reference<'a>(
        &self,
        rays: impl Into<RayView<'a>>,
        options: &Options,
    ) -> Result<HitBatch> {
        let rays = rays.into();
        let mut hits = HitBatch::with_columns(options.columns, rays.len());
        hits.summary =
            tiles::cast_reference(self, &rays, self.ray_map(options), options, hits.slices())?;
        Ok(hits)
    }

    /// The row of one ray by the plain walk. Of the options the columns, threads and instruction set do not matter.
    pub fn cast_ray_reference(&self, ray: &Ray, options: &Options) -> Hit {
        let ray = self.ray_map(options).kernel_ray(ray);
        cast_reference(&self.world(), &ray, options.limits())
    }

    /// As [`Self::cast_ray_reference`], and tells of every voxel that is tested (grid coordinates), in order, and of the time
    /// at which the ray comes into it: one more than there are steps.
    pub(crate) fn walk_ray_reference(
        &self,
        ray: &Ray,
        options: &Options,
        tell: impl FnMut([i32; 3], f32),
    ) -> Hit {
        let ray = self.ray_map(options).kernel_ray(ray);
        cast_reference_told(&self.world(), &ray, options.limits(), tell)
    }

    /// The box.
    pub fn bounds(&self) -> &GridBox {
        self.grid.bounds()
    }

    /// How the grid lies in the world.
    pub fn transform(&self) -> &Transform {
        &self.transform
    }

    /// What its file says of its place on the earth.
    pub fn georeference(&self) -> &Georeference {
        &self.georeference
    }

    /// Names and colours of materials.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The voxels.
    pub fn grid(&self) -> &ChunkGrid {
        &self.grid
    }

    /// The materials of the voxels.
    pub fn materials(&self) -> &Materials {
        &self.materials
    }

    /// The exact shapes of bricks that are more than voxels; none where there are no such bricks.
    pub fn shapes(&self) -> Option<&Shapes> {
        self.shapes.as_ref()
    }

    /// How many voxels are filled, or have a part of an exact shape.
    pub fn voxel_count(&self) -> u64 {
        self.grid.voxel_count()
    }

    /// Whether a voxel (grid coordinates) is filled, or an exact shape has a part of it; false outside the box.
    pub fn is_occupied(&self, voxel: [i32; 3]) -> bool {
        self.bounds().contains(voxel) && self.grid.is_occupied(self.local(voxel))
    }

    /// The material of a voxel (grid coordinates); 0 where it is empty.
    pub fn material(&self, voxel: [i32; 3]) -> u16 {
        if self.is_occupied(voxel) { self.world().material(self.local(voxel)) } else { 0 }
    }

    /// Calls `visit` with every filled voxel (grid coordinates) and its material, in the order of memory.
    pub fn for_each_voxel(&self, mut visit: impl FnMut([i32; 3], u16)) {
        let corner = self.bounds().min;
        self.grid.for_each_voxel(|local, index, bit| {
            let material = self.materials.get(index, self.grid.words()[index], bit);
            visit([0, 1, 2].map(|axis| local[axis] + corner[axis]), material);
        });
    }

    /// The smallest box around all filled voxels (grid coordinates), which may be less than [`Self::bounds`]; empty where there
    /// is none.
    ///
    /// ```
    /// use voxray::{GridBox, Scene};
    /// let bounds = GridBox::new([-8; 3], [8; 3])?;
    /// let bar = Scene::from_fn(bounds, 0, |[x, y, z]| u16::from(x > 2 && y == -5 && z == 0))?;
    /// assert_eq!(bar.filled_box(), GridBox::new([3, -5, 0], [8, -4, 1])?);
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn filled_box(&self) -> GridBox {
        let GridBox { min, max } = self.grid.filled_box();
        let placed = |local: [i32; 3]| [0, 1, 2].map(|axis| local[axis] + self.bounds().min[axis]);
        GridBox { min: placed(min), max: placed(max) }
    }

    /// How many voxels are of each material.
    pub fn material_counts(&self) -> BTreeMap<u16, u64> {
        self.materials.counts(self.grid.words())
    }

    /// Bytes of memory that the scene holds: occupancy, materials and exact shapes.
    pub fn bytes(&self) -> u64 {
        let shapes = self.shapes.as_ref().map_or(0, Shapes::bytes);
        self.grid.bytes() + self.materials.bytes() + shapes
    }

    fn local(&self, voxel: [i32; 3]) -> [i32; 3] {
        let corner = self.bounds().min;
        [0, 1, 2].map(|axis| voxel[axis] - corner[axis])
    }

    pub(crate) fn world(&self) -> World<'_> {
        World {
            grid: &self.grid,
            materials: &self.materials,
            shapes: self.shapes.as_ref(),
            transform: &self.transform,
        }
    }

    /// Whether a point in kernel space lies in something filled: in a voxel, or where boxes are asked, in one of them.
    pub(crate) fn is_filled(&self, point: [f32; 3]) -> bool {
        #[allow(clippy::cast_possible_truncation, reason = "a voxel near the box")]
        let voxel = point.map(|x| x.floor() as i32);
        match self.world().cell(voxel) {
            Cell::Free => false,
            Cell::Filled => true,
            Cell::Boxes(boxes) => boxes.contain(point),
        }
    }

    /// As [`Self::cast_rays`], of rays in kernel space: grid space minus the lower corner of the box.
    pub(crate) fn cast_kernel_rays(
        &self,
        rays: &RayView<'_>,
        options: &Options,
    ) -> Result<HitBatch> {
        let mut hits = HitBatch::with_columns(options.columns, rays.len());
        let map = RayMap { transform: None, corner: [0; 3], ..self.ray_map(options) };
        hits.summary = tiles::cast(self, rays, map, options, hits.slices())?;
        Ok(hits)
    }

    /// How rays come into kernel space.
    pub(crate) fn ray_map(&self, options: &Options) -> RayMap {
        let world = options.space == Space::World && !self.transform.is_identity();
        RayMap {
            transform: world.then_some(self.transform),
            corner: self.bounds().min,
            t_near: options.t_near,
            t_far: options.t_far,
        }
    }
}
