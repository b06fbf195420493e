//! Value noise: random numbers on a lattice, blended smoothly between (Perlin's course notes call it so; the blend is the
//! cubic 3 f^2 - 2 f^3), and sums of octaves of it (fractal Brownian motion, Mandelbrot and Van Ness, 1968).
//!
//! Only sums and products of `f32`, never fused, in a fixed order: the same bits on every machine.

use super::hash::{Field, unit};

/// One octave of noise in [0, amplitude).
#[derive(Debug, Clone, Copy)]
struct Octave {
    field: Field,
    /// Voxels from one lattice point to the next.
    cell: i32,
    amplitude: f32,
}

/// A sum of octaves, each of half the cell and half the amplitude of the one before; values lie in [0, 1).
#[derive(Debug, Clone)]
pub(super) struct Noise(Vec<Octave>);

impl Noise {
    /// `count` octaves, the first with this cell (in voxels).
    pub(super) fn new(seed: u64, purpose: u64, first_cell: i32, count: i32) -> Self {
        let total: f32 = (0..count).map(halved).sum();
        let octave = |index: i32| Octave {
            field: Field::new(seed, purpose + (index.unsigned_abs() as u64) * 0x1_0000),
            cell: (first_cell >> index).max(1),
            amplitude: halved(index) / total,
        };
        Self((0..count).map(octave).collect())
    }

    /// The values along x from `from` on, one for each entry of `row`.
    pub(super) fn row(&self, from: [i32; 3], row: &mut [f32]) {
        row.fill(0.0);
        for octave in &self.0 {
            octave.add_row(from, row);
        }
    }

    /// The value at one place.
    pub(super) fn at(&self, place: [i32; 3]) -> f32 {
        let mut row = [0.0];
        self.row(place, &mut row);
        row[0]
    }
}

/// 2^-index.
fn halved(index: i32) -> f32 {
    1.0 / (1_u64 << index) as f32
}

impl Octave {
    fn add_row(&self, from: [i32; 3], row: &mut [f32]) {
        let (mut lattice_x, mut step) =
            (from[0].div_euclid(self.cell), from[0].rem_euclid(self.cell));
        let mut left = self.pillar(lattice_x, from);
        let mut rest = row;
        let scale = 1.0 / self.cell as f32;
        while !rest.is_empty() {
            let right = self.pillar(lattice_x + 1, from);
            let count = rest.len().min((self.cell - step).unsigned_abs() as usize);
            let (part, later) = rest.split_at_mut(count);
            for (value, k) in part.iter_mut().zip(step..) {
                *value += blend(left, right, smooth(k as f32 * scale)) * self.amplitude;
            }
            (left, rest, lattice_x, step) = (right, later, lattice_x + 1, 0);
        }
    }

    /// The value at a lattice plane in x, blended along y and z.
    fn pillar(&self, lattice_x: i32, [_, y, z]: [i32; 3]) -> f32 {
        let (ly, fy) = self.place(y);
        let (lz, fz) = self.place(z);
        let value = |dy: i32, dz: i32| unit(self.field.at([lattice_x, ly + dy, lz + dz]));
        let layer = |dz: i32| blend(value(0, dz), value(1, dz), fy);
        // On a lattice plane the other layer has no weight: noise in two dimensions costs half.
        if fz == 0.0 { layer(0) } else { blend(layer(0), layer(1), fz) }
    }

    /// The lattice point below, and the weight of the one above.
    fn place(&self, k: i32) -> (i32, f32) {
        let within = k.rem_euclid(self.cell) as f32 / self.cell as f32;
        (k.div_euclid(self.cell), smooth(within))
    }
}

#[inline]
fn blend(low: f32, high: f32, weight: f32) -> f32 {
    low + (high - low) * weight
}

#[inline]
fn smooth(f: f32) -> f32 {
    f * f * (3.0 - 2.0 * f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_equals_single_values() {
        let noise = Noise::new(5, 1, 32, 4);
        let mut row = [0.0; 77];
        noise.row([-40, 7, 13], &mut row);
        for (x, value) in (-40..).zip(row) {
            assert_eq!(value.to_bits(), noise.at([x, 7, 13]).to_bits(), "at x = {x}");
        }
    }

    #[test]
    fn values_stay_in_range_and_change_slowly() {
        let noise = Noise::new(9, 1, 64, 1);
        let mut row = [0.0; 4096];
        noise.row([0, 3, 9], &mut row);
        assert!(row.iter().all(|value| (0.0..1.0).contains(value)), "a share of one amplitude");
        let steepest = row.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(steepest <= 1.5 / 64.0 + 1e-6, "the slope of the cubic blend: {steepest}");
    }
}
