//! How a file says that its volume lies in the world.

/// What a file calls its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum World {
    /// Nothing is said: axes are x, y, z as they stand.
    Unnamed,
    /// Its three axes run to these sides of a patient. Right, anterior, superior are x, y, z.
    Patient([Side; 3]),
    /// A left-handed world of no name.
    LeftHanded,
}

/// A side of a patient, and where it lies: which axis, and whether forwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Right,
    Left,
    Anterior,
    Posterior,
    Superior,
    Inferior,
}

impl Side {
    /// The side of this letter.
    pub(super) fn of_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'R' => Self::Right,
            'L' => Self::Left,
            'A' => Self::Anterior,
            'P' => Self::Posterior,
            'S' => Self::Superior,
            'I' => Self::Inferior,
            _ => return None,
        })
    }

    /// The axis of the world (0 = x) along which it lies, and its direction there.
    pub(super) fn axis(self) -> (usize, f64) {
        match self {
            Self::Right => (0, 1.0),
            Self::Left => (0, -1.0),
            Self::Anterior => (1, 1.0),
            Self::Posterior => (1, -1.0),
            Self::Superior => (2, 1.0),
            Self::Inferior => (2, -1.0),
        }
    }

    /// The other way.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Anterior => Self::Posterior,
            Self::Posterior => Self::Anterior,
            Self::Superior => Self::Inferior,
            Self::Inferior => Self::Superior,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
            Self::Anterior => "anterior",
            Self::Posterior => "posterior",
            Self::Superior => "superior",
            Self::Inferior => "inferior",
        }
    }
}

/// Left, posterior, superior: the world of DICOM and its kin.
pub(super) const LPS: World = World::Patient([Side::Left, Side::Posterior, Side::Superior]);
/// Right, anterior, superior: the world of `NIfTI`.
pub(super) const RAS: World = World::Patient([Side::Right, Side::Anterior, Side::Superior]);

impl World {
    /// A vector of the file's world in ours: z up, right-handed.
    pub(super) fn turn(self, vector: [f64; 3]) -> [f64; 3] {
        match self {
            Self::Unnamed => vector,
            // Adding 0 makes no -0.0 of a turned zero.
            Self::LeftHanded => [vector[0], 0.0 - vector[1], vector[2]],
            Self::Patient(sides) => {
                let mut turned = [0.0; 3];
                for (side, part) in sides.into_iter().zip(vector) {
                    let (axis, sign) = side.axis();
                    turned[axis] += sign * part;
                }
                turned
            }
        }
    }

    /// What was done, in words.
    pub(super) fn describe(self) -> String {
        match self {
            Self::Unnamed => "x, y, z as in the file".into(),
            Self::LeftHanded => "a left-handed world, whose y is counted the other way here".into(),
            Self::Patient(sides) if self == RAS => {
                format!("x right, y anterior, z superior, as in the file ({})", names(sides))
            }
            Self::Patient(sides) => {
                let how = if self == LPS { ", turned half a turn about z" } else { "" };
                format!("x right, y anterior, z superior; the file counts {}{how}", names(sides))
            }
        }
    }
}

fn names(sides: [Side; 3]) -> String {
    sides.map(Side::name).join("-")
}

/// Lengths that files state, with their metres.
pub(super) const UNITS: &[(&str, f64)] = &[
    ("m", 1.0),
    ("meter", 1.0),
    ("cm", 0.01),
    ("mm", 0.001),
    ("millimeter", 0.001),
    ("um", 1e-6),
    ("µm", 1e-6),
    ("microns", 1e-6),
    ("micrometer", 1e-6),
    ("nm", 1e-9),
];

/// The metres of a unit of length, by its name.
pub(super) fn metres_of(unit: &str) -> Option<f64> {
    UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).map(|&(_, metres)| metres)
}

/// How a volume lies.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frame {
    pub(super) world: World,
    /// For each index, the way in the file's world from a voxel to the next.
    pub(super) steps: [[f64; 3]; 3],
    /// Where the middle of the first voxel is; none where nothing is said.
    pub(super) first: Option<[f64; 3]>,
    /// The metres of a unit, where the file states it.
    pub(super) metres: Option<f64>,
}
