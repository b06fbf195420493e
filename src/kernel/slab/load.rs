//! The rays of a block as columns of `f32`, all of the length of a block, so that no load in a loop needs a check.
//!
//! Columns that are such already are read where they lie.

use std::ops::Range;

use super::super::load::copy_given;
use crate::batch::{Column, SlabRays};

/// Rays that are taken at once. Their columns stay in the nearest cache, and on the stack.
pub const BLOCK: usize = 128;

/// One number for each ray of a block.
pub type BlockColumn = [f32; BLOCK];

/// Room for the rays of a block that must be copied.
#[derive(Debug)]
pub struct BlockBuffers<const D: usize> {
    origin: [BlockColumn; D],
    direction: [BlockColumn; D],
    t_near: BlockColumn,
    t_far: BlockColumn,
}

impl<const D: usize> BlockBuffers<D> {
    fn new() -> Self {
        let column = [0.0; BLOCK];
        Self { origin: [column; D], direction: [column; D], t_near: column, t_far: column }
    }
}

/// The rays of a block; what follows the last of them means nothing.
#[derive(Debug, Clone, Copy)]
pub struct BlockRays<'a, const D: usize> {
    /// How many.
    pub len: usize,
    /// Coordinates of the origins, axis by axis.
    pub origin: [&'a BlockColumn; D],
    /// Components of the directions, axis by axis.
    pub direction: [&'a BlockColumn; D],
    /// Start times; 0 where absent.
    pub t_near: Option<&'a BlockColumn>,
    /// End times; +inf where absent.
    pub t_far: Option<&'a BlockColumn>,
}

/// The rays of `part`, at most a block of them. The buffers are made when they are first needed.
#[inline(always)]
pub fn load<'a, const D: usize>(
    buffers: &'a mut Option<BlockBuffers<D>>,
    rays: &SlabRays<'a, D>,
    part: Range<usize>,
) -> BlockRays<'a, D> {
    match in_place(rays, part.clone()) {
        Some(rays) => rays,
        None => copied(buffers.get_or_insert_with(BlockBuffers::new), &rays.slice(part)),
    }
}

/// The rays where they lie, if all columns are `f32` side by side and reach as far as a block.
#[inline(always)]
fn in_place<'a, const D: usize>(
    rays: &SlabRays<'a, D>,
    part: Range<usize>,
) -> Option<BlockRays<'a, D>> {
    let none = &[0.0; BLOCK];
    let (mut origin, mut direction) = ([none; D], [none; D]);
    let (mut t_near, mut t_far) = (None, None);
    for a in 0..D {
        origin[a] = block_of(&rays.origin[a], part.start)?;
        direction[a] = block_of(&rays.direction[a], part.start)?;
    }
    if let Some(column) = &rays.t_near {
        t_near = Some(block_of(column, part.start)?);
    }
    if let Some(column) = &rays.t_far {
        t_far = Some(block_of(column, part.start)?);
    }
    Some(BlockRays { len: part.len(), origin, direction, t_near, t_far })
}

#[inline(always)]
fn block_of<'a>(column: &Column<'a>, start: usize) -> Option<&'a BlockColumn> {
    let Column::F32(column) = column else { return None };
    column.as_slice(start..start + BLOCK)?.first_chunk()
}

fn copied<'a, const D: usize>(
    buffers: &'a mut BlockBuffers<D>,
    view: &SlabRays<'_, D>,
) -> BlockRays<'a, D> {
    let len = view.len();
    for a in 0..D {
        copy_given(&mut buffers.origin[a][..len], &view.origin[a]);
        copy_given(&mut buffers.direction[a][..len], &view.direction[a]);
    }
    copy_times(&mut buffers.t_near[..len], view.t_near.as_ref());
    copy_times(&mut buffers.t_far[..len], view.t_far.as_ref());
    let (mut origin, mut direction) = ([&buffers.t_near; D], [&buffers.t_near; D]);
    for a in 0..D {
        origin[a] = &buffers.origin[a];
        direction[a] = &buffers.direction[a];
    }
    let t_near = view.t_near.is_some().then_some(&buffers.t_near);
    let t_far = view.t_far.is_some().then_some(&buffers.t_far);
    BlockRays { len, origin, direction, t_near, t_far }
}

fn copy_times(to: &mut [f32], from: Option<&Column<'_>>) {
    let Some(from) = from else { return };
    if let Column::F32(_) = from {
        return copy_given(to, from);
    }
    for (index, to) in to.iter_mut().enumerate() {
        *to = from.get_time(index);
    }
}
