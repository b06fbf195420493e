//! Octrees of `OctoMap`, byte by byte: from cubes to `.bt` and `.ot`, by recursion, which the reader does not use.

/// A cube of 2^level voxels a side: its lowest voxel, and what it is.
#[derive(Clone, Copy)]
pub(crate) struct Cube {
    pub(crate) voxel: [i32; 3],
    pub(crate) level: u32,
    /// Log odds.
    pub(crate) odds: f32,
    pub(crate) color: [u8; 3],
}

pub(crate) fn cube(voxel: [i32; 3], level: u32, odds: f32) -> Cube {
    Cube { voxel, level, odds, color: [255; 3] }
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    Binary,
    Full,
    Colored,
}

/// Nodes and their bytes.
struct Tree {
    form: Form,
    bytes: Vec<u8>,
    nodes: u64,
}

/// A part of the space of keys.
#[derive(Clone, Copy)]
struct Part {
    min: [i64; 3],
    level: u32,
}

impl Part {
    fn child(self, number: i64) -> Self {
        let half = 1 << (self.level - 1);
        let min = [0, 1, 2].map(|axis| self.min[axis] + (number >> axis & 1) * half);
        Self { min, level: self.level - 1 }
    }

    fn holds(self, cube: &Cube) -> bool {
        let key = cube.voxel.map(|k| i64::from(k) + 32_768);
        (0..3).all(|a| self.min[a] <= key[a] && key[a] < self.min[a] + (1 << self.level))
    }
}

/// The cubes that lie in a part.
fn cubes_in(cubes: &[Cube], part: Part) -> Vec<Cube> {
    cubes.iter().filter(|cube| part.holds(cube)).copied().collect()
}

/// The cube that is a part, if there is one; `cubes` all lie in it.
fn leaf(cubes: &[Cube], part: Part) -> Option<Cube> {
    cubes.iter().copied().find(|cube| cube.level == part.level)
}

impl Tree {
    /// Writes the node of a part, in which all of the cubes lie.
    fn write(&mut self, part: Part, cubes: &[Cube]) {
        self.nodes += 1;
        let children: Vec<(Part, Vec<Cube>)> = match leaf(cubes, part) {
            Some(_) => Vec::new(),
            None => {
                (0..8).map(|n| part.child(n)).map(|child| (child, cubes_in(cubes, child))).collect()
            }
        };
        if self.form == Form::Binary {
            return self.write_binary(children);
        }
        let shown = leaf(cubes, part).unwrap_or(cube([0; 3], 0, 9.0));
        self.bytes.extend(shown.odds.to_le_bytes());
        if self.form == Form::Colored {
            self.bytes.extend(shown.color);
        }
        let there = children.iter().enumerate().filter(|(_, (_, cubes))| !cubes.is_empty());
        self.bytes.push(there.clone().fold(0, |mask, (child, _)| mask | 1 << child));
        there.for_each(|(_, (child, cubes))| self.write(*child, cubes));
    }

    fn write_binary(&mut self, children: Vec<(Part, Vec<Cube>)>) {
        let mut divided = Vec::new();
        let mut bits = 0_u16;
        for (number, (child, cubes)) in children.into_iter().enumerate() {
            let code = match (leaf(&cubes, child), cubes.is_empty()) {
                (Some(leaf), _) if leaf.odds >= 0.0 => 0b10,
                (Some(_), _) => 0b01,
                (None, true) => 0b00,
                (None, false) => 0b11,
            };
            self.nodes += u64::from(code == 1 || code == 2);
            if code == 3 {
                divided.push((child, cubes));
            }
            bits |= code << (2 * number);
        }
        self.bytes.extend(bits.to_le_bytes());
        divided.into_iter().for_each(|(child, cubes)| self.write(child, &cubes));
    }
}

/// A file of these cubes, 0.05 m a voxel.
pub(crate) fn octree(form: Form, cubes: &[Cube]) -> Vec<u8> {
    let mut tree = Tree { form, bytes: Vec::new(), nodes: 0 };
    if !cubes.is_empty() {
        tree.write(Part { min: [0; 3], level: 16 }, cubes);
    }
    let (first, id) = match form {
        Form::Binary => ("# Octomap OcTree binary file", "OcTree"),
        Form::Full => ("# Octomap OcTree file", "OcTree"),
        Form::Colored => ("# Octomap OcTree file", "ColorOcTree"),
    };
    with_header(&format!("{first}\nid {id}\nsize {}\nres 0.05\n", tree.nodes), &tree.bytes)
}

/// A file of these lines and nodes.
pub(crate) fn with_header(lines: &str, nodes: &[u8]) -> Vec<u8> {
    [lines.as_bytes(), b"data\n", nodes].concat()
}
