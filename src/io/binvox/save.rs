//! Writes a scene's box as runs, row by row.

use std::io::Write;
use std::path::Path;

use crate::error::{Error, Result};
use crate::io::atomic::write_whole;
use crate::io::row::read_row;
use crate::scene::Scene;

/// The most voxels of a file: 2 bytes stand for up to 255 of them, so that an empty box of these takes 2 GiB.
const MOST_VOXELS: u64 = 255 << 30;

/// Saves a `.binvox` file: version 1 where every voxel is of material 1, else version 2.
pub(in crate::io) fn save(scene: &Scene, path: &Path) -> Result<()> {
    check(scene)?;
    write_whole(path, |out| {
        out.write_all(header(scene).as_bytes())?;
        write_runs(scene, out)
    })
}

/// Whether the format can hold the scene.
fn check(scene: &Scene) -> Result<()> {
    let highest = scene.materials().highest();
    if highest > 255 {
        return Err(Error::output(format!(
            "a .binvox file has the materials 1 to 255, and the scene has one of number {highest}; save it as .vxr"
        )));
    }
    let [x, y, z] = scene.transform().voxel_size;
    if x != y || y != z {
        return Err(Error::output(format!(
            "a .binvox file has voxels that are cubes, and those of the scene are {x} x {y} x {z}; set one --voxel-size or save it as .vxr"
        )));
    }
    let volume = scene.bounds().volume();
    if volume > MOST_VOXELS {
        return Err(Error::output(format!(
            "a .binvox file lists its empty voxels too, and the {volume} of the scene's box would take more than 2 GiB; cut it into parts with --box or save it as .vxr"
        )));
    }
    Ok(())
}

fn header(scene: &Scene) -> String {
    let [nx, ny, nz] = scene.bounds().sides();
    let version = if scene.materials().highest() > 1 { 2 } else { 1 };
    let [x, y, z] = scene.transform().to_world(scene.bounds().min.map(f64::from));
    let longest = f64::from(scene.bounds().longest_side().max(1));
    let scale = scale_of(scene.transform().voxel_size[0], longest);
    format!("#binvox {version}\ndim {nx} {nz} {ny}\ntranslate {x} {y} {z}\nscale {scale}\ndata\n")
}

/// The length of the longest side whose share of one voxel is exactly `size` when it is read again, if there is one.
fn scale_of(size: f64, longest: f64) -> f64 {
    let scale = size * longest;
    let near = [scale, scale.next_up(), scale.next_down()];
    near.into_iter().find(|scale| scale / longest == size).unwrap_or(scale)
}

/// A run in the making.
#[derive(Default)]
struct Run {
    value: u8,
    count: u8,
}

impl Run {
    fn add(&mut self, value: u8, out: &mut impl Write) -> std::io::Result<()> {
        if value != self.value || self.count == u8::MAX {
            self.finish(out)?;
            *self = Self { value, count: 0 };
        }
        self.count += 1;
        Ok(())
    }

    fn finish(&self, out: &mut impl Write) -> std::io::Result<()> {
        if self.count > 0 { out.write_all(&[self.value, self.count]) } else { Ok(()) }
    }
}

/// All voxels of the box: y fastest, then z, then x.
fn write_runs(scene: &Scene, out: &mut impl Write) -> std::io::Result<()> {
    let mut run = Run::default();
    let [nx, ny, nz] = scene.bounds().sides();
    let mut row = vec![0; ny.unsigned_abs() as usize];
    for x in 0..nx {
        for z in 0..nz {
            read_row(scene, 1, [x, 0, z], &mut row);
            row.iter().try_for_each(|&material| run.add(low_byte(material), out))?;
        }
    }
    run.finish(out)
}

#[allow(clippy::cast_possible_truncation, reason = "no material is above 255 here")]
fn low_byte(material: u16) -> u8 {
    material as u8
}
