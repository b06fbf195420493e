//! Arrays and tables as others would write them, and results as others would read them.

use std::fs::File;
use std::io::{Cursor, Read};

use super::Place;

/// An `.npy` of version 1 with this type and shape.
pub(crate) fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    let text = format!("{header:<117}\n");
    let length = u16::try_from(text.len()).expect("short").to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], text.as_bytes(), data].concat()
}

/// Rays of `width` numbers each.
pub(crate) fn rays(width: usize, numbers: &[f64]) -> Vec<u8> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    npy("<f8", &format!("{}, {width}", numbers.len() / width), &bytes)
}

/// A scene of 10 x 4 x 4 with one voxel of material 7 at (5, 1, 1), as `[x, y, z]` in C order.
pub(crate) fn one_voxel() -> Vec<u8> {
    let mut dense = [0; 10 * 4 * 4];
    dense[(5 * 4 + 1) * 4 + 1] = 7;
    npy("|u1", "10, 4, 4", &dense)
}

/// The bytes of an archive's member.
pub(crate) fn member(place: &Place, archive: &str, name: &str) -> Vec<u8> {
    let file = File::open(place.path(archive)).expect("the archive");
    let mut archive = zip::ZipArchive::new(file).expect("an archive");
    let mut bytes = Vec::new();
    let mut file = archive.by_name(&format!("{name}.npy")).expect("a member");
    file.read_to_end(&mut bytes).expect("the right check sum");
    bytes
}

/// The names of an archive's members.
pub(crate) fn members(place: &Place, archive: &str) -> Vec<String> {
    let file = File::open(place.path(archive)).expect("the archive");
    let archive = zip::ZipArchive::new(file).expect("an archive");
    let names =
        archive.file_names().map(|name| name.expect("a name").trim_end_matches(".npy").to_string());
    names.collect()
}

/// Shape and numbers of an array.
pub(crate) fn numbers<T: npyz::Deserialize>(array: &[u8]) -> (Vec<u64>, Vec<T>) {
    let file = npyz::NpyFile::new(Cursor::new(array)).expect("an array");
    (file.shape().to_vec(), file.into_vec().expect("numbers of this type"))
}
