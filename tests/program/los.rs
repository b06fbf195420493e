//! `voxray los`: verdicts worked out by hand, in every format, and its symmetry.

use super::Place;
use super::npy::{member, members, numbers, one_voxel, rays};

/// A wall at x = 5: through it, back, up to its face, over it, from within it, and to nowhere.
const PAIRS: &str = "ax,ay,az,bx,by,bz\n\
                     0.5,1.5,1.5,9.5,1.5,1.5\n\
                     9.5,1.5,1.5,0.5,1.5,1.5\n\
                     0.5,1.5,1.5,5,1.5,1.5\n\
                     0.5,1.5,3.5,9.5,1.5,3.5\n\
                     5.5,1.5,1.5,9.5,1.5,1.5\n\
                     0.5,1.5,1.5,nan,1.5,1.5\n";
const NONE: i32 = i32::MIN;

fn by_hand() -> Place {
    let place = Place::new();
    place.write("one.npy", one_voxel());
    place.write("pairs.csv", PAIRS);
    place
}

#[test]
fn verdicts_worked_out_by_hand() {
    let place = by_hand();
    let told = place.ok("los one.npy pairs.csv -o seen.npz").stderr;
    assert!(
        told.contains("seen.npz: 2 of 6 pairs see each other, 1 are invalid, 0 pass beside"),
        "{told}"
    );
    assert_eq!(members(&place, "seen.npz"), ["visible", "t_hit", "voxel"], "three columns");
    let read = |name: &str| member(&place, "seen.npz", name);
    assert_eq!(numbers(&read("visible")), (vec![6], vec![0_u8, 0, 1, 1, 0, 255]), "visible");
    let inf = f32::INFINITY;
    let (shape, t_hit) = numbers::<f32>(&read("t_hit"));
    assert_eq!(shape, [6], "one per pair");
    for (t, expected) in t_hit.iter().zip([4.5 / 9.0, 3.5 / 9.0, inf, inf, 0.0, inf]) {
        assert!(*t == expected || (t - expected).abs() < 1e-6, "{t_hit:?}: {expected}");
    }
    let wall = [5, 1, 1];
    let voxel = [wall, wall, [NONE; 3], [NONE; 3], wall, [NONE; 3]].concat();
    assert_eq!(numbers(&read("voxel")), (vec![6, 3], voxel), "the blocker");
}

#[test]
fn table_and_archive_agree() {
    let place = by_hand();
    place.ok("los one.npy pairs.csv -o seen.csv --quiet");
    let table = place.text("seen.csv");
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines[0], "visible,t_hit,voxel_x,voxel_y,voxel_z", "names");
    assert_eq!(lines[1], "0,0.5,5,1,1", "through the wall");
    assert_eq!(lines[4], format!("1,inf,{NONE},{NONE},{NONE}"), "over the wall");
    assert!(
        place.refused(1, "los one.npy pairs.csv -o seen.npy").contains("not 3"),
        "one column only"
    );
}

#[test]
fn points_in_world_and_grid_coordinates() {
    let place = by_hand();
    let world = [[101.0, 3.0, 3.0, 119.0, 3.0, 3.0]];
    let grid = [[0.5, 1.5, 1.5, 9.5, 1.5, 1.5]];
    place.write("world.npy", rays(6, world.as_flattened()));
    place.write("grid.npy", rays(6, grid.as_flattened()));
    for pairs in ["world.npy", "grid.npy --grid-space"] {
        place.ok(&format!("los one.npy {pairs} -o seen.csv --voxel-size 2 --origin 100,0,0"));
        assert!(place.text("seen.csv").ends_with("\n0,0.5,5,1,1\n"), "{pairs}");
    }
}

#[test]
fn coordinates_mistaken_for_others_are_hinted_at() {
    let place = by_hand();
    place.write("pairs.npy", rays(6, &[0.5, 1.5, 1.5, 9.5, 1.5, 1.5]));
    place.write("far.npy", rays(6, &[101.0, 3.0, 3.0, 119.0, 3.0, 3.0]));
    let moved = "--origin 100,0,0 --quiet";
    for verb in ["los", "cast"] {
        let run = |words: &str| place.ok(&format!("{verb} one.npy {words} -o out.csv {moved}"));
        let told = run("pairs.npy").stderr;
        assert!(told.contains("from [100.0, 0.0, 0.0] to"), "{verb}: {told}");
        assert!(told.contains("say --grid-space"), "{verb}: {told}");
        assert!(run("far.npy --grid-space").stderr.contains("leave out --grid-space"), "{verb}");
        assert_eq!(run("pairs.npy --grid-space").stderr, "", "{verb}: as it should be");
    }
    place.write("points.npy", rays(6, &[1.5, 1.5, 1.5, 1.5, 1.5, 1.5]));
    let told = place.ok("los one.npy points.npy -o out.csv --quiet").stderr;
    assert_eq!(told, "", "a pair of equal points is beside nothing");
}

/// A sees B exactly if B sees A, whoever computes it.
#[test]
fn sight_goes_both_ways() {
    let place = Place::new();
    let table = place.text("datasets/pairs.csv");
    let turned: String = table
        .lines()
        .skip(1)
        .map(|line| {
            let parts: Vec<_> = line.split(',').collect();
            [&parts[3..], &parts[..3]].concat().join(",") + "\n"
        })
        .collect();
    place.write("turned.csv", format!("ax,ay,az,bx,by,bz\n{turned}"));
    let verdicts = |pairs: &str, flags: &str| {
        place.ok(&format!("los datasets/hills.vox {pairs} -o seen.npz --quiet {flags}"));
        member(&place, "seen.npz", "visible")
    };
    let there = verdicts("datasets/pairs.csv", "");
    assert!(there == verdicts("turned.csv", ""), "there and back");
    assert!(there == verdicts("datasets/pairs.csv", "--isa scalar --threads 3"), "on every path");
    let (_, seen) = numbers::<u8>(&there);
    assert!(seen.contains(&0) && seen.contains(&1) && seen.len() == 500, "some of both");
}

#[test]
fn stats_count_pairs() {
    let place = by_hand();
    let told = place.ok("los one.npy pairs.csv -o seen.npz --stats -").stdout;
    let figures: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(figures["rays"], 6, "{figures}");
    assert_eq!(figures["statuses"]["invalid"], 1, "{figures}");
}
