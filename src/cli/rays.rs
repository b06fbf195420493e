//! Rays made on the spot: `demo:CLASS[?count=N&seed=S]`, and as many of a class as are asked for.

use std::path::{Path, PathBuf};

use voxray::demo::{RayClass, RayParams};
use voxray::{Error, Options, RayBatch, Result, Scene};

/// What starts the name of a class.
const DEMO: &str = "demo:";
/// The most rays that are made on the spot: they are held in memory at once.
const MOST: usize = 1 << 26;

/// Where rays come from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum RaySource {
    /// A file.
    File(PathBuf),
    /// Made on the spot, in grid space.
    Demo { class: RayClass, count: usize, seed: u64 },
}

impl RaySource {
    /// The file, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Demo { .. } => None,
        }
    }
}

/// The RAYS of a command.
pub(crate) fn ray_source(text: &str) -> Result<RaySource, String> {
    let Some(demo) = text.strip_prefix(DEMO) else { return Ok(RaySource::File(text.into())) };
    let (name, keys) = demo.split_once('?').unwrap_or((demo, ""));
    let class = RayClass::ALL.into_iter().find(|class| class.name() == name).ok_or_else(|| {
        let known = RayClass::ALL.map(|class| format!("{DEMO}{}", class.name())).join(", ");
        format!("there are no rays {text:?}; give a file, or one of {known}")
    })?;
    let (mut count, mut seed) = (None, None);
    for pair in keys.split('&').filter(|pair| !pair.is_empty()) {
        let value = pair.split_once('=').map(|(_, value)| value.parse::<u64>());
        match (pair.split('=').next(), value) {
            (Some("count"), Some(Ok(value))) if count.is_none() => count = Some(value),
            (Some("seed"), Some(Ok(value))) if seed.is_none() => seed = Some(value),
            _ => return Err(format!("{pair:?} should read count=N or seed=N, each once")),
        }
    }
    let count = usize::try_from(count.unwrap_or(1 << 20)).unwrap_or(usize::MAX);
    if !(1..=MOST).contains(&count) {
        return Err(format!(
            "count={count} should be a number from 1 to {MOST}; use a file for more"
        ));
    }
    Ok(RaySource::Demo { class, count, seed: seed.unwrap_or(1) })
}

/// At least as many rays of a class as are wanted, where the scene gives them: classes that start from what a camera sees
/// get a larger picture until it sees enough. Of `params` the numbers of rays do not matter.
pub(crate) fn rays_of_class(
    scene: &Scene,
    class: RayClass,
    wanted: usize,
    params: RayParams,
) -> Result<RayBatch<f32>> {
    let wanted = wanted.max(1);
    let mut params = RayParams { camera_side: wanted.isqrt() + 4, pairs: wanted, ..params };
    let mut rays = class.make(scene, &params)?;
    while rays.len() < wanted && params.camera_side < 8192 && !rays.is_empty() {
        params.camera_side *= (wanted / rays.len() + 1).isqrt().max(2);
        rays = class.make(scene, &params)?;
    }
    Ok(rays)
}

/// The rays of a class, as [`rays_of_class`], and whether there are any.
pub(crate) fn demo_rays(
    scene: &Scene,
    class: RayClass,
    wanted: usize,
    seed: u64,
    options: &Options,
) -> Result<RayBatch<f32>> {
    let params = RayParams { seed, options: options.clone(), ..RayParams::default() };
    let rays = rays_of_class(scene, class, wanted, params)?;
    if rays.is_empty() {
        return Err(Error::input(format!(
            "the camera sees nothing of the scene, so there are no {} rays; use demo:pairs",
            class.name()
        )));
    }
    Ok(rays)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_or_refused_with_what_is_meant() {
        let class = RayClass::Pairs;
        let source = |count, seed| Ok(RaySource::Demo { class, count, seed });
        assert_eq!(ray_source("demo:pairs"), source(1 << 20, 1), "as a default");
        assert_eq!(ray_source("demo:pairs?seed=7&count=12"), source(12, 7), "with keys");
        assert_eq!(ray_source("pairs.npy"), Ok(RaySource::File("pairs.npy".into())), "a file");
        for (text, part) in [
            ("demo:pears", "demo:camera, demo:occlusion, demo:sun, demo:pairs"),
            ("demo:pairs?count=0", "from 1 to"),
            ("demo:pairs?count=many", "count=N"),
            ("demo:pairs?count=1&count=2", "each once"),
            ("demo:pairs?size=3", "count=N"),
        ] {
            let refusal = ray_source(text).expect_err(text);
            assert!(refusal.contains(part), "{text}: {refusal}");
        }
    }
}
