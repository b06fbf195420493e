//! What stands in the room: the plan of `demo:room` as boxes in 1/256 of its size.

use super::hash::{Field, Stream};
use super::room::{PLAN, Part};
use super::spec::named;
use crate::aabb::GridBox;
use crate::palette::Palette;

const PLASTER: u16 = 2;
const CEILING: u16 = 3;
const SKIRTING: u16 = 4;
const FIRST_PLANK: u16 = 5;
const FRAME: u16 = 8;
const CURTAIN: u16 = 9;
const RUG: u16 = 10;
const RUG_BORDER: u16 = 11;
const WALNUT: u16 = 12;
const OAK: u16 = 13;
const SOFA: u16 = 14;
const CUSHION: u16 = 15;
const BRASS: u16 = 16;
const SHADE: u16 = 17;
const POT: u16 = 18;
const LEAF: u16 = 19;
const CANVAS: u16 = 20;
const SUNSET: u16 = 21;
const SEA: u16 = 22;
const CHINA: u16 = 23;
const DOOR: u16 = 24;
const FIRST_BOOK: u16 = 25;
const BOOKS: [[u8; 3]; 6] =
    [[158, 52, 48], [40, 84, 116], [204, 152, 60], [64, 104, 72], [222, 212, 190], [92, 60, 96]];

/// Names and colours.
pub(super) fn palette() -> Palette {
    let mut entries = vec![
        (PLASTER, "plaster", [226, 216, 198]),
        (CEILING, "ceiling", [240, 238, 232]),
        (SKIRTING, "skirting", [244, 240, 230]),
        (FIRST_PLANK, "light plank", [186, 140, 92]),
        (FIRST_PLANK + 1, "plank", [170, 122, 78]),
        (FIRST_PLANK + 2, "dark plank", [152, 108, 68]),
        (FRAME, "window frame", [248, 246, 240]),
        (CURTAIN, "curtain", [196, 96, 76]),
        (RUG, "rug", [60, 92, 116]),
        (RUG_BORDER, "rug border", [222, 200, 156]),
        (WALNUT, "walnut", [104, 70, 48]),
        (OAK, "oak", [196, 152, 100]),
        (SOFA, "sofa", [92, 124, 112]),
        (CUSHION, "cushion", [226, 172, 84]),
        (BRASS, "brass", [206, 166, 92]),
        (SHADE, "lamp shade", [250, 236, 200]),
        (POT, "pot", [190, 104, 72]),
        (LEAF, "leaf", [82, 138, 66]),
        (CANVAS, "canvas", [236, 226, 206]),
        (SUNSET, "sunset", [226, 138, 84]),
        (SEA, "sea", [64, 110, 142]),
        (CHINA, "china", [232, 236, 240]),
        (DOOR, "door", [150, 106, 70]),
    ];
    entries.extend((FIRST_BOOK..).zip(BOOKS).map(|(number, color)| (number, "book", color)));
    named(&entries)
}

/// The parts, in the order in which they are put.
pub(super) fn plan(seed: u64) -> Vec<Part> {
    let draws = Field::new(seed, 40);
    let mut plan = Plan(Vec::new());
    plan.shell();
    plan.planks(draws.stream([0; 3]));
    plan.window();
    plan.door();
    plan.table();
    plan.bookshelf(draws.stream([1; 3]));
    plan.sofa();
    plan.lamps();
    plan.plant(draws.stream([2; 3]));
    plan.sideboard();
    plan.pictures();
    plan.0
}

struct Plan(Vec<Part>);

impl Plan {
    /// Puts a box.
    fn put(&mut self, material: u16, min: [i32; 3], max: [i32; 3]) {
        self.0.push(Part { shape: GridBox { min, max }, material });
    }

    /// Walls, floor and ceiling, 4 thick, and the skirting.
    fn shell(&mut self) {
        let [x, y, z] = PLAN;
        self.put(PLASTER, [0; 3], PLAN);
        self.put(CEILING, [0, 0, z - 4], PLAN);
        self.put(SKIRTING, [4, 4, 4], [x - 4, y - 4, 9]);
        self.put(0, [5, 5, 4], [x - 5, y - 5, 9]);
        self.put(0, [4, 4, 9], [x - 4, y - 4, z - 4]);
    }

    /// Boards of 8 along x, joined here and there.
    fn planks(&mut self, mut draw: Stream) {
        for y in (4..252).step_by(8) {
            let mut x = 4;
            while x < 252 {
                let end = (x + 40 + draw.below(60)).min(252);
                let tint = FIRST_PLANK + u16::try_from(draw.below(3)).unwrap_or(0);
                self.put(tint, [x, y, 0], [end, (y + 8).min(252), 4]);
                x = end;
            }
        }
    }

    /// The opening in the wall at the far end of x, its frame and curtains.
    fn window(&mut self) {
        self.put(FRAME, [250, 76, 30], [256, 180, 84]);
        self.put(0, [250, 80, 34], [256, 176, 80]);
        self.put(FRAME, [253, 126, 34], [255, 130, 80]);
        self.put(FRAME, [253, 80, 62], [255, 176, 65]);
        self.put(FRAME, [244, 72, 28], [253, 184, 31]);
        self.put(BRASS, [245, 56, 87], [247, 200, 89]);
        for k in 0..5 {
            let depth = if k % 2 == 0 { 246 } else { 244 };
            for y in [58 + 4 * k, 178 + 4 * k] {
                self.put(CURTAIN, [depth, y, 6], [depth + 3, y + 4, 88]);
            }
        }
    }

    /// Behind the usual point of view, in the wall at the near end of x.
    fn door(&mut self) {
        self.put(FRAME, [3, 96, 4], [5, 144, 78]);
        self.put(DOOR, [2, 100, 4], [5, 140, 75]);
        self.put(0, [4, 104, 10], [5, 136, 38]);
        self.put(0, [4, 104, 44], [5, 136, 70]);
        self.put(BRASS, [5, 134, 40], [8, 137, 42]);
    }

    fn table(&mut self) {
        self.put(RUG_BORDER, [92, 78, 4], [204, 178, 5]);
        self.put(RUG, [96, 82, 4], [200, 174, 5]);
        self.put(RUG_BORDER, [104, 90, 4], [192, 166, 5]);
        self.put(RUG, [106, 92, 4], [190, 164, 5]);
        self.put(OAK, [116, 100, 31], [180, 156, 34]);
        for (x, y) in [(119, 103), (119, 149), (173, 103), (173, 149)] {
            self.put(OAK, [x, y, 4], [x + 4, y + 4, 31]);
        }
        self.chair([128, 84], [0, -1]);
        self.chair([154, 84], [0, -1]);
        self.chair([128, 156], [0, 1]);
        self.chair([154, 156], [0, 1]);
        self.put(CHINA, [142, 122, 34], [152, 132, 36]);
        self.put(CHINA, [140, 120, 36], [154, 134, 39]);
        self.put(0, [142, 122, 37], [152, 132, 39]);
        self.put(SUNSET, [143, 123, 37], [147, 127, 41]);
        self.put(CUSHION, [147, 126, 37], [151, 130, 41]);
        self.put(LEAF, [144, 128, 37], [147, 131, 40]);
        self.put(FIRST_BOOK + 1, [164, 108, 34], [175, 116, 36]);
        self.put(FIRST_BOOK, [165, 109, 36], [174, 116, 38]);
        self.put(CHINA, [124, 138, 34], [129, 143, 39]);
        self.put(0, [125, 139, 36], [128, 142, 39]);
    }

    /// A chair at a corner of its seat, the back on the side that `back` points to.
    fn chair(&mut self, [x, y]: [i32; 2], back: [i32; 2]) {
        for (dx, dy) in [(0, 0), (13, 0), (0, 13), (13, 13)] {
            self.put(WALNUT, [x + dx, y + dy, 4], [x + dx + 3, y + dy + 3, 20]);
        }
        self.put(WALNUT, [x, y, 20], [x + 16, y + 16, 22]);
        self.put(CUSHION, [x + 1, y + 1, 22], [x + 15, y + 15, 23]);
        let behind = if back[1] < 0 { y } else { y + 14 };
        self.put(WALNUT, [x, behind, 22], [x + 2, behind + 2, 44]);
        self.put(WALNUT, [x + 14, behind, 22], [x + 16, behind + 2, 44]);
        for z in [28, 35, 41] {
            self.put(WALNUT, [x, behind, z], [x + 16, behind + 2, z + 3]);
        }
    }

    /// Along the wall at the far end of y, with books of many colours.
    fn bookshelf(&mut self, mut draw: Stream) {
        self.put(WALNUT, [20, 236, 4], [112, 252, 84]);
        for shelf in 0..5 {
            let floor = 6 + 16 * shelf;
            for bay in 0..2 {
                let (start, end) = (22 + 45 * bay, 65 + 45 * bay);
                self.put(0, [start, 236, floor], [end, 250, floor + 14]);
                self.books(&mut draw, [start, end], floor);
            }
        }
    }

    fn books(&mut self, draw: &mut Stream, [start, end]: [i32; 2], floor: i32) {
        let mut x = start;
        while x + 4 < end - draw.below(10) {
            let (width, height) = (2 + draw.below(3), 8 + draw.below(5));
            let color = FIRST_BOOK + u16::try_from(draw.below(6)).unwrap_or(0);
            let front = 238 + draw.below(3);
            self.put(color, [x, front, floor], [x + width, 250, floor + height]);
            x += width;
        }
    }

    fn sofa(&mut self) {
        self.put(SOFA, [132, 216, 8], [222, 248, 20]);
        self.put(SOFA, [132, 240, 20], [222, 250, 42]);
        self.put(SOFA, [126, 216, 8], [134, 250, 30]);
        self.put(SOFA, [220, 216, 8], [228, 250, 30]);
        self.put(SOFA, [135, 214, 20], [176, 240, 24]);
        self.put(SOFA, [178, 214, 20], [219, 240, 24]);
        for (x, y) in [(128, 218), (222, 218), (128, 244), (222, 244)] {
            self.put(WALNUT, [x, y, 4], [x + 4, y + 4, 8]);
        }
        self.put(CUSHION, [138, 232, 24], [154, 240, 38]);
        self.put(CURTAIN, [202, 232, 24], [217, 240, 37]);
    }

    /// One stands in the corner, one hangs over the table.
    fn lamps(&mut self) {
        self.put(BRASS, [234, 232, 4], [246, 244, 6]);
        self.put(BRASS, [239, 237, 6], [241, 239, 58]);
        self.put(SHADE, [230, 228, 56], [250, 248, 74]);
        self.put(0, [232, 230, 56], [248, 246, 73]);
        self.put(BRASS, [147, 127, 76], [149, 129, 92]);
        self.put(SHADE, [136, 116, 66], [160, 140, 76]);
        self.put(0, [138, 118, 66], [158, 138, 74]);
    }

    fn plant(&mut self, mut draw: Stream) {
        self.put(POT, [224, 30, 4], [242, 48, 20]);
        self.put(WALNUT, [226, 32, 18], [240, 46, 20]);
        self.put(WALNUT, [232, 38, 20], [234, 40, 44]);
        for _ in 0..64 {
            let [x, y] = [0; 2].map(|_| draw.below(24) + draw.below(12));
            let z = 30 + draw.below(20) + draw.below(16);
            let [dx, dy] = [0; 2].map(|_| 2 + draw.below(5));
            let low = [215 + x, 20 + y, z];
            self.put(LEAF, low, [(low[0] + dx).min(251), low[1] + dy, z + 1 + draw.below(2)]);
        }
    }

    /// Along the wall at the near end of y.
    fn sideboard(&mut self) {
        self.put(WALNUT, [104, 5, 8], [200, 26, 34]);
        self.put(OAK, [102, 5, 34], [202, 28, 36]);
        for (k, x) in [106, 138, 170].into_iter().enumerate() {
            self.put(OAK, [x, 25, 10], [x + 28, 27, 32]);
            let handle = if k == 0 { x + 24 } else { x + 3 };
            self.put(BRASS, [handle, 27, 19], [handle + 1, 28, 24]);
        }
        for x in [106, 194] {
            self.put(BRASS, [x, 8, 4], [x + 3, 24, 8]);
        }
        self.put(CHINA, [182, 12, 36], [190, 20, 48]);
        self.put(LEAF, [178, 8, 48], [194, 24, 54]);
        self.put(CURTAIN, [180, 10, 52], [192, 22, 56]);
        self.put(FIRST_BOOK + 2, [140, 12, 36], [158, 22, 39]);
    }

    fn pictures(&mut self) {
        self.put(WALNUT, [146, 250, 50], [208, 252, 82]);
        self.put(CANVAS, [148, 250, 52], [206, 251, 80]);
        self.put(SEA, [150, 250, 54], [204, 251, 64]);
        self.put(SUNSET, [150, 250, 64], [204, 251, 78]);
        self.put(CUSHION, [172, 250, 64], [184, 251, 72]);
        self.put(WALNUT, [134, 4, 48], [172, 6, 80]);
        self.put(CANVAS, [136, 5, 50], [170, 6, 78]);
        self.put(LEAF, [146, 5, 54], [160, 6, 66]);
        self.put(SUNSET, [150, 5, 66], [156, 6, 74]);
    }
}
