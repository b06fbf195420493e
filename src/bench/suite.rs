//! What is measured: scenes, classes of rays, paths, and how often.
//!
//! The scenes have fixed sizes, so that figures compare from one machine to the next; which cache holds them is said
//! with each. In the full suite every kind of scene comes in sizes for the L2 cache, for the L3 cache, and beyond, as
//! such caches are today (1 and 32 MiB).

use super::cell::cell_work;
use super::report::SuiteInfo;
use super::section::Section;
use super::{latency, scaling, world};
use crate::demo::{DemoSpec, RayClass, Terrain};
use crate::error::{Error, Result};
use crate::pool::all_threads;
use crate::simd::Isa;

/// Small, medium and large, where there is a large one worth its memory.
const FULL: [&str; 17] = [
    "terrain?size=256",
    "terrain?size=1024",
    "terrain?size=4096&height=256",
    "city?size=256",
    "city?size=1024",
    "noise?size=128&p=0.05",
    "noise?size=256&p=0.05",
    "noise?size=1024&height=512&p=0.05",
    "noise?size=256&p=0.005",
    "noise?size=512&p=0.005",
    "noise?size=1024&p=0.005",
    "menger?level=4",
    "menger?level=5",
    "cave?size=128",
    "cave?size=512",
    "room?size=128",
    "room?size=512",
];
const QUICK: [&str; 4] =
    ["terrain?size=1024", "city?size=512", "noise?size=256&p=0.005", "room?size=256"];
/// The lowest world of the terrain that the world section goes up to.
const HIGHEST_WORLD: i32 = 512;

/// What is measured.
///
/// ```
/// use voxray::bench::{Section, Suite};
/// let mut suite = Suite::quick();
/// suite.scenes = vec!["demo:menger?level=2".parse()?];
/// suite.sections = vec![Section::Cells];
/// suite.set_rays(256);
/// let report = voxray::bench::run(&suite, None)?;
/// assert_eq!(report.cells.len(), suite.classes.len() * suite.isas.len() * suite.threads.len());
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Suite {
    /// `full`, `quick` or `custom`.
    pub name: String,
    /// Scenes.
    pub scenes: Vec<DemoSpec>,
    /// Classes of rays.
    pub classes: Vec<RayClass>,
    /// Instruction sets. The best of them is used where only one is.
    pub isas: Vec<Isa>,
    /// Thread counts, none of them 0.
    pub threads: Vec<usize>,
    /// Timed runs of each cell.
    pub runs: usize,
    /// Pixels along a side of the camera's picture.
    pub camera_side: usize,
    /// Rays of each class that starts at random places.
    pub random_rays: usize,
    /// Rays of each cell compared with the plain walk, at most; other sections compare 2000.
    pub sample: usize,
    /// Calls of each latency figure.
    pub calls: usize,
    /// The largest world.
    pub largest: i32,
    /// The parts to run.
    pub sections: Vec<Section>,
    /// What is left out, and why.
    pub notes: Vec<String>,
}

impl Suite {
    /// Everything: some twenty minutes on two cores.
    pub fn full() -> Self {
        Self {
            name: "full".into(),
            scenes: specs(&FULL),
            classes: RayClass::BENCH.to_vec(),
            isas: Isa::available().filter(|&isa| isa <= Isa::best()).collect(),
            threads: one_and_all(),
            runs: 7,
            camera_side: 1024,
            random_rays: 1 << 20,
            sample: 20_000,
            calls: 10_000,
            largest: 1024,
            sections: Section::ALL.to_vec(),
            notes: Vec::new(),
        }
    }

    /// A glance, in less than a minute on two cores.
    pub fn quick() -> Self {
        let full = Self::full();
        let notes = vec![format!(
            "quick: {} scenes of {}, {} x {} camera rays instead of {} x {}, {} runs instead of {}, \
             worlds up to {} instead of {}",
            QUICK.len(),
            FULL.len(),
            256,
            256,
            full.camera_side,
            full.camera_side,
            5,
            full.runs,
            512,
            full.largest
        )];
        let mut quick = Self {
            name: "quick".into(),
            scenes: specs(&QUICK),
            runs: 5,
            sample: 5000,
            calls: 4000,
            largest: 512,
            notes,
            ..full
        };
        quick.set_rays(256 * 256);
        quick
    }

    /// About so many rays of each class.
    pub fn set_rays(&mut self, rays: usize) {
        self.camera_side = rays.isqrt().max(1);
        self.random_rays = rays.max(1);
    }

    /// Keeps only these scenes: whole names make scenes of their own, short ones choose from the suite.
    ///
    /// # Errors
    /// Of kind usage, where a name is none.
    pub fn set_scenes(&mut self, names: &[String]) -> Result<()> {
        let mut chosen = Vec::new();
        for name in names {
            let name = name.trim().strip_prefix("demo:").unwrap_or(name.trim());
            let of_name = self.scenes.iter().filter(|spec| spec.name() == name).copied();
            let found: Vec<_> = of_name.collect();
            if found.is_empty() { chosen.push(name.parse()?) } else { chosen.extend(found) }
        }
        self.scenes.clear();
        for spec in chosen {
            if !self.scenes.contains(&spec) {
                self.scenes.push(spec);
            }
        }
        Ok(())
    }

    /// The best instruction set of the suite.
    pub(super) fn best_isa(&self) -> Isa {
        self.isas.iter().copied().max().unwrap_or(Isa::Scalar)
    }

    /// 1, 2, 4 and so on up to the greatest thread count, which is there too.
    pub(super) fn scaling_threads(&self) -> Vec<usize> {
        let most = self.threads.iter().copied().max().unwrap_or(1);
        powers_up_to(1, most)
    }

    /// The worlds of growing size.
    pub(super) fn worlds(&self) -> Vec<Terrain> {
        let sizes = powers_up_to(64, usize::try_from(self.largest).unwrap_or(64));
        let sides = sizes.into_iter().filter_map(|size| i32::try_from(size).ok());
        sides
            .map(|size| Terrain { size, height: (size / 4).clamp(16, HIGHEST_WORLD), seed: 1 })
            .collect()
    }

    /// The scene of the scaling and latency sections: the middle terrain, or else the first scene.
    pub(super) fn main_scene(&self) -> Option<DemoSpec> {
        let is_usual =
            |spec: &&DemoSpec| matches!(spec, DemoSpec::Terrain(land) if land.size == 1024);
        self.scenes.iter().find(is_usual).or(self.scenes.first()).copied()
    }

    /// Whether a part is to be run.
    pub(super) fn has(&self, section: Section) -> bool {
        self.sections.contains(&section)
    }

    /// All the work there is, in arbitrary units of roughly equal time: the whole of a progress bar.
    pub fn work(&self) -> u64 {
        let of = |section: Section, work: u64| if self.has(section) { work } else { 0 };
        let usual = RayClass::ALL.iter().filter(|class| self.classes.contains(class)).count();
        let points = (usual * self.scaling_threads().len()) as u64;
        of(Section::Cells, self.scenes.len() as u64 * self.scene_work())
            + of(Section::Scaling, points * scaling::POINT_WORK)
            + of(Section::Latency, latency::FIGURES * latency::FIGURE_WORK)
            + of(Section::World, self.worlds().len() as u64 * world::SIZE_WORK)
    }

    /// The work of the cells of one scene.
    pub(super) fn scene_work(&self) -> u64 {
        let paths = self.isas.iter().flat_map(|&isa| self.threads.iter().map(move |&n| (isa, n)));
        self.classes.len() as u64 * paths.map(|(isa, threads)| cell_work(isa, threads)).sum::<u64>()
    }

    /// Sees that there is something to measure.
    ///
    /// # Errors
    /// Of kind usage, with what is missing.
    pub(super) fn check(&self) -> Result<()> {
        let missing = [
            ("a scene", self.scenes.is_empty()),
            ("a class of rays", self.classes.is_empty()),
            ("an instruction set", self.isas.is_empty()),
            ("a number of threads, from 1", self.threads.is_empty() || self.threads.contains(&0)),
            ("a section", self.sections.is_empty()),
            ("a run", self.runs == 0),
            ("a call", self.calls == 0),
        ];
        match missing.into_iter().find(|&(_, missing)| missing) {
            Some((what, _)) => Err(Error::usage(format!("the benchmark needs {what} at least"))),
            None => Ok(()),
        }
    }

    /// What a report says of the suite.
    pub(super) fn info(&self) -> SuiteInfo {
        SuiteInfo {
            name: self.name.clone(),
            runs: self.runs,
            camera_side: self.camera_side,
            random_rays: self.random_rays,
            sample: self.sample,
            notes: self.notes.clone(),
        }
    }
}

fn specs(names: &[&str]) -> Vec<DemoSpec> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

fn one_and_all() -> Vec<usize> {
    let mut threads = vec![1, all_threads()];
    threads.dedup();
    threads
}

/// The powers of two from `first` to `last`, and `last`.
fn powers_up_to(first: usize, last: usize) -> Vec<usize> {
    let doubled = std::iter::successors(Some(first), |n| n.checked_mul(2));
    let mut all: Vec<_> = doubled.take_while(|&n| n < last).collect();
    all.push(last.max(1));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::run;
    use crate::bench::scene::label;
    use crate::error::ErrorKind;

    #[test]
    fn every_scene_of_the_suites_is_one_and_has_its_own_label() {
        let (full, quick) = (Suite::full(), Suite::quick());
        assert_eq!((full.scenes.len(), quick.scenes.len()), (FULL.len(), QUICK.len()), "all");
        let labels: Vec<_> = full.scenes.iter().map(label).collect();
        let distinct: std::collections::BTreeSet<_> = labels.iter().collect();
        assert_eq!(distinct.len(), FULL.len(), "{labels:?}");
        assert_eq!(labels[2], "terrain 4096 x 256", "an unusual height is told");
        assert_eq!(labels[8], "noise 0.5 % 256", "how much is filled");
    }

    #[test]
    fn scenes_are_chosen_by_name_or_made() {
        let mut suite = Suite::full();
        let names = ["noise", "demo:menger?level=2", "demo:cave"].map(String::from);
        suite.set_scenes(&names).expect("names of scenes");
        let labels: Vec<_> = suite.scenes.iter().map(label).collect();
        assert_eq!(labels.len(), 6 + 1 + 2, "{labels:?}");
        assert!(labels.contains(&"menger 2".to_string()), "{labels:?}");
        assert!(suite.set_scenes(&["caves".into()]).is_err(), "no such scene");
        let names = ["menger?level=2", "demo:menger?level=2"].map(String::from);
        suite.set_scenes(&names).expect("names of scenes");
        assert_eq!(suite.scenes.len(), 1, "each once");
    }

    #[test]
    fn thread_counts_and_worlds_double_up_to_the_last() {
        let mut suite = Suite { threads: vec![1, 6], ..Suite::quick() };
        assert_eq!(suite.scaling_threads(), [1, 2, 4, 6], "and the last");
        suite.threads = vec![1];
        assert_eq!(suite.scaling_threads(), [1], "one core");
        suite.largest = 4096;
        let worlds = suite.worlds();
        let sizes: Vec<_> = worlds.iter().map(|world| (world.size, world.height)).collect();
        assert_eq!(sizes[..2], [(64, 16), (128, 32)], "a quarter as high");
        assert_eq!(sizes[sizes.len() - 2..], [(2048, 512), (4096, 512)], "512 at most");
    }

    /// Takes something away.
    type Empty = fn(&mut Suite);

    #[test]
    fn a_suite_that_asks_for_nothing_is_refused() {
        let empty: [(&str, Empty); 8] = [
            ("a scene", |suite| suite.scenes.clear()),
            ("a class of rays", |suite| suite.classes.clear()),
            ("an instruction set", |suite| suite.isas.clear()),
            ("a number of threads", |suite| suite.threads.clear()),
            ("a number of threads", |suite| suite.threads.push(0)),
            ("a section", |suite| suite.sections.clear()),
            ("a run", |suite| suite.runs = 0),
            ("a call", |suite| suite.calls = 0),
        ];
        for (what, empty) in empty {
            let mut suite = Suite::quick();
            empty(&mut suite);
            let error = run(&suite, None).expect_err("nothing to measure");
            assert_eq!(error.kind(), ErrorKind::Usage, "{what}");
            assert!(error.to_string().contains(what), "{what}: {error}");
        }
    }
}
