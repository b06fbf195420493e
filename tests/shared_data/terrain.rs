//! Hills along a fault.

use voxray::io::{ColumnKind, LoadOptions, TerrainOptions, load_scene};

use crate::shared;

#[test]
fn hills_along_a_fault() {
    let Some(path) = shared("dem/jacksboro_fault_dem.npz") else { return };
    let told = |columns: ColumnKind| LoadOptions {
        terrain: TerrainOptions { columns, cell_height: Some(10.0), ..TerrainOptions::default() },
        ..LoadOptions::default()
    };
    let (solid, report) = load_scene(&path, &told(ColumnKind::Solid)).expect("a sound file");
    assert_eq!(report.source["cells"], 344 * 403, "all cells");
    // Heights from 236 to 1076: levels 24 to 108, and one below the lowest.
    assert_eq!(solid.bounds().min, [0, 0, 23], "south-west");
    assert_eq!(solid.bounds().max, [403, 344, 108], "north-east");
    let [x, y, z] = solid.transform().voxel_size;
    assert!((x - 74.57).abs() < 0.02 && (y - 92.475).abs() < 0.02 && z == 10.0, "{x} x {y} x {z}");
    assert!(solid.georeference().axes.contains("longitude -84.41"), "{:?}", solid.georeference());
    let shell = ColumnKind::Shell { thickness: 1 };
    let (shell, _) = load_scene(&path, &told(shell)).expect("a sound file");
    assert_eq!(shell.bounds(), solid.bounds(), "of the same land");
    assert!(shell.voxel_count() * 4 < solid.voxel_count(), "hollow");
    let top = |scene: &voxray::Scene, x: i32, y: i32| {
        (23..108).rev().find(|&z| scene.is_occupied([x, y, z])).expect("each column has a voxel")
    };
    for (x, y) in [(0, 0), (402, 0), (0, 343), (402, 343), (200, 170)] {
        assert_eq!(top(&shell, x, y), top(&solid, x, y), "the surface at {x}, {y}");
    }
}
