//! Reads NBT, the tagged binary tree of Minecraft's files, as a stream: what is not asked for is passed over, so that
//! memory does not grow with what a file holds.
//!
//! ```text
//!   entry of a compound   tag (u8), length of the name (u16), name, payload; the tag 0 ends the compound
//!   list                  tag of its elements (u8), how many (i32), their payloads
//!   array                 how many (i32), then i8, i32 or i64; every number is big-endian
//! ```
//!
//! Written here, as a tree in memory is what must not be: a chunk of a world is nearly all arrays, which are needed as
//! they lie, and entities, which are not; and a packed file of one megabyte unfolds to a thousand. Small arrays are read,
//! and grow with what is there, not with what they claim; of others it is noted where they lie, to be read as they are
//! needed. Compounds and lists are at most [`MAX_DEPTH`] deep, as in the game itself. [`Limits`] end what unfolds to
//! hours of work.

use std::io::{BufRead, ErrorKind};

use super::fault::{Fault, Sound, TOO_MUCH, shown};
use super::tag::{TAGS, Tag};
use crate::memory::readable_bytes;

/// How deep compounds and lists may stand in one another.
const MAX_DEPTH: usize = 512;
/// Bytes of block states that a tree may have: all 30,000 of the game take a tenth of it.
const MAX_STATE_BYTES: u64 = 32 << 20;

/// What a tree may have at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Bytes of arrays that are read.
    pub(super) hold: u64,
    /// Bytes, unpacked.
    pub(super) bytes: u64,
    /// Entries of compounds and elements of lists.
    pub(super) tags: u64,
}

/// A reader of NBT.
#[derive(Debug)]
pub(super) struct Nbt<R> {
    input: R,
    limits: Limits,
    /// Entries and elements so far.
    tags: u64,
    /// Bytes read so far.
    at: u64,
    depth: usize,
    /// Bytes of arrays that may still be read.
    hold: u64,
    /// Bytes of block states read so far.
    state_bytes: u64,
    is_unchecked: bool,
}

impl<R: BufRead> Nbt<R> {
    /// A reader of these bytes.
    pub(super) fn new(input: R, limits: Limits) -> Self {
        let hold = limits.hold;
        Self { input, limits, tags: 0, at: 0, depth: 0, hold, state_bytes: 0, is_unchecked: false }
    }

    /// Reads the whole: calls `visit` with the name and tag of every entry of the root, and looks that the packed bytes end
    /// as they should.
    pub(super) fn root(
        &mut self,
        visit: impl FnMut(&mut Self, &str, Tag) -> Sound<()>,
    ) -> Sound<()> {
        match self.tag("the root")? {
            Tag::Compound => {}
            _ => return Err(Fault::damaged("does not start as NBT does; name another file")),
        }
        self.text("the name of the root")?;
        self.compound(Tag::Compound, "the root", visit)?;
        // A checksum is compared where the packed bytes end. Without one the tree is whole all the same.
        match self.input.fill_buf() {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                self.is_unchecked = true;
                Ok(())
            }
            Err(error) => Err(Fault::of_reading(&error, self.at, "its end")),
        }
    }

    /// Whether the packed bytes end before their checksum.
    pub(super) fn is_unchecked(&self) -> bool {
        self.is_unchecked
    }

    /// Calls `visit` with the name and tag of every entry of a compound; it must read or skip the payload.
    pub(super) fn compound(
        &mut self,
        tag: Tag,
        field: &str,
        mut visit: impl FnMut(&mut Self, &str, Tag) -> Sound<()>,
    ) -> Sound<()> {
        self.expect(tag == Tag::Compound, field, "a compound")?;
        self.deeper(field)?;
        let mut name = String::new();
        loop {
            let tag = self.tag(field)?;
            if tag == Tag::End {
                break;
            }
            self.count_tag()?;
            self.text_into(&mut name, field)?;
            visit(self, &name, tag)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Calls `visit` with the tag of every element of a list; it must read or skip the payload.
    pub(super) fn list(
        &mut self,
        tag: Tag,
        field: &str,
        mut visit: impl FnMut(&mut Self, Tag) -> Sound<()>,
    ) -> Sound<()> {
        self.expect(tag == Tag::List, field, "a list")?;
        self.deeper(field)?;
        let element = self.tag(field)?;
        let count = self.length(field)?;
        // Elements that take no bytes could be claimed without end.
        if element != Tag::End {
            for _ in 0..count {
                self.count_tag()?;
                visit(self, element)?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// A whole number of any width.
    pub(super) fn number(&mut self, tag: Tag, field: &str) -> Sound<i64> {
        match tag {
            Tag::Byte => Ok(i8::from_be_bytes(self.fixed(field)?).into()),
            Tag::Short => Ok(i16::from_be_bytes(self.fixed(field)?).into()),
            Tag::Int => Ok(i32::from_be_bytes(self.fixed(field)?).into()),
            Tag::Long => Ok(i64::from_be_bytes(self.fixed(field)?)),
            _ => self.expect(false, field, "a whole number").map(|()| 0),
        }
    }

    /// A text.
    pub(super) fn string(&mut self, tag: Tag, field: &str) -> Sound<String> {
        self.expect(tag == Tag::Text, field, "a text")?;
        self.text(field)
    }

    /// The bytes of an array of any width.
    pub(super) fn array(&mut self, tag: Tag, field: &str) -> Sound<Vec<u8>> {
        let bytes = self.array_bytes(tag, field)?;
        self.hold = self.hold.checked_sub(bytes).ok_or_else(|| {
            Fault::new(
                TOO_MUCH,
                format!(
                    "has arrays of more than {} by byte {}, within {}; no game writes such a file",
                    readable_bytes(self.limits.hold),
                    self.at,
                    shown(field)
                ),
            )
        })?;
        let mut held = Vec::new();
        self.pieces(bytes, field, |piece| held.extend_from_slice(piece))?;
        Ok(held)
    }

    /// Calls `visit` with every number of an array of ints.
    pub(super) fn ints(&mut self, field: &str, mut visit: impl FnMut(i32)) -> Sound<()> {
        for _ in 0..self.length(field)? {
            visit(i32::from_be_bytes(self.fixed(field)?));
        }
        Ok(())
    }

    /// How many bytes an array has.
    pub(super) fn array_bytes(&mut self, tag: Tag, field: &str) -> Sound<u64> {
        let size = tag.element();
        self.expect(size.is_some(), field, "an array")?;
        Ok(self.length(field)? * size.unwrap_or(0))
    }

    /// How many bytes were read.
    pub(super) fn place(&self) -> u64 {
        self.at
    }

    /// Counts a block state of so many bytes, as its text and what holds it take: small packed files unfold to endless
    /// palettes.
    pub(super) fn count_state(&mut self, bytes: usize) -> Sound<()> {
        self.state_bytes += bytes as u64 + 64;
        if self.state_bytes <= MAX_STATE_BYTES {
            return Ok(());
        }
        Err(Fault::damaged(format!(
            "has block states of more than {MAX_STATE_BYTES} bytes at byte {}; no game writes such a file",
            self.at
        )))
    }

    /// Passes over a payload.
    pub(super) fn skip(&mut self, tag: Tag) -> Sound<()> {
        const FIELD: &str = "what is not needed";
        if let Some(bytes) = tag.size() {
            return self.pieces(bytes, FIELD, |_| ());
        }
        if let Some(size) = tag.element() {
            let count = self.length(FIELD)?;
            return self.pieces(count * size, FIELD, |_| ());
        }
        match tag {
            Tag::Text => {
                let bytes = u16::from_be_bytes(self.fixed(FIELD)?);
                self.pieces(bytes.into(), FIELD, |_| ())
            }
            Tag::List => self.skip_list(FIELD),
            _ => self.compound(tag, FIELD, |nbt, _, tag| nbt.skip(tag)),
        }
    }

    /// Passes over a list; elements that all have one size at once.
    fn skip_list(&mut self, field: &str) -> Sound<()> {
        self.deeper(field)?;
        let element = self.tag(field)?;
        let count = self.length(field)?;
        match element.size() {
            Some(size) => self.pieces(count * size, field, |_| ())?,
            None => {
                for _ in 0..count {
                    self.count_tag()?;
                    self.skip(element)?;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Counts an entry or element.
    #[inline]
    fn count_tag(&mut self) -> Sound<()> {
        self.tags += 1;
        if self.tags <= self.limits.tags {
            return Ok(());
        }
        Err(Fault::new(
            TOO_MUCH,
            format!(
                "has more than {} entries of NBT by byte {}, more than any game writes; save it in parts",
                self.limits.tags, self.at
            ),
        ))
    }

    /// Looks that so many bytes more are allowed, before any of them is unpacked.
    #[inline]
    fn check_bytes(&self, bytes: u64, field: &str) -> Sound<()> {
        if self.at + bytes <= self.limits.bytes {
            return Ok(());
        }
        Err(Fault::new(
            TOO_MUCH,
            format!(
                "unpacks to more than {} at byte {}, within {}, which has {bytes} bytes; save it in parts",
                readable_bytes(self.limits.bytes),
                self.at,
                shown(field)
            ),
        ))
    }

    /// Calls `visit` with the next bytes, as many at once as are there.
    pub(super) fn pieces(
        &mut self,
        bytes: u64,
        field: &str,
        mut visit: impl FnMut(&[u8]),
    ) -> Sound<()> {
        self.check_bytes(bytes, field)?;
        let mut left = bytes;
        while left > 0 {
            let there = match self.input.fill_buf() {
                Ok(there) => there,
                Err(error) => return Err(Fault::of_reading(&error, self.at, field)),
            };
            if there.is_empty() {
                return Err(Fault::cut_short(self.at, field));
            }
            let taken = there.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            visit(&there[..taken]);
            self.input.consume(taken);
            self.at += taken as u64;
            left -= taken as u64;
        }
        Ok(())
    }

    fn fixed<const N: usize>(&mut self, field: &str) -> Sound<[u8; N]> {
        self.check_bytes(N as u64, field)?;
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => self.at += N as u64,
            Err(error) => return Err(Fault::of_reading(&error, self.at, field)),
        }
        Ok(bytes)
    }

    fn tag(&mut self, field: &str) -> Sound<Tag> {
        let [number] = self.fixed(field)?;
        TAGS.get(usize::from(number)).copied().ok_or_else(|| {
            Fault::damaged(format!(
                "has a tag of the unknown kind {number} at byte {}, within {}; copy it again",
                self.at - 1,
                shown(field)
            ))
        })
    }

    /// The length of a list or array.
    fn length(&mut self, field: &str) -> Sound<u64> {
        let length = i32::from_be_bytes(self.fixed(field)?);
        u64::try_from(length).map_err(|_| {
            Fault::damaged(format!(
                "has a length of {length} at byte {}, within {}; copy it again",
                self.at - 4,
                shown(field)
            ))
        })
    }

    fn text(&mut self, field: &str) -> Sound<String> {
        let mut text = String::new();
        self.text_into(&mut text, field)?;
        Ok(text)
    }

    fn text_into(&mut self, text: &mut String, field: &str) -> Sound<()> {
        let length = u16::from_be_bytes(self.fixed(field)?);
        let mut bytes = std::mem::take(text).into_bytes();
        bytes.clear();
        self.pieces(length.into(), field, |piece| bytes.extend_from_slice(piece))?;
        // Names of blocks are ASCII; of other text nothing is compared.
        *text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        Ok(())
    }

    fn deeper(&mut self, field: &str) -> Sound<()> {
        self.depth += 1;
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        Err(Fault::damaged(format!(
            "has NBT nested more than {MAX_DEPTH} deep at byte {}, within {}; no game writes such a file",
            self.at,
            shown(field)
        )))
    }

    fn expect(&self, holds: bool, field: &str, what: &str) -> Sound<()> {
        if holds {
            return Ok(());
        }
        Err(Fault::damaged(format!(
            "has at byte {} something other than {what} for {}; copy it again",
            self.at,
            shown(field)
        )))
    }
}
