//! What is drawn of a trace: shapes and labels in space, and the words around them.

use glam::DVec3;
use serde::Serialize;

use super::captions::{block_text, hit_text, method_hit_text, plane_text, slab, title};
use super::legend::{Entry, legend};
use super::ray_part::RayPart;
use super::shapes::{Kind, Label, Layer, Shape, corner, corners, middle, side};
use super::solids::cube;
use super::view::{Subject, View, choose};
use super::{
    Block, BlockKind, MethodTrace, Plane, Solid, Trace, TracedHit, TracedMethodHit, Verdict, Visit,
};

/// How far around the place of a crossing a plane is drawn, in voxels.
const PATCH: f64 = 2.0;
/// A picture in space.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Picture {
    pub(super) title: String,
    pub(super) story: Vec<String>,
    /// When the line of the ray crosses the planes of the box.
    pub(super) slab: Vec<String>,
    pub(super) legend: Vec<Entry>,
    pub(super) view: View,
    /// What is to be in sight.
    pub(super) frame: Vec<[f64; 3]>,
    /// The middles of the voxels before which nothing may stand.
    pub(super) way: Vec<[f64; 3]>,
    pub(super) shapes: Vec<Shape>,
    /// The most important ones first.
    pub(super) labels: Vec<Label>,
}

impl Picture {
    pub(super) fn new(trace: &Trace) -> Self {
        let mut picture = Self {
            title: title(trace),
            story: trace.story.clone(),
            slab: slab(trace),
            legend: Vec::new(),
            view: View { azimuth: 0.0, elevation: 0.0 },
            frame: Vec::new(),
            way: trace.shown_way().into_iter().map(middle).collect(),
            shapes: Vec::new(),
            labels: Vec::new(),
        };
        picture.frame = frame(trace);
        picture.filled(&trace.solids);
        picture.hit(trace);
        if let Some(method) = &trace.method {
            picture.method(trace, method);
        }
        picture.ray(trace);
        picture.planes(trace);
        picture.skipped(trace);
        picture.visited(trace);
        picture.shapes.sort_by_key(|shape| shape.layer);
        picture.legend = legend(&picture.shapes);
        picture.view = view(trace);
        picture
    }

    fn add(&mut self, layer: Layer, kind: Kind, class: &'static str, voxel: [i32; 3]) {
        self.shapes.push(Shape::of_voxel(layer, kind, class, voxel));
    }

    fn label(&mut self, layer: Layer, class: &'static str, at: [f64; 3], lines: Vec<String>) {
        self.labels.push(Label { layer, class, at, lines });
    }

    fn filled(&mut self, solids: &[Solid]) {
        let solids = solids.iter().map(|s| Shape::of_box(Layer::Filled, Kind::Solid, "solid", s));
        self.shapes.extend(solids);
    }

    /// The voxel that is hit, its face and normal.
    fn hit(&mut self, trace: &Trace) {
        let Some(hit) = &trace.hit else { return };
        let passed =
            |method: &MethodTrace| method.missed.iter().any(|visit| visit.voxel == hit.voxel);
        let missed = trace.method.as_ref().is_some_and(passed);
        if trace.shown.last < trace.visited.len() {
            return;
        }
        let class = if missed { "hit missed" } else { "hit" };
        self.shapes.push(Shape::of_box(Layer::Ray, Kind::Block, class, &hit.solid));
        if let (Some(face), Some(normal)) = (hit.face, hit.normal) {
            let corners = side(&corners(&hit.solid), face.axis(), face.is_positive());
            self.shapes.push(Shape::new(Layer::Ray, Kind::Area, "hit-face", corners));
            let foot = normal_foot(trace, hit, face.axis());
            let tip = [0, 1, 2].map(|axis| foot[axis] + 1.1 * f64::from(normal[axis]));
            self.shapes.push(Shape::new(Layer::Ray, Kind::Arrow, "normal", [foot, tip]));
        }
        self.label(
            Layer::Ray,
            if missed { "main missed-label" } else { "main" },
            middle(hit.voxel),
            hit_text(hit, missed),
        );
    }

    fn planes(&mut self, trace: &Trace) {
        let ends = [trace.bounds.min, trace.bounds.max].map(|corner| corner.map(f64::from));
        let is_in_sight = (0..8).all(|index| is_near(corner(&ends, index), &self.frame));
        if is_in_sight {
            self.shapes.push(Shape::new(Layer::Planes, Kind::Wire, "box", ends));
        }
        let part = RayPart::of(trace);
        // A ray that does not meet the box is best understood by all of its planes.
        let counts = |plane: &&Plane| {
            let is_on_ray = (part.start..=part.end).contains(&plane.t);
            is_near(plane.point, &self.frame) && (is_on_ray || trace.visited.is_empty())
        };
        for plane in trace.planes.iter().filter(counts).collect::<Vec<_>>() {
            let class = if plane.enters { "enters" } else { "leaves" };
            let patch = patch(trace, plane);
            self.frame.extend(patch);
            self.label(Layer::Planes, "plane", patch[2], vec![plane_text(plane)]);
            self.shapes.push(Shape::new(Layer::Planes, Kind::Area, class, patch));
            self.shapes.push(Shape::new(Layer::Planes, Kind::Dot, class, [plane.point]));
        }
    }

    fn skipped(&mut self, trace: &Trace) {
        for block in trace.shown_blocks() {
            let class = match block.kind {
                BlockKind::Brick => "brick",
                BlockKind::Chunk => "chunk",
            };
            let ends = [block.min, block.max].map(|corner| corner.map(f64::from));
            self.shapes.push(Shape::new(Layer::Skipped, Kind::Wire, class, ends));
            // Only small: of a chunk most lies beyond the picture.
            let from = trace.visited[block.first.max(trace.shown.first) - 1];
            self.label(Layer::Skipped, "skip", middle(from.voxel), vec![block_text(block)]);
        }
    }

    fn method(&mut self, trace: &Trace, method: &MethodTrace) {
        let [start, end] = trace.shown_times();
        let shown = |t: f64| (start..=end).contains(&t);
        for visit in method.missed.iter().filter(|visit| shown(visit.t)) {
            if trace.hit.is_none_or(|hit| hit.voxel != visit.voxel) {
                self.add(Layer::Method, Kind::Block, "missed", visit.voxel);
            }
        }
        let way = trace.shown_way();
        for &voxel in method.added.iter().filter(|voxel| way.binary_search(voxel).is_ok()) {
            self.add(Layer::Method, Kind::Wire, "added", voxel);
        }
        for look in method.looks.iter().filter(|look| shown(look.t)) {
            let (kind, class) = if look.gap { (Kind::Rhombus, "gap") } else { (Kind::Dot, "look") };
            self.shapes.push(Shape::new(Layer::Method, kind, class, [look.point]));
        }
        if let Some(hit) = method.hit.filter(|hit| method.wrong && shown(hit.t)) {
            self.method_hit(&hit, method.verdict);
        }
    }

    /// The wrong voxel, or the wrong face of the right one.
    fn method_hit(&mut self, hit: &TracedMethodHit, verdict: Verdict) {
        match hit.face.filter(|_| verdict == Verdict::Face) {
            Some(face) => {
                let corners = side(&corners(&cube(hit.voxel)), face.axis(), face.is_positive());
                self.shapes.push(Shape::new(Layer::Method, Kind::Area, "method-face", corners));
            }
            None => self.add(Layer::Method, Kind::Block, "method-hit", hit.voxel),
        }
        let lines = method_hit_text(hit, verdict);
        self.label(Layer::Method, "main method-label", middle(hit.voxel), lines);
    }

    fn ray(&mut self, trace: &Trace) {
        let part = RayPart::of(trace);
        let [start, end] = [part.start, part.end].map(|t| trace.ray.point(t));
        match trace.hit {
            Some(hit) if f64::from(hit.t) < part.end => {
                self.arrow("ray", [start, hit.point]);
                self.shapes.push(Shape::new(Layer::Ray, Kind::Line, "beyond", [hit.point, end]));
            }
            _ => self.arrow("ray", [start, end]),
        }
        if part.is_whole_at_start {
            self.shapes.push(Shape::new(Layer::Ray, Kind::Dot, "start", [start]));
        }
        if part.is_whole_at_end {
            self.shapes.push(Shape::new(Layer::Ray, Kind::Dot, "end", [end]));
        }
        self.label(Layer::Ray, "end-label", start, vec![part.start_text(trace)]);
        if let Some(text) = part.end_text(trace) {
            self.label(Layer::Ray, "end-label", end, vec![text]);
        }
    }

    fn arrow(&mut self, class: &'static str, ends: [[f64; 3]; 2]) {
        self.shapes.push(Shape::new(Layer::Ray, Kind::Arrow, class, ends));
    }

    /// The visited voxels, and numbers on every one, every fifth or every tenth.
    fn visited(&mut self, trace: &Trace) {
        let visits = trace.shown_visits();
        let every = match visits.len() {
            0..=16 => 1,
            17..=60 => 5,
            _ => 10,
        };
        let (first, last) = (trace.shown.first, trace.shown.last);
        for &Visit { number, voxel, .. } in visits {
            let skipped = |block: &Block| (block.first..=block.last).contains(&number);
            let faint = trace.skipped.iter().any(skipped);
            let class = if faint { "visited faint" } else { "visited" };
            self.add(Layer::Voxels, Kind::Wire, class, voxel);
            if number % every == 0 || number == first || number == last {
                self.label(Layer::Voxels, "number", middle(voxel), vec![number.to_string()]);
            }
        }
    }
}

/// What is to be in sight: the voxels of the way, what is filled beside them, and the ray; or the box.
fn frame(trace: &Trace) -> Vec<[f64; 3]> {
    let part = RayPart::of(trace);
    let mut frame: Vec<_> = [part.start, part.end].map(|t| trace.ray.point(t)).to_vec();
    let ends = [trace.bounds.min, trace.bounds.max].map(|corner| corner.map(f64::from));
    if trace.visited.is_empty() {
        // A ray that passes far away would make a dot of the box.
        let size = (0..3).map(|axis| ends[1][axis] - ends[0][axis]).fold(1.0, f64::max);
        let is_far = |point: &[f64; 3]| {
            (0..3).any(|a| !(ends[0][a] - 4.0 * size..=ends[1][a] + 4.0 * size).contains(&point[a]))
        };
        frame.retain(|point| !is_far(point));
        frame.extend((0..8).map(|index| corner(&ends, index)));
        return frame;
    }
    let way = trace.shown_way();
    let solids = trace.solids.iter().copied();
    let boxes = way.iter().map(|&voxel| cube(voxel)).chain(solids).map(|solid| corners(&solid));
    // Blocks that are skipped do not count: around a short ray they would make it a dot.
    for ends in boxes {
        frame.extend((0..8).map(|index| corner(&ends, index)));
    }
    frame
}

/// Where the normal stands: where the ray meets the face; beside that where both are nearly one line.
fn normal_foot(trace: &Trace, hit: &TracedHit, axis: usize) -> [f64; 3] {
    let mut foot = hit.point;
    if trace.ray.direction[axis].abs() > 0.94 * trace.ray.voxels_per_t {
        let (beside, low) = ((axis + 2) % 3, f64::from(hit.voxel[(axis + 2) % 3]));
        foot[beside] += if foot[beside] > low + 0.5 { -0.35 } else { 0.35 };
    }
    foot
}

/// The same view for every method: it is chosen for what the exact walk visits, and for what is filled there.
fn view(trace: &Trace) -> View {
    let direction = DVec3::from(trace.ray.direction) / trace.ray.voxels_per_t;
    let way: Vec<_> = trace.shown_visits().iter().map(|visit| middle(visit.voxel)).collect();
    let is_beside = |solid: &&Solid| {
        let [low, _] = corners(solid);
        way.iter().any(|place| (0..3).all(|axis| (low[axis] + 0.5 - place[axis]).abs() < 1.6))
    };
    let solids: Vec<_> = trace.solids.iter().filter(is_beside).copied().collect();
    let normal = trace.hit.and_then(|hit| hit.normal).map(|n| DVec3::from(n.map(f64::from)));
    let (way, solids) = (some_of(&way, 60), some_of(&solids, 300));
    choose(&Subject { way: &way, solids: &solids, direction, normal })
}

/// About so many, evenly: some hundred views are tried.
fn some_of<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    all.iter().step_by(all.len().div_ceil(most).max(1)).copied().collect()
}

/// A part of a plane around the place where the line crosses it; of a small box its whole side.
fn patch(trace: &Trace, plane: &Plane) -> [[f64; 3]; 4] {
    let (low, high) = (trace.bounds.min.map(f64::from), trace.bounds.max.map(f64::from));
    let is_small = (0..3).all(|axis| high[axis] - low[axis] <= 2.0 * PATCH + 4.0);
    let ends = [(-1.0, low), (1.0, high)].map(|(sign, end)| {
        [0, 1, 2].map(|axis| {
            let at = plane.point[axis];
            if axis == plane.axis {
                at
            } else if is_small {
                end[axis]
            } else if (low[axis]..=high[axis]).contains(&at) {
                (at + sign * PATCH).clamp(low[axis], high[axis])
            } else {
                at + sign * PATCH
            }
        })
    });
    side(&ends, plane.axis, false)
}

/// Whether a place lies within or near what is to be in sight.
fn is_near(place: [f64; 3], frame: &[[f64; 3]]) -> bool {
    (0..3).all(|axis| {
        let along = || frame.iter().map(|point| point[axis]);
        let low = along().fold(f64::INFINITY, f64::min);
        let high = along().fold(f64::NEG_INFINITY, f64::max);
        (low - 0.6..=high + 0.6).contains(&place[axis])
    })
}
