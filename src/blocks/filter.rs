//! Which classes of blocks rays hit.

use super::class::BlockClass;

/// Which blocks rays hit besides solid ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BlockFilter {
    /// Fluids are hit, not ignored.
    pub fluids: bool,
    /// Passable blocks are hit, not ignored.
    pub passable: bool,
}

impl BlockFilter {
    /// Solid blocks alone.
    pub const SOLID: Self = Self { fluids: false, passable: false };
    /// Everything that is not air.
    pub const EVERYTHING: Self = Self { fluids: true, passable: true };
    /// All four: solid alone, with fluids, with passable blocks, with both.
    pub const ALL: [Self; 4] = [
        Self::SOLID,
        Self { fluids: true, passable: false },
        Self { fluids: false, passable: true },
        Self::EVERYTHING,
    ];

    /// Whether blocks of this class are hit.
    ///
    /// ```
    /// use voxray::blocks::{BlockClass, BlockFilter};
    /// assert!(BlockFilter::EVERYTHING.hits(BlockClass::Fluid));
    /// assert!(!BlockFilter::SOLID.hits(BlockClass::Fluid));
    /// assert!(!BlockFilter::EVERYTHING.hits(BlockClass::Air));
    /// ```
    pub fn hits(self, class: BlockClass) -> bool {
        match class {
            BlockClass::Air => false,
            BlockClass::Solid => true,
            BlockClass::Fluid => self.fluids,
            BlockClass::Passable => self.passable,
        }
    }
}
