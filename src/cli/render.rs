//! `voxray render`: a picture of a scene.

use std::path::PathBuf;

use voxray::render::{RenderOptions, Shade, View, render};
use voxray::{Result, demo::DemoSpec};

use super::flags::{MachineArgs, point, size};
use super::scene::SceneArgs;

/// Draws a picture of a scene as PNG.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// The picture to write (.png).
    #[arg(short, long, value_name = "IMAGE")]
    output: PathBuf,
    #[arg(long, value_enum, default_value_t = ViewChoice::Perspective)]
    view: ViewChoice,
    #[arg(long, value_enum, default_value_t = ShadeChoice::Beauty)]
    shade: ShadeChoice,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: [usize; 2],
    /// Where the camera is, in world coordinates.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    eye: Option<[f64; 3]>,
    /// What the camera looks at, in world coordinates.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    target: Option<[f64; 3]>,
    /// Vertical angle of view in degrees.
    #[arg(long, value_name = "DEGREES")]
    fov: Option<f64>,
    /// Samples per pixel along each axis.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
    samples: u8,
    #[command(flatten)]
    machine: MachineArgs,
}

/// From where a scene is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ViewChoice {
    /// From an eye, as people see.
    Perspective,
    /// From above, without perspective.
    Top,
}

/// What the colours of a picture mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ShadeChoice {
    /// Materials under sun and sky.
    Beauty,
    /// Which way faces look.
    Normal,
    /// How far away it is.
    Depth,
    /// Materials alone.
    Material,
    /// How much of the sky is hidden nearby.
    #[value(alias = "ao")]
    Occlusion,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    todo!()
}
