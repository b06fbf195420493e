//! Where labels go: beside what they name, and never over one another.
//!
//! Greedy, in the order of importance: for each label the nearest free place around its anchor. Where there is none near,
//! numbers and names of blocks are left out; the others then stand farther off, with a line that leads to them.

use glam::DVec2;

use super::frame::Rect;
use super::shapes::Label;

/// Directions in which a place is looked for, in degrees, the best first: above, to the sides, below.
const BEARINGS: [f64; 16] = [
    -60.0, -120.0, -90.0, -30.0, -150.0, 0.0, 180.0, 60.0, 120.0, 90.0, 30.0, 150.0, -75.0, -105.0,
    -15.0, -165.0,
];

/// How far from its anchor a number may stand, the name of a block, and another label, in pixels.
const OF_NUMBERS: [f64; 3] = [7.0, 12.0, 18.0];
const OF_BLOCKS: [f64; 3] = [26.0, 36.0, 48.0];
const REACHES: [f64; 8] = [26.0, 44.0, 66.0, 92.0, 124.0, 162.0, 208.0, 260.0];

/// What is taken on the paper.
#[derive(Debug)]
pub(super) struct Places {
    paper: Rect,
    /// Labels, and what no label may cover.
    taken: Vec<Rect>,
    /// What only small labels may cover.
    scenery: Vec<Rect>,
}

impl Places {
    pub(super) fn new(paper: Rect) -> Self {
        Self { paper, taken: Vec::new(), scenery: Vec::new() }
    }

    /// Keeps labels off a place.
    pub(super) fn keep_free(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Keeps all but the small labels off a place.
    pub(super) fn keep_in_sight(&mut self, rect: Rect) {
        self.scenery.push(rect);
    }

    /// Keeps labels off a line.
    pub(super) fn keep_line_free(&mut self, from: DVec2, to: DVec2) {
        let length = from.distance(to);
        let mut along = 0.0;
        while along <= length.min(4000.0) {
            let at = from + (to - from) * (along / length.max(1e-9));
            self.taken.push(Rect::around(at, DVec2::splat(6.0)));
            along += 5.0;
        }
    }

    /// A free place for a label of this size near its anchor; it is taken then.
    pub(super) fn find(&mut self, anchor: DVec2, size: DVec2, label: &Label) -> Option<Rect> {
        let is_small = label.is_small();
        let reaches: &[f64] = match label.class {
            "number" => &OF_NUMBERS,
            "skip" => &OF_BLOCKS,
            _ => &REACHES,
        };
        let tried = reaches.iter().flat_map(|&reach| {
            BEARINGS.iter().map(move |bearing| beside(anchor, size, reach, *bearing))
        });
        let found = tried.into_iter().find(|rect| self.is_free(rect, is_small))?;
        self.taken.push(found);
        Some(found)
    }

    fn is_free(&self, rect: &Rect, is_small: bool) -> bool {
        let clear = |others: &[Rect]| !others.iter().any(|other| other.meets(rect));
        self.paper.holds(rect) && clear(&self.taken) && (is_small || clear(&self.scenery))
    }
}

/// The rectangle whose edge is about `reach` from the anchor.
fn beside(anchor: DVec2, size: DVec2, reach: f64, bearing: f64) -> Rect {
    let (sin, cos) = bearing.to_radians().sin_cos();
    let way = DVec2::new(cos, sin);
    Rect::around(anchor + way * (size / 2.0 + DVec2::splat(reach)), size)
}
