//! Walks the nodes of a file, depth first, as they are written.
//!
//! ```text
//!   .bt   divided node:  16 bits, two per child (0 unknown, 1 free, 2 occupied, 3 divided), then the divided children
//!   .ot   every node:    log odds f32, colour (3 bytes, of coloured trees), a bit per child, then these children
//! ```
//!
//! Child i lies at the upper half of x where bit 0 of i is set, of y by bit 1, of z by bit 2. Invariant: the walk keeps
//! one frame for each of the 16 levels, however a file is made; leaves come in Morton order.

use super::header::{Coding, Header};
use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;

/// Levels below the root.
const LEVELS: usize = 16;

/// What is known of a leaf's space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Free,
    Occupied,
    /// Its probability is no number: nothing is known.
    Unknown,
}

/// A cube of voxels that is not divided.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaf {
    /// The Morton code of the keys of its lowest voxel.
    pub(super) code: u64,
    /// Its side is 2^level voxels.
    pub(super) level: usize,
    pub(super) state: State,
    /// Of coloured trees, else white.
    pub(super) color: [u8; 3],
}

impl Leaf {
    /// How many voxels it is.
    pub(super) fn volume(&self) -> u64 {
        1 << (3 * self.level)
    }
}

/// What a walk came across besides leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Walked {
    /// Nodes, divided or not.
    pub(super) nodes: u64,
    /// Divided nodes that have no children.
    pub(super) childless: u64,
    /// Bytes after the last node.
    pub(super) bytes_after: u64,
}

/// A tree in the bytes of its file.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) header: Header,
    /// The log odds from which on a leaf is occupied.
    pub(super) log_odds: f64,
}

impl Tree<'_> {
    /// Calls `visit` with every leaf.
    ///
    /// # Errors
    /// Where the file is cut short, or the tree is deeper than 16 levels.
    pub(super) fn walk(&self, mut visit: impl FnMut(Leaf)) -> Result<Walked> {
        let mut nodes = Nodes { reader: ByteReader::new(self.bytes), tree: self };
        nodes.reader.skip(self.header.data_start, "header")?;
        let mut walked = Walked::default();
        let mut path = Path::default();
        // A tree of no nodes has no root.
        let root = if self.header.nodes == 0 { None } else { Some(nodes.root()?) };
        let mut next = root.map(|node| (node, 0));
        while let Some((node, code)) = next {
            walked.nodes += 1;
            let level = LEVELS - path.depth;
            match node {
                Node::Leaf { state, color } => visit(Leaf { code, level, state, color }),
                Node::Divided { children: 0 } => walked.childless += 1,
                Node::Divided { children } => path.descend(children, code),
            }
            next = match path.next_child() {
                Some((bits, code)) => Some((nodes.child(bits, path.depth)?, code)),
                None => None,
            };
        }
        walked.bytes_after = nodes.reader.rest().len() as u64;
        Ok(walked)
    }
}

/// A node as it is written.
#[derive(Debug, Clone, Copy)]
enum Node {
    Leaf {
        state: State,
        color: [u8; 3],
    },
    /// Two bits for each child; 0 = there is none.
    Divided {
        children: u16,
    },
}

/// Reads nodes one after the other.
struct Nodes<'a> {
    reader: ByteReader<'a>,
    tree: &'a Tree<'a>,
}

impl Nodes<'_> {
    fn root(&mut self) -> Result<Node> {
        // In a binary file the root has no parent to say what it is, and is always divided.
        self.child(0b11, 0)
    }

    /// The node of which its parent says `bits`, `depth` levels below the root.
    fn child(&mut self, bits: u16, depth: usize) -> Result<Node> {
        let place = self.reader.place();
        let node = match self.tree.header.coding {
            Coding::Binary => self.binary(bits)?,
            Coding::Full { color_bytes } => self.full(color_bytes)?,
        };
        match node {
            Node::Divided { .. } if depth == LEVELS => Err(Error::input(format!(
                "its node at byte {place} is divided, but lies {LEVELS} levels deep, where voxels are; the file is damaged"
            ))),
            node => Ok(node),
        }
    }

    fn binary(&mut self, bits: u16) -> Result<Node> {
        let color = [255; 3];
        Ok(match bits {
            1 => Node::Leaf { state: State::Free, color },
            2 => Node::Leaf { state: State::Occupied, color },
            _ => Node::Divided { children: self.reader.u16_le("node")? },
        })
    }

    fn full(&mut self, color_bytes: usize) -> Result<Node> {
        let log_odds = f64::from(self.reader.f32_le("node's log odds")?);
        let color = self.reader.take(color_bytes, "node's colour")?;
        let color = color.first_chunk().copied().unwrap_or([255; 3]);
        let children = self.reader.u8("node's children")?;
        if children != 0 {
            return Ok(Node::Divided { children: two_bits_each(children) });
        }
        let state = match log_odds.partial_cmp(&self.tree.log_odds) {
            None => State::Unknown,
            Some(order) if order.is_ge() => State::Occupied,
            Some(_) => State::Free,
        };
        Ok(Node::Leaf { state, color })
    }
}

/// For each bit set, the two bits of a child that is there.
fn two_bits_each(children: u8) -> u16 {
    (0..8).fold(0, |all, child| all | u16::from(children >> child & 1) << (2 * child))
}

/// The divided nodes above the current one, and what is left of each.
#[derive(Default)]
struct Path {
    /// Children not yet visited, and the code of the node.
    frames: [(u16, u64); LEVELS],
    depth: usize,
}

impl Path {
    /// Goes into a divided node; the caller knows that it is not at the lowest level.
    fn descend(&mut self, children: u16, code: u64) {
        self.frames[self.depth] = (children, code);
        self.depth += 1;
    }

    /// The bits and the code of the next child, after leaving the nodes that have none left.
    fn next_child(&mut self) -> Option<(u16, u64)> {
        while self.depth > 0 {
            let (children, code) = &mut self.frames[self.depth - 1];
            if *children != 0 {
                let child = children.trailing_zeros() / 2;
                let bits = *children >> (2 * child) & 3;
                *children &= !(3 << (2 * child));
                return Some((bits, *code | u64::from(child) << (3 * (LEVELS - self.depth))));
            }
            self.depth -= 1;
        }
        None
    }
}
