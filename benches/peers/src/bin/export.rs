//! Writes a demo scene and its rays as plain files for the peers: `export FOLDER SPEC` (README.md, "The files").

use std::fs::{self, File};
use std::io::{BufWriter, Write};

use voxray::demo::{RayClass, RayParams};
use voxray::{Columns, Options, RayBatch, Scene, Space};
use voxray_peers::{BITS_MAGIC, RAYS_MAGIC, end, scene_and_folder};

fn main() -> std::io::Result<()> {
    let (scene, folder) = scene_and_folder();
    fs::create_dir_all(&folder)?;
    write_bits(&scene, File::create(folder.join("scene.bits"))?)?;
    for class in RayClass::ALL {
        let rays = class.make(&scene, &RayParams::default()).expect("rays");
        write_rays(&rays, File::create(folder.join(class.name()).with_extension("rays"))?)?;
        if class == RayClass::Sun {
            write_rays(&leaving(&scene, &rays), File::create(folder.join("sun-out.rays"))?)?;
        }
    }
    Ok(())
}

/// The rays that do not hit at once: those that leave the face on which they start.
fn leaving(scene: &Scene, rays: &RayBatch<f32>) -> RayBatch<f32> {
    let options = Options { space: Space::Grid, columns: Columns::T_HIT, ..Options::default() };
    let t_hit = scene.cast_rays(rays, &options).expect("hits").t_hit;
    let mut kept = RayBatch::default();
    for index in (0..rays.len()).filter(|&index| t_hit[index] > 0.0) {
        let at = |columns: &[Vec<f32>; 3]| [0, 1, 2].map(|axis| columns[axis][index]);
        kept.push_parts(at(&rays.origin), at(&rays.direction), 0.0, end(rays, index));
    }
    kept
}

/// Corner and sides of the box, then one bit per voxel, x fastest, each row in whole words.
fn write_bits(scene: &Scene, file: File) -> std::io::Result<()> {
    let (corner, sides) = (scene.bounds().min, scene.bounds().sides());
    let row = (sides[0] as usize).div_ceil(64);
    let mut words = vec![0_u64; row * sides[1] as usize * sides[2] as usize];
    scene.for_each_voxel(|voxel, _| {
        let [x, y, z] = [0, 1, 2].map(|axis| (voxel[axis] - corner[axis]) as usize);
        words[(z * sides[1] as usize + y) * row + x / 64] |= 1 << (x % 64);
    });
    let mut out = BufWriter::new(file);
    out.write_all(BITS_MAGIC)?;
    for number in corner.into_iter().chain(sides) {
        out.write_all(&number.to_le_bytes())?;
    }
    for word in words {
        out.write_all(&word.to_le_bytes())?;
    }
    out.flush()
}

/// The number of rays, then seven columns: origin, direction, end time. All start at time 0.
fn write_rays(rays: &RayBatch<f32>, file: File) -> std::io::Result<()> {
    assert!(rays.t_near.iter().all(|&t| t == 0.0), "the files have no column of start times");
    let mut out = BufWriter::new(file);
    out.write_all(RAYS_MAGIC)?;
    out.write_all(&(rays.len() as u64).to_le_bytes())?;
    let ends = (0..rays.len()).map(|index| end(rays, index)).collect();
    for column in rays.origin.iter().chain(&rays.direction).chain([&ends]) {
        for value in column {
            out.write_all(&value.to_le_bytes())?;
        }
    }
    out.flush()
}
