//! Names of demo scenes: `demo:NAME[?key=value&...]`.

use std::fmt;
use std::str::FromStr;

use super::cave::Cave;
use super::city::City;
use super::keys::Keys;
use super::menger::Menger;
use super::noise_field::NoiseField;
use super::room::Room;
use super::terrain::Terrain;
use super::village::Village;
use crate::aabb::GridBox;
use crate::budget::check_job;
use crate::coord::MAX_SIDE;
use crate::error::{Error, Result};
use crate::grid::chunk_counts;
use crate::palette::{MaterialInfo, Palette};
use crate::scene::Scene;

/// The least and the greatest `size` and `height` of a scene.
pub(super) const MIN_SIZE: i32 = 16;
pub(super) const MAX_SIZE: i32 = MAX_SIDE;

/// A scene that is made on the spot, the same bits on every machine.
///
/// | name | keys and their defaults | what it is |
/// |---|---|---|
/// | `terrain` | `size=1024` `height=size/4` `seed=1` | hills with trees |
/// | `city` | `size=1024` `height=size/4` `seed=1` | streets and hollow buildings with windows |
/// | `noise` | `size=256` `height=size` `p=0.05` `seed=1` | every voxel filled with probability p |
/// | `menger` | `level=5` | the Menger sponge, 3^level voxels along a side |
/// | `cave` | `size=256` `height=size` `seed=1` | rock with large hollows |
/// | `room` | `size=256` `seed=1` | a furnished room with an open window |
/// | `village` | `size=1024` `seed=1` `fluids=1` `passable=1` `shapes=1` | a world of blocks, 4 voxels each: houses, stairs, slabs, fences, water, plants; 0 ignores fluids or passable blocks, or makes all full cubes |
///
/// ```
/// use voxray::DemoSpec;
/// let spec: DemoSpec = "demo:menger?level=2".parse()?;
/// assert_eq!(spec.build(1)?.voxel_count(), 400);
/// assert_eq!("demo:cave".parse::<DemoSpec>()?.to_string(), "demo:cave?size=256&height=256&seed=1");
/// assert!("demo:caves".parse::<DemoSpec>().is_err());
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DemoSpec {
    /// Hills with trees.
    Terrain(Terrain),
    /// Streets and hollow buildings.
    City(City),
    /// Voxels filled at random.
    Noise(NoiseField),
    /// The Menger sponge.
    Menger(Menger),
    /// Rock with large hollows.
    Cave(Cave),
    /// A furnished room.
    Room(Room),
    /// A world of blocks.
    Village(Village),
}

impl DemoSpec {
    /// The names of all scenes.
    pub const NAMES: [&'static str; 7] =
        ["terrain", "city", "noise", "menger", "cave", "room", "village"];

    /// The name, without its keys.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Terrain(_) => "terrain",
            Self::City(_) => "city",
            Self::Noise(_) => "noise",
            Self::Menger(_) => "menger",
            Self::Cave(_) => "cave",
            Self::Room(_) => "room",
            Self::Village(_) => "village",
        }
    }

    /// The box that the scene will have: at the origin.
    ///
    /// # Errors
    /// Where it is beyond the limits of [`GridBox::new`].
    pub fn bounds(&self) -> Result<GridBox> {
        match self {
            Self::Terrain(scene) => scene.bounds(),
            Self::City(scene) => scene.bounds(),
            Self::Noise(scene) => scene.bounds(),
            Self::Menger(scene) => scene.bounds(),
            Self::Cave(scene) => scene.bounds(),
            Self::Room(scene) => scene.bounds(),
            Self::Village(scene) => scene.bounds(),
        }
    }

    /// About how many bytes building takes at most.
    ///
    /// # Errors
    /// Where the scene has more chunks than can be indexed.
    pub fn estimated_bytes(&self) -> Result<u64> {
        let chunks: u64 = chunk_counts(&self.bounds()?)?.iter().map(|&k| k as u64).product();
        let content = match self {
            Self::Terrain(scene) => scene.content_bytes(),
            Self::City(scene) => scene.content_bytes(),
            Self::Noise(scene) => scene.content_bytes(),
            Self::Menger(scene) => scene.content_bytes(),
            Self::Cave(scene) => scene.content_bytes(),
            Self::Room(scene) => scene.content_bytes(),
            Self::Village(scene) => scene.content_bytes(),
        };
        // Parts are joined while they still lie in strips: twice the content, and records with their reaches.
        Ok(chunks * 48 + 2 * content)
    }

    /// Makes the scene with so many threads; 0 = all. The number does not matter for the result.
    ///
    /// # Errors
    /// Where there is not enough memory for it.
    pub fn build(&self, threads: usize) -> Result<Scene> {
        self.check_memory(None)?;
        match self {
            Self::Terrain(scene) => scene.build(threads),
            Self::City(scene) => scene.build(threads),
            Self::Noise(scene) => scene.build(threads),
            Self::Menger(scene) => scene.build(threads),
            Self::Cave(scene) => scene.build(threads),
            Self::Room(scene) => scene.build(threads),
            Self::Village(scene) => scene.build(threads),
        }
    }

    /// Refuses a scene that would take more than `cap` bytes, or more than are available, before it is made.
    ///
    /// # Errors
    /// Of kind memory.
    pub fn check_memory(&self, cap: Option<u64>) -> Result<()> {
        let key = if matches!(self, Self::Menger(_)) { "level" } else { "size" };
        let remedy = format!("make it smaller by its {key}");
        check_job(&format!("{self} "), self.estimated_bytes()?, cap, &remedy)
    }
}

impl FromStr for DemoSpec {
    type Err = Error;

    /// Reads `demo:NAME[?key=value&...]`; `demo:` may be missing.
    fn from_str(text: &str) -> Result<Self> {
        let text = text.strip_prefix("demo:").unwrap_or(text);
        let (name, keys) = text.split_once('?').unwrap_or((text, ""));
        match name {
            "terrain" => Ok(Self::Terrain(Terrain::from_keys(Keys::new("terrain", keys)?)?)),
            "city" => Ok(Self::City(City::from_keys(Keys::new("city", keys)?)?)),
            "noise" => Ok(Self::Noise(NoiseField::from_keys(Keys::new("noise", keys)?)?)),
            "menger" => Ok(Self::Menger(Menger::from_keys(Keys::new("menger", keys)?)?)),
            "cave" => Ok(Self::Cave(Cave::from_keys(Keys::new("cave", keys)?)?)),
            "room" => Ok(Self::Room(Room::from_keys(Keys::new("room", keys)?)?)),
            "village" => Ok(Self::Village(Village::from_keys(Keys::new("village", keys)?)?)),
            _ => Err(Error::usage(format!(
                "there is no demo scene {name:?}; the scenes are {}",
                Self::NAMES.join(", ")
            ))),
        }
    }
}

impl fmt::Display for DemoSpec {
    /// With all keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "demo:{}?", self.name())?;
        match self {
            Self::Terrain(Terrain { size, height, seed })
            | Self::City(City { size, height, seed })
            | Self::Cave(Cave { size, height, seed }) => {
                write!(f, "size={size}&height={height}&seed={seed}")
            }
            Self::Noise(NoiseField { size, height, share, seed }) => {
                write!(f, "size={size}&height={height}&p={share}&seed={seed}")
            }
            Self::Menger(Menger { level }) => write!(f, "level={level}"),
            Self::Room(Room { size, seed }) => write!(f, "size={size}&seed={seed}"),
            Self::Village(Village { size, seed, filter, shapes }) => {
                let [fluids, passable, shapes] =
                    [filter.fluids, filter.passable, *shapes].map(u8::from);
                write!(
                    f,
                    "size={size}&seed={seed}&fluids={fluids}&passable={passable}&shapes={shapes}"
                )
            }
        }
    }
}

/// A palette of named, opaque colours.
pub(super) fn named(entries: &[(u16, &str, [u8; 3])]) -> Palette {
    let mut palette = Palette::default();
    for &(material, name, [red, green, blue]) in entries {
        let color = Some([red, green, blue, 255]);
        palette.insert(
            material,
            MaterialInfo { name: name.to_owned(), color, ..MaterialInfo::default() },
        );
    }
    palette
}

/// All positions in a cube at the origin, x fastest.
pub(super) fn cube(side: i32) -> impl Iterator<Item = [i32; 3]> {
    (0..side).flat_map(move |z| (0..side).flat_map(move |y| (0..side).map(move |x| [x, y, z])))
}
