//! `voxray convert`: from one scene format to another.

use std::path::{Path, PathBuf};

use voxray::io::{SaveOptions, save_scene, verify_vxr_body, writable_endings};
use voxray::{Result, Scene};

use super::flags::MachineArgs;
use super::say::tell;
use super::scene::SceneArgs;
use super::target::{check_results, check_target};

/// Converts a scene: from any SCENE to .vxr, .npy, .npz or .vox.
///
/// .vxr keeps everything. .npy and .npz keep voxels and materials, counted from the corner of the box; .vox keeps grid
/// positions and colours too.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// The file to write (.vxr, .npy, .npz, .vox).
    output: PathBuf,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    check_target(&args.output, &writable_endings())?;
    let input = Path::new(&args.scene.scene);
    check_results(&[&args.output], &[input])?;
    if input.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vxr")) {
        verify_vxr_body(input)?;
    }
    let (scene, report) = args.scene.load(args.machine.threads)?;
    save_scene(&scene, &args.output, &SaveOptions::default())?;
    if !args.machine.quiet {
        tell(&format!("{}: {} voxels", args.output.display(), scene.voxel_count()));
        if let Some(lost) = lost_place(args, &scene) {
            tell(&lost);
        }
        for (reason, count) in &report.skipped {
            tell(&format!("  skipped: {count} {reason}"));
        }
    }
    Ok(())
}

/// What the format of the output does not keep of how the scene lies in the world, and how to give it back.
fn lost_place(args: &Args, scene: &Scene) -> Option<String> {
    let keeps_grid = args.output.extension().is_some_and(|ending| ending == "vox");
    if args.output.extension().is_some_and(|ending| ending == "vxr") {
        return None;
    }
    let corner = scene.bounds().min.map(f64::from);
    let moved = !keeps_grid && corner != [0.0; 3];
    let transform = scene.transform();
    if transform.is_identity() && !moved {
        return None;
    }
    let [x, y, z] = if keeps_grid { transform.origin } else { transform.to_world(corner) };
    let [sx, sy, sz] = transform.voxel_size;
    Some(format!(
        "  not kept by this format: where the scene lies; read it with --origin {x},{y},{z} --voxel-size {sx},{sy},{sz}"
    ))
}
