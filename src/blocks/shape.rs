//! Which part of its unit cube a block fills.

use crate::error::{Error, Result};
use crate::grid::shapes::{BoxBounds, MAX_BOXES, cover, is_box, is_whole};

/// A box in the unit cube: low corner, high corner, in blocks from the block's low corner.
///
/// Any f32 bounds from 0 to 1, low below high on each axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockBox {
    /// The low corner, each 0 or more.
    pub min: [f32; 3],
    /// The high corner, each 1 or less.
    pub max: [f32; 3],
}

impl BlockBox {
    /// The whole cube.
    pub const UNIT: Self = Self { min: [0.0; 3], max: [1.0; 3] };

    /// The box with these corners.
    pub const fn new(min: [f32; 3], max: [f32; 3]) -> Self {
        Self { min, max }
    }

    /// The box with corners in sixteenths of a block, as block games draw them.
    ///
    /// ```
    /// use voxray::blocks::BlockBox;
    /// let post = BlockBox::of_sixteenths([6, 6, 0], [10, 10, 16]);
    /// assert_eq!((post.min[0], post.max[0]), (0.375, 0.625));
    /// ```
    pub fn of_sixteenths(min: [u8; 3], max: [u8; 3]) -> Self {
        let bounds = |corner: [u8; 3]| corner.map(|k| f32::from(k) / 16.0);
        Self { min: bounds(min), max: bounds(max) }
    }

    /// Whether a place, counted from the block's low corner, lies in it: its low sides do, its high ones do not.
    pub fn contains(&self, place: [f64; 3]) -> bool {
        (0..3).all(|a| (f64::from(self.min[a])..f64::from(self.max[a])).contains(&place[a]))
    }

    /// In voxels; -0.0 becomes 0.0.
    fn bounds(&self) -> BoxBounds {
        let [min, max] = [self.min, self.max].map(|corner| corner.map(|k| 4.0 * k + 0.0));
        [0, 1, 2].map(|axis| [min[axis], max[axis]])
    }
}

/// A horizontal direction, for shapes that have a front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Towards -x.
    NegX,
    /// Towards +x.
    PosX,
    /// Towards -y.
    NegY,
    /// Towards +y.
    PosY,
}

impl Facing {
    /// All four.
    pub const ALL: [Self; 4] = [Self::NegX, Self::PosX, Self::NegY, Self::PosY];

    /// A box that reaches from the side that this faces `depth` sixteenths in, between two heights.
    fn side(self, depth: u8, heights: [u8; 2]) -> BlockBox {
        let [low, high] = heights;
        let rest = 16 - depth;
        match self {
            Self::NegX => BlockBox::of_sixteenths([0, 0, low], [depth, 16, high]),
            Self::PosX => BlockBox::of_sixteenths([rest, 0, low], [16, 16, high]),
            Self::NegY => BlockBox::of_sixteenths([0, 0, low], [16, depth, high]),
            Self::PosY => BlockBox::of_sixteenths([0, rest, low], [16, 16, high]),
        }
    }

    /// A bar of 2/16 from the middle to the side that this faces.
    fn arm(self, [low, high]: [u8; 2]) -> BlockBox {
        match self {
            Self::NegX => BlockBox::of_sixteenths([0, 7, low], [9, 9, high]),
            Self::PosX => BlockBox::of_sixteenths([7, 7, low], [16, 9, high]),
            Self::NegY => BlockBox::of_sixteenths([7, 0, low], [9, 9, high]),
            Self::PosY => BlockBox::of_sixteenths([7, 7, low], [9, 16, high]),
        }
    }

    /// A bar of 2/16 from the side that this faces to the one across.
    fn through(self, [low, high]: [u8; 2]) -> BlockBox {
        match self {
            Self::NegX | Self::PosX => BlockBox::of_sixteenths([0, 7, low], [16, 9, high]),
            Self::NegY | Self::PosY => BlockBox::of_sixteenths([7, 0, low], [9, 16, high]),
        }
    }
}

/// Bars of 2/16 towards each of `arms`; all four in two boxes, so that a fence with two heights of them fits into 8.
fn bars(arms: &[Facing], heights: [u8; 2]) -> Vec<BlockBox> {
    let towards = Facing::ALL.into_iter().filter(|facing| arms.contains(facing));
    if towards.clone().count() == Facing::ALL.len() {
        return [Facing::PosX, Facing::PosY].map(|facing| facing.through(heights)).to_vec();
    }
    towards.map(|facing| facing.arm(heights)).collect()
}

/// Which part of its unit cube a block fills.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum BlockShape {
    /// All of it.
    #[default]
    Full,
    /// 4 x 4 x 4 voxels: bit x + 4y + 16z is set where one is filled.
    Word(u64),
    /// Up to 8 boxes; they may touch and overlap.
    Boxes(Vec<BlockBox>),
}

impl BlockShape {
    /// One box.
    pub fn of_box(shape: BlockBox) -> Self {
        Self::Boxes(vec![shape])
    }

    /// The lower half.
    pub fn slab() -> Self {
        Self::layers(8)
    }

    /// The upper half.
    pub fn upper_slab() -> Self {
        Self::of_box(BlockBox::of_sixteenths([0, 0, 8], [16, 16, 16]))
    }

    /// The lowest `sixteenths` (1 to 16): 1 a carpet, 8 a slab, 14 a fluid's surface; lower and higher ones are clamped.
    pub fn layers(sixteenths: u8) -> Self {
        Self::of_box(BlockBox::of_sixteenths([0; 3], [16, 16, sixteenths.clamp(1, 16)]))
    }

    /// A lower half, and above it the half towards `back`: one walks up the other way.
    pub fn stairs(back: Facing) -> Self {
        Self::Boxes(vec![BlockBox::of_sixteenths([0; 3], [16, 16, 8]), back.side(8, [8, 16])])
    }

    /// A post of 4/16 in the middle, with bars of 2/16 at two heights towards each of `arms`.
    pub fn fence(arms: &[Facing]) -> Self {
        let post = BlockBox::of_sixteenths([6, 6, 0], [10, 10, 16]);
        let heights = [[6, 9], [12, 15]];
        let bars = heights.into_iter().flat_map(|heights| bars(arms, heights));
        Self::Boxes([post].into_iter().chain(bars).collect())
    }

    /// A pane of 2/16 through the middle, towards each of `arms`; a post without any.
    pub fn pane(arms: &[Facing]) -> Self {
        let post = BlockBox::of_sixteenths([7, 7, 0], [9, 9, 16]);
        Self::Boxes([post].into_iter().chain(bars(arms, [0, 16])).collect())
    }

    /// A door of 3/16 at the side that it faces.
    pub fn door(side: Facing) -> Self {
        Self::of_box(side.side(3, [0, 16]))
    }

    /// The boxes in voxels from the block's low corner; none for a word.
    pub(super) fn bounds(&self) -> Vec<BoxBounds> {
        match self {
            Self::Full => vec![BlockBox::UNIT.bounds()],
            Self::Word(_) => Vec::new(),
            Self::Boxes(boxes) => boxes.iter().map(BlockBox::bounds).collect(),
        }
    }

    /// The voxels that the shape has a part of: bit x + 4y + 16z.
    ///
    /// ```
    /// use voxray::blocks::BlockShape;
    /// assert_eq!(BlockShape::Full.word(), u64::MAX);
    /// assert_eq!(BlockShape::slab().word(), 0xffff_ffff);
    /// assert_eq!(BlockShape::layers(1).word(), 0xffff);
    /// ```
    pub fn word(&self) -> u64 {
        match self {
            Self::Full => u64::MAX,
            Self::Word(word) => *word,
            Self::Boxes(_) => cover(&self.bounds()),
        }
    }

    /// Whether its voxels are all that it is.
    ///
    /// ```
    /// use voxray::blocks::BlockShape;
    /// assert!(BlockShape::slab().is_whole_voxels());
    /// assert!(!BlockShape::layers(1).is_whole_voxels());
    /// ```
    pub fn is_whole_voxels(&self) -> bool {
        self.bounds().iter().all(is_whole)
    }

    /// Checks the boxes.
    pub(super) fn check(&self, name: &str) -> Result<()> {
        let Self::Boxes(boxes) = self else { return Ok(()) };
        if boxes.is_empty() || boxes.len() > MAX_BOXES {
            return Err(Error::input(format!(
                "the block type {name:?} has {} boxes; give it 1 to {MAX_BOXES}, or BlockShape::Word(0) for none",
                boxes.len()
            )));
        }
        match boxes.iter().position(|shape| !is_box(&shape.bounds())) {
            None => Ok(()),
            Some(at) => Err(Error::input(format!(
                "box {at} of the block type {name:?} reaches from {:?} to {:?}; each bound lies between 0 and 1, the low one below the high one",
                boxes[at].min, boxes[at].max
            ))),
        }
    }
}
