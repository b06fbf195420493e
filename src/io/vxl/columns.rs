//! Finds the columns of a map, and tells of the voxels of each.

use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;

/// Columns along x and along y.
pub(super) const WIDTH: usize = 512;
/// Voxels of a column.
pub(super) const HEIGHT: u8 = 64;

/// The solid voxels from one z up to, and without, another, counted downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Solid<'a> {
    pub(super) z: [u8; 2],
    /// Blue, green, red and shade of each; empty where they have no colour.
    pub(super) colors: &'a [[u8; 4]],
}

/// One span's head, checked.
struct Head {
    /// In words of 4 bytes, this one included; 0 for the last of a column.
    words: u8,
    first: u8,
    /// One past the last coloured voxel seen from above.
    end: u8,
    air: u8,
}

/// Tells of the solid voxels of the column at the reader's place, top first, and leaves the reader behind it.
///
/// # Errors
/// Where the file ends within the column, or its spans overlap or leave the map.
pub(super) fn read_column<'a>(
    reader: &mut ByteReader<'a>,
    mut visit: impl FnMut(Solid<'a>),
) -> Result<()> {
    let mut head = read_head(reader, None)?;
    loop {
        let above = head.end - head.first;
        visit(Solid { z: [head.first, head.end], colors: read_colors(reader, above)? });
        let start = reader.place();
        if head.words == 0 {
            visit(Solid { z: [head.end, HEIGHT], colors: &[] });
            return Ok(());
        }
        let below = head.words.checked_sub(1 + above).ok_or_else(|| {
            damaged(start, "has fewer colours than its first and last voxel ask for")
        })?;
        let colors = read_colors(reader, below)?;
        let next = read_head(reader, Some(head.end))?;
        let from = next.air.checked_sub(below).filter(|&from| from >= head.end);
        let from = from.ok_or_else(|| damaged(start, "has more colours than room for them"))?;
        visit(Solid { z: [head.end, from], colors: &[] });
        visit(Solid { z: [from, next.air], colors });
        head = next;
    }
}

/// The head of a span. `before` is where the colours seen from above of the span before it end; the first span of a
/// column has air over it that starts nowhere.
fn read_head(reader: &mut ByteReader<'_>, before: Option<u8>) -> Result<Head> {
    let place = reader.place();
    let [words, first, last, air] = reader.array("span of a column")?;
    // -1 stands for no voxel in a column that is solid from the top.
    let end = last.wrapping_add(1);
    let is_below = before.is_none_or(|before| before <= air && air <= first);
    if first > end || end > HEIGHT || !is_below {
        return Err(damaged(place, &format!("runs from {first} to {last}, with air from {air}")));
    }
    Ok(Head { words, first, end, air })
}

fn read_colors<'a>(reader: &mut ByteReader<'a>, count: u8) -> Result<&'a [[u8; 4]]> {
    let bytes = reader.take(4 * usize::from(count), "colours of a column")?;
    Ok(bytes.as_chunks().0)
}

fn damaged(place: usize, what: &str) -> Error {
    Error::input(format!(
        "its span at byte {place} {what}, which no column of 64 voxels has; the file is damaged or no map of Ace of Spades"
    ))
}
