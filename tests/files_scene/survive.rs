//! What every reader must survive: a file that is cut short anywhere, and one with any byte wrong.

use voxray::io::LoadOptions;

use crate::{Folder, sentence};

impl Folder {
    /// Loads the file cut at every byte, and with every byte changed in four ways: each loads, or ends in one sentence.
    /// None may panic; the file as it is must load.
    pub fn survives(&self, name: &str, bytes: &[u8], options: &LoadOptions) {
        self.load_with(name, bytes, options).expect("the whole file is sound");
        for length in 0..bytes.len() {
            self.loads_or_says(name, &bytes[..length], options);
        }
        let mut wrong = bytes.to_vec();
        for place in 0..bytes.len() {
            for flip in [1, 0x10, 0x80, 0xff] {
                wrong[place] ^= flip;
                self.loads_or_says(name, &wrong, options);
                wrong[place] ^= flip;
            }
        }
    }

    fn loads_or_says(&self, name: &str, bytes: &[u8], options: &LoadOptions) {
        let loaded = self.load_with(name, bytes, options);
        if loaded.is_err() {
            sentence(loaded);
        }
    }
}

#[test]
fn files_of_the_first_formats_survive() {
    let folder = Folder::new();
    let options = LoadOptions { memory: Some(1 << 28), ..LoadOptions::default() };
    let numbers = [0_u8, 3, 0, 0, 2, 0, 0, 1, 0, 0, 0, 9];
    let mut npy = b"\x93NUMPY\x01\0\x46\0".to_vec();
    npy.extend(b"{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 3)}");
    npy.resize(80, b' ');
    npy.extend(numbers);
    folder.survives("a.npy", &npy, &options);
}
