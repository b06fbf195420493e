//! Volumes of medicine and science: NRRD (`.nrrd`, `.nhdr`), `MetaImage` (`.mhd`, `.mha`), `NIfTI` (`.nii`, `.nii.gz`,
//! `.hdr` + `.img`).
//!
//! ```text
//!   header  ->  Volume:  sizes, kind of number, frame, source of bytes       one reader per format
//!   frame   ->  place:   which way each index runs, where the first voxel is
//!   source  ->  bytes:   mapped, or read from text, or a stream that dense/slabs takes a slab at a time
//!   bytes   ->  dense/   chunks, by a rule: labels are materials, or what is not below a threshold is filled
//! ```
//!
//! Invariant: every voxel comes to lie where the file says that it does. Indices may run backwards, or in another order
//! than x, y, z: then they are laid along the axes that they run along, and the world is not mirrored. Where a file names
//! its world by the directions of a patient, x is right, y anterior, z superior: files that count to the left and to the
//! back are turned half a turn about z, which mirrors nothing.
//!
//! The readers are of our own: a header is a page of text or of numbers, each of which must be checked before memory is
//! taken by it, and the numbers go from the file to chunks a slab at a time, never into an array of the whole.

mod bytes;
mod frame;
mod load;
mod metaimage;
mod nifti;
mod nrrd;
mod options;
mod place;
mod source;
mod text;

pub(super) use metaimage::load as load_metaimage;
pub(super) use nifti::load as load_nifti;
pub(super) use nrrd::load as load_nrrd;
pub use options::{LabelRange, VolumeOptions};
