//! The shapes of blocks, from the properties of their states.
//!
//! Boxes are made as the game has them, y up, in sixteenths, for blocks that face north (-z), and turned about y to
//! where the block faces; [`YUp`] then turns them to z up. So nothing is mirrored, and facing turns with the axes.

use super::state::BlockState;
use crate::blocks::{BlockBox, BlockShape, YUp};

/// A box in sixteenths of a block, y up: its low and its high corner.
pub(super) type Box16 = [[u8; 3]; 2];

/// What decides the shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ShapeRule {
    Full,
    /// By `type`: bottom, top, double.
    Slab,
    /// By `facing`, `half` and `shape`.
    Stairs,
    /// By `north`, `east`, `south`, `west`.
    Fence,
    /// As a fence, with `up`, and `low` or `tall` in place of true.
    Wall,
    /// By `north`, `east`, `south`, `west`.
    Pane,
    /// By `facing` and `open`.
    Gate,
    /// By `facing`, `hinge` and `open`.
    Door,
    /// By `facing`, `half` and `open`.
    Trapdoor,
    /// By `layers`, 1 to 8.
    Layers,
    /// By `level`.
    Fluid,
    /// Always these.
    Boxes(Vec<Box16>, Turn),
}

/// How boxes are turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Not at all.
    None,
    /// Given for north, turned to where `facing` says.
    Facing,
    /// Given along y, laid along what `axis` says.
    Axis,
}

impl ShapeRule {
    /// The rule that a word of a table stands for: a name, or boxes as in `0,0,0,16,8,16+6,8,6,10,16,10@facing`.
    pub(super) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "full" => Self::Full,
            "slab" => Self::Slab,
            "stairs" => Self::Stairs,
            "fence" => Self::Fence,
            "wall" => Self::Wall,
            "pane" => Self::Pane,
            "gate" => Self::Gate,
            "door" => Self::Door,
            "trapdoor" => Self::Trapdoor,
            "layers" => Self::Layers,
            "fluid" => Self::Fluid,
            _ => return parse_boxes(word),
        })
    }

    /// The shape of a block in this state, z up.
    pub(super) fn shape(&self, state: &BlockState) -> BlockShape {
        match self.boxes(state) {
            Some(boxes) => {
                let boxes = boxes.iter().map(|&[min, max]| BlockBox::of_sixteenths(min, max));
                YUp::shape(&BlockShape::Boxes(boxes.collect()))
            }
            None => BlockShape::Full,
        }
    }

    /// Its boxes, y up; none of a full cube.
    fn boxes(&self, state: &BlockState) -> Option<Vec<Box16>> {
        match self {
            Self::Full => None,
            Self::Slab => slab(state),
            Self::Stairs => Some(stairs(state)),
            Self::Fence => Some(fence(state)),
            Self::Wall => Some(wall(state)),
            Self::Pane => Some(pane(state)),
            Self::Gate => Some(gate(state)),
            Self::Door => Some(door(state)),
            Self::Trapdoor => Some(trapdoor(state)),
            Self::Layers => up_to(2 * number(state.get("layers"), 1).clamp(1, 8)),
            Self::Fluid => fluid(state),
            Self::Boxes(boxes, Turn::None) => Some(boxes.clone()),
            Self::Boxes(boxes, Turn::Facing) => Some(turned(boxes, state.get("facing"))),
            Self::Boxes(boxes, Turn::Axis) => Some(laid(boxes, state.get("axis"))),
        }
    }
}

fn parse_boxes(word: &str) -> Option<ShapeRule> {
    let (boxes, turn) = match word.split_once('@') {
        None => (word, Turn::None),
        Some((boxes, "facing")) => (boxes, Turn::Facing),
        Some((boxes, "axis")) => (boxes, Turn::Axis),
        Some(_) => return None,
    };
    let boxes: Option<Vec<Box16>> = boxes.split('+').map(parse_box).collect();
    let boxes = boxes.filter(|boxes| boxes.len() <= crate::grid::MAX_BOXES)?;
    Some(ShapeRule::Boxes(boxes, turn))
}

fn parse_box(text: &str) -> Option<Box16> {
    let numbers: Vec<u8> =
        text.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [x0, y0, z0, x1, y1, z1] = numbers.try_into().ok()?;
    let (min, max) = ([x0, y0, z0], [x1, y1, z1]);
    (0..3).all(|axis| min[axis] < max[axis] && max[axis] <= 16).then_some([min, max])
}

/// A number in a property; `otherwise` where it is none.
fn number(text: &str, otherwise: u8) -> u8 {
    text.parse().unwrap_or(otherwise)
}

/// What fills a block up to a height.
fn up_to(sixteenths: u8) -> Option<Vec<Box16>> {
    (sixteenths < 16).then(|| vec![[[0; 3], [16, sixteenths, 16]]])
}

fn slab(state: &BlockState) -> Option<Vec<Box16>> {
    match state.get("type") {
        "double" => None,
        "top" => Some(vec![[[0, 8, 0], [16; 3]]]),
        _ => up_to(8),
    }
}

/// A half, and on it the parts towards the back.
fn stairs(state: &BlockState) -> Vec<Box16> {
    let back = [[0, 8, 0], [16, 16, 8]];
    let corners = match state.get("shape") {
        "outer_left" => vec![[[0, 8, 0], [8, 16, 8]]],
        "outer_right" => vec![[[8, 8, 0], [16, 16, 8]]],
        "inner_left" => vec![back, [[0, 8, 8], [8, 16, 16]]],
        "inner_right" => vec![back, [[8, 8, 8], [16, 16, 16]]],
        _ => vec![back],
    };
    let mut boxes = vec![[[0; 3], [16, 8, 16]]];
    boxes.extend(turned(&corners, state.get("facing")));
    if state.get("half") == "top" { boxes.into_iter().map(upside_down).collect() } else { boxes }
}

fn upside_down([min, max]: Box16) -> Box16 {
    [[min[0], 16 - max[1], min[2]], [max[0], 16 - min[1], max[2]]]
}

const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// A bar `width` wide towards every side that is connected, from `low` to `high`; two across from each other are one.
fn bars(connected: [bool; 4], width: u8, [low, high]: [u8; 2]) -> Vec<Box16> {
    let (from, to) = (8 - width / 2, 8 + width / 2);
    let bar = |[first, second]: [bool; 2]| match [first, second] {
        [true, true] => Some([0, 16]),
        [true, false] => Some([0, to]),
        [false, true] => Some([from, 16]),
        _ => None,
    };
    let along_z = bar([connected[0], connected[2]]).map(|[a, b]| [[from, low, a], [to, high, b]]);
    let along_x = bar([connected[3], connected[1]]).map(|[a, b]| [[a, low, from], [b, high, to]]);
    along_z.into_iter().chain(along_x).collect()
}

fn connections(state: &BlockState) -> [bool; 4] {
    SIDES.map(|side| state.is(side))
}

fn fence(state: &BlockState) -> Vec<Box16> {
    let heights = [[6, 9], [12, 15]];
    let bars = heights.into_iter().flat_map(|heights| bars(connections(state), 2, heights));
    [[[6, 0, 6], [10, 16, 10]]].into_iter().chain(bars).collect()
}

fn pane(state: &BlockState) -> Vec<Box16> {
    [[[7, 0, 7], [9, 16, 9]]].into_iter().chain(bars(connections(state), 2, [0, 16])).collect()
}

fn wall(state: &BlockState) -> Vec<Box16> {
    let [tall, low] = [&["tall"][..], &["low", "true"]]
        .map(|words| SIDES.map(|side| words.contains(&state.get(side))));
    let mut boxes = bars(low, 6, [0, 14]);
    boxes.extend(bars(tall, 6, [0, 16]));
    if boxes.is_empty() || state.is("up") {
        boxes.push([[4, 0, 4], [12, 16, 12]]);
    }
    boxes
}

/// Two posts, and two bars between them where it is closed, or from each of them to the front.
fn gate(state: &BlockState) -> Vec<Box16> {
    let posts = [[[0, 5, 7], [2, 16, 9]], [[14, 5, 7], [16, 16, 9]]];
    let heights = [[6, 9], [12, 15]];
    let bars = heights.into_iter().flat_map(|[low, high]| {
        if state.is("open") {
            vec![[[0, low, 0], [2, high, 7]], [[14, low, 0], [16, high, 7]]]
        } else {
            vec![[[2, low, 7], [14, high, 9]]]
        }
    });
    turned(&posts.into_iter().chain(bars).collect::<Vec<_>>(), state.get("facing"))
}

fn door(state: &BlockState) -> Vec<Box16> {
    let panel = match (state.is("open"), state.get("hinge")) {
        (false, _) => [[0, 0, 13], [16, 16, 16]],
        (true, "right") => [[13, 0, 0], [16, 16, 16]],
        (true, _) => [[0, 0, 0], [3, 16, 16]],
    };
    turned(&[panel], state.get("facing"))
}

fn trapdoor(state: &BlockState) -> Vec<Box16> {
    match (state.is("open"), state.get("half")) {
        (true, _) => turned(&[[[0, 0, 13], [16, 16, 16]]], state.get("facing")),
        (false, "top") => vec![[[0, 13, 0], [16, 16, 16]]],
        (false, _) => vec![[[0; 3], [16, 3, 16]]],
    }
}

/// A source stands 14 high; each level is 2 lower; from 8 on it falls, and fills its block.
fn fluid(state: &BlockState) -> Option<Vec<Box16>> {
    let level = number(state.get("level"), 0);
    if level >= 8 { None } else { up_to(14_u8.saturating_sub(2 * level).max(1)) }
}

/// Boxes given for north, turned to where a block faces.
fn turned(boxes: &[Box16], facing: &str) -> Vec<Box16> {
    let turn: fn(Box16) -> Box16 = match facing {
        "east" => |[a, b]| [[16 - b[2], a[1], a[0]], [16 - a[2], b[1], b[0]]],
        "south" => |[a, b]| [[16 - b[0], a[1], 16 - b[2]], [16 - a[0], b[1], 16 - a[2]]],
        "west" => |[a, b]| [[a[2], a[1], 16 - b[0]], [b[2], b[1], 16 - a[0]]],
        "up" => |[a, b]| [[a[0], 16 - b[2], a[1]], [b[0], 16 - a[2], b[1]]],
        "down" => |[a, b]| [[a[0], a[2], 16 - b[1]], [b[0], b[2], 16 - a[1]]],
        _ => |same| same,
    };
    boxes.iter().map(|&bounds| turn(bounds)).collect()
}

/// Boxes given along y, laid along another axis.
fn laid(boxes: &[Box16], axis: &str) -> Vec<Box16> {
    let turn: fn(Box16) -> Box16 = match axis {
        "x" => |[a, b]| [[a[1], 16 - b[0], a[2]], [b[1], 16 - a[0], b[2]]],
        "z" => |[a, b]| [[a[0], 16 - b[2], a[1]], [b[0], 16 - a[2], b[1]]],
        _ => |same| same,
    };
    boxes.iter().map(|&bounds| turn(bounds)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(rule: &str, state: &str) -> Vec<Box16> {
        let rule = ShapeRule::parse(rule).expect("a rule");
        rule.boxes(&BlockState::parse(state)).expect("not full")
    }

    /// Facing turns as north to east to south to west, clockwise seen from above: +x is east, +z south.
    #[test]
    fn stairs_rise_towards_where_they_face() {
        for (facing, back) in [
            ("north", [[0, 8, 0], [16, 16, 8]]),
            ("east", [[8, 8, 0], [16, 16, 16]]),
            ("south", [[0, 8, 8], [16, 16, 16]]),
            ("west", [[0, 8, 0], [8, 16, 16]]),
        ] {
            let state = format!("a[facing={facing},half=bottom,shape=straight]");
            assert_eq!(boxes("stairs", &state), [[[0; 3], [16, 8, 16]], back], "{facing}");
        }
        let top = boxes("stairs", "a[facing=west,half=top,shape=outer_left]");
        // Facing west, left is south.
        assert_eq!(top, [[[0, 8, 0], [16; 3]], [[0, 0, 8], [8, 8, 16]]], "upside down");
    }

    #[test]
    fn every_turn_keeps_boxes_in_their_block_and_their_volume() {
        let odd = "1,2,3,7,9,16@facing";
        for facing in ["north", "east", "south", "west", "up", "down", ""] {
            for [min, max] in boxes(odd, &format!("a[facing={facing}]")) {
                let volume: u32 = (0..3).map(|k| u32::from(max[k] - min[k])).product();
                assert_eq!(volume, 6 * 7 * 13, "{facing}");
            }
        }
        assert_eq!(
            boxes("6,0,6,10,16,10@axis", "a[axis=x]"),
            [[[0, 6, 6], [16, 10, 10]]],
            "along x"
        );
        assert_eq!(
            boxes("6,0,6,10,16,10@axis", "a[axis=z]"),
            [[[6, 6, 0], [10, 10, 16]]],
            "along z"
        );
        assert_eq!(
            boxes("0,0,13,16,16,16@facing", "a[facing=up]"),
            [[[0, 0, 0], [16, 3, 16]]],
            "its back is below"
        );
    }

    #[test]
    fn fences_reach_where_they_are_connected() {
        let one = boxes("fence", "a[north=false,east=true,south=false,west=false]");
        assert_eq!(one[1..], [[[7, 6, 7], [16, 9, 9]], [[7, 12, 7], [16, 15, 9]]], "to the east");
        let all = boxes("fence", "a[north=true,east=true,south=true,west=true]");
        assert_eq!(all.len(), 5, "a post and two crosses");
        let wall = boxes("wall", "a[north=low,east=none,south=tall,west=none,up=false]");
        assert_eq!(wall, [[[5, 0, 0], [11, 14, 11]], [[5, 0, 5], [11, 16, 16]]], "low and tall");
    }

    #[test]
    fn doors_stand_behind_and_swing_to_their_hinge() {
        assert_eq!(
            boxes("door", "a[facing=east,open=false,hinge=left]"),
            [[[0; 3], [3, 16, 16]]],
            "closed"
        );
        assert_eq!(
            boxes("door", "a[facing=east,open=true,hinge=right]"),
            [[[0, 0, 13], [16; 3]]],
            "to the south"
        );
        assert_eq!(
            boxes("trapdoor", "a[facing=north,open=true,half=top]"),
            [[[0, 0, 13], [16; 3]]],
            "open"
        );
    }
}
