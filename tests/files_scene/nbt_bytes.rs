//! Writes NBT and region files by hand, byte for byte as their descriptions say.

use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

/// A payload of NBT.
#[derive(Debug, Clone)]
pub(crate) enum Nbt {
    Byte(i8),
    Short(i16),
    Int(i32),
    Text(String),
    Bytes(Vec<u8>),
    Longs(Vec<u64>),
    List(Vec<Self>),
    Compound(Vec<(String, Self)>),
}

/// A compound of these entries.
pub(crate) fn compound(entries: &[(&str, Nbt)]) -> Nbt {
    Nbt::Compound(entries.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

pub(crate) fn text(text: &str) -> Nbt {
    Nbt::Text(text.to_owned())
}

fn name(text: &str) -> Vec<u8> {
    [&u16::try_from(text.len()).expect("short").to_be_bytes(), text.as_bytes()].concat()
}

fn length(count: usize) -> [u8; 4] {
    i32::try_from(count).expect("few").to_be_bytes()
}

impl Nbt {
    fn tag(&self) -> u8 {
        match self {
            Self::Byte(_) => 1,
            Self::Short(_) => 2,
            Self::Int(_) => 3,
            Self::Bytes(_) => 7,
            Self::Text(_) => 8,
            Self::List(_) => 9,
            Self::Compound(_) => 10,
            Self::Longs(_) => 12,
        }
    }

    fn payload(&self) -> Vec<u8> {
        match self {
            Self::Byte(value) => value.to_be_bytes().to_vec(),
            Self::Short(value) => value.to_be_bytes().to_vec(),
            Self::Int(value) => value.to_be_bytes().to_vec(),
            Self::Text(value) => name(value),
            Self::Bytes(bytes) => [length(bytes.len()).to_vec(), bytes.clone()].concat(),
            Self::Longs(longs) => {
                let bytes: Vec<u8> = longs.iter().flat_map(|long| long.to_be_bytes()).collect();
                [length(longs.len()).to_vec(), bytes].concat()
            }
            Self::List(elements) => {
                let tag = elements.first().map_or(0, Self::tag);
                let payloads: Vec<u8> = elements.iter().flat_map(Self::payload).collect();
                [vec![tag], length(elements.len()).to_vec(), payloads].concat()
            }
            Self::Compound(entries) => {
                let entry = |(key, value): &(String, Self)| {
                    [vec![value.tag()], name(key), value.payload()].concat()
                };
                entries.iter().flat_map(entry).chain([0]).collect()
            }
        }
    }

    /// A file with this root, not packed.
    pub(crate) fn file(&self) -> Vec<u8> {
        [vec![self.tag()], name(""), self.payload()].concat()
    }

    /// A file with this root, packed with gzip.
    pub(crate) fn gzip(&self) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&self.file()).expect("memory");
        packer.finish().expect("memory")
    }
}

/// A state of a palette.
pub(crate) fn state(name: &str, properties: &[(&str, &str)]) -> Nbt {
    let mut entries = vec![("Name", text(name))];
    if !properties.is_empty() {
        let properties: Vec<_> =
            properties.iter().map(|&(key, value)| (key, text(value))).collect();
        entries.push(("Properties", compound(&properties)));
    }
    compound(&entries)
}

/// Numbers of so many bits, across longs or not.
pub(crate) fn packed(numbers: &[usize], bits: usize, across: bool) -> Nbt {
    let mut longs = Vec::new();
    if across {
        longs.resize((numbers.len() * bits).div_ceil(64), 0);
        for (at, &number) in numbers.iter().enumerate() {
            for bit in (0..bits).filter(|bit| number >> bit & 1 == 1) {
                longs[(at * bits + bit) / 64] |= 1 << ((at * bits + bit) % 64);
            }
        }
    } else {
        for whole in numbers.chunks(64 / bits) {
            let long = whole.iter().enumerate().map(|(at, &number)| (number as u64) << (at * bits));
            longs.push(long.sum());
        }
    }
    Nbt::Longs(longs)
}

/// Packs a chunk in one of the ways of region files.
pub(crate) fn pack(bytes: &[u8], packing: u8) -> Vec<u8> {
    match packing {
        1 => {
            let mut packer = GzEncoder::new(Vec::new(), Compression::default());
            packer.write_all(bytes).expect("memory");
            packer.finish().expect("memory")
        }
        2 => {
            let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
            packer.write_all(bytes).expect("memory");
            packer.finish().expect("memory")
        }
        4 => lz4(bytes),
        _ => bytes.to_vec(),
    }
}

/// Blocks of LZ4 as the game's library writes them, of literals alone: first stored, then packed.
fn lz4(bytes: &[u8]) -> Vec<u8> {
    let mut blocks = Vec::new();
    let mut block = |method: u8, packed: &[u8], length: usize| {
        blocks.extend(b"LZ4Block");
        blocks.push(method | 6);
        blocks.extend([packed.len() as u32, length as u32, 0].map(u32::to_le_bytes).concat());
        blocks.extend(packed);
    };
    let (first, rest) = bytes.split_at(bytes.len().min(10));
    block(0x10, first, first.len());
    for part in rest.chunks(60_000) {
        // A token, the count beyond 15 in bytes of 255, and the bytes as they are.
        let mut packed = vec![0xf0];
        let mut more = part.len().checked_sub(15).expect("long");
        while more >= 255 {
            packed.push(255);
            more -= 255;
        }
        packed.push(more as u8);
        packed.extend(part);
        block(0x20, &packed, part.len());
    }
    block(0x10, &[], 0);
    blocks
}

/// A region file of these chunks: x and z in the region, packing, packed bytes.
pub(crate) fn region(chunks: &[([usize; 2], u8, Vec<u8>)]) -> Vec<u8> {
    let mut file = vec![0; 8192];
    for ([x, z], packing, bytes) in chunks {
        let (sector, sectors) = (file.len() / 4096, (bytes.len() + 5).div_ceil(4096));
        let entry = 4 * (x + 32 * z);
        file[entry..entry + 4].copy_from_slice(&((sector << 8 | sectors) as u32).to_be_bytes());
        file.extend((bytes.len() as u32 + 1).to_be_bytes());
        file.push(*packing);
        file.extend(bytes);
        file.resize((sector + sectors) * 4096, 0);
    }
    file
}
