//! `voxray verify`: every path against the reference, the reference against real arithmetic.

use std::path::{Path, PathBuf};

use voxray::demo::{RayClass, RayParams};
use voxray::io::{RayReader, verify_vxr_body};
use voxray::verify::{Comparison, Kind, OracleCount, Paths, compare, named_cases, near_ties};
use voxray::{
    Error, ErrorKind, GridBox, Isa, Options, RayBatch, RayView, Result, Scene, Space, Transform,
};

use super::flags::MachineArgs;
use super::rays::rays_of_class;
use super::say::{complain, show};
use super::scene::{SceneArgs, SceneFlags};

/// The scenes that are tried where none is given.
const SCENES: [&str; 7] = [
    "demo:terrain",
    "demo:city",
    "demo:noise",
    "demo:menger",
    "demo:cave",
    "demo:room",
    "demo:village",
];

/// Checks that every instruction set of this machine, with 1 and 2 threads, gives the bits of the plain walk, and that the
/// plain walk agrees with real arithmetic (not in scenes with exact shapes of blocks, and not with steps limited or voxels
/// skipped: - in the table). Without a SCENE: seven demo scenes, a box at odd places, and named edge cases.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A file or demo:NAME; its rays are made at random unless RAYS is given.
    scene: Option<String>,
    /// Rays (.npy or .csv) to cast in the scene.
    rays: Option<PathBuf>,
    /// Rays per class. A million takes some minutes; 100000 are quick.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    count: usize,
    /// Another seed, other rays.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// RAYS are in grid coordinates, not in world ones.
    #[arg(long)]
    grid_space: bool,
    #[command(flatten)]
    how: SceneFlags,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut table = Table::new(args, paths(args)?);
    match (&args.scene, &args.rays) {
        (Some(scene), Some(rays)) => table.scene_with_rays(scene, rays)?,
        (Some(scene), None) => table.scene(scene)?,
        (None, _) => table.everything()?,
    }
    table.finish()
}

fn paths(args: &Args) -> Result<Paths> {
    let cap = Options { isa: args.machine.isa.0, ..Options::default() }.resolve_isa()?;
    let threads =
        if args.machine.threads == 0 { vec![1, 2] } else { vec![1, args.machine.threads] };
    Ok(Paths { isas: Isa::available().filter(|&isa| isa <= cap).collect(), threads })
}

fn names(isas: &[Isa]) -> String {
    isas.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn heading(args: &Args, paths: &Paths) -> String {
    let threads: Vec<_> = paths.threads.iter().map(usize::to_string).collect();
    let (isas, threads, seed) = (names(&paths.isas), threads.join(", "), args.seed);
    let mut text = format!("instruction sets {isas}; threads {threads}; seed {seed}\n");
    let skipped: Vec<_> = Isa::ALL.into_iter().filter(|isa| !paths.isas.contains(isa)).collect();
    if !skipped.is_empty() {
        text += &format!("not tried: {} (not on this machine, or switched off)\n", names(&skipped));
    }
    text + &format!(
        "{:<12} {:<26} {:>9} {:>7} {:>8} {:>10} {:>11} {:>10}\n",
        "scene", "rays", "count", "hit %", "steps", "differing", "oracle diff", "violations"
    )
}

/// The table as it grows, and what was found so far.
struct Table<'a> {
    args: &'a Args,
    paths: Paths,
    /// What stands above the first row, until it is printed.
    heading: String,
    total: Comparison,
    faults: Vec<String>,
}

impl<'a> Table<'a> {
    fn new(args: &'a Args, paths: Paths) -> Self {
        let heading = heading(args, &paths);
        Self { args, paths, heading, total: Comparison::default(), faults: Vec::new() }
    }

    /// Prints lines, below the heading: an input that cannot be read leaves nothing on stdout.
    fn say(&mut self, lines: &str) -> Result<()> {
        show(&(std::mem::take(&mut self.heading) + lines))
    }

    fn everything(&mut self) -> Result<()> {
        for scene in SCENES {
            self.scene(scene)?;
        }
        self.odd_box()?;
        self.named()
    }

    fn scene(&mut self, name: &str) -> Result<()> {
        let scene = self.load(name)?;
        let label = name.strip_prefix("demo:").unwrap_or(name).to_string();
        for class in RayClass::ALL {
            let params = RayParams { seed: self.args.seed, ..RayParams::default() };
            let rays = rays_of_class(&scene, class, self.args.count, params)?;
            let count = rays.len().min(self.args.count);
            self.row(&label, class.name(), &scene, &rays.view().slice(0..count), &grid_space())?;
        }
        Ok(())
    }

    fn scene_with_rays(&mut self, name: &str, rays: &Path) -> Result<()> {
        let scene = self.load(name)?;
        let space = if self.args.grid_space { Space::Grid } else { Space::World };
        let mut reader = RayReader::open(rays)?;
        while let Some(block) = reader.next_block(self.args.count.max(1))? {
            let options = Options { space, ..Options::default() };
            self.row(name, &rays.display().to_string(), &scene, &block.view(), &options)?;
        }
        Ok(())
    }

    fn load(&self, name: &str) -> Result<Scene> {
        // Opening such a file does not read its body.
        if Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vxr")) {
            verify_vxr_body(Path::new(name))?;
        }
        let args = SceneArgs { scene: name.to_string(), how: self.args.how.clone() };
        Ok(args.load(self.args.machine.threads)?.0)
    }

    /// A box that is no multiple of 16 and starts below 0, with voxels of 0.3, from far and near, with every option.
    fn odd_box(&mut self) -> Result<()> {
        let bounds = GridBox::new([-37, -5, -1000], [64, 52, -797])?;
        let transform = Transform::new([12.5, -3.0, 300.0], [0.3; 3])?;
        let scene =
            Scene::from_fn(bounds, self.args.machine.threads, sprinkled)?.with_transform(transform);
        let (count, seed) = (self.args.count, self.args.seed);
        for (name, kind) in Kind::ALL {
            let rays = kind.make(&bounds, count, seed);
            self.row("odd box", name, &scene, &rays.view(), &grid_space())?;
            let world = to_world(&rays, &transform);
            self.row(
                "odd box",
                &format!("{name}, world"),
                &scene,
                &world.view(),
                &Options::default(),
            )?;
        }
        let rays = near_ties(&bounds, count, seed);
        self.row("odd box", "near ties", &scene, &rays.view(), &grid_space())?;
        let variants = [
            ("t range 20 to 60", Options { t_near: 20.0, t_far: 60.0, ..grid_space() }),
            ("skip inside", Options { skip_inside: true, ..grid_space() }),
            ("at most 9 steps", Options { max_steps: 9, ..grid_space() }),
        ];
        for (name, options) in variants {
            let rays = Kind::Within.make(&bounds, count, seed + 1);
            self.row("odd box", name, &scene, &rays.view(), &options)?;
            let rays = Kind::HalfInteger.make(&bounds, count, seed + 2);
            self.row("odd box", &format!("{name}, halves"), &scene, &rays.view(), &options)?;
        }
        Ok(())
    }

    fn named(&mut self) -> Result<()> {
        for outcome in named_cases(&self.paths.isas)? {
            let right = outcome.fault.is_empty();
            let verdict = if right { "ok" } else { &outcome.fault };
            self.say(&format!("{:<28} {verdict}\n", outcome.name))?;
            if !right {
                self.faults.push(format!("{}: {}", outcome.name, outcome.fault));
            }
        }
        Ok(())
    }

    fn row(
        &mut self,
        scene_name: &str,
        rays_name: &str,
        scene: &Scene,
        rays: &RayView<'_>,
        options: &Options,
    ) -> Result<()> {
        let watched = Options {
            observer: self.args.machine.options("verifying", None).observer,
            ..options.clone()
        };
        let found = compare(scene, rays, &watched, &self.paths)?;
        // Takes the progress bar off, so that it does not stand in the table.
        drop(watched);
        let hits = found.statuses[1] + found.statuses[2];
        self.say(&format!(
            "{scene_name:<12} {rays_name:<26} {:>9} {:>7.2} {:>8.1} {:>10} {:>11} {:>10}\n",
            found.rays,
            100.0 * share(hits, found.rays),
            share(found.steps, found.rays),
            found.differing,
            checked(&found.oracle, found.oracle.differing),
            checked(&found.oracle, found.oracle.violations),
        ))?;
        if let Some(first) = &found.first {
            let (isa, threads) = first.path;
            self.faults.push(format!(
                "{scene_name}, {rays_name}: ray {} by {isa} with {threads} threads: {}; {:?}",
                first.index, first.what, first.ray
            ));
        }
        self.total.rays += found.rays;
        self.total.differing += found.differing;
        self.total.oracle = self.total.oracle.plus(found.oracle);
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        let Comparison { rays, differing, oracle, .. } = self.total.clone();
        self.say(&format!(
            "{rays} rays by {} paths: {differing} differ from the reference\n\
             {} rays against real arithmetic: {} have another first voxel, {} break the rule\n",
            self.paths.isas.len() * self.paths.threads.len(),
            oracle.checked,
            oracle.differing,
            oracle.violations
        ))?;
        self.faults.iter().for_each(|fault| complain(fault));
        if self.faults.is_empty() && self.total.is_clean() {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Check,
            "a path differs from the reference, or the reference from real arithmetic",
        ))
    }
}

/// A count of the oracle, or that it checked none: it speaks of voxels, not of exact shapes, skipped voxels or budgets.
fn checked(oracle: &OracleCount, count: u64) -> String {
    if oracle.checked == 0 { "-".into() } else { count.to_string() }
}

fn grid_space() -> Options {
    Options { space: Space::Grid, ..Options::default() }
}

#[allow(clippy::cast_precision_loss, reason = "for people to read")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// One voxel in 64 filled, in four materials.
fn sprinkled([x, y, z]: [i32; 3]) -> u16 {
    let mixed = [(x, 0x9e37_79b1_u32), (y, 0x85eb_ca77), (z, 0xc2b2_ae3d)]
        .into_iter()
        .fold(0_u32, |hash, (k, factor)| {
            (hash ^ k.cast_unsigned()).wrapping_mul(factor).rotate_left(15)
        });
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    let mixed = mixed ^ mixed >> 12;
    if mixed & 63 == 0 { 1 + (mixed >> 6 & 3) as u16 } else { 0 }
}

fn to_world(rays: &RayBatch<f64>, transform: &Transform) -> RayBatch<f64> {
    let mut world = rays.clone();
    for axis in 0..3 {
        let size = transform.voxel_size[axis];
        world.origin[axis].iter_mut().for_each(|x| *x = *x * size + transform.origin[axis]);
        world.direction[axis].iter_mut().for_each(|d| *d *= size);
    }
    world
}
