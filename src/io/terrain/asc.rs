//! `.asc`: the ASCII grid of ESRI: a header of names and numbers, then heights from the north-west, row by row.
//!
//! `cellsize`, or `dx` and `dy`; `xllcorner` names the outer corner of the south-western cell, `xllcenter` its middle.
//! Numbers stand between any white space: a row of the grid need not be a line.

use std::ops::Range;

use super::frame::{Frame, Window};
use super::rows::Rows;
use crate::error::{Error, Result};

/// The bytes of a grid, and where its numbers start.
pub(super) struct Grid {
    bytes: Vec<u8>,
    body: usize,
}

/// The longest word that can be a number or a name here.
const LONGEST: usize = 400;

/// Reads the header.
pub(super) fn open(bytes: Vec<u8>) -> Result<(Frame, Grid)> {
    let mut words = Words { bytes: &bytes, place: 0 };
    let mut entries: Vec<(String, f64)> = Vec::new();
    loop {
        let body = words.place;
        let Some((_, key)) = words.next_word() else { break };
        let key = String::from_utf8_lossy(key).to_ascii_lowercase();
        if !KEYS.contains(&key.as_str()) {
            if entries.is_empty() {
                break;
            }
            let frame = frame(&entries)?;
            // Each number takes a digit and a space at least.
            if frame.cells() > (bytes.len() - body) as u64 {
                return Err(cut_short(&frame, bytes.len()));
            }
            return Ok((frame, Grid { bytes, body }));
        }
        let value = words.next_word();
        let number = value.and_then(|(_, word)| number(word));
        let Some(number) = number else {
            let shown = value.map_or("missing".into(), |(_, word)| shown(word));
            return Err(Error::input(format!(
                "its {key} in the header is {shown}, which is no number; the header is damaged"
            )));
        };
        entries.push((key, number));
        if entries.len() > 2 * KEYS.len() {
            break;
        }
    }
    Err(Error::input(
        "is no ASCII grid: it does not begin with ncols, nrows and what else its header needs, and numbers",
    ))
}

const KEYS: [&str; 12] = [
    "ncols",
    "nrows",
    "xllcorner",
    "yllcorner",
    "xllcenter",
    "yllcenter",
    "xllcentre",
    "yllcentre",
    "cellsize",
    "dx",
    "dy",
    "nodata_value",
];

fn frame(entries: &[(String, f64)]) -> Result<Frame> {
    let entry = |key: &str| entries.iter().find(|(name, _)| name == key).map(|&(_, number)| number);
    let missing = |key: &str| Error::input(format!("its header has no {key}; write it again"));
    let cells = |key: &str| {
        let number = entry(key).ok_or_else(|| missing(key))?;
        let whole = (0.0..9e15).contains(&number) && number.fract() == 0.0;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number below 2^53"
        )]
        whole.then_some(number as u64).ok_or_else(|| {
            Error::input(format!("its {key} is {number}, which is no number of cells"))
        })
    };
    let mut frame = Frame::of_cells(cells("ncols")?, cells("nrows")?)?;
    let size = entry("cellsize");
    let side = |key: &str| entry(key).or(size).ok_or_else(|| missing("cellsize"));
    let cell = [side("dx")?, side("dy")?];
    for (axis, corner, centers) in
        [(0, "xllcorner", ["xllcenter", "xllcentre"]), (1, "yllcorner", ["yllcenter", "yllcentre"])]
    {
        let center = centers.iter().find_map(|key| entry(key));
        let by_center = center.map(|center| center - cell[axis] / 2.0);
        frame.corner[axis] = entry(corner).or(by_center).ok_or_else(|| missing(corner))?;
    }
    frame.cell = Some(cell);
    // The format's own default.
    frame.nodata = Some(entry("nodata_value").unwrap_or(-9999.0));
    Ok(frame)
}

impl Grid {
    /// The rows of a window.
    pub(super) fn rows(&self, frame: &Frame, needed: &Window) -> Result<impl Rows + '_> {
        let words = Words { bytes: &self.bytes, place: self.body };
        let mut rows = GridRows { words, frame: frame.clone(), x: needed.x.clone(), row: 0 };
        for _ in 0..needed.file_rows().start {
            rows.next_row(&mut [])?;
        }
        Ok(rows)
    }
}

struct GridRows<'a> {
    words: Words<'a>,
    frame: Frame,
    x: Range<usize>,
    row: usize,
}

impl Rows for GridRows<'_> {
    fn next_row(&mut self, numbers: &mut [f64]) -> Result<()> {
        for column in 0..self.frame.columns {
            let read = self.next_number()?;
            let wanted = column.checked_sub(self.x.start).and_then(|index| numbers.get_mut(index));
            wanted.into_iter().for_each(|number| *number = read);
        }
        self.row += 1;
        if self.row == self.frame.rows { self.check_end() } else { Ok(()) }
    }
}

impl GridRows<'_> {
    fn next_number(&mut self) -> Result<f64> {
        let bytes = self.words.bytes;
        let (place, word) =
            self.words.next_word().ok_or_else(|| cut_short(&self.frame, bytes.len()))?;
        number(word).ok_or_else(|| {
            let line = bytes[..place].iter().filter(|&&byte| byte == b'\n').count() + 1;
            Error::input(format!(
                "line {line} holds {}, which is no height; the file is damaged",
                shown(word)
            ))
        })
    }

    fn check_end(&mut self) -> Result<()> {
        match self.words.next_word() {
            None => Ok(()),
            Some((place, _)) => Err(Error::input(format!(
                "holds more heights, from byte {place} on, than its {} x {} cells; the header is damaged",
                self.frame.columns, self.frame.rows
            ))),
        }
    }
}

fn cut_short(frame: &Frame, end: usize) -> Error {
    Error::input(format!(
        "is cut short: its header claims {} x {} cells, and it ends at byte {end} before them; write it again",
        frame.columns, frame.rows
    ))
}

fn number(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn shown(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(word);
    let shown: String = text.chars().filter(|letter| !letter.is_control()).take(40).collect();
    format!("{shown:?}")
}

/// Words between white space, each with its place.
struct Words<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl<'a> Words<'a> {
    fn next_word(&mut self) -> Option<(usize, &'a [u8])> {
        let rest = &self.bytes[self.place..];
        let start = self.place + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &self.bytes[start..];
        let length = rest.iter().take(LONGEST).position(u8::is_ascii_whitespace);
        let length = length.unwrap_or(rest.len().min(LONGEST));
        self.place = start + length;
        Some((start, &rest[..length]))
    }
}
