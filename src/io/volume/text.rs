//! Numbers that are written as text.

use std::io::BufRead;

use crate::error::{Error, Result};
use crate::io::dense::element::Kind;

/// No number is written with more digits.
const LONGEST: usize = 512;

/// Reads decimal numbers as bytes of their kind, `wanted` bytes of them; and how many bytes of text are left.
///
/// # Errors
/// Where there are fewer, or one is no number of the kind.
pub(super) fn read_text(mut file: impl BufRead, wanted: u64, kind: Kind) -> Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::new();
    let mut word = Vec::new();
    while (bytes.len() as u64) < wanted {
        next_word(&mut file, &mut word)?;
        if word.is_empty() {
            return Err(Error::input(format!(
                "is cut short: it ends after {} of {} numbers; save or fetch it again",
                bytes.len() as u64 / kind.size(),
                wanted / kind.size()
            )));
        }
        push(&mut bytes, &word, kind)?;
    }
    Ok((bytes, count_letters(file)?))
}

/// How many bytes are left that are no blanks.
fn count_letters(file: impl BufRead) -> Result<u64> {
    let mut count = 0;
    for byte in file.bytes() {
        let byte = byte.map_err(|error| Error::input(format!("cannot be read ({error})")))?;
        count += u64::from(!is_blank(byte));
    }
    Ok(count)
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b','
}

/// Reads pairs of hexadecimal digits as bytes; and how many bytes of text are left.
///
/// # Errors
/// Where there are fewer than `wanted`, or one is no digit.
pub(super) fn read_hex(file: impl BufRead, wanted: u64) -> Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::new();
    let (mut high, mut after) = (None, 0);
    for (place, byte) in file.bytes().enumerate() {
        let byte = byte.map_err(|error| Error::input(format!("cannot be read ({error})")))?;
        if byte.is_ascii_whitespace() {
            continue;
        }
        if bytes.len() as u64 == wanted {
            after += 1;
            continue;
        }
        let digit = char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let digit = digit.ok_or_else(|| {
            Error::input(format!(
                "has the byte {byte} among its hexadecimal digits, {place} bytes after the header; save it again"
            ))
        })?;
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push(high << 4 | digit),
        }
    }
    if (bytes.len() as u64) < wanted {
        return Err(Error::input(format!(
            "is cut short: it ends after {} of {wanted} bytes in hexadecimal; save or fetch it again",
            bytes.len()
        )));
    }
    Ok((bytes, after))
}

/// The next run of bytes without blanks, empty at the end.
fn next_word(file: &mut impl BufRead, word: &mut Vec<u8>) -> Result<()> {
    word.clear();
    loop {
        let buffer =
            file.fill_buf().map_err(|error| Error::input(format!("cannot be read ({error})")))?;
        if buffer.is_empty() {
            return Ok(());
        }
        let (skip, rest) = if word.is_empty() {
            let skip = buffer.iter().take_while(|&&byte| is_blank(byte)).count();
            (skip, &buffer[skip..])
        } else {
            (0, buffer)
        };
        let length = rest.iter().take_while(|&&byte| !is_blank(byte)).count();
        word.extend_from_slice(&rest[..length]);
        let is_whole = length < rest.len();
        file.consume(skip + length);
        if word.len() > LONGEST {
            return Err(Error::input(format!(
                "has a word of more than {LONGEST} letters where a number should be; it does not hold the text that its header says"
            )));
        }
        if is_whole && !word.is_empty() {
            return Ok(());
        }
    }
}

/// Adds the little-endian bytes of a number.
fn push(bytes: &mut Vec<u8>, word: &[u8], kind: Kind) -> Result<()> {
    let text = str::from_utf8(word).unwrap_or("?");
    let wrong = || {
        let shown: String = text.chars().take(40).collect();
        Error::input(format!("has {shown:?} where a number of its type should be; save it again"))
    };
    match kind {
        Kind::Bool => bytes.push(u8::from(text.parse::<u8>().map_err(|_| wrong())? != 0)),
        Kind::Float { size, .. } => {
            let number: f64 = text.parse().map_err(|_| wrong())?;
            #[allow(clippy::cast_possible_truncation, reason = "rounded to the kind of the file")]
            match size {
                4 => bytes.extend((number as f32).to_le_bytes()),
                _ => bytes.extend(number.to_le_bytes()),
            }
        }
        Kind::Integer { size, signed, .. } => {
            let number: i128 = text.parse().map_err(|_| wrong())?;
            let bits = 8 * size;
            let (low, high) = if signed {
                (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
            } else {
                (0, (1_i128 << bits) - 1)
            };
            if !(low..=high).contains(&number) {
                return Err(wrong());
            }
            bytes.extend(&number.to_le_bytes()[..size]);
        }
    }
    Ok(())
}

/// The kind of numbers that text is read as: little-endian, whatever the header says of bytes.
pub(super) fn kind_of_text(kind: Kind) -> Kind {
    match kind {
        Kind::Bool => Kind::Bool,
        Kind::Integer { size, signed, .. } => Kind::Integer { size, signed, big: false },
        Kind::Float { size, .. } => Kind::Float { size, big: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const I16: Kind = Kind::Integer { size: 2, signed: true, big: false };

    #[test]
    fn words_are_found_over_the_ends_of_buffers() {
        for capacity in 1..9 {
            let text = &b"  12 -7\n,300\t  9 1,0 \n"[..];
            let file = std::io::BufReader::with_capacity(capacity, text);
            let (bytes, after) = read_text(file, 6, I16).expect("three numbers");
            let expected: Vec<u8> =
                [12_i16, -7, 300].iter().flat_map(|k| k.to_le_bytes()).collect();
            assert_eq!((bytes, after), (expected, 3), "buffers of {capacity}");
        }
    }

    #[test]
    fn what_is_no_number_of_the_kind_is_refused() {
        for text in ["x", "1.5", "32768", "-32769", "é"] {
            let error = read_text(text.as_bytes(), 2, I16).expect_err(text).to_string();
            assert!(error.contains("where a number"), "{error}");
        }
        let error = read_text(&b"1 2"[..], 6, I16).expect_err("too few").to_string();
        assert!(error.contains("after 2 of 3 numbers"), "{error}");
    }

    #[test]
    fn hexadecimal_bytes() {
        let (bytes, after) = read_hex(&b"0a\nFf 1"[..], 2).expect("two bytes");
        assert_eq!((bytes, after), (vec![0x0a, 0xff], 1), "digits of both cases");
        assert!(read_hex(&b"0a0"[..], 2).is_err(), "half a byte");
        assert!(read_hex(&b"0g"[..], 1).is_err(), "no digit");
    }
}
