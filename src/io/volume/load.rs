//! From what a header says to a scene.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::bytes::{open, unpacked};
use super::frame::Frame;
use super::options::VolumeOptions;
use super::place::place;
use super::source::{Coding, Source};
use super::text::kind_of_text;
use crate::error::{Error, Result};
use crate::io::dense::element::Kind;
use crate::io::dense::rule::{Filled, Labels, Rule, Scale};
use crate::io::dense::{DenseLayout, Part, Slabs};
use crate::io::measured::check_fits;
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::plain_file::open_plain;
use crate::scene::Scene;

/// The longest header; those of real files have some hundred bytes.
const LONGEST_HEADER: u64 = 1 << 20;

/// A volume, as its header describes it.
#[derive(Debug, Clone)]
pub(super) struct Volume {
    /// The format, by its file ending.
    pub(super) format: &'static str,
    /// Voxels along each index, the fastest first.
    pub(super) sizes: [u64; 3],
    pub(super) kind: Kind,
    pub(super) scale: Scale,
    pub(super) frame: Frame,
    pub(super) source: Source,
    /// Parts of the header that were passed over, by name.
    pub(super) passed_over: Vec<String>,
}

/// The first bytes of a file, which hold its header.
pub(super) fn read_start(path: &Path) -> Result<Vec<u8>> {
    let mut file = open_plain(path)?;
    start_of(&mut file)
}

fn start_of(file: &mut File) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = file.take(LONGEST_HEADER).read_to_end(&mut bytes);
    read.map_err(|error| Error::input(format!("cannot be read ({error})")))?;
    Ok(bytes)
}

/// The scene of a volume.
pub(super) fn load(volume: &Volume, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    options.volume.check()?;
    let placed = place(&volume.frame, volume.sizes)?;
    let layout = DenseLayout::new(&volume.sizes, true, placed.axes)?;
    let bounds = options.part_of(layout.bounds()?)?;
    let is_text = volume.source.coding == Coding::Text;
    let kind = if is_text { kind_of_text(volume.kind) } else { volume.kind };
    let mut report = LoadReport::new(
        volume.format,
        format!("{}; {}", placed.words, rule_in_words(volume, &options.volume)),
    );
    let part = Part { kind, layout: &layout, bounds, options };
    let (scene, after) = part.build(volume, &mut report)?;
    report.count("numbers", layout.len());
    report.skip("bytes after the numbers", after);
    for name in &volume.passed_over {
        report.skip(format!("header field {name}"), 1);
    }
    Ok((scene.with_transform(placed.transform), report))
}

/// Whether numbers are labels where nothing is told: whole ones are, unless the file scales them.
fn are_labels(volume: &Volume) -> bool {
    !matches!(volume.kind, Kind::Float { .. }) && volume.scale == Scale::NONE
}

fn rule_in_words(volume: &Volume, options: &VolumeOptions) -> String {
    match (options.threshold, &options.labels) {
        (Some(threshold), _) => format!("filled where the value is at least {threshold}"),
        (_, Some(_)) => {
            "filled where the value is a label that was asked for, material = label".into()
        }
        _ if are_labels(volume) => {
            "values are labels, material = label, 0 is empty (--threshold fills from a value on)"
                .into()
        }
        _ => "filled where the value is a number other than 0 (--threshold fills from a value on)"
            .into(),
    }
}

impl Part<'_> {
    /// The scene, and how many bytes follow the numbers.
    fn build(&self, volume: &Volume, report: &mut LoadReport) -> Result<(Scene, u64)> {
        let (scale, told) = (volume.scale, &self.options.volume);
        if told.labels.is_none() && (told.threshold.is_some() || !are_labels(volume)) {
            return self.build_by(volume, &Filled { scale, threshold: told.threshold });
        }
        let rule = Labels::new(scale, told.asked_labels());
        let built = self.build_by(volume, &rule)?;
        let (no_labels, unasked) = rule.passed_over();
        report.skip("values that are no label, which is a whole number from 1 to 65535", no_labels);
        report.skip("voxels of labels that were not asked for", unasked);
        Ok(built)
    }

    fn build_by<R: Rule>(&self, volume: &Volume, rule: &R) -> Result<(Scene, u64)> {
        let (source, sizes) = (&volume.source, volume.sizes);
        if source.coding.is_packed() {
            let slabs = Slabs { part: self, sizes, slowest: 2, rule };
            return unpack(&slabs, source, self).map_err(|error| error.at(&source.path));
        }
        let numbers = open(source, self.layout.len(), self.kind, self.options)?;
        let fill = self.filler(numbers.bytes(), 0, rule);
        check_fits(&self.bounds, self.bounds.volume(), numbers.held(), self.options, &fill)?;
        rule.restart();
        Ok((Scene::from_chunks(self.bounds, self.options.threads, fill)?, numbers.after))
    }
}

/// The scene of packed numbers, and how many bytes follow them.
fn unpack<R: Rule>(slabs: &Slabs<'_, R>, source: &Source, part: &Part<'_>) -> Result<(Scene, u64)> {
    let open = || unpacked(source, part.layout.len() * part.kind.size());
    // A claim that the file cannot fulfil is said first.
    let mut stream = open()?;
    let file = std::fs::metadata(&source.path).map_or(0, |file| file.len());
    if !slabs.surely_fit(file)? {
        slabs.measure(&mut stream)?;
        stream = open()?;
    }
    slabs.build(&mut stream)
}
