//! Types of blocks: what they are called, what they are made of, and their shape.

use super::shape::BlockShape;

/// What a block is to a ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockClass {
    /// Never hit. A block of such a type is there all the same, other than [`BlockId::AIR`], which is no block.
    Air,
    /// Always hit.
    Solid,
    /// Water and the like: hit where the filter says so.
    Fluid,
    /// What one walks through, as grass and torches: hit where the filter says so.
    Passable,
}

/// Which type of a world's palette; also the material of its hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct BlockId(pub u16);

impl BlockId {
    /// The type that every world has, and that every block is of at first.
    pub const AIR: Self = Self(0);
}

/// A type of block.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockType {
    /// Its name, for pictures and reports.
    pub name: String,
    /// What it is to a ray.
    pub class: BlockClass,
    /// Which part of its unit cube it fills.
    pub shape: BlockShape,
    /// Its colour, red, green, blue, alpha in sRGB; none where it has none.
    pub color: Option<[u8; 4]>,
    /// How strongly it glows in its colour, as [`MaterialInfo::emission`](crate::MaterialInfo::emission); 0 = not at all.
    pub emission: f32,
    /// Whether light passes through it, as through glass.
    pub glass: bool,
}

impl BlockType {
    /// A full cube without a colour.
    pub fn new(name: impl Into<String>, class: BlockClass) -> Self {
        Self {
            name: name.into(),
            class,
            shape: BlockShape::Full,
            color: None,
            emission: 0.0,
            glass: false,
        }
    }

    /// The same type with another shape.
    #[must_use]
    pub fn with_shape(self, shape: BlockShape) -> Self {
        Self { shape, ..self }
    }

    /// The same type with an opaque colour.
    #[must_use]
    pub fn with_color(self, [red, green, blue]: [u8; 3]) -> Self {
        Self { color: Some([red, green, blue, 255]), ..self }
    }
}
