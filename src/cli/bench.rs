//! `voxray bench`: the standard suite, its report, and what changed since an older one.

use std::path::PathBuf;
use std::sync::Arc;

use voxray::bench::{Comparison, Report, Section, Suite, compare, run as measure};
use voxray::demo::RayClass;
use voxray::{Error, ErrorKind, Isa, Result, resolve_threads};

use super::flags::threads;
use super::output::{TextOutput, to_json};
use super::progress::Progress;
use super::say::{show, tell};
use super::target::check_results;

/// Measures this machine: scenes x classes of rays x instruction sets x threads; then thread scaling, the latency of small
/// calls, and worlds of growing size. Answers are checked against the plain walk before they are timed.
///
/// The full suite takes some twenty minutes on two cores, --quick less than one. Rates are medians, of casting alone,
/// closest hits with the column t_hit; spread is that of the middle half of the runs. Rays per class:
///
/// camera: a pinhole picture. occlusion: from what the camera sees, spread about the normal. sun: from there, all one way.
/// pairs: between random free places. axis: from random free places along one axis. miss: from random free places, ending
/// just short of what they would hit. grazing: from what the camera sees, one degree off the face.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A glance: fewer scenes, rays and runs. The report says what is left out.
    #[arg(long)]
    quick: bool,
    /// Only these scenes: names that choose from the suite, or whole ones, as in city,demo:terrain?size=512.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    scenes: Vec<String>,
    /// Only these classes of rays: camera, occlusion, sun, pairs, axis, miss, grazing.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = class)]
    classes: Vec<RayClass>,
    /// Only these instruction sets: avx512, avx2, scalar; or auto, the best. One above the machine's is an error.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = isa)]
    isa: Vec<Isa>,
    /// Only these numbers of threads; 0 = all. The greatest is where the scaling section ends.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = threads)]
    threads: Vec<usize>,
    /// Only these parts: cells, scaling, latency, world.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = section)]
    sections: Vec<Section>,
    /// Timed runs of each cell.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    runs: Option<u16>,
    /// Rays of each class, about.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=1 << 24))]
    rays: Option<u32>,
    /// The largest world: columns along a side of a terrain.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(64..=8192))]
    largest: Option<i32>,
    /// Writes all figures as JSON; - is stdout, which then shows nothing else.
    #[arg(long, value_name = "FILE|-", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    json: Option<String>,
    /// Writes a page for a browser: charts and tables in one file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Compares with the JSON of an earlier run, and lists what changed beyond the spread of the runs; with fewer than
    /// 4 runs in one of them nothing counts as changed.
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Ends with exit code 5 if a rate has changed so, to less than 100 - PCT percent of the old one. Give 5 or more:
    /// of hundreds of rates a few change by chance. So it ends where nothing can be told: no cell in common, other
    /// answers, fewer than 4 runs.
    #[arg(long, value_name = "PCT", requires = "compare", value_parser = percent)]
    fail_if_slower: Option<f64>,
    /// Measures nothing: shows, compares or draws the JSON of an earlier run.
    #[arg(long, value_name = "NEW.json", conflicts_with_all = MEASURING)]
    from: Option<PathBuf>,
    /// No progress on stderr.
    #[arg(long, short)]
    quiet: bool,
}

/// Flags that say what to measure.
const MEASURING: [&str; 9] =
    ["quick", "scenes", "classes", "isa", "threads", "sections", "runs", "rays", "largest"];

pub(crate) fn run(args: &Args) -> Result<()> {
    // All that can be wrong is found before minutes are spent.
    let old = args.compare.as_deref().map(Report::read).transpose()?;
    let outputs = Outputs::open(args)?;
    let report = match &args.from {
        Some(path) => Report::read(path)?,
        None => measure_suite(args)?,
    };
    let comparison = old.map(|old| compare(&old, &report));
    outputs.write(&report, comparison.as_ref())?;
    if let Some(comparison) = &comparison {
        warn(comparison);
    }
    judge(args, comparison.as_ref())
}

fn measure_suite(args: &Args) -> Result<Report> {
    let suite = suite(args)?;
    let progress = Progress::of_whole("measuring", suite.work(), args.quiet);
    measure(&suite, Some(Arc::new(progress)))
}

/// The standard suite, cut down to what is asked for.
fn suite(args: &Args) -> Result<Suite> {
    let mut suite = if args.quick { Suite::quick() } else { Suite::full() };
    let standard = suite.clone();
    if !args.scenes.is_empty() {
        suite.set_scenes(&args.scenes)?;
        // What was asked for by its whole name is not left out without an error.
        let own = suite.scenes.iter().filter(|spec| !standard.scenes.contains(spec));
        own.into_iter().try_for_each(|spec| spec.check_memory(None))?;
    }
    replace(&mut suite.classes, &args.classes);
    replace(&mut suite.isas, &args.isa);
    replace(&mut suite.sections, &args.sections);
    let threads: Result<Vec<_>> = args.threads.iter().map(|&n| resolve_threads(n)).collect();
    replace(&mut suite.threads, &threads?);
    suite.runs = args.runs.map_or(suite.runs, usize::from);
    suite.largest = args.largest.unwrap_or(suite.largest);
    if let Some(rays) = args.rays {
        suite.set_rays(rays as usize);
    }
    if differs(&suite, &standard) {
        suite.name = "custom".into();
        suite.notes.push(format!("cut down by flags from the {} suite", standard.name));
    }
    Ok(suite)
}

/// Puts the values that were given in the place of the usual ones, each once.
fn replace<T: Copy + PartialEq>(usual: &mut Vec<T>, given: &[T]) {
    if given.is_empty() {
        return;
    }
    usual.clear();
    for value in given {
        if !usual.contains(value) {
            usual.push(*value);
        }
    }
}

fn differs(suite: &Suite, standard: &Suite) -> bool {
    suite.scenes != standard.scenes
        || suite.classes != standard.classes
        || suite.isas != standard.isas
        || suite.threads != standard.threads
        || suite.sections != standard.sections
        || (suite.runs, suite.random_rays) != (standard.runs, standard.random_rays)
        || suite.largest != standard.largest
}

/// Where the report goes.
struct Outputs {
    json: TextOutput,
    html: TextOutput,
}

impl Outputs {
    fn open(args: &Args) -> Result<Self> {
        let json = TextOutput::named(args.json.as_deref());
        let html = args.html.as_deref();
        let results: Vec<_> = [json, html].into_iter().flatten().collect();
        let inputs = [args.compare.as_deref(), args.from.as_deref()];
        check_results(&results, &inputs.into_iter().flatten().collect::<Vec<_>>())?;
        let html = html.map_or(Ok(TextOutput::Nowhere), TextOutput::create)?;
        Ok(Self { json: TextOutput::open(args.json.as_deref())?, html })
    }

    fn write(self, report: &Report, comparison: Option<&Comparison>) -> Result<()> {
        let json_alone = self.json.is_stdout();
        self.json.write(|| to_json(report))?;
        self.html.write(|| report.to_html(comparison))?;
        if json_alone {
            return Ok(());
        }
        show(&report.to_text())?;
        comparison.map_or(Ok(()), |comparison| show(&comparison.to_text()))
    }
}

/// Other rates may be chance; other answers are not.
fn warn(comparison: &Comparison) {
    if let Some(first) = comparison.other_answers.first() {
        tell(&format!(
            "voxray: warning: other answers than in the old report, in {} cells; the first: {first}",
            comparison.other_answers.len()
        ));
    }
}

/// Whether a rate has fallen too far.
fn judge(args: &Args, comparison: Option<&Comparison>) -> Result<()> {
    let Some((percent, comparison)) = args.fail_if_slower.zip(comparison) else { return Ok(()) };
    if comparison.changes.is_empty() {
        let told = "the reports have no cell in common, so no rate could be compared; measure with the flags of the \
                    old report";
        return Err(Error::new(ErrorKind::Check, told));
    }
    // What cannot be told must not pass for sound.
    if comparison.too_few_runs {
        let told = "with so few runs of each cell no rate can be called slower; measure both reports with --runs 5";
        return Err(Error::new(ErrorKind::Check, told));
    }
    if !comparison.other_answers.is_empty() {
        let told = "the answers are others than in the old report, so the rates say nothing; find out which are right";
        return Err(Error::new(ErrorKind::Check, told));
    }
    let slower: Vec<_> = comparison.slower_by(percent).collect();
    let Some(worst) = slower.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio)) else {
        return Ok(());
    };
    Err(Error::new(
        ErrorKind::Check,
        format!(
            "{} of {} rates are slower by more than {percent} %; the worst, {} hit of {}, has {:.3} of its \
             old rate",
            slower.len(),
            comparison.changes.len(),
            worst.measure,
            worst.key,
            worst.ratio
        ),
    ))
}

fn class(name: &str) -> Result<RayClass, String> {
    let found = RayClass::BENCH.into_iter().find(|class| class.name() == name);
    found.ok_or_else(|| {
        let known = RayClass::BENCH.map(RayClass::name).join(", ");
        format!("there is no class {name:?}; the classes are {known}")
    })
}

fn isa(name: &str) -> Result<Isa, String> {
    super::flags::isa(name).map(|choice| choice.0.unwrap_or_else(Isa::best))
}

fn section(name: &str) -> Result<Section, String> {
    name.parse().map_err(|error: Error| error.to_string())
}

fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (0.0..100.0).contains(percent));
    percent.ok_or_else(|| "give a number of percent from 0 to less than 100".into())
}
