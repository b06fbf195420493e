//! The report for a terminal.

use std::fmt::Write;

use super::compare::{Change, Comparison, FEWEST_RUNS, Measure, Verdict};
use super::machine::Machine;
use super::report::{Cell, Report};
use crate::memory::readable_bytes;

/// Cells that only one report has are listed up to this many.
const MOST_LISTED: usize = 20;

impl Report {
    /// Tables for people, with a header.
    pub fn to_text(&self) -> String {
        let mut text = self.machine.to_text();
        let info = &self.suite;
        push(
            &mut text,
            format!(
                "suite      {}: {} runs of each cell, {} x {} camera rays, {} random rays",
                info.name, info.runs, info.camera_side, info.camera_side, info.random_rays
            ),
        );
        info.notes.iter().for_each(|note| push(&mut text, format!("           {note}")));
        let sections = [
            self.scene_text(),
            self.cell_text(),
            self.scaling_text(),
            self.latency_text(),
            self.world_text(),
        ];
        sections.iter().for_each(|section| text += section);
        text
    }

    fn scene_text(&self) -> String {
        section(
            &self.scenes,
            &format!(
                "{:<22} {:>16} {:>11} {:>9} {:>10} {:>6} {:>8} {:>8}",
                "scene", "box", "voxels", "bricks", "grid", "fits", "B/voxel", "build s"
            ),
            |scene| {
                let [x, y, z] = scene.sides;
                format!(
                    "{:<22} {:>16} {:>11} {:>9} {:>10} {:>6} {:>8.2} {:>8.2}",
                    scene.label,
                    format!("{x}x{y}x{z}"),
                    scene.voxels,
                    scene.bricks,
                    readable_bytes(scene.grid_bytes),
                    scene.fits,
                    scene.bytes_per_voxel,
                    scene.build_seconds
                )
            },
        )
    }

    fn cell_text(&self) -> String {
        let head = format!(
            "{:<22} {:<9} {:<6} {:>3} {:>8} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6}  {}",
            "scene (Mrays/s)",
            "class",
            "isa",
            "thr",
            "closest",
            "spread",
            "any",
            "ns/ray",
            "face/ray",
            "look/ray",
            "ns/look",
            "lanes",
            "corr",
            "hits",
            "checksum"
        );
        section(&self.cells, &head, |cell| self.cell_row(cell))
    }

    fn cell_row(&self, cell: &Cell) -> String {
        format!(
            "{:<22} {:<9} {:<6} {:>3} {:>8.2} {:>5.1} % {:>8.2} {:>8.1} {:>8.1} {:>8.1} {:>8.2} \
             {:>4.0} % {:>4.1} % {:>4.0} %  {}",
            self.label(&cell.scene),
            cell.class,
            cell.isa,
            cell.threads,
            cell.closest.median,
            100.0 * cell.closest.spread(),
            cell.any.median,
            cell.ns_per_ray,
            cell.faces_per_ray,
            cell.lookups_per_ray,
            cell.ns_per_lookup,
            100.0 * cell.lane_use,
            100.0 * cell.corrected,
            100.0 * cell.hit_rate,
            cell.checksum
        )
    }

    fn scaling_text(&self) -> String {
        let head = format!(
            "{:<22} {:<9} {:<6} {:>3} {:>8} {:>10}",
            "scaling", "class", "isa", "thr", "Mrays/s", "efficiency"
        );
        section(&self.scaling, &head, |point| {
            format!(
                "{:<22} {:<9} {:<6} {:>3} {:>8.2} {:>8.1} %",
                self.label(&point.scene),
                point.class,
                point.isa,
                point.threads,
                point.closest.median,
                100.0 * point.efficiency
            )
        })
    }

    fn latency_text(&self) -> String {
        let head = format!(
            "{:<22} {:<9} {:<6} {:>5} {:>9} {:>9}",
            "one call", "class", "isa", "rays", "p50 us", "p99 us"
        );
        section(&self.latency, &head, |figure| {
            format!(
                "{:<22} {:<9} {:<6} {:>5} {:>9.2} {:>9.2}",
                self.label(&figure.scene),
                figure.class,
                figure.isa,
                figure.rays,
                figure.p50_us,
                figure.p99_us
            )
        })
    }

    fn world_text(&self) -> String {
        let head = format!(
            "{:<22} {:<9} {:<6} {:>10} {:>8} {:>8}",
            "world, one thread", "class", "isa", "grid", "Mrays/s", "ns/ray"
        );
        section(&self.world, &head, |point| {
            format!(
                "{:<22} {:<9} {:<6} {:>10} {:>8.2} {:>8.1}",
                format!("terrain {}", point.size),
                point.class,
                point.isa,
                readable_bytes(point.grid_bytes),
                point.closest.median,
                point.ns_per_ray
            )
        })
    }
}

impl Machine {
    /// The header.
    fn to_text(&self) -> String {
        let cores = self.cores.map_or_else(|| "?".into(), |cores| cores.to_string());
        let memory = self.memory_bytes.map_or_else(|| "?".into(), readable_bytes);
        let commit = self.commit.as_ref().map_or_else(String::new, |commit| format!(" ({commit})"));
        [
            format!("processor  {}: {cores} cores, {} threads to use", self.cpu, self.threads),
            format!(
                "           {}; caches {}; memory {memory}",
                self.isas.join(", "),
                self.cache_text()
            ),
            format!("system     {}, kernel {}", self.os, self.kernel),
            format!("program    voxray {}{commit}, {}", self.version, self.compiler),
            format!("date       {}", self.date),
        ]
        .map(|line| line + "\n")
        .concat()
    }
}

impl Comparison {
    /// What changed, for people.
    pub fn to_text(&self) -> String {
        let mut text = format!("\ncompared with {} of {}\n", self.old_version, self.old_date);
        for line in &self.machine {
            push(&mut text, format!("  warning: another machine or compiler: {line}"));
        }
        for measure in [Measure::Closest, Measure::Any] {
            if let Some(ratio) = self.mean_ratio(measure) {
                push(
                    &mut text,
                    format!(
                        "  {measure:<8} {ratio:.3} of the old rate (geometric mean of {})",
                        self.changes.len() / 2
                    ),
                );
            }
        }
        if self.too_few_runs {
            push(
                &mut text,
                format!(
                    "  no rate counts as changed: a report has {} runs of each cell, and fewer than {FEWEST_RUNS} do \
                     not tell a change from chance (--runs)",
                    self.runs
                ),
            );
        }
        let flagged: Vec<_> = self.flagged().collect();
        push(
            &mut text,
            format!(
                "  {} of {} rates changed beyond the spread of their runs",
                flagged.len(),
                self.changes.len()
            ),
        );
        flagged.iter().for_each(|change| push(&mut text, change.to_text()));
        list(&mut text, "only in the old report", &self.only_old);
        list(&mut text, "only in the new report", &self.only_new);
        list(&mut text, "other answers (checksums differ)", &self.other_answers);
        text
    }
}

impl Change {
    fn to_text(&self) -> String {
        let word = match self.verdict {
            Verdict::Faster => "faster",
            Verdict::Slower => "SLOWER",
            Verdict::Same => "same",
        };
        let Self { key, measure, old, new, ratio, .. } = self;
        format!("  {word} {ratio:>6.3}  {measure:<8} {old:>8.2} -> {new:>8.2} Mrays/s  {key}")
    }
}

fn list(text: &mut String, what: &str, keys: &[super::compare::CellKey]) {
    if !keys.is_empty() {
        push(text, format!("  {what}: {} cells", keys.len()));
    }
    keys.iter().take(MOST_LISTED).for_each(|key| push(text, format!("    {key}")));
    if keys.len() > MOST_LISTED {
        push(text, format!("    and {} more", keys.len() - MOST_LISTED));
    }
}

/// A blank line, a head and a row per item; nothing where there are no items.
fn section<T>(items: &[T], head: &str, row: impl Fn(&T) -> String) -> String {
    if items.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{head}\n");
    items.iter().for_each(|item| push(&mut text, row(item)));
    text
}

fn push(text: &mut String, line: impl AsRef<str>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", line.as_ref());
}
