//! The header of an .npy file (`NumPy` enhancement proposal 1, 2007): magic, version, length, and a Python dictionary of
//! three entries.
//!
//! Invariant: nothing a header says is believed before it is checked; sizes are multiplied with care, and no memory is
//! taken by them. The dictionary is split without recursion, so that no header, however nested, exhausts the stack, which
//! a general reader of Python literals cannot promise.

use std::io::{ErrorKind, Read};

use crate::error::{Error, Result};

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// Headers of plain arrays are about 120 bytes; `NumPy` itself reads none above 10,000.
const LONGEST: usize = 10_000;

/// What a header says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NpyHeader {
    /// The type of the numbers as `NumPy` writes it, e.g. `<f4`.
    pub(crate) descr: String,
    /// Whether the first index runs fastest.
    pub(crate) fortran_order: bool,
    /// The sizes.
    pub(crate) shape: Vec<u64>,
    /// The byte at which the numbers start.
    pub(crate) data_start: u64,
}

impl NpyHeader {
    /// Reads the header at the start of a file.
    ///
    /// # Errors
    /// Where there is none, or it is cut short or makes no sense.
    pub(crate) fn read(file: &mut impl Read) -> Result<Self> {
        let mut start = [0; 8];
        fill(file, &mut start)?;
        if !start.starts_with(MAGIC) {
            return Err(Error::input(
                "is not an .npy file: it does not start as one; save the array with numpy.save",
            ));
        }
        let (length, prefix) = match start[6] {
            1 => (usize::from(u16::from_le_bytes(bytes(file)?)), 10),
            2 | 3 => (u32::from_le_bytes(bytes(file)?) as usize, 12),
            version => {
                return Err(Error::input(format!(
                    "is an .npy file of version {version}; versions 1 to 3 can be read"
                )));
            }
        };
        if length > LONGEST {
            return Err(Error::input(format!(
                "its header has {length} bytes, above the limit of {LONGEST}; the file is damaged or holds no plain array"
            )));
        }
        let mut text = vec![0; length];
        fill(file, &mut text)?;
        let text = String::from_utf8_lossy(&text);
        let header = Self::parse(&text, prefix + length as u64);
        header.ok_or_else(|| {
            let shown: String = text.trim().chars().take(120).collect();
            Error::input(format!(
                "its header {shown:?} describes no plain array; save one with numpy.save"
            ))
        })
    }

    fn parse(text: &str, data_start: u64) -> Option<Self> {
        let entries = split_dictionary(text)?;
        let entry = |name: &str| {
            let found = entries.iter().find(|(key, _)| unquote(key) == Some(name));
            found.map(|&(_, value)| value)
        };
        Some(Self {
            descr: unquote(entry("descr")?)?.to_string(),
            fortran_order: match entry("fortran_order")? {
                "True" => true,
                "False" => false,
                _ => return None,
            },
            shape: parse_shape(entry("shape")?)?,
            data_start,
        })
    }

    /// The bytes of the numbers, each of `item` bytes; none past 2^64.
    pub(crate) fn data_bytes(&self, item: u64) -> Option<u64> {
        self.shape.iter().try_fold(item, |bytes, &size| bytes.checked_mul(size))
    }

    /// The shape as `NumPy` prints it.
    pub(crate) fn shape_text(&self) -> String {
        shape_text(&self.shape)
    }
}

/// How long the headers are that [`render`] makes: the same for every shape, so that a header can be written when the
/// number of rows is known, and a multiple of 64, as `NumPy` aligns them.
pub(crate) const RENDERED: usize = 128;

/// The header of an array in C order with at most two sizes.
pub(crate) fn render(descr: &str, shape: &[u64]) -> [u8; RENDERED] {
    let text =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {}, }}", shape_text(shape));
    let mut header = [b' '; RENDERED];
    header[..6].copy_from_slice(MAGIC);
    header[6..10].copy_from_slice(&[1, 0, 118, 0]);
    header[10..10 + text.len()].copy_from_slice(text.as_bytes());
    header[RENDERED - 1] = b'\n';
    header
}

fn shape_text(shape: &[u64]) -> String {
    match shape {
        [] => "()".into(),
        [single] => format!("({single},)"),
        _ => format!("({})", shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

fn fill(file: &mut impl Read, bytes: &mut [u8]) -> Result<()> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => {
            Error::input("is cut short within its header; it holds no array, write it again")
        }
        _ => Error::input(format!("cannot be read ({error})")),
    })
}

fn bytes<const N: usize>(file: &mut impl Read) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    fill(file, &mut bytes)?;
    Ok(bytes)
}

/// The keys and values of `{key: value, ...}`, as they stand there.
fn split_dictionary(text: &str) -> Option<Vec<(&str, &str)>> {
    let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    let entries = split_outside(inner, ',').into_iter().filter(|entry| !entry.trim().is_empty());
    entries
        .map(|entry| match split_outside(entry, ':')[..] {
            [key, value] => Some((key.trim(), value.trim())),
            _ => None,
        })
        .collect()
}

/// Splits at each `mark` that stands outside of quotes and brackets.
fn split_outside(text: &str, mark: char) -> Vec<&str> {
    let mut quote = None;
    let mut depth = 0_i64;
    text.split(|letter: char| {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            _ => return letter == mark && depth == 0,
        }
        false
    })
    .collect()
}

fn unquote(text: &str) -> Option<&str> {
    let inner = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('\'').or_else(|| inner('"'))
}

/// `(3, 6)`; Python 2 wrote `(3L, 6L)`.
fn parse_shape(text: &str) -> Option<Vec<u64>> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?.trim();
    let inner = inner.strip_suffix(',').unwrap_or(inner);
    let sizes = inner.split(',').map(str::trim).filter(|_| !inner.is_empty());
    sizes.map(|size| size.strip_suffix('L').unwrap_or(size).parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<NpyHeader> {
        NpyHeader::parse(text, 128)
    }

    #[test]
    fn rendered_header_reads_back_with_the_largest_sizes() {
        for shape in [&[0][..], &[u64::MAX], &[u64::MAX, u64::MAX], &[7, 3]] {
            let header = NpyHeader::read(&mut &render("<f4", shape)[..]).expect("a header");
            assert_eq!(header.shape, shape, "{shape:?}");
            assert_eq!((header.descr.as_str(), header.data_start), ("<f4", 128), "{shape:?}");
        }
    }

    #[test]
    fn headers_of_other_writers_are_understood() {
        let expected = parse("{'descr': '>f8', 'fortran_order': True, 'shape': (3, 6), }");
        let expected = expected.expect("as NumPy writes it");
        assert!(expected.fortran_order && expected.shape == [3, 6], "{expected:?}");
        for text in [
            "{\"shape\": (3L,6L), \"descr\": \">f8\", \"fortran_order\": True}\n",
            "  {'fortran_order':True,'descr':'>f8','shape':(3,6,),'note':'a, b: {'}  \n",
        ] {
            assert_eq!(parse(text).as_ref(), Some(&expected), "{text}");
        }
    }

    #[test]
    fn nonsense_is_no_header() {
        for text in [
            "",
            "{}",
            "{'descr': '<f4', 'fortran_order': False}",
            "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 6)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999, 6)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': 6}",
            "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (6,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1,,6)}",
            &"{[(".repeat(3000),
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_past_64_bits_are_noticed() {
        let header = |shape: &[u64]| NpyHeader {
            descr: "<f4".into(),
            fortran_order: false,
            shape: shape.to_vec(),
            data_start: 128,
        };
        assert_eq!(header(&[1 << 62, 6]).data_bytes(4), None, "wraps to a small number");
        assert_eq!(header(&[5, 6]).data_bytes(4), Some(120), "fits");
    }
}
