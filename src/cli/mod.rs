//! The command line: one file per verb, each in three parts: parse, run, print. Uses the library as any user would.
//!
//! Results go to files or stdout; progress and messages go to stderr.

#![allow(clippy::doc_markdown, reason = "doc comments of flags are the text of --help")]

mod bench;
mod beside;
mod cast;
mod convert;
mod demo;
mod exit;
mod flags;
mod info;
mod interrupt;
mod load_flags;
mod los;
mod methods;
mod output;
mod place;
mod progress;
mod rays;
mod render;
mod say;
mod scene;
mod stats;
mod target;
mod trace;
mod verify;

use clap::{Parser, Subcommand};

use exit::ExitCode;

/// Casts very many rays through voxel worlds, exactly and reproducibly, on the cores of one machine.
#[derive(Debug, Parser)]
#[command(name = "voxray", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "\
SCENE is a file, the folder of a Minecraft world, or demo:NAME[?key=value&...] for a scene made on the spot: terrain, city,
noise, menger, cave, room, village; keys size, seed and others, as in 'demo:terrain?size=512&seed=3' (quoted). Files:
  voxels   .vxr .npy .npz .vox .binvox .vxl         blocks   .mca .mcr .schematic .schem .litematic .nbt
  octrees  .bt .ot                                  volumes  .nrrd .nhdr .mhd .mha .nii .nii.gz .hdr
  points   .las .laz .ply .pcd .xyz                 heights  .tif .tiff .asc .hgt .png, arrays of two dimensions
  meshes   .obj .stl .ply .gltf .glb                cities   .json .jsonl (CityJSON)

Exit codes: 0 done, 1 bad use, 2 bad input or output, 3 cancelled, 4 not enough memory, 5 a check failed.
VOXRAY_ISA=scalar|avx2|avx512 lowers the instruction set; NO_COLOR switches colour off.")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Demo(demo::Args),
    Info(info::Args),
    Cast(cast::Args),
    Los(los::Args),
    Methods(methods::Args),
    Verify(verify::Args),
    Bench(bench::Args),
    Convert(convert::Args),
    Render(render::Args),
    Trace(trace::Args),
}

/// Parses the command line, does what it says, and tells of what went wrong in one line on stderr.
pub(crate) fn main() -> std::process::ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit::of_usage::<Cli>(&error).into(),
    };
    interrupt::install();
    keep_silent_of_damage();
    let result = check_environment().and_then(|()| run(cli.verb));
    let code = match result {
        Ok(()) => ExitCode::Done,
        Err(_) if interrupt::is_set() => {
            interrupt::tell_once();
            ExitCode::Cancelled
        }
        Err(error) => {
            say::complain(&error.to_string());
            ExitCode::of(&error)
        }
    };
    code.into()
}

/// Decoders may panic on damaged files, which is caught and told as an error: their panics are not told besides.
fn keep_silent_of_damage() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !voxray::io::is_guarded() {
            tell(panic);
        }
    }));
}

/// A variable that says nothing is told of, not passed over.
fn check_environment() -> voxray::Result<()> {
    match voxray::Isa::env_cap() {
        Ok(_) => Ok(()),
        Err(error) => Err(voxray::Error::usage(format!("VOXRAY_ISA: {error}"))),
    }
}

fn run(verb: Verb) -> voxray::Result<()> {
    match verb {
        Verb::Demo(args) => demo::run(&args),
        Verb::Info(args) => info::run(&args),
        Verb::Cast(args) => cast::run(&args),
        Verb::Los(args) => los::run(&args),
        Verb::Methods(args) => methods::run(&args),
        Verb::Verify(args) => verify::run(&args),
        Verb::Bench(args) => bench::run(&args),
        Verb::Convert(args) => convert::run(&args),
        Verb::Render(args) => render::run(&args),
        Verb::Trace(args) => trace::run(&args),
    }
}
