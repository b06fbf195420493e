//! The six faces of a voxel.

/// A face, named by its outward normal. The number is the one in the `face` column: -x +x -y +y -z +z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Face {
    /// Outward normal (-1, 0, 0).
    NegX = 0,
    /// Outward normal (1, 0, 0).
    PosX = 1,
    /// Outward normal (0, -1, 0).
    NegY = 2,
    /// Outward normal (0, 1, 0).
    PosY = 3,
    /// Outward normal (0, 0, -1).
    NegZ = 4,
    /// Outward normal (0, 0, 1).
    PosZ = 5,
}

/// In a `face` column: no face was crossed.
pub const NO_FACE: u8 = 255;

impl Face {
    /// All faces, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::NegX, Self::PosX, Self::NegY, Self::PosY, Self::NegZ, Self::PosZ];

    /// The face with this number; none for [`NO_FACE`] and other numbers above 5.
    ///
    /// ```
    /// use voxray::Face;
    /// assert_eq!(Face::from_number(4), Some(Face::NegZ));
    /// assert_eq!(Face::from_number(255), None);
    /// ```
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// `-x`, `+x`, `-y`, `+y`, `-z` or `+z`.
    pub fn name(self) -> &'static str {
        ["-x", "+x", "-y", "+y", "-z", "+z"][self as usize]
    }

    /// The face of a voxel that a ray crosses when it enters along `axis`, going `backward` (towards lower coordinates)
    /// or forward: the face looks against the ray.
    pub fn entered(axis: usize, backward: bool) -> Self {
        Self::ALL[2 * axis + usize::from(backward)]
    }

    /// 0 for x, 1 for y, 2 for z.
    pub fn axis(self) -> usize {
        self as usize / 2
    }

    /// Whether the outward normal points to higher coordinates.
    pub fn is_positive(self) -> bool {
        self as usize % 2 == 1
    }

    /// The outward normal.
    pub fn normal(self) -> [i32; 3] {
        let mut normal = [0; 3];
        normal[self.axis()] = if self.is_positive() { 1 } else { -1 };
        normal
    }
}
