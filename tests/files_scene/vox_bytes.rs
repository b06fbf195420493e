//! Writes `.vox` files by hand, byte for byte as the format's description says.

/// A chunk without children.
pub(crate) fn chunk(id: &str, content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len()).expect("small");
    [id.as_bytes(), &size.to_le_bytes(), &[0; 4], content].concat()
}

fn words(numbers: &[i64]) -> Vec<u8> {
    // -1 stands for "none" in the format.
    numbers.iter().flat_map(|&number| (number as u32).to_le_bytes()).collect()
}

/// Words and what they stand for.
pub(crate) fn dictionary(entries: &[(&str, &str)]) -> Vec<u8> {
    let text = |text: &str| [&words(&[text.len() as i64]), text.as_bytes()].concat();
    let mut bytes = words(&[entries.len() as i64]);
    entries.iter().for_each(|(key, value)| bytes.extend([text(key), text(value)].concat()));
    bytes
}

/// A file in the making: the chunks within MAIN.
#[derive(Debug, Clone, Default)]
pub(crate) struct VoxBytes(Vec<u8>);

impl VoxBytes {
    /// Adds bytes as they are.
    pub(crate) fn raw(mut self, bytes: Vec<u8>) -> Self {
        self.0.extend(bytes);
        self
    }

    pub(crate) fn model(self, sides: [u32; 3], voxels: &[[u8; 4]]) -> Self {
        let size = chunk("SIZE", &sides.map(u32::to_le_bytes).concat());
        let xyzi = [words(&[voxels.len() as i64]), voxels.concat()].concat();
        self.raw(size).raw(chunk("XYZI", &xyzi))
    }

    /// A transform node with attributes, its child, layer, and one frame.
    pub(crate) fn transform(
        self,
        node: i64,
        attributes: &[(&str, &str)],
        child: i64,
        layer: i64,
        frame: &[(&str, &str)],
    ) -> Self {
        let content = [
            words(&[node]),
            dictionary(attributes),
            words(&[child, -1, layer, 1]),
            dictionary(frame),
        ];
        self.raw(chunk("nTRN", &content.concat()))
    }

    pub(crate) fn group(self, node: i64, children: &[i64]) -> Self {
        let content =
            [words(&[node]), dictionary(&[]), words(&[children.len() as i64]), words(children)];
        self.raw(chunk("nGRP", &content.concat()))
    }

    pub(crate) fn shape(self, node: i64, models: &[i64]) -> Self {
        let mut content = [words(&[node]), dictionary(&[]), words(&[models.len() as i64])].concat();
        for &model in models {
            content.extend([words(&[model]), dictionary(&[])].concat());
        }
        self.raw(chunk("nSHP", &content))
    }

    pub(crate) fn layer(self, layer: i64, attributes: &[(&str, &str)]) -> Self {
        let content = [words(&[layer]), dictionary(attributes), words(&[-1])];
        self.raw(chunk("LAYR", &content.concat()))
    }

    /// The whole file.
    pub(crate) fn bytes(self) -> Vec<u8> {
        let size = u32::try_from(self.0.len()).expect("small");
        let head = [b"VOX ".as_slice(), &150_u32.to_le_bytes(), b"MAIN", &[0; 4]];
        [&head.concat(), size.to_le_bytes().as_slice(), &self.0].concat()
    }
}
