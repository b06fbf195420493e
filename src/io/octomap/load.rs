//! From a file to a scene.

use std::path::Path;

use super::colors::Colors;
use super::header::{Coding, Header};
use super::leaves::{LEAF_BYTES, Leaves};
use super::options::{FREE, OCCUPIED, OctreeOptions, UNKNOWN, Unknown};
use super::survey::{Survey, cube};
use super::tree::{Leaf, State, Tree};
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::error::{Error, Result};
use crate::io::bytes::read_file;
use crate::io::measured::build_between;
use crate::io::options::{LoadOptions, LoadReport};
use crate::palette::Palette;
use crate::scene::Scene;
use crate::space::Transform;

/// Loads a `.bt` or `.ot` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    let header = Header::parse(&bytes)?;
    check_threshold(&header, &options.octree)?;
    let tree = Tree { bytes: &bytes, header, log_odds: options.octree.log_odds()? };
    let survey = Survey::of(&tree)?;
    let colors = colors(&tree, &survey, options)?;
    let whole =
        if options.octree.fills_known_box() { survey.known_box() } else { survey.occupied.bounds };
    let part = options.part_of(GridBox::new(whole.min, whole.max)?)?;
    let scene = build(&tree, &colors, part, options)?;
    let transform = Transform::new([0.0; 3], [tree.header.resolution; 3])?;
    let scene = scene.with_transform(transform).with_palette(palette(&options.octree, &colors));
    Ok((scene, report(&tree, &survey, &colors, options)))
}

fn check_threshold(header: &Header, options: &OctreeOptions) -> Result<()> {
    if header.coding == Coding::Binary && options.threshold.is_some() {
        return Err(Error::usage(
            "a binary octree holds no probabilities, only what was occupied when it was written; leave --threshold out",
        ));
    }
    Ok(())
}

/// The colours of a coloured tree.
fn colors(tree: &Tree<'_>, survey: &Survey, options: &LoadOptions) -> Result<Colors> {
    if tree.header.coding != (Coding::Full { color_bytes: 3 }) {
        return Ok(Colors::default());
    }
    budget::check(tree.bytes.len() as u64 + 4 * survey.occupied.leaves, options.memory)?;
    Colors::of(tree, survey.occupied.leaves)
}

/// What a leaf becomes, 0 where it is empty.
fn material(leaf: &Leaf, colors: &Colors, options: &OctreeOptions) -> u16 {
    match leaf.state {
        State::Free => options.free_material(),
        State::Unknown => options.background(),
        State::Occupied if colors.len() > 0 => colors.material(leaf.color),
        State::Occupied => OCCUPIED,
    }
}

fn build(tree: &Tree<'_>, colors: &Colors, part: GridBox, options: &LoadOptions) -> Result<Scene> {
    let octree = &options.octree;
    let material = |leaf: &Leaf| material(leaf, colors, octree);
    let background = octree.background();
    let kept = kept_in(tree, &part, background, material)?;
    let held = tree.bytes.len() as u64 + kept * LEAF_BYTES;
    let empty = Extent::at_most(&part, 0)?.build_bytes();
    budget::check(held.saturating_add(empty), options.memory)?;
    let leaves = Leaves::collect(tree, &part, background, kept, material)?;
    let extents = leaves.extents(&part)?;
    build_between(part, extents, held, options, |corner, chunk| {
        leaves.fill(corner, chunk);
        Ok(())
    })
}

/// How many leaves in `part` are not of the material `background`.
fn kept_in(
    tree: &Tree<'_>,
    part: &GridBox,
    background: u16,
    material: impl Fn(&Leaf) -> u16,
) -> Result<u64> {
    let mut kept = 0;
    tree.walk(|leaf| {
        let meets = !cube(&leaf).intersection(part).is_empty();
        kept += u64::from(meets && material(&leaf) != background);
    })?;
    Ok(kept)
}

fn palette(options: &OctreeOptions, colors: &Colors) -> Palette {
    let mut palette = Palette::default();
    palette.set_name(OCCUPIED, "occupied");
    if options.unknown == Unknown::Material {
        palette.set_name(UNKNOWN, "unknown");
    }
    if options.free_material() != 0 {
        palette.set_name(FREE, "free");
    }
    colors.name(&mut palette);
    palette
}

fn report(tree: &Tree<'_>, survey: &Survey, colors: &Colors, options: &LoadOptions) -> LoadReport {
    let ending = if tree.header.coding == Coding::Binary { "bt" } else { "ot" };
    let mut report = LoadReport::new(ending, convention(tree, colors, &options.octree));
    report.count("nodes", survey.walked.nodes);
    report.count("occupied_leaves", survey.occupied.leaves);
    report.count("free_leaves", survey.free.leaves);
    report.count("occupied", survey.occupied.voxels);
    report.count("free", survey.free.voxels);
    report.count("unknown", survey.unknown_voxels());
    if colors.len() > 0 {
        report.count("colours", colors.len() as u64);
    }
    let [claimed, found] = [tree.header.nodes, survey.walked.nodes];
    report.skip("nodes that the header counts and the tree lacks", claimed.saturating_sub(found));
    report.skip("nodes that the header does not count", found.saturating_sub(claimed));
    report.skip("divided nodes without children", survey.walked.childless);
    report.skip("leaves whose probability is no number", survey.unknown_leaves);
    report.skip("bytes after the tree", survey.walked.bytes_after);
    report.skip("header lines of unknown meaning", tree.header.unknown_lines);
    report
}

fn convention(tree: &Tree<'_>, colors: &Colors, options: &OctreeOptions) -> String {
    let occupied = match (tree.header.coding, options.threshold) {
        (Coding::Binary, _) => "occupied as the file says".to_string(),
        (_, threshold) => {
            format!("occupied from a probability of {} on", threshold.unwrap_or(0.5))
        }
    };
    let unknown = match options.unknown {
        Unknown::Empty => "unknown voxels are empty",
        Unknown::Solid => "unknown voxels are filled, within the box around all that is known",
        Unknown::Material => {
            "unknown voxels are material 2, within the box around all that is known"
        }
    };
    let free = if options.free_material() == 0 { "empty" } else { "material 3" };
    let color = match (colors.len(), colors.dropped_bits) {
        (0, _) => String::new(),
        (_, 0) => "; each colour is a material".into(),
        (_, bits) => format!(
            "; each colour is a material, without the lowest {bits} bits of red, green and blue"
        ),
    };
    format!(
        "right-handed, z up, as the grid: nothing turned or mirrored; grid position = key - 32768, sizes in metres; {occupied}; {unknown}; free voxels are {free}{color}"
    )
}
