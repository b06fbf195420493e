//! Lines and numbers of text files, with the place for messages.

use std::borrow::Cow;

use crate::error::{Error, Result};

/// The lines of a text, numbered from 1, without their ends. A line that ends in a backslash goes on in the next.
#[derive(Debug)]
pub(in crate::io) struct Lines<'a> {
    rest: &'a [u8],
    /// The number of the line that was given last.
    pub(in crate::io) number: usize,
    next: usize,
}

impl<'a> Lines<'a> {
    pub(in crate::io) fn new(text: &'a [u8]) -> Self {
        Self { rest: without_mark(text), number: 0, next: 1 }
    }

    fn single(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n').unwrap_or(self.rest.len());
        let line = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        self.next += 1;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Cow<'a, [u8]>;

    fn next(&mut self) -> Option<Self::Item> {
        self.number = self.next;
        let line = self.single()?;
        let Some(begun) = line.strip_suffix(b"\\") else { return Some(Cow::Borrowed(line)) };
        let mut joined = begun.to_vec();
        while let Some(more) = self.single() {
            joined.push(b' ');
            let Some(begun) = more.strip_suffix(b"\\") else {
                joined.extend(more);
                break;
            };
            joined.extend(begun);
        }
        Some(Cow::Owned(joined))
    }
}

/// A text without the byte order mark that some editors put in front.
pub(in crate::io) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// The words of a line.
pub(in crate::io) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A finite number. `place` is for the message.
pub(in crate::io) fn number(word: Option<&[u8]>, place: impl Fn() -> String) -> Result<f64> {
    let parsed = word.and_then(|word| std::str::from_utf8(word).ok()?.parse::<f64>().ok());
    match parsed {
        Some(number) if number.is_finite() => Ok(number),
        _ => Err(Error::input(format!(
            "{} is {}, which is no finite number; correct or leave out the line",
            place(),
            word.map_or("missing".into(), |word| format!("{:?}", shown(word)))
        ))),
    }
}

/// A word for a message: readable, and no longer than it need be.
pub(in crate::io) fn shown(word: &[u8]) -> String {
    String::from_utf8_lossy(word).chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_joined() {
        let mut lines = Lines::new(b"a\r\nb \\\nc\\\r\nd\n\ne");
        let mut found = Vec::new();
        while let Some(line) = lines.next() {
            found.push((lines.number, String::from_utf8_lossy(&line).into_owned()));
        }
        let expected = [(1, "a"), (2, "b  c d"), (5, ""), (6, "e")];
        assert_eq!(found, expected.map(|(number, line)| (number, line.to_string())), "six lines");
    }

    #[test]
    fn numbers_are_finite() {
        let read = |word: &[u8]| number(Some(word), || "x".into());
        assert_eq!(read(b"-1.5e3").ok(), Some(-1500.0), "a number");
        for word in [&b"nan"[..], b"inf", b"1e999", b"1,5", b"\xff", b""] {
            assert!(read(word).is_err(), "{word:?} is none");
        }
    }
}
