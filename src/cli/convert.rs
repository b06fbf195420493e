//! `voxray convert`: from one scene format to another.

use std::path::{Path, PathBuf};

use voxray::Result;
use voxray::io::{SCENE_ENDINGS, SaveOptions, save_scene, verify_vxr_body};

use super::flags::MachineArgs;
use super::say::tell;
use super::scene::SceneArgs;
use super::target::check_target;

/// Converts a scene: from any SCENE to .vxr, .npy, .npz or .vox.
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
    check_target(&args.output, SCENE_ENDINGS)?;
    let input = Path::new(&args.scene.scene);
    if input.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vxr")) {
        verify_vxr_body(input)?;
    }
    let (scene, report) = args.scene.load(args.machine.threads)?;
    save_scene(&scene, &args.output, &SaveOptions::default())?;
    if !args.machine.quiet {
        tell(&format!("{}: {} voxels", args.output.display(), scene.voxel_count()));
        for (reason, count) in &report.skipped {
            tell(&format!("  skipped: {count} {reason}"));
        }
    }
    Ok(())
}
