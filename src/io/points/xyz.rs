//! `.xyz`: a point in each line, x y z and whatever else, between spaces, tabs, commas or semicolons.
//!
//! There is no standard. Lines that begin with #, % or // are comments; a first line of names tells the columns (x, y, z,
//! and classification, class or label); a first line of one whole number is the number of points, and is passed over.

use std::path::Path;

use super::ascii::{TextSource, is_blank, words};
use super::record::find_columns;
use crate::error::{Error, Result};
use crate::io::bytes::read_file;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

/// Loads an `.xyz` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    if bytes.contains(&0) {
        return Err(Error::input("is not text, as an .xyz file must be; save the points as text"));
    }
    let (start, (xyz, class)) = columns(&bytes);
    let is_point = |line: &[u8]| !is_blank(String::from_utf8_lossy(line).trim());
    if !bytes[start..].split(|&byte| byte == b'\n').any(is_point) {
        return Err(Error::input("holds no points; each line needs numbers for x, y and z"));
    }
    let source = TextSource::new(&bytes, start..bytes.len(), xyz, class);
    super::build::build(&source, "xyz", options)
}

/// What some editors put in front of text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

type Columns = ([usize; 3], Option<usize>);

/// Where the points begin, and in which columns they stand.
fn columns(bytes: &[u8]) -> (usize, Columns) {
    const PLAIN: Columns = ([0, 1, 2], None);
    let mut place = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    for line in bytes[place..].split_inclusive(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        let after = place + line.len();
        if is_blank(text) {
            place = after;
            continue;
        }
        let is_number = |word: &str| word.parse::<f64>().is_ok();
        if !words(text).any(is_number) {
            return (after, find_columns(words(text)).unwrap_or(PLAIN));
        }
        let is_count = words(text).count() == 1 && text.parse::<u64>().is_ok();
        return (if is_count { after } else { place }, PLAIN);
    }
    (place, PLAIN)
}
