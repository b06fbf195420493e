//! Arrays of NBT that are passed over the first time, and read a piece at a time the second.

use std::io::BufRead;

use super::fault::Sound;
use super::nbt::Nbt;
use super::tag::Tag;

/// An array that was passed over: where its bytes lie among the unpacked ones, and what they are.
#[derive(Debug, Clone, Default)]
pub(super) struct Stretch {
    /// Its first byte.
    pub(super) start: u64,
    /// How many bytes it has.
    pub(super) bytes: u64,
    /// By byte, how often it occurs; nothing where there is no array.
    pub(super) counts: Vec<u64>,
}

impl Stretch {
    /// How many bytes are not 0.
    pub(super) fn others_than_zero(&self) -> u64 {
        self.counts.iter().skip(1).sum()
    }
}

impl<R: BufRead> Nbt<R> {
    /// Where an array of any width lies, and what its bytes are, without holding them.
    pub(super) fn stretch(&mut self, tag: Tag, field: &str) -> Sound<Stretch> {
        let bytes = self.array_bytes(tag, field)?;
        let (start, mut counts) = (self.place(), vec![0; 256]);
        self.pieces(bytes, field, |piece| tally(piece, &mut counts))?;
        Ok(Stretch { start, bytes, counts })
    }

    /// Passes over the bytes up to a place that was not reached yet: a payload that was met before.
    pub(super) fn pass_to(&mut self, place: u64, field: &str) -> Sound<()> {
        self.pieces(place.saturating_sub(self.place()), field, |_| ())
    }

    /// Fills `bytes` with the next ones, those of an array.
    pub(super) fn fill(&mut self, bytes: &mut [u8], field: &str) -> Sound<()> {
        let mut at = 0;
        self.pieces(bytes.len() as u64, field, |piece| {
            bytes[at..at + piece.len()].copy_from_slice(piece);
            at += piece.len();
        })
    }
}

/// Adds how often each byte is there. Four tables in turn: where all bytes are the same, one counter would have to wait
/// for itself.
fn tally(bytes: &[u8], counts: &mut [u64]) {
    let mut tables = [[0_u64; 256]; 4];
    let (fours, rest) = bytes.as_chunks::<4>();
    for four in fours {
        tables.iter_mut().zip(four).for_each(|(table, &byte)| table[usize::from(byte)] += 1);
    }
    rest.iter().for_each(|&byte| tables[0][usize::from(byte)] += 1);
    for (byte, count) in counts.iter_mut().enumerate() {
        *count += tables.iter().map(|table| table[byte]).sum::<u64>();
    }
}
