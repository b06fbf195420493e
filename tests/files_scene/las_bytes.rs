//! Bytes of LAS files, written by hand after the specification; of LAZ files, by another's encoder.

/// A point: whole numbers, class, withheld.
#[derive(Debug, Clone, Copy)]
pub struct Point(pub [i32; 3], pub u8, pub bool);

/// A file in the making.
#[derive(Debug, Clone)]
pub struct LasBytes {
    pub minor: u8,
    pub format: u8,
    pub scale: [f64; 3],
    pub offset: [f64; 3],
    pub points: Vec<Point>,
    /// User, number, bytes.
    pub records: Vec<(&'static str, u16, Vec<u8>)>,
    pub encoding: u16,
}

impl LasBytes {
    pub fn new(points: &[Point]) -> Self {
        Self {
            minor: 2,
            format: 0,
            scale: [1.0; 3],
            offset: [0.0; 3],
            points: points.to_vec(),
            records: Vec::new(),
            encoding: 0,
        }
    }

    /// Version 1.4 with points of format 6.
    pub fn modern(points: &[Point]) -> Self {
        Self { minor: 4, format: 6, ..Self::new(points) }
    }

    fn point_bytes(&self) -> usize {
        if self.format < 6 { 20 } else { 30 }
    }

    /// The points one after the other.
    fn raw_points(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for Point(numbers, class, withheld) in &self.points {
            let mut point = vec![0; self.point_bytes()];
            for axis in 0..3 {
                point[4 * axis..4 * axis + 4].copy_from_slice(&numbers[axis].to_le_bytes());
            }
            if self.format < 6 {
                point[14] = 0b0000_1001;
                point[15] = class | u8::from(*withheld) << 7;
            } else {
                point[14] = 0x11;
                point[15] = u8::from(*withheld) << 2;
                point[16] = *class;
            }
            bytes.extend(point);
        }
        bytes
    }

    fn header(&self, format: u8, records: &[(&str, u16, Vec<u8>)]) -> Vec<u8> {
        let size: u16 = match self.minor {
            4 => 375,
            3 => 235,
            _ => 227,
        };
        let mut bytes = b"LASF".to_vec();
        bytes.extend([0; 2]);
        bytes.extend(self.encoding.to_le_bytes());
        bytes.extend([0; 16]);
        bytes.extend([1, self.minor]);
        bytes.extend([b' '; 64]);
        bytes.extend([0; 4]);
        bytes.extend(size.to_le_bytes());
        let lengths: usize = records.iter().map(|(.., bytes)| 54 + bytes.len()).sum();
        bytes.extend((u32::from(size) + lengths as u32).to_le_bytes());
        bytes.extend((records.len() as u32).to_le_bytes());
        bytes.push(format);
        bytes.extend((self.point_bytes() as u16).to_le_bytes());
        let count = self.points.len() as u32;
        bytes.extend(if self.minor < 4 { count } else { 0 }.to_le_bytes());
        bytes.extend([0; 20]);
        self.scale.iter().chain(&self.offset).for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes.extend([0; 48]);
        bytes.resize(usize::from(size), 0);
        if self.minor == 4 {
            bytes[247..255].copy_from_slice(&u64::from(count).to_le_bytes());
        }
        for (user, number, data) in records {
            bytes.extend([0; 2]);
            let mut name = user.as_bytes().to_vec();
            name.resize(16, 0);
            bytes.extend(name);
            bytes.extend(number.to_le_bytes());
            bytes.extend((data.len() as u16).to_le_bytes());
            bytes.extend([0; 32]);
            bytes.extend(data);
        }
        bytes
    }

    /// A `.las` file.
    pub fn las(&self) -> Vec<u8> {
        [self.header(self.format, &self.records), self.raw_points()].concat()
    }

    /// A `.laz` file with so many points in a chunk.
    pub fn laz(&self, chunk: u32) -> Vec<u8> {
        let packing = laz::LazVlrBuilder::default()
            .with_point_format(self.format, 0)
            .expect("a known format")
            .with_fixed_chunk_size(chunk)
            .build();
        let mut said = Vec::new();
        packing.write_to(&mut said).expect("into memory");
        let mut records = self.records.clone();
        records.push((laz::LazVlr::USER_ID, laz::LazVlr::RECORD_ID, said));
        let mut file = std::io::Cursor::new(self.header(self.format | 0x80, &records));
        file.set_position(file.get_ref().len() as u64);
        let mut packer = laz::LasZipCompressor::new(&mut file, packing).expect("a known format");
        packer.compress_many(&self.raw_points()).expect("into memory");
        packer.done().expect("into memory");
        drop(packer);
        file.into_inner()
    }
}
