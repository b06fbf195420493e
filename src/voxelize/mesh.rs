//! Triangle meshes in the world, as readers give them.
//!
//! Invariant: a mesh that [`TriangleMesh::check`] lets pass has finite vertices, triangles that name vertices that are
//! there, one material per triangle or none at all, and bodies that follow one another without a gap.

use crate::error::{Error, Result};
use crate::grid::UNNAMED_MATERIAL;
use crate::palette::Palette;

/// Triangles in the world, with materials.
///
/// ```
/// use voxray::voxelize::TriangleMesh;
/// let mesh = TriangleMesh {
///     vertices: vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]],
///     triangles: vec![[0, 1, 2]],
///     ..TriangleMesh::default()
/// };
/// assert!(mesh.check().is_ok());
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TriangleMesh {
    /// World positions (metres unless the file says otherwise), z up.
    pub vertices: Vec<[f64; 3]>,
    /// The corners of each triangle, as indices of vertices. Their turn does not matter.
    pub triangles: Vec<[u32; 3]>,
    /// The material of each triangle (not 0); empty where all are unnamed (1).
    pub materials: Vec<u16>,
    /// What is filled on its own: each body the triangles up to where it ends. Empty where all triangles are one body.
    pub bodies: Vec<Body>,
    /// Names and colours of the materials.
    pub palette: Palette,
}

/// A part of a mesh that is closed by itself: a building among many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// The triangle after its last one; its first one is where the body before it ends.
    pub end: usize,
    /// The material of the voxels within it; 0 where that is the material of the triangle that is nearest below or above, of two
    /// as near the lower.
    pub inside: u16,
}

/// The inside of a body is of the material of its surface.
pub(super) const OF_THE_SURFACE: u16 = 0;

impl TriangleMesh {
    /// Whether the mesh makes sense.
    ///
    /// # Errors
    /// Names the first vertex that is not finite, the first triangle that names a vertex that is not there, materials that
    /// are 0 or not one per triangle, and bodies that do not follow one another up to the last triangle.
    pub fn check(&self) -> Result<()> {
        let is_finite = |vertex: &[f64; 3]| vertex.iter().all(|value| value.is_finite());
        if let Some(bad) = self.vertices.iter().position(|vertex| !is_finite(vertex)) {
            return Err(Error::input(format!(
                "vertex {bad} (from 0) lies at {:?}; its coordinates must be finite numbers",
                self.vertices[bad]
            )));
        }
        let count = self.vertices.len();
        let is_there = |corners: &[u32; 3]| corners.iter().all(|&corner| (corner as usize) < count);
        if let Some(bad) = self.triangles.iter().position(|corners| !is_there(corners)) {
            return Err(Error::input(format!(
                "triangle {bad} (from 0) has the corners {:?}, and there are {count} vertices (from 0)",
                self.triangles[bad]
            )));
        }
        self.check_materials().and_then(|()| self.check_bodies())
    }

    fn check_materials(&self) -> Result<()> {
        if self.materials.is_empty() || self.materials.len() == self.triangles.len() {
            return match self.materials.iter().position(|&material| material == 0) {
                Some(bad) => Err(Error::input(format!(
                    "triangle {bad} (from 0) has material 0, which means empty; give it 1 to 65535"
                ))),
                None => Ok(()),
            };
        }
        Err(Error::input(format!(
            "{} materials for {} triangles; give one each, or none at all",
            self.materials.len(),
            self.triangles.len()
        )))
    }

    fn check_bodies(&self) -> Result<()> {
        let Some(last) = self.bodies.last() else { return Ok(()) };
        let in_order = self.bodies.windows(2).all(|pair| pair[0].end <= pair[1].end);
        if !in_order || last.end != self.triangles.len() {
            return Err(Error::input(format!(
                "the bodies must end in rising order, the last one at triangle {}",
                self.triangles.len()
            )));
        }
        Ok(())
    }

    /// The material of a triangle.
    pub(super) fn material(&self, triangle: usize) -> u16 {
        self.materials.get(triangle).copied().unwrap_or(UNNAMED_MATERIAL)
    }

    /// The bodies, each as its first triangle and what is known of it.
    pub(super) fn bodies_from(&self) -> Vec<(usize, Body)> {
        if self.bodies.is_empty() {
            return vec![(0, Body { end: self.triangles.len(), inside: OF_THE_SURFACE })];
        }
        let starts = [0].into_iter().chain(self.bodies.iter().map(|body| body.end));
        starts.zip(self.bodies.iter().copied()).collect()
    }

    /// The smallest box around all vertices that a triangle uses: lower and upper corner in the world; none where there
    /// is no triangle.
    pub fn extent(&self) -> Option<([f64; 3], [f64; 3])> {
        let mut corners = self.triangles.iter().flatten();
        let first = self.vertices[*corners.next()? as usize];
        Some(corners.fold((first, first), |(low, high), &corner| {
            let at = self.vertices[corner as usize];
            ([0, 1, 2].map(|a| at[a].min(low[a])), [0, 1, 2].map(|a| at[a].max(high[a])))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> TriangleMesh {
        TriangleMesh {
            vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            triangles: vec![[0, 1, 2]],
            ..TriangleMesh::default()
        }
    }

    fn refused(change: impl Fn(&mut TriangleMesh)) -> String {
        let mut mesh = triangle();
        change(&mut mesh);
        mesh.check().expect_err("it makes no sense").to_string()
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        assert!(triangle().check().is_ok(), "a sound triangle");
        assert!(refused(|mesh| mesh.vertices[1][2] = f64::NAN).contains("vertex 1"), "a NaN");
        assert!(refused(|mesh| mesh.triangles[0][2] = 3).contains("[0, 1, 3]"), "no such vertex");
        assert!(refused(|mesh| mesh.materials = vec![0]).contains("material 0"), "an empty one");
        assert!(refused(|mesh| mesh.materials = vec![1, 2]).contains("2 materials"), "too many");
        let beyond = |mesh: &mut TriangleMesh| mesh.bodies = vec![Body { end: 2, inside: 1 }];
        assert!(refused(beyond).contains("bodies"), "a body beyond the last triangle");
    }
}
