//! A city: ground with streets, and a building in every lot, hollow, with floors and rows of windows.

use super::hash::{Field, below};
use super::keys::Keys;
use super::spec::{MAX_SIZE, MIN_SIZE, named};
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::ChunkVoxels;
use crate::palette::Palette;
use crate::scene::Scene;

/// Columns from one building to the next.
const LOT: i32 = 40;
/// Columns of street along each border of a lot.
const HALF_STREET: i32 = 4;
const GROUND: i32 = 2;
const STOREY: i32 = 12;
const LOWEST: i32 = 14;

const ASPHALT: u16 = 2;
const LINE: u16 = 3;
const PAVEMENT: u16 = 4;
const LAWN: u16 = 5;
const FLOOR: u16 = 6;
const ROOF: u16 = 7;
const GLASS: u16 = 8;
const MACHINE: u16 = 9;
const FIRST_WALL: u16 = 10;

const WALLS: [(&str, [u8; 3]); 7] = [
    ("brick", [164, 92, 72]),
    ("sandstone", [206, 180, 140]),
    ("concrete", [168, 166, 162]),
    ("white plaster", [226, 222, 212]),
    ("terracotta", [196, 128, 92]),
    ("slate", [104, 116, 130]),
    ("ochre", [212, 168, 96]),
];

/// The scene `demo:city`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct City {
    /// Columns along x and y.
    pub size: i32,
    /// Voxels along z.
    pub height: i32,
    /// Another seed, other buildings.
    pub seed: u64,
}

/// One building.
#[derive(Debug, Clone, Copy)]
struct Building {
    low: [i32; 3],
    sides: [i32; 3],
    wall: u16,
    /// Along a wall: columns from one window to the next, and how many of them are window.
    window: (i32, i32),
    panes: Field,
}

impl City {
    pub(super) fn from_keys(mut keys: Keys<'_>) -> Result<Self> {
        let size = keys.take("size", 1024, MIN_SIZE..=MAX_SIZE)?;
        let height = keys.take("height", (size / 4).max(MIN_SIZE), MIN_SIZE..=MAX_SIZE)?;
        let seed = keys.take("seed", 1, 0..=u64::MAX)?;
        keys.finish()?;
        Ok(Self { size, height, seed })
    }

    pub(super) fn bounds(&self) -> Result<GridBox> {
        GridBox::with_sides([self.size, self.size, self.height])
    }

    /// Per lot a building of a third of the height: walls all around and a floor per storey.
    pub(super) fn content_bytes(&self) -> u64 {
        let [size, height] = [self.size, self.height].map(|k| u64::from(k.unsigned_abs()));
        size * size * (8 + height / 4)
    }

    pub(super) fn build(&self, threads: usize) -> Result<Scene> {
        let draws = Field::new(self.seed, 10);
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            self.fill(&draws, corner, chunk);
            Ok(())
        };
        Ok(Scene::from_chunks(self.bounds()?, threads, fill)?.with_palette(palette()))
    }

    fn fill(&self, draws: &Field, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        if corner[2] < GROUND {
            fill_ground(corner, chunk);
        }
        let lots =
            |axis: usize| corner[axis] / LOT..=(corner[axis] + CHUNK_SIDE - 1).div_euclid(LOT);
        for lot_y in lots(1) {
            for lot_x in lots(0) {
                if let Some(building) = self.building(draws, lot_x, lot_y) {
                    building.fill(corner, chunk);
                }
            }
        }
    }

    /// The building of a lot; none in lots that the box cuts off.
    fn building(&self, draws: &Field, lot_x: i32, lot_y: i32) -> Option<Building> {
        let fits = |lot: i32| (lot + 1) * LOT <= self.size;
        let highest = self.height - GROUND - 4;
        if !fits(lot_x) || !fits(lot_y) || highest < LOWEST {
            return None;
        }
        let mut draw = draws.stream([lot_x, lot_y, 0]);
        let [width, depth] = [0; 2].map(|_| 16 + draw.below(16));
        let [first, second] = [0; 2].map(|_| LOWEST + draw.below(highest - LOWEST + 1));
        let height = first.min(second);
        let walls = i32::try_from(WALLS.len()).unwrap_or(1);
        let wall = FIRST_WALL + u16::try_from(draw.below(walls)).unwrap_or(0);
        let window =
            [(4, 2), (3, 2), (6, 4), (5, 3), (3, 1)][draw.below(5).unsigned_abs() as usize];
        Some(Building {
            low: [lot_x * LOT + (LOT - width) / 2, lot_y * LOT + (LOT - depth) / 2, GROUND],
            sides: [width, depth, height],
            wall,
            window,
            panes: Field::new(draw.bits(), 11),
        })
    }
}

fn palette() -> Palette {
    let ground: [(u16, &str, [u8; 3]); 8] = [
        (ASPHALT, "asphalt", [74, 76, 80]),
        (LINE, "road line", [222, 220, 208]),
        (PAVEMENT, "pavement", [160, 156, 148]),
        (LAWN, "lawn", [112, 148, 72]),
        (FLOOR, "floor", [148, 136, 122]),
        (ROOF, "roof", [122, 118, 116]),
        (GLASS, "glass", [112, 152, 176]),
        (MACHINE, "roof machine", [186, 188, 190]),
    ];
    let walls = (FIRST_WALL..).zip(WALLS).map(|(number, (name, color))| (number, name, color));
    named(&ground.into_iter().chain(walls).collect::<Vec<_>>())
}

/// Streets along the borders of the lots, lawn and pavement between.
fn fill_ground(corner: [i32; 3], chunk: &mut ChunkVoxels) {
    for y in 0..CHUNK_SIDE {
        for x in 0..CHUNK_SIDE {
            let material = ground_material(corner[0] + x, corner[1] + y);
            (0..GROUND).for_each(|z| chunk.set([x, y, z], material));
        }
    }
}

fn ground_material(x: i32, y: i32) -> u16 {
    let on_street = |k: i32| !(HALF_STREET..LOT - HALF_STREET).contains(&(k % LOT));
    let on_line = |across: i32, along: i32| {
        across % LOT == 0 && !on_street(along) && along % LOT / 3 % 2 == 0
    };
    let near_street = |k: i32| !(HALF_STREET + 2..LOT - HALF_STREET - 2).contains(&(k % LOT));
    match () {
        () if on_line(x, y) || on_line(y, x) => LINE,
        () if on_street(x) || on_street(y) => ASPHALT,
        () if near_street(x) || near_street(y) => PAVEMENT,
        () => LAWN,
    }
}

impl Building {
    fn fill(&self, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        // Machines stand up to 3 voxels above the roof.
        let end = |axis: usize| self.sides[axis] + if axis == 2 { 3 } else { 0 };
        let range = |axis: usize| {
            let offset = corner[axis] - self.low[axis];
            offset.max(0)..(offset + CHUNK_SIDE).min(end(axis))
        };
        for z in range(2) {
            for y in range(1) {
                for x in range(0) {
                    let material = self.material([x, y, z]);
                    if material != 0 {
                        let place = [x, y, z];
                        chunk.set([0, 1, 2].map(|a| (place[a] + self.low[a]) & 15), material);
                    }
                }
            }
        }
    }

    /// The material at a place counted from the building's lower corner.
    fn material(&self, [x, y, z]: [i32; 3]) -> u16 {
        let [width, depth, height] = self.sides;
        if z >= height {
            return self.machine([x, y]);
        }
        let on_x_wall = x == 0 || x == width - 1;
        let on_y_wall = y == 0 || y == depth - 1;
        if on_x_wall || on_y_wall {
            let (along, side, length) = if on_x_wall { (y, x, depth) } else { (x, y + 64, width) };
            return if on_x_wall && on_y_wall || z >= height - 4 {
                self.wall
            } else {
                self.facade(along, length, z, side)
            };
        }
        match z {
            _ if z == height - 2 => ROOF,
            _ if z == height - 1 => 0,
            _ if z % STOREY == 0 => FLOOR,
            _ => 0,
        }
    }

    /// A wall with rows of windows, some glazed, the others open.
    fn facade(&self, along: i32, length: i32, z: i32, side: i32) -> u16 {
        let (period, open) = self.window;
        let from_middle = along - (length % period) / 2 - 1;
        let in_row = (3..=9).contains(&(z % STOREY));
        let in_column = from_middle.rem_euclid(period) < open;
        if !in_row || !in_column || !(2..length - 2).contains(&along) {
            return self.wall;
        }
        let pane = self.panes.at([from_middle.div_euclid(period), side, z / STOREY]);
        if below(pane, 5) < 2 { GLASS } else { 0 }
    }

    /// A block of machines on roofs that have room for one.
    fn machine(&self, [x, y]: [i32; 2]) -> u16 {
        let [width, depth, _] = self.sides;
        let within = |k: i32, side: i32| (side / 2 - 4..side / 2 + 1).contains(&k);
        let stands = width > 20 && depth > 20 && self.wall.is_multiple_of(2);
        if stands && within(x, width) && within(y, depth) { MACHINE } else { 0 }
    }
}
