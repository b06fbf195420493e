//! Cuts a `.vox` file into its chunks and checks them.
//!
//! ```text
//!   "VOX " version  MAIN{  SIZE XYZI  SIZE XYZI ..  nTRN nGRP nSHP ..  LAYR ..  RGBA  and others  }
//!   chunk = id: 4 bytes, size of content: u32, size of children: u32, content, children
//! ```
//!
//! `dot_vox` is given one chunk at a time, in a file of its own: it can then neither descend without end into nested chunks
//! nor lose track of the nodes' numbers when it drops a damaged one.

use std::collections::{BTreeMap, BTreeSet};

use dot_vox::{Color, DEFAULT_PALETTE, DotVoxData, SceneNode};

use super::material::Shine;
use crate::error::{Error, Result};

/// The longest side of a model: positions are bytes.
const LONGEST: u32 = 256;

/// A model.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) sides: [i32; 3],
    /// Position and colour index of each filled voxel.
    pub(super) voxels: Vec<[u8; 4]>,
}

/// What a file holds.
#[derive(Debug, Default)]
pub(super) struct VoxFile {
    pub(super) models: Vec<Model>,
    /// By their numbers; empty in files without a scene graph.
    pub(super) nodes: BTreeMap<u32, SceneNode>,
    pub(super) hidden_layers: BTreeSet<u32>,
    /// The colours of the indices 1..=255.
    pub(super) palette: Vec<Color>,
    /// By colour index: which colours glow or are of glass.
    pub(super) shines: BTreeMap<u32, Shine>,
    /// Whether the models without a scene graph are the frames of an animation.
    pub(super) is_packed: bool,
    pub(super) skipped: BTreeMap<String, u64>,
}

/// One chunk, cut out.
struct Chunk<'a> {
    id: [u8; 4],
    /// Where it starts in the file.
    place: usize,
    content: &'a [u8],
}

impl VoxFile {
    /// Reads a whole file.
    ///
    /// # Errors
    /// Where it is no `.vox` file, cut short, or a chunk that is needed is damaged.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        let mut file = Self { palette: DEFAULT_PALETTE.clone(), ..Self::default() };
        let mut size = None;
        let (mut rest, end) = main_children(bytes)?;
        while rest < end {
            let (chunk, next) = cut(bytes, rest, end)?;
            file.take_chunk(&chunk, &mut size)?;
            rest = next;
        }
        if bytes.len() > end {
            file.skip("bytes after the MAIN chunk", (bytes.len() - end) as u64);
        }
        match size {
            Some(_) => Err(Error::input(
                "ends after a SIZE chunk without its voxels; it is cut short, save it again",
            )),
            None => Ok(file),
        }
    }

    /// Adds to what is passed over.
    pub(super) fn skip(&mut self, reason: impl Into<String>, count: u64) {
        if count > 0 {
            *self.skipped.entry(reason.into()).or_default() += count;
        }
    }

    fn take_chunk(&mut self, chunk: &Chunk<'_>, size: &mut Option<[i32; 3]>) -> Result<()> {
        match &chunk.id {
            b"SIZE" => {
                if size.replace(parse_size(chunk)?).is_some() {
                    return Err(chunk.error("follows another SIZE without voxels between them"));
                }
            }
            b"XYZI" => {
                let sides = size.take().ok_or_else(|| chunk.error("has no SIZE before it"))?;
                self.take_model(chunk, sides)?;
            }
            b"RGBA" => self.palette = parse_palette(chunk)?,
            b"nTRN" | b"nGRP" | b"nSHP" => self.take_node(chunk)?,
            b"LAYR" => self.take_layer(chunk)?,
            b"PACK" => self.is_packed = true,
            b"MATL" => self.take_material(chunk),
            b"MATT" => self.take_old_material(chunk),
            // Nothing in these changes where a voxel is or what it is made of: IMAP only orders the palette on the screen.
            b"rOBJ" | b"rCAM" | b"NOTE" | b"IMAP" | b"META" => {}
            id => self.skip(format!("chunk {}", id.escape_ascii()), 1),
        }
        Ok(())
    }

    fn take_model(&mut self, chunk: &Chunk<'_>, sides: [i32; 3]) -> Result<()> {
        let count = chunk.u32_at(0)? as usize;
        let (voxels, _) = chunk.content[4..].as_chunks::<4>();
        let voxels = voxels.get(..count).ok_or_else(|| {
            chunk.error(&format!("claims {count} voxels and holds {}", voxels.len()))
        })?;
        let within = |voxel: &[u8; 4]| (0..3).all(|axis| i32::from(voxel[axis]) < sides[axis]);
        let empty = |voxel: &[u8; 4]| voxel[3] == 0;
        self.skip(
            "voxels outside their model",
            voxels.iter().filter(|v| !within(v)).count() as u64,
        );
        self.skip(
            "voxels of colour 0, which is empty",
            voxels.iter().filter(|v| within(v) && empty(v)).count() as u64,
        );
        let sound = voxels.iter().filter(|v| within(v) && !empty(v)).copied();
        self.models.push(Model { sides, voxels: sound.collect() });
        Ok(())
    }

    fn take_node(&mut self, chunk: &Chunk<'_>) -> Result<()> {
        let number = chunk.u32_at(0)?;
        let node = chunk.parse()?.scenes.pop().ok_or_else(|| chunk.error("is damaged"))?;
        match self.nodes.insert(number, node) {
            None => Ok(()),
            Some(_) => Err(chunk.error(&format!("is a second node of the number {number}"))),
        }
    }

    /// A material that is damaged leaves its voxels what they are.
    fn take_material(&mut self, chunk: &Chunk<'_>) {
        match chunk.parse().ok().and_then(|mut data| data.materials.pop()) {
            Some(material) => {
                self.shines.insert(material.id, Shine::of_words(&material.properties));
            }
            None => self.skip("damaged materials", 1),
        }
    }

    fn take_old_material(&mut self, chunk: &Chunk<'_>) {
        let numbers = [0, 4, 8].map(|start| u32_at(chunk.content, start));
        match numbers {
            [Some(index), Some(kind), Some(weight)] => {
                self.shines.insert(index, Shine::of_numbers(kind, f32::from_bits(weight)));
            }
            _ => self.skip("damaged materials", 1),
        }
    }

    fn take_layer(&mut self, chunk: &Chunk<'_>) -> Result<()> {
        let number = chunk.u32_at(0)?;
        let layer = chunk.parse()?.layers.pop().ok_or_else(|| chunk.error("is damaged"))?;
        if layer.hidden() {
            self.hidden_layers.insert(number);
        }
        Ok(())
    }
}

impl Chunk<'_> {
    fn error(&self, what: &str) -> Error {
        Error::input(format!(
            "its chunk {} at byte {} {what}; save it again from the program that made it",
            self.id.escape_ascii(),
            self.place
        ))
    }

    fn u32_at(&self, start: usize) -> Result<u32> {
        u32_at(self.content, start).ok_or_else(|| self.error("is too short"))
    }

    /// The chunk as `dot_vox` reads it in a file that holds nothing else.
    fn parse(&self) -> Result<DotVoxData> {
        // The sizes came from the file as 32 bits, and what holds both headers was a part of it.
        let size = |len: usize| u32::try_from(len).map_err(|_| self.error("is too long"));
        let mut alone = b"VOX \x96\0\0\0MAIN\0\0\0\0".to_vec();
        alone.extend(size(self.content.len() + 12)?.to_le_bytes());
        alone.extend(self.id);
        alone.extend(size(self.content.len())?.to_le_bytes());
        alone.extend([0; 4]);
        alone.extend(self.content);
        dot_vox::load_bytes(&alone).map_err(|_| self.error("is damaged"))
    }
}

/// Where the children of the MAIN chunk start and end.
fn main_children(bytes: &[u8]) -> Result<(usize, usize)> {
    if !bytes.starts_with(b"VOX ") {
        return Err(Error::input(
            "is not a MagicaVoxel file: it does not start with \"VOX \"; other programs use the ending .vox too, so export it for MagicaVoxel",
        ));
    }
    let main = cut_sizes(bytes, 8).filter(|_| bytes[8..].starts_with(b"MAIN"));
    let [content, children] = main.ok_or_else(|| {
        Error::input("has no MAIN chunk; the file is cut short or damaged, save it again")
    })?;
    let start = 20_usize.checked_add(content);
    let end = start.and_then(|start| start.checked_add(children)).filter(|&end| end <= bytes.len());
    start.zip(end).ok_or_else(|| {
        Error::input(format!(
            "is cut short: its MAIN chunk claims {children} bytes, and the file has {}; save it again",
            bytes.len()
        ))
    })
}

/// The chunk at `place`, and where the next one starts.
fn cut(bytes: &[u8], place: usize, end: usize) -> Result<(Chunk<'_>, usize)> {
    let damaged = |what: &str| {
        Error::input(format!(
            "its chunk at byte {place} {what}; the file is damaged, save it again"
        ))
    };
    let [content, children] =
        cut_sizes(&bytes[..end], place).ok_or_else(|| damaged("is cut short"))?;
    let id = *bytes[place..].first_chunk().ok_or_else(|| damaged("is cut short"))?;
    let start = place + 12;
    let content_end = start.checked_add(content);
    let next = content_end.and_then(|content_end| content_end.checked_add(children));
    match content_end.zip(next) {
        Some((content_end, next)) if next <= end => {
            Ok((Chunk { id, place, content: &bytes[start..content_end] }, next))
        }
        _ => Err(damaged("reaches past the end")),
    }
}

/// The sizes of content and children of the chunk at `place`.
fn cut_sizes(bytes: &[u8], place: usize) -> Option<[usize; 2]> {
    Some([u32_at(bytes, place + 4)? as usize, u32_at(bytes, place + 8)? as usize])
}

fn u32_at(bytes: &[u8], start: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(start..)?.first_chunk()?))
}

fn parse_size(chunk: &Chunk<'_>) -> Result<[i32; 3]> {
    let sides = [chunk.u32_at(0)?, chunk.u32_at(4)?, chunk.u32_at(8)?];
    if sides.iter().any(|&side| side > LONGEST) {
        let [x, y, z] = sides;
        return Err(chunk.error(&format!(
            "claims a model of {x} x {y} x {z} voxels, where a side has at most {LONGEST}"
        )));
    }
    Ok(sides.map(u32::cast_signed))
}

fn parse_palette(chunk: &Chunk<'_>) -> Result<Vec<Color>> {
    let (colors, rest) = chunk.content.as_chunks::<4>();
    if colors.len() < 255 || !rest.is_empty() {
        return Err(chunk.error("does not hold 256 colours"));
    }
    Ok(colors.iter().map(|&[r, g, b, a]| Color { r, g, b, a }).collect())
}
