//! `voxray convert`: from one scene format to another.

use std::path::{Path, PathBuf};

use voxray::io::{SaveOptions, save_scene, verify_vxr_body, writable_endings};
use voxray::{Error, Result, Scene};

use super::flags::MachineArgs;
use super::say::tell;
use super::scene::SceneArgs;
use super::target::{check_results, check_target};

/// Converts a scene: from any SCENE to .vxr, .npy, .npz, .vox, .binvox, .obj or .glb.
///
/// .vxr keeps everything. .npy and .npz keep voxels and materials, counted from the corner of the box; .npz also where they
/// lie. .vox keeps grid positions, colours, light and glass. .binvox keeps voxels and materials, and where the box lies in
/// the world. .obj (with a .mtl beside it) and .glb are meshes: the exposed faces, merged, in world coordinates and with
/// materials; .obj has z up as the scene, .glb y up as the format demands. With --no-merge such a mesh is closed, and reads
/// back as the same voxels with --fill inside and the same --voxel-size and --origin; materials that show nowhere are lost.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// The file to write; its ending says in which format.
    output: PathBuf,
    /// Of an .obj or .glb: every face of a voxel by itself, so that the mesh is closed and can be filled again.
    #[arg(long)]
    no_merge: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    check_target(&args.output, &writable_endings())?;
    if args.no_merge && !is_mesh(&args.output) {
        return Err(Error::usage(
            "--no-merge is of faces, which are written to .obj and .glb only; leave it out",
        ));
    }
    let input = Path::new(&args.scene.scene);
    check_results(&[&args.output], &[input])?;
    if input.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vxr")) {
        verify_vxr_body(input)?;
    }
    let (scene, report) = args.scene.load(args.machine.threads)?;
    let options = SaveOptions { merge: !args.no_merge, ..SaveOptions::default() };
    save_scene(&scene, &args.output, &options)?;
    if !args.machine.quiet {
        tell(&format!("{}: {} voxels", args.output.display(), scene.voxel_count()));
        for lost in lost(&args.output, &scene, args.no_merge) {
            tell(&format!("  not kept by this format: {lost}"));
        }
        for (reason, count) in &report.skipped {
            tell(&format!("  skipped: {count} {reason}"));
        }
    }
    Ok(())
}

fn ending_of(output: &Path) -> String {
    output.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn is_mesh(output: &Path) -> bool {
    ["obj", "glb"].contains(&ending_of(output).as_str())
}

/// What the format of the output does not keep of a scene. `closed` is whether a mesh can be filled again.
fn lost(output: &Path, scene: &Scene, closed: bool) -> Vec<String> {
    let ending = ending_of(output);
    let has_names = scene.palette().iter().any(|(_, info)| !info.name.is_empty());
    let has_looks = !scene.palette().is_empty();
    let [place, materials] = match ending.as_str() {
        "vxr" => return Vec::new(),
        "vox" => [lost_place(scene, true), has_names.then(|| "names of materials".into())],
        "obj" | "glb" if closed => {
            let [x, y, z] = scene.transform().origin;
            let [sx, sy, sz] = scene.transform().voxel_size;
            return vec![format!(
                "materials within; read it with --fill inside --origin {x},{y},{z} --voxel-size {sx},{sy},{sz}"
            )];
        }
        "obj" | "glb" => {
            return vec!["voxels: a mesh has the surface alone; --no-merge closes it".into()];
        }
        "npz" => [None, has_looks.then(|| "names and colours of materials".into())],
        arrays => {
            let place = if arrays == "binvox" { None } else { lost_place(scene, false) };
            [place, has_looks.then(|| "names and colours of materials".into())]
        }
    };
    let earth = ending != "npz" && !scene.georeference().is_empty();
    let earth = earth.then(|| "what its coordinates stand for on the earth".to_string());
    [place, materials, earth].into_iter().flatten().collect()
}

/// How the scene lies in the world, and how to give it back; none where that is as any file is read. `keeps_grid`:
/// voxels count from the origin of the grid in the file, not from the corner of the box.
fn lost_place(scene: &Scene, keeps_grid: bool) -> Option<String> {
    let corner = scene.bounds().min.map(f64::from);
    let moved = !keeps_grid && corner != [0.0; 3];
    let transform = scene.transform();
    if transform.is_identity() && !moved {
        return None;
    }
    let [x, y, z] = if keeps_grid { transform.origin } else { transform.to_world(corner) };
    let [sx, sy, sz] = transform.voxel_size;
    Some(format!(
        "where the scene lies; read it with --origin {x},{y},{z} --voxel-size {sx},{sy},{sz}"
    ))
}
