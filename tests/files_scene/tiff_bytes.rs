//! Bytes of TIFF files, written by hand after the specification (Adobe, TIFF 6.0, 1992).

/// A raster in the making: numbers row by row from the north-west.
#[derive(Debug, Clone)]
pub struct TiffBytes {
    pub columns: u32,
    pub rows: u32,
    /// Bits of a number, and its kind: 1 = unsigned, 2 = signed, 3 = float.
    pub kind: (u16, u16),
    /// The bytes of the numbers.
    pub data: Vec<u8>,
    /// Sides of a tile; none = strips of one row.
    pub tile: Option<[u32; 2]>,
    pub big: bool,
    /// 0 = white is zero, 1 = black is.
    pub photometric: u16,
    /// Other tags: number, kind, count, bytes.
    pub tags: Vec<(u16, u16, u32, Vec<u8>)>,
}

impl TiffBytes {
    /// Heights of 16 bits.
    pub fn shorts(columns: u32, rows: u32, heights: &[i16], big: bool) -> Self {
        assert_eq!(heights.len() as u32, columns * rows, "a height for each cell");
        let bytes = |height: &i16| if big { height.to_be_bytes() } else { height.to_le_bytes() };
        let data = heights.iter().flat_map(bytes).collect();
        Self {
            columns,
            rows,
            kind: (16, 2),
            data,
            tile: None,
            big,
            photometric: 1,
            tags: Vec::new(),
        }
    }

    /// Heights of 32 bit floats.
    pub fn floats(columns: u32, rows: u32, heights: &[f32]) -> Self {
        let data = heights.iter().flat_map(|height| height.to_le_bytes()).collect();
        Self { kind: (32, 3), data, ..Self::shorts(columns, rows, &vec![0; heights.len()], false) }
    }

    fn short(&self, number: u16) -> [u8; 2] {
        if self.big { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    fn long(&self, number: u32) -> [u8; 4] {
        if self.big { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    /// A tag of floats.
    pub fn doubles(mut self, tag: u16, numbers: &[f64]) -> Self {
        let big = self.big;
        let bytes = |x: &f64| if big { x.to_be_bytes() } else { x.to_le_bytes() };
        let value = numbers.iter().flat_map(bytes).collect();
        self.tags.push((tag, 12, numbers.len() as u32, value));
        self
    }

    /// A tag of whole numbers of 16 bits.
    pub fn keys(mut self, numbers: &[u16]) -> Self {
        let value = numbers.iter().flat_map(|&number| self.short(number)).collect();
        self.tags.push((34735, 3, numbers.len() as u32, value));
        self
    }

    /// The tag that names the number which means no data.
    pub fn nodata(mut self, text: &str) -> Self {
        let value = [text.as_bytes(), &[0]].concat();
        self.tags.push((42113, 2, value.len() as u32, value));
        self
    }

    /// Lies at a north-western corner, with cells of these sides.
    pub fn at(self, north_west: [f64; 2], cell: [f64; 2]) -> Self {
        self.doubles(33550, &[cell[0], cell[1], 0.0])
            .doubles(33922, &[0.0, 0.0, 0.0, north_west[0], north_west[1], 0.0])
    }

    /// The numbers of each strip or tile.
    fn pieces(&self) -> Vec<Vec<u8>> {
        let size = usize::from(self.kind.0).div_ceil(8);
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        let Some([width, height]) = self.tile.map(|sides| sides.map(|side| side as usize)) else {
            return self.data.chunks(columns * size).map(<[u8]>::to_vec).collect();
        };
        let mut pieces = Vec::new();
        for top in (0..rows).step_by(height) {
            for left in (0..columns).step_by(width) {
                let mut piece = vec![0; width * height * size];
                for row in top..rows.min(top + height) {
                    for column in left..columns.min(left + width) {
                        let from = (row * columns + column) * size;
                        let to = ((row - top) * width + column - left) * size;
                        piece[to..to + size].copy_from_slice(&self.data[from..from + size]);
                    }
                }
                pieces.push(piece);
            }
        }
        pieces
    }

    /// A file that claims its cells and holds none of them.
    pub fn bytes_of_header(&self) -> Vec<u8> {
        let small = Self { columns: 1, rows: 1, data: vec![0; 2], ..self.clone() };
        let mut bytes = small.bytes();
        // The first two entries of the directory are the sizes.
        let start = 8 + 2 + 2;
        bytes[start + 8..start + 12].copy_from_slice(&self.long(self.columns));
        bytes[start + 20..start + 24].copy_from_slice(&self.long(self.rows));
        bytes
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = if self.big { b"MM\0\x2a".to_vec() } else { b"II\x2a\0".to_vec() };
        bytes.extend([0; 4]);
        let (mut places, mut lengths) = (Vec::new(), Vec::new());
        let pieces = self.pieces();
        for piece in &pieces {
            places.extend(self.long(bytes.len() as u32));
            lengths.extend(self.long(piece.len() as u32));
            bytes.extend(piece);
        }
        let count = pieces.len() as u32;
        let short = |tag: u16, number: u16| (tag, 3, 1, self.short(number).to_vec());
        let long = |tag: u16, number: u32| (tag, 4, 1, self.long(number).to_vec());
        let mut tags = vec![
            long(256, self.columns),
            long(257, self.rows),
            short(258, self.kind.0),
            short(259, 1),
            short(262, self.photometric),
            short(277, 1),
            short(339, self.kind.1),
        ];
        match self.tile {
            None => tags.extend([long(278, 1), (273, 4, count, places), (279, 4, count, lengths)]),
            Some([width, height]) => tags.extend([
                long(322, width),
                long(323, height),
                (324, 4, count, places),
                (325, 4, count, lengths),
            ]),
        }
        tags.extend(self.tags.iter().cloned());
        tags.sort_by_key(|tag| tag.0);
        self.with_directory(bytes, &tags)
    }

    /// A file whose only tile has these sides by what it claims, and as many bytes behind it.
    pub fn bytes_of_tile(&self, side: u32, behind: usize) -> Vec<u8> {
        let small =
            Self { columns: 1, rows: 1, data: vec![0; 2], tile: Some([16, 16]), ..self.clone() };
        let mut bytes = small.bytes();
        let directory = 8 + 16 * 16 * 2;
        // The sizes of the raster, and those of the tile.
        for entry in [0, 1, 6, 7] {
            let value = directory + 2 + 12 * entry + 8;
            bytes[value..value + 4].copy_from_slice(&self.long(side));
        }
        bytes.resize(bytes.len() + behind, 0);
        bytes
    }

    fn with_directory(&self, mut bytes: Vec<u8>, tags: &[(u16, u16, u32, Vec<u8>)]) -> Vec<u8> {
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        let start = self.long(bytes.len() as u32);
        bytes[4..8].copy_from_slice(&start);
        let mut behind = bytes.len() + 2 + 12 * tags.len() + 4;
        let mut values = Vec::new();
        bytes.extend(self.short(tags.len() as u16));
        for (tag, kind, count, value) in tags {
            bytes.extend(self.short(*tag));
            bytes.extend(self.short(*kind));
            bytes.extend(self.long(*count));
            if value.len() <= 4 {
                bytes.extend(value);
                bytes.extend(vec![0; 4 - value.len()]);
            } else {
                bytes.extend(self.long(behind as u32));
                behind += value.len().next_multiple_of(2);
                values.extend(value);
                values.resize(values.len().next_multiple_of(2), 0);
            }
        }
        bytes.extend([0; 4]);
        bytes.extend(values);
        bytes
    }
}
