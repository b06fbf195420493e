//! What every reader must survive: a file that is cut short anywhere, and one with any byte wrong.

use voxray::io::LoadOptions;

use crate::{Folder, sentence};

impl Folder {
    /// Loads the file cut at every byte, and with every byte changed in four ways: each loads, or ends in one sentence.
    /// None may panic; the file as it is must load.
    pub fn survives(&self, name: &str, bytes: &[u8], options: &LoadOptions) {
        self.load_with(name, bytes, options).expect("the whole file is sound");
        keep_as_seed(name, bytes);
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

/// So many seeds are kept of a format.
const SEEDS: usize = 100;

/// Keeps a sound file for the fuzzers to start from, in the folder that the variable `VOXRAY_SEEDS` names, if it does.
pub fn keep_as_seed(name: &str, bytes: &[u8]) {
    let Some(seeds) = std::env::var_os("VOXRAY_SEEDS") else { return };
    let (_, ending) = name.rsplit_once('.').expect("an ending");
    let folder = std::path::Path::new(&seeds).join(ending.to_ascii_lowercase());
    std::fs::create_dir_all(&folder).expect("a folder for seeds");
    if folder.read_dir().expect("the folder").count() >= SEEDS {
        return;
    }
    let sum = bytes.iter().fold(0_u64, |sum, &byte| sum.wrapping_mul(31) + u64::from(byte));
    std::fs::write(folder.join(format!("{sum:016x}.{ending}")), bytes).expect("a seed");
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
