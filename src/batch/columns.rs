//! Which columns of results are wanted.

use crate::error::{Error, Result};

/// A set of result columns.
///
/// ```
/// use voxray::Columns;
/// let columns: Columns = "t_hit,face".parse()?;
/// assert_eq!(columns, Columns::T_HIT | Columns::FACE);
/// assert_eq!(columns.names().collect::<Vec<_>>(), ["t_hit", "face"]);
/// assert!("t_hit,colour".parse::<Columns>().is_err());
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Columns(u8);

impl Columns {
    /// None of them: only the summary.
    pub const NONE: Self = Self(0);
    /// `t_hit`, f32: the time of the hit, +inf = none.
    pub const T_HIT: Self = Self(1);
    /// `voxel`, i32 x 3: the voxel hit, in grid coordinates, `i32::MIN` = none.
    pub const VOXEL: Self = Self(2);
    /// `face`, u8: the face crossed, 255 = none.
    pub const FACE: Self = Self(4);
    /// `material`, u16: the material of the voxel hit, 0 = none.
    pub const MATERIAL: Self = Self(8);
    /// `status`, u8: what became of the ray.
    pub const STATUS: Self = Self(16);
    /// `steps`, u32: faces crossed from the first voxel to the last.
    pub const STEPS: Self = Self(32);
    /// `point`, f64 x 3: where the hit is, in world coordinates, NaN = none.
    pub const POINT: Self = Self(64);
    /// `occluded`, u8: whether anything is hit. The column of any-hit queries; not part of [`Self::ALL`].
    pub const OCCLUDED: Self = Self(128);
    /// All columns of closest hits.
    pub const ALL: Self = Self(127);

    const NAMES: [(Self, &'static str); 8] = [
        (Self::T_HIT, "t_hit"),
        (Self::VOXEL, "voxel"),
        (Self::FACE, "face"),
        (Self::MATERIAL, "material"),
        (Self::STATUS, "status"),
        (Self::STEPS, "steps"),
        (Self::POINT, "point"),
        (Self::OCCLUDED, "occluded"),
    ];

    /// Whether all columns of `other` are in the set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any column of `other` is in the set.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The columns of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The names, in the order of the columns.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES
            .into_iter()
            .filter(move |(column, _)| self.contains(*column))
            .map(|(_, name)| name)
    }
}

impl Default for Columns {
    /// `t_hit`, `voxel`, `face`, `material`, `status`.
    fn default() -> Self {
        Self(1 | 2 | 4 | 8 | 16)
    }
}

impl std::ops::BitOr for Columns {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl std::str::FromStr for Columns {
    type Err = Error;

    fn from_str(list: &str) -> Result<Self> {
        list.split(',').map(str::trim).try_fold(Self::NONE, |set, name| {
            let found = Self::NAMES.into_iter().find(|(_, known)| *known == name);
            let (column, _) = found.ok_or_else(|| {
                let known: Vec<_> = Self::ALL.names().collect();
                Error::usage(format!(
                    "there is no column {name:?}; the columns are {}",
                    known.join(", ")
                ))
            })?;
            Ok(set.union(column))
        })
    }
}
