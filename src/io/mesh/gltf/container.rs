//! Where a document and its buffers are: in a `.glb`, in data URIs, or in files of the same folder.

use std::borrow::Cow;
use std::path::Path;

use super::document::Document;
use crate::budget;
use crate::error::{Error, Result};
use crate::io::bytes::{ByteReader, read_file};
use crate::io::mesh::mtl::in_same_folder;
use crate::io::options::LoadOptions;

const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");

/// The text of the document, and the bytes that stand beside it in a `.glb`.
pub(super) fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>)> {
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes, None));
    }
    let mut reader = ByteReader::new(bytes);
    reader.skip(4, "mark")?;
    let version = reader.u32_le("version")?;
    if version != 2 {
        return Err(Error::input(format!("is a .glb of version {version}; version 2 can be read")));
    }
    let length = reader.u32_le("length")?;
    if u64::from(length) > bytes.len() as u64 {
        return Err(Error::input(format!(
            "is cut short: it says to have {length} bytes, and {} are there; save or fetch it again",
            bytes.len()
        )));
    }
    let (kind, text) = chunk(&mut reader)?;
    if kind != JSON {
        return Err(Error::input("its first chunk, at byte 12, is no JSON; save it again"));
    }
    while !reader.is_empty() {
        let (kind, bytes) = chunk(&mut reader)?;
        if kind == BIN {
            return Ok((text, Some(bytes)));
        }
    }
    Ok((text, None))
}

fn chunk<'a>(reader: &mut ByteReader<'a>) -> Result<(u32, &'a [u8])> {
    let length = reader.u32_le("length of a chunk")?;
    let kind = reader.u32_le("kind of a chunk")?;
    Ok((kind, reader.take(length as usize, "chunk")?))
}

/// The bytes of all buffers.
pub(super) fn buffers<'a>(
    document: &Document,
    beside: Option<&'a [u8]>,
    path: &Path,
    options: &LoadOptions,
) -> Result<Vec<Cow<'a, [u8]>>> {
    let mut taken = 0;
    let all = document.buffers.iter().enumerate().map(|(index, buffer)| {
        let bytes = match (&buffer.uri, beside) {
            (Some(uri), _) => fetch(uri, path, options)?,
            (None, Some(bytes)) if index == 0 => Cow::Borrowed(bytes),
            _ => return Err(Error::input(format!("buffer {index} has no bytes; save it again"))),
        };
        if bytes.len() < buffer.byte_length {
            return Err(Error::input(format!(
                "buffer {index} is cut short: it says to have {} bytes, and {} are there",
                buffer.byte_length,
                bytes.len()
            )));
        }
        // Many may name one file.
        if let Cow::Owned(owned) = &bytes {
            taken += owned.len() as u64;
            budget::check(taken, options.memory)?;
        }
        Ok(bytes)
    });
    all.collect()
}

fn fetch<'a>(uri: &str, path: &Path, options: &LoadOptions) -> Result<Cow<'a, [u8]>> {
    if let Some(data) = uri.strip_prefix("data:") {
        let coded = data.split_once(";base64,").map(|(_, coded)| coded);
        return coded.and_then(from_base64).map(Cow::Owned).ok_or_else(|| {
            Error::input("a buffer's data: address is not sound base64; save it again as .glb")
        });
    }
    let name = uri.replace("%20", " ");
    let Some(file) = in_same_folder(path, &name) else {
        let shown: String = name.chars().take(60).collect();
        return Err(Error::input(format!(
            "a buffer is in {shown:?}; only files in the same folder are read, so move it there, or save as .glb"
        )));
    };
    read_file(&file, options).map(Cow::Owned).map_err(|error| error.at(&file))
}

/// Bytes from base64 (RFC 4648); none where a letter is none of it.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for &letter in four {
            bits = bits << 6 | u32::from(value(letter)?);
        }
        bits <<= 6 * (4 - four.len());
        bytes.extend(&bits.to_be_bytes()[1..four.len().max(1)]);
    }
    Some(bytes)
}

fn value(letter: u8) -> Option<u8> {
    Some(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_in_its_standard() {
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmE=", "fooba")]
        {
            assert_eq!(from_base64(text).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        assert_eq!(from_base64("Zm9*"), None, "a star is no letter");
    }
}
