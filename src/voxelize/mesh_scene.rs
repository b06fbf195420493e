//! From a mesh to a scene: its surface, its inside, or both.

use super::edges::{EdgeCounter, OpenEdges, joined_vertices};
use super::fixed::FixedMesh;
use super::inside::Inside;
use super::mesh::TriangleMesh;
use super::repeats::Repeats;
use super::surface::Surface;
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::{BRICK_SIDE, ChunkSlot};
use crate::error::{Error, Result};
use crate::grid::ChunkVoxels;
use crate::scene::Scene;
use crate::space::Transform;

/// Which voxels of a mesh are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Fill {
    /// Those that the surface meets: exactly the voxels of its points.
    #[default]
    Surface,
    /// Those that the surface meets, and those whose centre lies inside. The mesh must be closed.
    Solid,
    /// Those whose centre lies inside, and no others. The mesh must be closed.
    Inside,
}

/// How a mesh is turned into voxels.
#[derive(Debug, Clone, Default)]
pub struct MeshJob {
    /// How the grid lies in the world.
    pub transform: Transform,
    /// Which voxels are filled.
    pub fill: Fill,
    /// Only this part (grid coordinates); none = all of the mesh.
    pub bounds: Option<GridBox>,
    /// Whether bodies that are not closed get a surface only instead of being an error, as long as some are closed.
    pub keep_open: bool,
    /// How many threads; 0 = all.
    pub threads: usize,
    /// The most bytes of memory to take; none = what the system says is available.
    pub memory: Option<u64>,
}

/// What was found in a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MeshFigures {
    /// The edges at which it is open, of all bodies.
    pub open: OpenEdges,
    /// The bodies that are not closed.
    pub open_bodies: u64,
}

/// The voxels of a mesh.
///
/// A vertex is rounded once, to 2^-16 voxel; from there on all is exact. The voxels of the surface are those of its points,
/// a point on a face belonging to the voxel above it: a wall in the plane x = 5 fills the layer 5 alone, and no walk
/// through the faces of free voxels leads through a closed surface. For how bodies are filled see
/// [`voxelize`](crate::voxelize). In a voxel of several materials the highest stays, and a surface covers the inside.
///
/// # Errors
/// Where the mesh makes no sense, lies outside [-2^30, 2^30) voxels, needs a box with a side above 2^17 or more memory than
/// there is; and where it is to be filled and is not closed.
///
/// ```
/// use voxray::voxelize::{Fill, MeshJob, TriangleMesh, voxelize_mesh};
/// // A tetrahedron, 8 voxels wide.
/// let mesh = TriangleMesh {
///     vertices: vec![[0.5, 0.5, 0.5], [8.5, 0.5, 0.5], [0.5, 8.5, 0.5], [0.5, 0.5, 8.5]],
///     triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
///     ..TriangleMesh::default()
/// };
/// let (shell, figures) = voxelize_mesh(&mesh, &MeshJob::default())?;
/// assert!(shell.is_occupied([0, 0, 8]) && !shell.is_occupied([1, 1, 1]));
/// assert!(figures.open.is_closed());
///
/// let (solid, _) = voxelize_mesh(&mesh, &MeshJob { fill: Fill::Solid, ..MeshJob::default() })?;
/// assert!(solid.is_occupied([1, 1, 1]));
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn voxelize_mesh(mesh: &TriangleMesh, job: &MeshJob) -> Result<(Scene, MeshFigures)> {
    let fixed = FixedMesh::new(mesh, &job.transform)?;
    let (figures, is_closed, repeats) = measure(&fixed, job.threads)?;
    if job.fill != Fill::Surface {
        check_closed(&figures, is_closed.len() as u64, job.keep_open)?;
    }
    let whole = fixed.bounds()?;
    let bounds = match &job.bounds {
        Some(asked) => whole.intersection(&GridBox::new(asked.min, asked.max)?),
        None => whole,
    };
    let bounds = GridBox::new(bounds.min, bounds.max).map_err(|error| {
        Error::input(format!("{error}; choose a larger voxel size, or load a part with --box"))
    })?;
    let scene = match job.fill {
        Fill::Surface => surface_scene(&fixed, &repeats, bounds, job)?,
        Fill::Solid => solid_scene(&fixed, &repeats, bounds, &is_closed, job)?,
        Fill::Inside => inside_scene(&fixed, &repeats, bounds, &is_closed, job)?,
    };
    Ok((scene.with_transform(job.transform).with_palette(mesh.palette.clone()), figures))
}

/// The smallest box around the voxels that a mesh meets; a side may be too long for a scene.
///
/// # Errors
/// Where the mesh makes no sense or lies outside [-2^30, 2^30) voxels.
pub fn mesh_bounds(mesh: &TriangleMesh, transform: &Transform) -> Result<GridBox> {
    FixedMesh::new(mesh, transform)?.bounds()
}

/// What is open, which bodies are closed, and which triangles are there more than once.
fn measure(fixed: &FixedMesh<'_>, threads: usize) -> Result<(MeshFigures, Vec<bool>, Repeats)> {
    let joined = joined_vertices(fixed);
    let repeats = Repeats::find(fixed, &joined, threads)?;
    let mut figures = MeshFigures::default();
    let mut counter = EdgeCounter::new(&joined);
    let is_closed = fixed.mesh.bodies_from().into_iter().map(|(start, body)| {
        let open = counter.count(&fixed.mesh.triangles[start..body.end]);
        figures.open.add(open);
        figures.open_bodies += u64::from(!open.is_closed());
        open.is_closed()
    });
    let is_closed = is_closed.collect();
    Ok((figures, is_closed, repeats))
}

fn check_closed(figures: &MeshFigures, bodies: u64, keep_open: bool) -> Result<()> {
    let OpenEdges { edges, branching, holes } = figures.open;
    let some_closed = figures.open_bodies < bodies;
    if figures.open.is_closed() || keep_open && some_closed {
        return Ok(());
    }
    let branching = match branching {
        0 => String::new(),
        _ => format!(", and {branching} edges to three or another odd number"),
    };
    Err(Error::input(format!(
        "the mesh is not closed: {edges} edges in {holes} {} belong to one triangle only{branching}, so it has no inside; close it, fill its surface only (--fill surface), or write it with --no-merge if it is of voxray's own",
        if holes == 1 { "hole" } else { "holes" }
    )))
}

fn surface_scene(
    fixed: &FixedMesh<'_>,
    repeats: &Repeats,
    bounds: GridBox,
    job: &MeshJob,
) -> Result<Scene> {
    Surface::new(fixed, &repeats.of_surface, bounds, job.memory)
        .voxels(job.threads)?
        .into_scene(job.threads)
}

fn solid_scene(
    fixed: &FixedMesh<'_>,
    repeats: &Repeats,
    bounds: GridBox,
    is_closed: &[bool],
    job: &MeshJob,
) -> Result<Scene> {
    let shell = surface_scene(fixed, repeats, bounds, job)?;
    let left_out = &repeats.of_inside;
    let inside = Inside::new(fixed, bounds, is_closed, left_out, job.threads, job.memory)?;
    // Mixed bricks are those in which the surface meets the inside.
    let shell_words = shell.grid().words().len() as u64;
    let extent = Extent {
        words: inside.brick_count() + shell_words,
        values: 64 * shell_words,
        ..Extent::at_most(&bounds, 0)?
    };
    budget::check(extent.build_bytes() + shell.bytes(), job.memory)?;
    Scene::from_chunks(bounds, job.threads, |corner, chunk| {
        inside.fill(corner, chunk);
        lay_over(&shell, [0, 1, 2].map(|axis| corner[axis] - bounds.min[axis]), chunk);
        Ok(())
    })
}

fn inside_scene(
    fixed: &FixedMesh<'_>,
    repeats: &Repeats,
    bounds: GridBox,
    is_closed: &[bool],
    job: &MeshJob,
) -> Result<Scene> {
    let left_out = &repeats.of_inside;
    let inside = Inside::new(fixed, bounds, is_closed, left_out, job.threads, job.memory)?;
    // Asked for a part, that part is the box; else it is tight.
    let bounds = if job.bounds.is_some() { bounds } else { inside.bounds() };
    let extent = Extent {
        words: inside.brick_count(),
        values: inside.voxel_count(),
        ..Extent::at_most(&bounds, 0)?
    };
    budget::check(extent.build_bytes(), job.memory)?;
    Scene::from_chunks(bounds, job.threads, |corner, chunk| {
        inside.fill(corner, chunk);
        Ok(())
    })
}

/// Lays the voxels of a scene over those of the chunk at the same local position.
fn lay_over(scene: &Scene, corner: [i32; 3], chunk: &mut ChunkVoxels) {
    let (grid, materials) = (scene.grid(), scene.materials());
    for brick in 0..64_i32 {
        let within = [brick & 3, brick >> 2 & 3, brick >> 4].map(|k| k * BRICK_SIDE);
        let at = [0, 1, 2].map(|axis| corner[axis] + within[axis]);
        let Some(index) = grid.word_index(at) else { continue };
        let word = grid.words()[index];
        let slot = ChunkSlot::of(within).brick;
        chunk.words_mut()[slot] |= word;
        let values = chunk.brick_materials_mut(slot);
        for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
            values[bit as usize] = materials.get(index, word, bit);
        }
    }
}
