//! Shapes in space as elements of SVG.
//!
//! Filled boxes are painted from the farthest to the nearest; those that would hide the way are painted after them, faint.
//! All else lies on top, layer by layer, so that nothing that is told of is out of sight.

use std::collections::HashSet;
use std::fmt::Write;

use glam::DVec2;

use super::Solid;
use super::frame::Frame;
use super::picture::Picture;
use super::shapes::{EDGES, Kind, Layer, Shape, corner, corners, side};

/// The radius of a dot, in pixels.
const DOT: f64 = 4.2;
/// How long and how wide the head of an arrow is, in pixels.
const HEAD: [f64; 2] = [13.0, 4.5];
/// The classes of the sides of a box, by axis.
const SIDES: [&str; 3] = ["side-x", "side-y", "top"];

/// All shapes of a picture, in groups: one per layer.
pub(super) fn shapes(picture: &Picture, frame: &Frame) -> String {
    let mut svg = String::new();
    for layer in Layer::ALL {
        let own = || picture.shapes.iter().filter(move |shape| shape.layer == layer);
        let _ = writeln!(svg, "<g class=\"layer-{}\">", layer.name());
        let solids: Vec<_> = own().filter(|shape| shape.kind == Kind::Solid).collect();
        svg += &all_solids(&solids, &picture.way, frame);
        own().for_each(|shape| svg += &one(shape, frame));
        svg += "</g>\n";
    }
    svg
}

/// A shape by itself; nothing for those that are painted together.
fn one(shape: &Shape, frame: &Frame) -> String {
    let class = shape.class;
    let points: Vec<_> = shape.points.iter().map(|&point| frame.place(point)).collect();
    match shape.kind {
        Kind::Solid => String::new(),
        Kind::Block => block(&shape.points, class, frame, |_| true),
        Kind::Wire => path(class, &wire(&shape.points, frame)),
        Kind::Area => path(class, &outline(&points)),
        Kind::Line => path(class, &line(&points)),
        Kind::Arrow => arrow(class, points[0], points[1]),
        Kind::Dot => dot(class, points[0]),
        Kind::Rhombus => path(class, &rhombus(points[0])),
    }
}

pub(super) fn dot(class: &str, at: DVec2) -> String {
    format!("<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{DOT}\"/>\n", at.x, at.y)
}

pub(super) fn path(class: &str, d: &str) -> String {
    format!("<path class=\"{class}\" d=\"{d}\"/>\n")
}

pub(super) fn line(points: &[DVec2]) -> String {
    let mut d = String::new();
    for (index, point) in points.iter().enumerate() {
        let _ = write!(d, "{}{:.1} {:.1}", if index == 0 { "M" } else { "L" }, point.x, point.y);
    }
    d
}

pub(super) fn outline(points: &[DVec2]) -> String {
    line(points) + "Z"
}

pub(super) fn rhombus(at: DVec2) -> String {
    let r = DOT * 1.35;
    outline(&[[0.0, -r], [r, 0.0], [0.0, r], [-r, 0.0]].map(|offset| at + DVec2::from(offset)))
}

/// A line with a head at its end; one that points at the reader has none.
pub(super) fn arrow(class: &str, from: DVec2, to: DVec2) -> String {
    let shaft = path(class, &line(&[from, to]));
    let Some(along) = (to - from).try_normalize() else { return shaft };
    let [length, width] = HEAD;
    let (back, across) = (to - along * length, along.perp() * width);
    shaft + &path(&format!("{class} head"), &outline(&[to, back + across, back - across]))
}

fn wire(ends: &[[f64; 3]], frame: &Frame) -> String {
    let place = |index: usize| frame.place(corner(ends, index));
    EDGES.iter().map(|&[a, b]| line(&[place(a), place(b)])).collect()
}

/// The sides of a box that are seen, and for which `shows` holds.
fn block(ends: &[[f64; 3]], class: &str, frame: &Frame, shows: impl Fn(usize) -> bool) -> String {
    let visible = (0..3).filter(|&axis| shows(axis)).map(|axis| {
        let points = side(ends, axis, frame.axes.eye[axis] > 0.0).map(|point| frame.place(point));
        path(&format!("{class} {}", SIDES[axis]), &outline(&points))
    });
    visible.collect()
}

/// Filled boxes, the farthest first; then those that would hide the way.
fn all_solids(shapes: &[&Shape], way: &[[f64; 3]], frame: &Frame) -> String {
    let solid = |shape: &&&Shape| {
        let [[x0, y0, z0], [x1, y1, z1]] = [shape.points[0], shape.points[1]];
        Solid([x0, y0, z0, x1, y1, z1])
    };
    let mut sorted: Vec<_> = shapes.iter().map(|shape| solid(&shape)).collect();
    let depth = |solid: &Solid| {
        let [low, high] = corners(solid);
        frame.axes.depth([0, 1, 2].map(|axis| f64::midpoint(low[axis], high[axis])))
    };
    sorted.sort_by(|a, b| depth(a).total_cmp(&depth(b)));
    let (before, behind): (Vec<_>, Vec<_>) =
        sorted.into_iter().partition(|solid| frame.axes.hides(solid, way));
    painted(&behind, "solid", frame) + &painted(&before, "ghost", frame)
}

/// Boxes in this order, without the sides that another of them covers.
fn painted(solids: &[Solid], class: &str, frame: &Frame) -> String {
    let sides: HashSet<_> = solids
        .iter()
        .flat_map(|solid| (0..3).map(|axis| side_key(solid, axis, frame.axes.eye[axis] <= 0.0)))
        .collect();
    let boxes = solids.iter().map(|solid| {
        let covered =
            |axis: usize| sides.contains(&side_key(solid, axis, frame.axes.eye[axis] > 0.0));
        block(&corners(solid), class, frame, |axis| !covered(axis))
    });
    boxes.collect()
}

/// Where a side of a box is, and how large: equal for two boxes that touch with the whole of a side.
fn side_key(solid: &Solid, axis: usize, high: bool) -> (usize, [u64; 12]) {
    let points = side(&corners(solid), axis, high);
    let mut key = [0; 12];
    for (to, from) in key.iter_mut().zip(points.as_flattened()) {
        // Adding 0.0: -0.0 and 0.0 are one place.
        *to = (from + 0.0).to_bits();
    }
    (axis, key)
}
