//! The lines of text before the nodes: what kind of tree, how many nodes, how large a voxel is.

use crate::error::{Error, Result};

/// The first lines of the two kinds of file.
const BINARY: &str = "# Octomap OcTree binary file";
const FULL: &str = "# Octomap OcTree file";
/// No header is longer; those that `OctoMap` writes have about 150 bytes.
const LONGEST: usize = 1 << 16;

/// How nodes are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    /// Two bits for each child: unknown, free, occupied, divided.
    Binary,
    /// Log odds and which children there are, and between them so many bytes of colour (0 or 3).
    Full { color_bytes: usize },
}

/// What a header says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Header {
    pub(super) coding: Coding,
    /// Nodes of the tree, divided ones too.
    pub(super) nodes: u64,
    /// The side of a voxel in metres.
    pub(super) resolution: f64,
    /// The byte at which the nodes start.
    pub(super) data_start: usize,
    /// Lines that say nothing known.
    pub(super) unknown_lines: u64,
}

impl Header {
    /// Reads the header at the start of a file.
    ///
    /// # Errors
    /// Where it is none, names a tree of another kind, or lacks a line.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        let mut lines = Lines { bytes: &bytes[..bytes.len().min(LONGEST)], place: 0 };
        let first = lines.next().unwrap_or_default();
        let binary = if first.starts_with(BINARY) {
            true
        } else if first.starts_with(FULL) {
            false
        } else {
            return Err(Error::input(format!(
                "is no octree of OctoMap: its first line is neither {BINARY:?} nor {FULL:?}; write it again with a current OctoMap"
            )));
        };
        let mut fields = Fields::default();
        loop {
            let line = lines.next().ok_or_else(|| {
                Error::input("its header has no line \"data\"; the file is cut short or damaged")
            })?;
            match fields.take(&line)? {
                true => break,
                false => continue,
            }
        }
        fields.header(binary, lines.place)
    }
}

/// The lines of a header; text that is none is read as well as can be.
struct Lines<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl Iterator for Lines<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let rest = &self.bytes[self.place..];
        let length = rest.iter().position(|&byte| byte == b'\n')?;
        self.place += length + 1;
        Some(String::from_utf8_lossy(&rest[..length]).trim().to_string())
    }
}

/// What was read so far.
#[derive(Default)]
struct Fields {
    id: Option<String>,
    nodes: Option<u64>,
    resolution: Option<f64>,
    unknown_lines: u64,
}

impl Fields {
    /// Takes a line; whether it is the last.
    fn take(&mut self, line: &str) -> Result<bool> {
        let (name, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let value = value.trim();
        let wrong = || {
            let shown: String = value.chars().take(40).collect();
            Error::input(format!(
                "its header has the line {name:?} with {shown:?}, which is no such number; write it again"
            ))
        };
        match name {
            "data" => return Ok(true),
            "id" => self.id = Some(value.chars().take(40).collect()),
            "size" => self.nodes = Some(value.parse().map_err(|_| wrong())?),
            "res" => {
                let sound = |resolution: &f64| (1e-30..=1e30).contains(resolution);
                self.resolution = Some(value.parse().ok().filter(sound).ok_or_else(wrong)?);
            }
            _ if name.is_empty() || name.starts_with('#') => {}
            _ => self.unknown_lines += 1,
        }
        Ok(false)
    }

    fn header(self, binary: bool, data_start: usize) -> Result<Header> {
        let missing = |name: &str| {
            Error::input(format!(
                "its header has no line {name:?}; write it again with a current OctoMap"
            ))
        };
        let id = self.id.ok_or_else(|| missing("id"))?;
        let coding = match (binary, id.as_str()) {
            // Binary trees hold no colours, whatever they were made from.
            (true, "OcTree" | "ColorOcTree") => Coding::Binary,
            (false, "OcTree") => Coding::Full { color_bytes: 0 },
            (false, "ColorOcTree") => Coding::Full { color_bytes: 3 },
            _ => {
                return Err(Error::input(format!(
                    "holds a tree of the kind {id:?}; OcTree and ColorOcTree can be read, so convert it with OctoMap's convert_octree"
                )));
            }
        };
        Ok(Header {
            coding,
            nodes: self.nodes.ok_or_else(|| missing("size"))?,
            resolution: self.resolution.ok_or_else(|| missing("res"))?,
            data_start,
            unknown_lines: self.unknown_lines,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_any_order_with_comments_and_blanks() {
        let text = "# Octomap OcTree file\n# made by hand\n\nres 0.05\r\nid ColorOcTree\nhue 7\nsize 12\ndata\n";
        let header = Header::parse(text.as_bytes()).expect("a header");
        let expected = Header {
            coding: Coding::Full { color_bytes: 3 },
            nodes: 12,
            resolution: 0.05,
            data_start: text.len(),
            unknown_lines: 1,
        };
        assert_eq!(header, expected, "as it stands there");
    }

    #[test]
    fn a_header_that_lacks_something_says_what() {
        for (lines, part) in [
            ("size 1\nres 1\ndata\n", "\"id\""),
            ("id OcTree\nres 1\ndata\n", "\"size\""),
            ("id OcTree\nsize 1\ndata\n", "\"res\""),
            ("id OcTree\nsize 1\nres 1\n", "\"data\""),
            ("id OcTreeStamped\nsize 1\nres 1\ndata\n", "\"OcTreeStamped\""),
            ("id OcTree\nsize -1\nres 1\ndata\n", "\"-1\""),
            ("id OcTree\nsize 1\nres nan\ndata\n", "\"nan\""),
            ("id OcTree\nsize 1\nres 0\ndata\n", "\"0\""),
        ] {
            let text = format!("# Octomap OcTree file\n{lines}");
            let error = Header::parse(text.as_bytes()).expect_err(lines).to_string();
            assert!(error.contains(part), "{error}: should name {part}");
        }
    }
}
