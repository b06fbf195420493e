//! Volumes byte by byte: numbers, headers of the three formats, and packed bytes.

/// The sizes of most volumes here.
pub(crate) const SIZES: [usize; 3] = [5, 7, 11];

/// Bytes of that size, all 0 but for these, by position; the first index runs fastest.
pub(crate) fn bytes_with(values: &[([usize; 3], u8)]) -> Vec<u8> {
    let mut bytes = vec![0; 5 * 7 * 11];
    values.iter().for_each(|&([i, j, k], value)| bytes[i + 5 * (j + 7 * k)] = value);
    bytes
}

/// What tells every axis and direction: one voxel at (1, 2, 3), and one at each of three corners.
pub(crate) fn telling() -> Vec<u8> {
    bytes_with(&[([1, 2, 3], 9), ([4, 0, 0], 1), ([0, 6, 0], 2), ([0, 0, 10], 3)])
}

/// An attached NRRD file with these further lines.
pub(crate) fn nrrd(lines: &str, numbers: &[u8]) -> Vec<u8> {
    let head = "NRRD0005\n# by hand\ndimension: 3\nsizes: 5 7 11\n";
    [head.as_bytes(), lines.as_bytes(), b"\n", numbers].concat()
}

/// A `MetaImage` with its numbers in it and these further lines.
pub(crate) fn mha(lines: &str, numbers: &[u8]) -> Vec<u8> {
    let head = "ObjectType = Image\nNDims = 3\nDimSize = 5 7 11\n";
    [head.as_bytes(), lines.as_bytes(), b"ElementDataFile = LOCAL\n", numbers].concat()
}

/// The header of a `NIfTI` file, of which single fields can be set.
#[derive(Clone)]
pub(crate) struct Nifti {
    pub(crate) bytes: Vec<u8>,
    big: bool,
    second: bool,
}

impl Nifti {
    /// A header of the sizes 5, 7, 11, of bytes, with spacings 1, 1, 1 and nothing else.
    pub(crate) fn first(big: bool) -> Self {
        let mut head = Self { bytes: vec![0; 352], big, second: false };
        head.put(0, &348_i32.to_be_bytes());
        [3_i16, 5, 7, 11, 1, 1, 1, 1].iter().zip((40..).step_by(2)).for_each(|(size, place)| {
            head.put(place, &size.to_be_bytes());
        });
        head.datatype(2);
        (0..4).for_each(|k| head.float(76 + 4 * k, 1.0));
        head.float(108, 352.0);
        head.bytes[344..348].copy_from_slice(b"n+1\0");
        head
    }

    /// The same of the second version.
    pub(crate) fn second(big: bool) -> Self {
        let mut head = Self { bytes: vec![0; 544], big, second: true };
        head.put(0, &540_i32.to_be_bytes());
        head.bytes[4..12].copy_from_slice(b"n+2\0\r\n\x1a\n");
        [3_i64, 5, 7, 11, 1, 1, 1, 1].iter().zip((16..).step_by(8)).for_each(|(size, place)| {
            head.put(place, &size.to_be_bytes());
        });
        head.datatype(2);
        (0..4).for_each(|k| head.float(104 + 8 * k, 1.0));
        head.put(168, &544_i64.to_be_bytes());
        head
    }

    /// Puts a number, given in big-endian bytes, at a place.
    pub(crate) fn put(&mut self, place: usize, big_endian: &[u8]) {
        let target = &mut self.bytes[place..place + big_endian.len()];
        target.copy_from_slice(big_endian);
        if !self.big {
            target.reverse();
        }
    }

    /// Puts a float, of the width of the version.
    pub(crate) fn float(&mut self, place: usize, value: f32) {
        if self.second {
            self.put(place, &f64::from(value).to_be_bytes());
        } else {
            self.put(place, &value.to_be_bytes());
        }
    }

    pub(crate) fn datatype(&mut self, code: i16) {
        self.put(if self.second { 12 } else { 70 }, &code.to_be_bytes());
    }

    pub(crate) fn scale(&mut self, slope: f32, intercept: f32) {
        let (place, step) = if self.second { (176, 8) } else { (112, 4) };
        self.float(place, slope);
        self.float(place + step, intercept);
    }

    /// Millimetres, and the affine transform.
    pub(crate) fn sform(&mut self, rows: [[f32; 4]; 3]) {
        let (code, start, step) = if self.second { (348, 400, 8) } else { (254, 280, 4) };
        if self.second {
            self.put(code, &1_i32.to_be_bytes());
            self.put(500, &2_i32.to_be_bytes());
        } else {
            self.put(code, &1_i16.to_be_bytes());
            self.bytes[123] = 2;
        }
        for (place, value) in (start..).step_by(step).zip(rows.as_flattened()) {
            self.float(place, *value);
        }
    }

    /// A quaternion's last three parts and the offset, of the first version.
    pub(crate) fn qform(&mut self, quaternion: [f32; 3], offset: [f32; 3], handedness: f32) {
        self.put(252, &1_i16.to_be_bytes());
        self.float(76, handedness);
        for (k, value) in (0..).zip(quaternion.iter().chain(&offset)) {
            self.float(256 + 4 * k, *value);
        }
    }

    pub(crate) fn with(&self, numbers: &[u8]) -> Vec<u8> {
        [&self.bytes, numbers].concat()
    }
}

/// A gzip stream that holds the bytes as they are (RFC 1951, 3.2.4; RFC 1952).
pub(crate) fn gzip_stored(bytes: &[u8]) -> Vec<u8> {
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    packed.extend(stored(bytes));
    packed.extend(crc32(bytes).to_le_bytes());
    packed.extend((bytes.len() as u32).to_le_bytes());
    packed
}

fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len() as u16;
    [&[1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes].concat()
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 * (sum & 1)))
    })
}
