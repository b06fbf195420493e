//! From the directions of a file to axes of the grid.
//!
//! A grid is never turned, so each index is laid along the axis of the world that it runs along most, forwards or
//! backwards; of the six ways to do so the one counts that fits all three best. Where the file's directions lie between
//! the axes, the volume is turned by that much about its middle, and the report says by how many degrees.

use super::frame::Frame;
use crate::error::{Error, Result};
use crate::io::axes::Axes;
use crate::space::Transform;

/// The ways to lay three indices along three axes.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
/// Directions written with few digits are not oblique.
const STRAIGHT_DEGREES: f64 = 0.01;
/// Below this share of a box the three directions enclose no volume to speak of.
const FLAT: f64 = 1e-6;

/// Where a volume comes to lie.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub(super) axes: Axes,
    pub(super) transform: Transform,
    /// How that follows from the file, in words.
    pub(super) words: String,
}

/// Lays a volume of these sizes along the axes.
///
/// # Errors
/// Where the directions span no space.
pub(super) fn place(frame: &Frame, sizes: [u64; 3]) -> Result<Place> {
    let steps = frame.steps.map(|step| frame.world.turn(step));
    let lengths = steps.map(length);
    check(steps, lengths)?;
    let fit = |order: &[usize; 3]| -> f64 { (0..3).map(|i| cosine(steps[i], order[i])).sum() };
    // Of equal ones the first, which keeps indices in their order.
    let order = ORDERS
        .iter()
        .fold(ORDERS[0], |best, order| if fit(order) > fit(&best) + 1e-9 { *order } else { best });
    let degrees = (0..3).map(|i| cosine(steps[i], order[i]).min(1.0).acos().to_degrees());
    let degrees = degrees.fold(0.0, f64::max);
    let is_straight = degrees < STRAIGHT_DEGREES;
    let flipped = [0, 1, 2].map(|i| steps[i][order[i]] < 0.0);
    let metres = frame.metres.unwrap_or(1.0);
    let (mut voxel_size, mut origin) = ([1.0; 3], [0.0; 3]);
    for i in 0..3 {
        let axis = order[i];
        voxel_size[axis] = lengths[i] * metres;
        if let Some(first) = frame.first {
            let first = frame.world.turn(first);
            let reach = lengths[i] * last_index(sizes[i]);
            let low = match (is_straight, flipped[i]) {
                (true, false) => first[axis],
                (true, true) => first[axis] - reach,
                (false, _) => middle(first, steps, sizes)[axis] - reach / 2.0,
            };
            origin[axis] = (low - lengths[i] / 2.0) * metres;
        }
    }
    let axes = Axes::new(order, flipped);
    let words = describe(frame, &axes, (!is_straight).then_some(degrees));
    Ok(Place { axes, transform: Transform::new(origin, voxel_size)?, words })
}

fn check(steps: [[f64; 3]; 3], lengths: [f64; 3]) -> Result<()> {
    let [a, b, c] = steps;
    let across = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    let volume: f64 = (0..3).map(|axis| a[axis] * across[axis]).sum();
    let share = volume.abs() / lengths.iter().product::<f64>();
    // Written so that a share that is no number is refused too.
    if share > FLAT && lengths.iter().all(|length| length.is_finite()) {
        return Ok(());
    }
    Err(Error::input(format!(
        "its directions and spacings span no space: from a voxel to the next the three indices go {a:?}, {b:?}, {c:?}; correct its header"
    )))
}

fn length(step: [f64; 3]) -> f64 {
    match step {
        // Exact, where a root of a square may not be.
        [x, 0.0, 0.0] => x.abs(),
        [0.0, y, 0.0] => y.abs(),
        [0.0, 0.0, z] => z.abs(),
        [x, y, z] => x.hypot(y).hypot(z),
    }
}

/// How nearly a step runs along an axis, whichever way.
fn cosine(step: [f64; 3], axis: usize) -> f64 {
    step[axis].abs() / length(step)
}

/// The middle of the volume.
fn middle(first: [f64; 3], steps: [[f64; 3]; 3], sizes: [u64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| {
        let half = (0..3).map(|i| steps[i][axis] * last_index(sizes[i]) / 2.0);
        first[axis] + half.sum::<f64>()
    })
}

#[allow(clippy::cast_precision_loss, reason = "sides are at most 2^17")]
fn last_index(size: u64) -> f64 {
    size.saturating_sub(1) as f64
}

fn describe(frame: &Frame, axes: &Axes, oblique: Option<f64>) -> String {
    let units = match frame.metres {
        Some(metres) => format!("units of {metres} m, which the file states, made metres"),
        None => "units as in the file, which states none".into(),
    };
    let place = match frame.first {
        Some(_) => "the middle of the first voxel where the file says",
        None => "the lower corner at 0, as the file says no place",
    };
    let oblique = oblique.map(|degrees| {
        format!("; its oblique directions laid along the nearest axes, {degrees:.2} degrees off, about its middle")
    });
    format!(
        "{}; its indices, the fastest first, count {axes}; z up, nothing mirrored; {place}; {units}{}",
        frame.world.describe(),
        oblique.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::super::frame::{LPS, RAS, World};
    use super::*;

    fn straight(world: World, steps: [[f64; 3]; 3]) -> Place {
        let frame = Frame { world, steps, first: Some([10.0, 20.0, 30.0]), metres: None };
        place(&frame, [5, 7, 11]).expect("it spans space")
    }

    #[test]
    fn a_volume_to_the_left_and_back_is_turned_not_mirrored() {
        let steps = [[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.0]];
        let turned = straight(LPS, steps);
        assert_eq!(turned.axes.to_string(), "-x-yz", "both run backwards: half a turn about z");
        // The first voxel's middle is at x = -10, and four more lie at lower x.
        assert_eq!(
            turned.transform.origin,
            [-10.0 - 8.0 - 1.0, -20.0 - 18.0 - 1.5, 28.0],
            "corner"
        );
        let kept = straight(RAS, steps);
        assert_eq!(kept.axes.to_string(), "xyz", "as it is");
        assert_eq!(kept.transform.origin, [9.0, 18.5, 28.0], "half a voxel before the first");
    }

    #[test]
    fn indices_in_another_order_are_laid_where_they_run() {
        // A sagittal volume: anterior, superior, right.
        let steps = [[0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [3.0, 0.0, 0.0]];
        let placed = straight(RAS, steps);
        assert_eq!(placed.axes.order(), [1, 2, 0], "y, z, x");
        assert_eq!(placed.transform.voxel_size, [3.0, 1.0, 2.0], "each along its axis");
    }

    #[test]
    fn oblique_directions_are_said_and_keep_the_middle() {
        let (sine, cosine) = 0.1_f64.sin_cos();
        let steps = [[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]];
        let placed = straight(World::Unnamed, steps);
        assert!(placed.words.contains("5.73 degrees off"), "{}", placed.words);
        let middle = middle([10.0, 20.0, 30.0], steps, [5, 7, 11]);
        for axis in 0..3 {
            let side = [5.0, 7.0, 11.0][axis];
            let found = placed.transform.origin[axis] + side / 2.0;
            assert!((found - middle[axis]).abs() < 1e-12, "axis {axis}: {found} of {middle:?}");
        }
    }

    #[test]
    fn directions_that_span_no_space_are_refused() {
        let x = [1.0, 0.0, 0.0];
        let y = [0.0, 1.0, 0.0];
        for steps in
            [[x, x, y], [x, y, [0.0; 3]], [x, y, [f64::NAN; 3]], [x, y, [f64::INFINITY; 3]]]
        {
            let frame = Frame { world: World::Unnamed, steps, first: None, metres: None };
            let error = place(&frame, [5; 3]).expect_err("flat").to_string();
            assert!(error.contains("span no space"), "{error}");
        }
    }
}
