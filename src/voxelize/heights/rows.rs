//! A raster of heights that comes row by row: a row of heights becomes one of levels as soon as it is there, so that never
//! more than a row of heights is held.

use super::HeightRules;
use super::fill::fill;
use super::levels::{Levels, level};
use super::packed::NONE;
use crate::budget::{self, Extent};
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::scene::Scene;

/// What stands on the ground, besides its heights.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// How far above the ground it begins, in world units.
    pub(crate) gap: f64,
    /// Its material.
    pub(crate) material: u16,
}

/// Levels may grow by so much before it is seen whether there is room for more.
const UNCHECKED: u64 = 16 << 20;

/// Takes heights row by row, from north to south, and makes a scene of them.
#[derive(Debug)]
pub(crate) struct HeightRows<'a> {
    rules: &'a HeightRules,
    standing: Option<Standing>,
    levels: Levels,
    /// The lowest level of the ground.
    lowest: Option<i32>,
    /// Bytes of levels for which there was room.
    checked: u64,
}

impl<'a> HeightRows<'a> {
    /// Of so many cells along x and y, the south-western one at the grid position `corner`.
    ///
    /// # Errors
    /// Where the cells are beyond a limit, or not even a flat land of so many has room.
    pub(crate) fn new(
        cells: [usize; 2],
        corner: [i32; 2],
        standing: Option<Standing>,
        rules: &'a HeightRules,
    ) -> Result<Self> {
        let levels = Levels::new(cells, corner, standing.is_some(), rules.columns);
        levels.bounds()?;
        let along = |cells: usize| cells.div_ceil(CHUNK_SIDE.unsigned_abs() as usize) as u64;
        let chunks = along(cells[0]) * along(cells[1]);
        let flat = Extent { chunks, ..Extent::default() };
        budget::check(flat.build_bytes(), rules.memory)?;
        Ok(Self { rules, standing, levels, lowest: None, checked: 0 })
    }

    /// Adds the next row to the south: heights of the ground, and as many of the tops of what stands there if anything does.
    ///
    /// # Errors
    /// Where a height is beyond a limit, or the memory.
    pub(crate) fn push(&mut self, ground: &[f64], surface: &[f64]) -> Result<()> {
        let rules = self.rules;
        let tops = ground.iter().map(|&height| level(height, rules));
        let tops: Vec<i32> = tops.collect::<Result<_>>()?;
        let spans = match self.standing {
            Some(Standing { gap, .. }) => {
                let cells = ground.iter().zip(surface).zip(&tops);
                let span = |((&ground, &height), &top)| span(ground + gap, height, top, rules);
                cells.map(span).collect::<Result<_>>()?
            }
            None => Vec::new(),
        };
        let lowest = tops.iter().copied().filter(|&top| top != NONE).min();
        self.lowest = self.lowest.into_iter().chain(lowest).min();
        self.levels.push_row(&tops, &spans);
        self.check_room()
    }

    /// The scene at least takes as much again as the levels do.
    fn check_room(&mut self) -> Result<()> {
        let held = self.levels.bytes();
        if held > self.checked + UNCHECKED {
            budget::check(held, self.rules.memory)?;
            self.checked = held;
        }
        Ok(())
    }

    /// The scene of the rows; `lowest` is the lowest height of the whole that they are a part of.
    ///
    /// # Errors
    /// Where the box is beyond a limit, or the scene beyond the memory.
    pub(crate) fn into_scene(mut self, lowest: Option<f64>) -> Result<Scene> {
        let told = lowest.map(|height| level(height, self.rules)).transpose()?;
        self.levels.floor = match self.rules.base {
            Some(base) => level(base, self.rules)?,
            None => self.lowest.into_iter().chain(told).min().map_or(0, |lowest| lowest - 1),
        };
        fill(&self.levels, self.rules, self.standing.map(|standing| standing.material))
    }
}

/// What stands on ground of level `top`, from the height `from` up to the height `to`; empty where nothing does.
fn span(from: f64, to: f64, top: i32, rules: &HeightRules) -> Result<[i32; 2]> {
    if top == NONE || to.is_nan() {
        return Ok([0; 2]);
    }
    let (from, to) = (level(from, rules)?.max(top), level(to, rules)?);
    Ok(if from < to { [from, to] } else { [0; 2] })
}
