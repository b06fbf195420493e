//! Walks the scene graph: which models lie where, in the order in which they are drawn.
//!
//! Nodes may be shared, so a graph of a few bytes can place a model more often than any memory holds. Invariant: what
//! lies below each node is counted first, once per node; only then are placements made, as many as were counted.

use std::collections::BTreeMap;

use dot_vox::{Dict, SceneNode, ShapeModel};

use super::chunks::{Model, VoxFile};
use super::place::{Instance, Placement};
use crate::budget;
use crate::error::{Error, Result};

/// The deepest nesting; `MagicaVoxel` itself writes a few levels.
const DEEPEST: usize = 256;
/// The most placed models.
const MOST_INSTANCES: u64 = 1 << 22;

/// Placed models and their voxels.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    instances: u64,
    voxels: u64,
}

impl Tally {
    fn add(&mut self, more: Self) {
        self.instances = self.instances.saturating_add(more.instances);
        self.voxels = self.voxels.saturating_add(more.voxels);
    }
}

/// What lies below a node.
#[derive(Debug, Clone, Copy, Default)]
struct Below {
    visible: Tally,
    hidden: Tally,
    /// The levels from here to the deepest node.
    levels: usize,
}

impl Below {
    fn add(&mut self, child: Self) {
        self.visible.add(child.visible);
        self.hidden.add(child.hidden);
        self.levels = self.levels.max(child.levels + 1);
    }

    fn hide(&mut self) {
        self.hidden.add(std::mem::take(&mut self.visible));
    }
}

/// The placed models, visible ones only, and why others were passed over.
#[derive(Debug, Default)]
pub(super) struct Placed<'a> {
    pub(super) instances: Vec<Instance<'a>>,
    pub(super) skipped: BTreeMap<&'static str, u64>,
}

/// Finds all placed models of a file.
///
/// # Errors
/// Where the graph has no root, is nested too deep or in a circle, or places more models than can be held in `memory`
/// bytes; none = what is available.
pub(super) fn place_models(file: &VoxFile, memory: Option<u64>) -> Result<Placed<'_>> {
    if file.nodes.is_empty() {
        return Ok(place_without_graph(file));
    }
    if !file.nodes.contains_key(&0) {
        return Err(Error::input("has scene nodes, but none of number 0, the root; save it again"));
    }
    let mut walk = Walk { file, below: BTreeMap::new(), placed: Placed::default() };
    let total = walk.count(0, 0)?;
    if total.visible.instances > MOST_INSTANCES {
        return Err(Error::input(format!(
            "its scene graph places {} models; at most {MOST_INSTANCES} (2^22) can be read",
            total.visible.instances
        )));
    }
    budget::check(total.visible.instances * size_of::<Instance<'_>>() as u64, memory)?;
    walk.skip("hidden instances", total.hidden.instances);
    walk.skip("hidden voxels", total.hidden.voxels);
    // At most 2^22 of them.
    walk.placed.instances.reserve_exact(usize::try_from(total.visible.instances).unwrap_or(0));
    walk.place(0, &Placement::IDENTITY)?;
    Ok(walk.placed)
}

/// Without a graph the models all lie at the origin; of an animation the first frame counts.
fn place_without_graph(file: &VoxFile) -> Placed<'_> {
    let shown = if file.is_packed { 1 } else { file.models.len() };
    let mut placed = Placed::default();
    placed.instances.extend(file.models.iter().take(shown).map(Instance::alone));
    let frames = file.models.len().saturating_sub(shown) as u64;
    if frames > 0 {
        placed.skipped.insert("animation frames after the first", frames);
    }
    placed
}

struct Walk<'a> {
    file: &'a VoxFile,
    /// Of the nodes counted so far.
    below: BTreeMap<u32, Below>,
    placed: Placed<'a>,
}

impl<'a> Walk<'a> {
    fn skip(&mut self, reason: &'static str, count: u64) {
        if count > 0 {
            *self.placed.skipped.entry(reason).or_default() += count;
        }
    }

    /// Counts what lies below a node, once per node; what is passed over there is counted as often as it stands in the
    /// file.
    fn count(&mut self, number: u32, depth: usize) -> Result<Below> {
        let known = self.below.get(&number).copied();
        if depth + known.map_or(0, |below| below.levels) > DEEPEST {
            return Err(Error::input(format!(
                "its scene graph is nested deeper than {DEEPEST} levels, or in a circle; save it again"
            )));
        }
        if let Some(below) = known {
            return Ok(below);
        }
        let below = match self.file.nodes.get(&number) {
            None => {
                self.skip("references to missing nodes", 1);
                Below::default()
            }
            Some(node) => self.count_node(node, depth)?,
        };
        self.below.insert(number, below);
        Ok(below)
    }

    fn count_node(&mut self, node: &'a SceneNode, depth: usize) -> Result<Below> {
        let mut below = Below::default();
        match node {
            SceneNode::Shape { models, .. } => {
                self.skip_frames(models.len());
                match self.model_of(models) {
                    Some(model) => {
                        below.visible = Tally { instances: 1, voxels: model.voxels.len() as u64 };
                    }
                    None => self.skip("references to missing models", 1),
                }
            }
            SceneNode::Transform { child, frames, .. } => {
                self.skip_frames(frames.len());
                below.add(self.count(*child, depth + 1)?);
            }
            SceneNode::Group { children, .. } => {
                for &child in children {
                    below.add(self.count(child, depth + 1)?);
                }
            }
        }
        if self.is_hidden(node) {
            below.hide();
        }
        Ok(below)
    }

    fn skip_frames(&mut self, frames: usize) {
        self.skip("animation frames after the first", frames.saturating_sub(1) as u64);
    }

    /// The model of a shape: that of the first frame.
    fn model_of(&self, models: &[ShapeModel]) -> Option<&'a Model> {
        let model = first_frame(models, |model| &model.attributes)?;
        self.file.models.get(model.model_id as usize)
    }

    /// Places what is visible below a node. The nesting was found to be bounded, and every step leads to a placed model.
    fn place(&mut self, number: u32, outer: &Placement) -> Result<()> {
        let visible = self.below.get(&number).is_some_and(|below| below.visible.instances > 0);
        let Some(node) = self.file.nodes.get(&number).filter(|_| visible) else { return Ok(()) };
        match node {
            SceneNode::Shape { models, .. } => {
                let model = self.model_of(models);
                self.placed.instances.extend(model.map(|model| Instance::in_graph(model, outer)));
                Ok(())
            }
            SceneNode::Transform { child, frames, .. } => {
                let first = first_frame(frames, |frame| &frame.attributes);
                let inner = first.map_or(Ok(Placement::IDENTITY), Placement::of_frame);
                let inner =
                    inner.map_err(|error| Error::input(format!("its node {number} {error}")))?;
                self.place(*child, &outer.after(&inner))
            }
            SceneNode::Group { children, .. } => {
                children.iter().try_for_each(|&child| self.place(child, outer))
            }
        }
    }

    fn is_hidden(&self, node: &SceneNode) -> bool {
        let (attributes, layer) = match node {
            SceneNode::Transform { attributes, layer_id, .. } => (attributes, Some(layer_id)),
            SceneNode::Group { attributes, .. } | SceneNode::Shape { attributes, .. } => {
                (attributes, None)
            }
        };
        attributes.get("_hidden").is_some_and(|value| value == "1")
            || layer.is_some_and(|layer| self.file.hidden_layers.contains(layer))
    }
}

/// The frame of the lowest number, `_f`; the first of those without one.
fn first_frame<T>(frames: &[T], attributes: impl Fn(&T) -> &Dict) -> Option<&T> {
    let number = |frame: &&T| attributes(frame).get("_f").and_then(|text| text.parse::<i64>().ok());
    frames.iter().min_by_key(|frame| number(frame).unwrap_or(0))
}
