//! What the marks of a picture mean: only those that are in it.

use serde::Serialize;

use super::shapes::{Kind, Layer, Shape};

/// A mark and its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Entry {
    pub(super) layer: Layer,
    pub(super) kind: Kind,
    pub(super) class: &'static str,
    pub(super) text: &'static str,
}

const fn entry(layer: Layer, kind: Kind, class: &'static str, text: &'static str) -> Entry {
    Entry { layer, kind, class, text }
}

const ENTRIES: [Entry; 17] = [
    entry(Layer::Ray, Kind::Arrow, "ray", "ray"),
    entry(Layer::Voxels, Kind::Wire, "visited", "visited voxel"),
    entry(Layer::Voxels, Kind::Wire, "visited faint", "visited in an empty block"),
    entry(Layer::Ray, Kind::Block, "hit", "voxel hit"),
    entry(Layer::Ray, Kind::Block, "hit missed", "voxel hit, but missed by the method"),
    entry(Layer::Ray, Kind::Arrow, "normal", "normal of its face"),
    entry(Layer::Method, Kind::Block, "missed", "visited, never tested"),
    entry(Layer::Method, Kind::Wire, "added", "tested, not visited"),
    entry(Layer::Method, Kind::Block, "method-hit", "what the method hits"),
    entry(Layer::Method, Kind::Dot, "look", "test of the method"),
    entry(Layer::Method, Kind::Rhombus, "gap", "gap-filling test"),
    entry(Layer::Filled, Kind::Solid, "solid", "filled voxel"),
    entry(Layer::Skipped, Kind::Wire, "brick", "empty brick, skipped"),
    entry(Layer::Skipped, Kind::Wire, "chunk", "empty chunk, skipped"),
    entry(Layer::Planes, Kind::Area, "enters", "plane of entry"),
    entry(Layer::Planes, Kind::Area, "leaves", "plane of exit"),
    entry(Layer::Planes, Kind::Wire, "box", "box of the scene"),
];

/// The marks that these shapes use.
pub(super) fn legend(shapes: &[Shape]) -> Vec<Entry> {
    let is_used = |entry: &Entry| {
        shapes.iter().any(|shape| shape.class == entry.class && shape.kind == entry.kind)
    };
    ENTRIES.into_iter().filter(is_used).collect()
}
