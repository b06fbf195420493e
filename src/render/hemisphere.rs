//! The directions that light from all around is gathered from.
//!
//! Interleaved sampling (Keller and Heidrich, 2001): the samples of a 4 x 4 block share out one well-spread set of
//! directions, and a filter over 4 x 4 samples gives each of them the whole set. The set is turned from block to block, in
//! 4 x 4 ways, and a second filter over 4 x 4 blocks gives near surfaces all of them. So a few rays per sample look like
//! very many, and flat faces come out without noise.

use glam::DVec3;

use crate::face::Face;

/// Samples along a side of a block.
pub(super) const BLOCK: usize = 4;
/// Rays from each sample.
pub(super) const PASSES: usize = 6;
const COUNT: usize = PASSES * BLOCK * BLOCK;

/// Ways to turn the set.
const TURNS: usize = BLOCK * BLOCK;

/// Directions for each face and turn, unit vectors in world coordinates, denser about the normal in proportion to the
/// cosine.
#[derive(Debug)]
pub(super) struct Hemispheres([Vec<DVec3>; 6]);

impl Hemispheres {
    pub(super) fn new() -> Self {
        Self(Face::ALL.map(|face| {
            (0..TURNS * COUNT).map(|k| direction(face, k / COUNT, k % COUNT)).collect()
        }))
    }

    /// The direction of the ray `pass` of the sample (x, y).
    pub(super) fn direction(&self, face: Face, [x, y]: [usize; 2], pass: usize) -> DVec3 {
        let turn = scattered(x / BLOCK, y / BLOCK);
        self.0[face as usize][(turn * PASSES + pass) * BLOCK * BLOCK + scattered(x, y)]
    }
}

/// A number for each place in a square of 4 x 4, those of neighbours far apart: a dither matrix (Bayer, 1973).
fn scattered(x: usize, y: usize) -> usize {
    const ORDER: [[usize; BLOCK]; BLOCK] =
        [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    ORDER[y % BLOCK][x % BLOCK]
}

/// Points of a sunflower on the disc (Vogel, 1979), lifted onto the hemisphere (Malley's method).
fn direction(face: Face, turn: usize, index: usize) -> DVec3 {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    let turned = (turn as f64 + 0.5) / TURNS as f64;
    let share = (index as f64 + turned) / COUNT as f64;
    let (sine, cosine) = (index as f64 * GOLDEN_ANGLE + turned * std::f64::consts::TAU).sin_cos();
    let (radius, height) = (share.sqrt(), (1.0 - share).sqrt());
    let mut way = [0.0; 3];
    let axis = face.axis();
    way[axis] = if face.is_positive() { height } else { -height };
    way[(axis + 1) % 3] = radius * cosine;
    way[(axis + 2) % 3] = radius * sine;
    DVec3::from(way)
}
