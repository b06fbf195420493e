//! `NIfTI` 1 and 2 (`.nii`, `.nii.gz`, and `.hdr` with its numbers in `.img`): Cox and others 2004, "A (sort of) new image
//! data format standard: NIfTI-1".
//!
//! A header of 348 or 540 bytes, in either byte order, which its first number tells. Its world is right-anterior-superior,
//! which is ours. Of its two ways to say where a volume lies, the affine one (sform) counts before the quaternion (qform),
//! as most programs have it.

use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::bytes::is_gzip;
use super::frame::{Frame, RAS, World};
use super::load::{self, Volume};
use super::source::{Coding, Source, Start};
use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;
use crate::io::dense::element::Kind;
use crate::io::dense::rule::Scale;
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::plain_file::open_plain;
use crate::scene::Scene;

/// Bytes of the headers of the two versions.
const FIRST: usize = 348;
const SECOND: usize = 540;

/// Loads a `.nii`, `.nii.gz` or `.hdr` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let mut file = BufReader::new(open_plain(path)?);
    let is_packed = is_gzip(&mut file)?;
    let bytes = if is_packed { start_of(MultiGzDecoder::new(file)) } else { start_of(file) }?;
    load::load(&parse(path, &bytes, is_packed)?, options)
}

fn start_of(stream: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = stream.take(SECOND as u64).read_to_end(&mut bytes);
    read.map_err(|error| {
        Error::input(format!("its header cannot be read ({error}); save or fetch it again"))
    })?;
    Ok(bytes)
}

fn parse(path: &Path, bytes: &[u8], is_packed: bool) -> Result<Volume> {
    let header = Header::read(bytes)?;
    let sizes = header.sizes()?;
    Ok(Volume {
        format: "nii",
        sizes,
        kind: header.kind()?,
        scale: header.scale(),
        frame: header.frame()?,
        source: header.source(path, is_packed)?,
        passed_over: Vec::new(),
    })
}

/// What of a header counts.
#[derive(Debug, Clone, PartialEq)]
struct Header {
    big: bool,
    /// Whether the numbers are in a file of their own.
    is_pair: bool,
    /// How many sizes there are, and these.
    dim: [i64; 8],
    datatype: i64,
    /// The handedness of the quaternion, and the spacings.
    pixdim: [f64; 8],
    vox_offset: f64,
    slope: f64,
    intercept: f64,
    units: i64,
    qform: i64,
    sform: i64,
    /// b, c, d and the offset.
    quaternion: [f64; 6],
    rows: [[f64; 4]; 3],
}

/// Reads numbers of either byte order at places of a header.
struct Numbers<'a> {
    bytes: &'a [u8],
    big: bool,
}

impl Numbers<'_> {
    fn bytes<const N: usize>(&self, place: usize) -> Result<[u8; N]> {
        let mut reader = ByteReader::new(self.bytes);
        reader.skip(place, "header")?;
        let mut bytes = reader.array("header")?;
        if self.big {
            bytes.reverse();
        }
        Ok(bytes)
    }

    fn i16(&self, place: usize) -> Result<i64> {
        self.bytes(place).map(i16::from_le_bytes).map(i64::from)
    }

    fn i32(&self, place: usize) -> Result<i64> {
        self.bytes(place).map(i32::from_le_bytes).map(i64::from)
    }

    fn i64(&self, place: usize) -> Result<i64> {
        self.bytes(place).map(i64::from_le_bytes)
    }

    fn f32(&self, place: usize) -> Result<f64> {
        self.bytes(place).map(f32::from_le_bytes).map(f64::from)
    }

    fn f64(&self, place: usize) -> Result<f64> {
        self.bytes(place).map(f64::from_le_bytes)
    }

    /// `N` numbers that stand `size` bytes apart.
    fn row<T: Default + Copy, const N: usize>(
        &self,
        place: usize,
        size: usize,
        read: impl Fn(&Self, usize) -> Result<T>,
    ) -> Result<[T; N]> {
        let mut row = [T::default(); N];
        for (index, number) in row.iter_mut().enumerate() {
            *number = read(self, place + index * size)?;
        }
        Ok(row)
    }
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self> {
        let size = ByteReader::new(bytes).array("header")?;
        let sizes = [false, true].map(|big| {
            (big, if big { u32::from_be_bytes(size) } else { u32::from_le_bytes(size) })
        });
        for (big, size) in sizes {
            let numbers = Numbers { bytes, big };
            match size as usize {
                FIRST => return Self::read_first(&numbers),
                SECOND => return Self::read_second(&numbers),
                _ => {}
            }
        }
        Err(Error::input(
            "is no NIfTI file: it does not start with the size of such a header, 348 or 540; save it again as NIfTI",
        ))
    }

    fn read_first(numbers: &Numbers<'_>) -> Result<Self> {
        let is_pair = match &numbers.bytes.get(344..FIRST) {
            Some(b"n+1\0") => false,
            Some(b"ni1\0") => true,
            None => return Err(ByteReader::new(numbers.bytes).cut_short("header")),
            Some(_) => {
                return Err(Error::input(
                    "is no NIfTI file but of its forerunner, Analyze 7.5, which does not say which side is left; convert it to NIfTI",
                ));
            }
        };
        Ok(Self {
            big: numbers.big,
            is_pair,
            dim: numbers.row(40, 2, Numbers::i16)?,
            datatype: numbers.i16(70)?,
            pixdim: numbers.row(76, 4, Numbers::f32)?,
            vox_offset: numbers.f32(108)?,
            slope: numbers.f32(112)?,
            intercept: numbers.f32(116)?,
            units: i64::from(numbers.bytes[123]),
            qform: numbers.i16(252)?,
            sform: numbers.i16(254)?,
            quaternion: numbers.row(256, 4, Numbers::f32)?,
            rows: [
                numbers.row(280, 4, Numbers::f32)?,
                numbers.row(296, 4, Numbers::f32)?,
                numbers.row(312, 4, Numbers::f32)?,
            ],
        })
    }

    #[allow(clippy::cast_precision_loss, reason = "a place in a file, far below 2^53")]
    fn read_second(numbers: &Numbers<'_>) -> Result<Self> {
        let is_pair = match &numbers.bytes.get(4..8) {
            Some(b"n+2\0") => false,
            Some(b"ni2\0") => true,
            _ => {
                return Err(Error::input(
                    "is no NIfTI-2 file: after the size of its header it lacks \"n+2\" or \"ni2\"; save it again",
                ));
            }
        };
        Ok(Self {
            big: numbers.big,
            is_pair,
            dim: numbers.row(16, 8, Numbers::i64)?,
            datatype: numbers.i16(12)?,
            pixdim: numbers.row(104, 8, Numbers::f64)?,
            vox_offset: numbers.i64(168)? as f64,
            slope: numbers.f64(176)?,
            intercept: numbers.f64(184)?,
            units: numbers.i32(500)?,
            qform: numbers.i32(344)?,
            sform: numbers.i32(348)?,
            quaternion: numbers.row(352, 8, Numbers::f64)?,
            rows: [
                numbers.row(400, 8, Numbers::f64)?,
                numbers.row(432, 8, Numbers::f64)?,
                numbers.row(464, 8, Numbers::f64)?,
            ],
        })
    }

    /// The three sizes; further ones may be 1.
    fn sizes(&self) -> Result<[u64; 3]> {
        let wrong = || {
            Error::input(format!(
                "has the sizes {:?} (dim, their number first); a scene has three, so save one moment or channel of it",
                self.dim
            ))
        };
        let count = usize::try_from(self.dim[0]).ok().filter(|count| (3..=7).contains(count));
        let sizes = &self.dim[1..=count.ok_or_else(wrong)?];
        if sizes.iter().any(|&size| size < 0) || sizes[3..].iter().any(|&size| size != 1) {
            return Err(wrong());
        }
        Ok([0, 1, 2].map(|index| sizes[index].unsigned_abs()))
    }

    fn kind(&self) -> Result<Kind> {
        let big = self.big;
        let integer = |size, signed| Ok(Kind::Integer { size, signed, big });
        let refused = |name: &str| {
            Err(Error::input(format!(
                "holds numbers of the type {} (datatype), {name}; integers of 8 to 64 bits and floats of 32 and 64 can be read, one a voxel, so convert it",
                self.datatype
            )))
        };
        match self.datatype {
            2 => integer(1, false),
            4 => integer(2, true),
            8 => integer(4, true),
            16 => Ok(Kind::Float { size: 4, big }),
            64 => Ok(Kind::Float { size: 8, big }),
            256 => integer(1, true),
            512 => integer(2, false),
            768 => integer(4, false),
            1024 => integer(8, true),
            1280 => integer(8, false),
            1 => refused("single bits"),
            32 | 1792 | 2048 => refused("complex numbers"),
            128 | 2304 => refused("colours"),
            1536 => refused("floats of 128 bits"),
            _ => refused("which is unknown"),
        }
    }

    /// How values follow from numbers; a slope of 0 says nothing.
    fn scale(&self) -> Scale {
        if self.slope == 0.0 || !self.slope.is_finite() || !self.intercept.is_finite() {
            return Scale::NONE;
        }
        Scale { slope: self.slope, intercept: self.intercept }
    }

    fn source(&self, path: &Path, is_packed: bool) -> Result<Source> {
        let offset = self.vox_offset;
        let least = if self.is_pair { 0.0 } else { 348.0 };
        if !(offset >= least && offset.fract() == 0.0 && offset <= 9e15) {
            return Err(Error::input(format!(
                "says that its numbers start at byte {offset} (vox_offset), which is no place after its header; correct it"
            )));
        }
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it was checked"
        )]
        let byte = offset as u64;
        let (path, is_packed) =
            if self.is_pair { image_of(path) } else { (path.to_path_buf(), is_packed) };
        Ok(if is_packed {
            let start = Start::Byte { byte: 0, lines: 0 };
            Source { path, coding: Coding::Deflate, start, skip: byte }
        } else {
            Source::at(&path, byte, Coding::Raw)
        })
    }

    fn frame(&self) -> Result<Frame> {
        let spacing = [1, 2, 3].map(|index| self.pixdim[index]);
        let (world, steps, first) = if self.sform > 0 {
            let column = |index: usize| self.rows.map(|row| row[index]);
            (RAS, [column(0), column(1), column(2)], Some(column(3)))
        } else if self.qform > 0 {
            let [b, c, d, x, y, z] = self.quaternion;
            (RAS, self.turned(rotation([b, c, d])?, spacing), Some([x, y, z]))
        } else {
            let along = |index: usize| {
                [0, 1, 2].map(|axis| if axis == index { spacing[index] } else { 0.0 })
            };
            (World::Unnamed, [along(0), along(1), along(2)], None)
        };
        if first.is_some_and(|first| first.iter().any(|part| !part.is_finite())) {
            return Err(Error::input(
                "says that its first voxel lies at no finite place; correct it",
            ));
        }
        Ok(Frame { world, steps, first, metres: self.metres() })
    }

    /// The columns of a rotation, as long as the spacings; the third may count backwards.
    fn turned(&self, rotation: [[f64; 3]; 3], spacing: [f64; 3]) -> [[f64; 3]; 3] {
        let sign = if self.pixdim[0] < 0.0 { -1.0 } else { 1.0 };
        let lengths = [spacing[0], spacing[1], sign * spacing[2]];
        [0, 1, 2].map(|index| rotation.map(|row| row[index] * lengths[index]))
    }

    fn metres(&self) -> Option<f64> {
        match self.units & 7 {
            1 => Some(1.0),
            2 => Some(1e-3),
            3 => Some(1e-6),
            _ => None,
        }
    }
}

/// The rotation matrix of the unit quaternion whose last three parts these are.
fn rotation([b, c, d]: [f64; 3]) -> Result<[[f64; 3]; 3]> {
    let squares = b * b + c * c + d * d;
    // Parts are 32-bit floats in version 1: a little over 1 is 1.
    if squares.is_nan() || squares > 1.0001 {
        return Err(Error::input(format!(
            "its quaternion (quatern_b, _c, _d) is {b}, {c}, {d}, which is longer than 1; correct it"
        )));
    }
    let a = (1.0 - squares).max(0.0).sqrt();
    Ok([
        [a * a + b * b - c * c - d * d, 2.0 * (b * c - a * d), 2.0 * (b * d + a * c)],
        [2.0 * (b * c + a * d), a * a + c * c - b * b - d * d, 2.0 * (c * d - a * b)],
        [2.0 * (b * d - a * c), 2.0 * (c * d + a * b), a * a + d * d - c * c - b * b],
    ])
}

/// The file of the numbers that belongs to a header, and whether it is packed.
fn image_of(header: &Path) -> (PathBuf, bool) {
    let plain = header.with_extension("img");
    let packed = header.with_extension("img.gz");
    if !plain.exists() && packed.exists() { (packed, true) } else { (plain, false) }
}
