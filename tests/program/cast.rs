//! `voxray cast`: the rows it writes, column by column, and each of its flags.

use voxray::io::{HitWriter, LoadOptions, RayReader, load_scene};
use voxray::{Columns, HitBatch, Options, Space};

use super::Place;
use super::npy::{member, members, numbers, one_voxel, rays};

const COLUMNS: [&str; 7] = ["t_hit", "voxel", "face", "material", "status", "steps", "point"];

/// A place with the scene of one voxel, and rays that hit it, miss it, start in it, end before it, and make no sense.
fn by_hand() -> Place {
    let place = Place::new();
    place.write("one.npy", one_voxel());
    let inf = f64::INFINITY;
    let rows = [
        [-1.0, 1.5, 1.5, 1.0, 0.0, 0.0, inf],
        [-1.0, 2.5, 1.5, 2.0, 0.0, 0.0, inf],
        [5.5, 1.5, 1.5, 0.0, 1.0, 0.0, inf],
        [-1.0, 1.5, 1.5, 1.0, 0.0, 0.0, 5.0],
        [f64::NAN, 1.5, 1.5, 1.0, 0.0, 0.0, inf],
        [-1.0, 9.5, 1.5, 1.0, 0.0, 0.0, inf],
    ];
    place.write("rays.npy", rays(7, rows.as_flattened()));
    place
}

#[test]
fn default_columns_of_rays_worked_out_by_hand() {
    let place = by_hand();
    place.ok("cast one.npy rays.npy -o hits.npz");
    assert_eq!(members(&place, "hits.npz"), COLUMNS[..5], "the default columns, in order");
    let none = i32::MIN;
    let inf = f32::INFINITY;
    let read = |name: &str| member(&place, "hits.npz", name);
    assert_eq!(numbers(&read("t_hit")), (vec![6], vec![6.0, inf, 0.0, inf, inf, inf]), "t_hit");
    let voxel = [[5, 1, 1], [none; 3], [5, 1, 1], [none; 3], [none; 3], [none; 3]].concat();
    assert_eq!(numbers(&read("voxel")), (vec![6, 3], voxel), "voxel");
    assert_eq!(numbers(&read("face")), (vec![6], vec![0_u8, 255, 255, 255, 255, 255]), "face");
    assert_eq!(numbers(&read("material")), (vec![6], vec![7_u16, 0, 7, 0, 0, 0]), "material");
    assert_eq!(numbers(&read("status")), (vec![6], vec![1_u8, 0, 2, 3, 255, 4]), "status");
    assert_eq!(place.names(), ["hits.npz", "one.npy", "rays.npy"], "and nothing else");
}

#[test]
fn flags_change_what_a_ray_does() {
    let place = by_hand();
    let cast = |flags: &str| {
        place.ok(&format!("cast one.npy rays.npy -o hits.csv {flags}"));
        place.text("hits.csv")
    };
    assert_eq!(
        cast("--columns steps,status"),
        "status,steps\n1,5\n0,9\n2,0\n3,4\n255,0\n4,0\n",
        "as the table of columns has them"
    );
    assert_eq!(cast("--any"), "occluded\n1\n0\n1\n0\n0\n0\n", "whether there is a hit");
    assert_eq!(
        cast("--skip-inside --columns status"),
        "status\n1\n0\n0\n3\n255\n4\n",
        "on and out"
    );
    assert_eq!(
        cast("--max-steps 4 --columns status"),
        "status\n5\n5\n2\n3\n255\n4\n",
        "5 are needed"
    );
    assert_eq!(cast("--skip-inside --any"), "occluded\n1\n0\n0\n0\n0\n0\n", "as the closest hit");
}

#[test]
fn world_and_grid_coordinates() {
    let place = Place::new();
    place.write("one.npy", one_voxel());
    place.write("world.csv", "ox,oy,oz,dx,dy,dz\n98,3,3,1,0,0\n98,3,3,2,0,0\n");
    place.write("grid.csv", "dx,dy,dz,x,y,z\n0.5,0,0,-1,1.5,1.5\n1,0,0,-1,1.5,1.5\n");
    let placed = "--voxel-size 2 --origin 100,0,0 --columns t_hit,voxel,point -o hits.csv";
    let expected = "t_hit,voxel_x,voxel_y,voxel_z,point_x,point_y,point_z\n\
                    12.0,5,1,1,110.0,3.0,3.0\n6.0,5,1,1,110.0,3.0,3.0\n";
    for cast in ["world.csv", "grid.csv --grid-space"] {
        place.ok(&format!("cast one.npy {cast} {placed}"));
        assert_eq!(place.text("hits.csv"), expected, "{cast}: points are in world coordinates");
    }
}

#[test]
fn part_of_an_array_and_other_axes() {
    let place = by_hand();
    place.ok("cast one.npy rays.npy -o whole.csv --columns t_hit,voxel,status");
    place.ok(
        "cast one.npy rays.npy -o part.csv --columns t_hit,voxel,status,steps --box 4,0,0,6,4,4",
    );
    assert!(
        place.text("part.csv").contains("\n6.0,5,1,1,1,1\n"),
        "one face from x = 4 to the voxel"
    );
    let mut turned = [0; 10 * 4 * 4];
    turned[(4 + 1) * 10 + 5] = 7;
    place.write("zyx.npy", super::npy::npy("|u1", "4, 4, 10", &turned));
    place.ok("cast zyx.npy rays.npy -o turned.csv --columns t_hit,voxel,status --axes zyx");
    assert_eq!(place.text("turned.csv"), place.text("whole.csv"), "the same scene");
    place.ok("cast zyx.npy rays.npy -o flipped.csv --columns voxel --axes zy-x");
    assert!(place.text("flipped.csv").contains("\n4,1,1\n"), "x runs backwards: 9 - 5");
}

#[test]
fn each_column_alone_and_all_of_them_are_the_librarys() {
    let place = Place::new();
    let scene = load_scene(&place.path("datasets/hills.vox"), &LoadOptions::default());
    let (scene, _) = scene.expect("a scene");
    let lists =
        COLUMNS.map(str::to_owned).into_iter().chain([COLUMNS.join(","), "face,t_hit".into()]);
    for list in lists {
        place
            .ok(&format!("cast datasets/hills.vox datasets/rays.npy -o hits.npz --columns {list}"));
        let columns: Columns = list.parse().expect("columns");
        let mut hits = HitBatch::default();
        let mut reader = RayReader::open(&place.path("datasets/rays.npy")).expect("rays");
        let rays = reader.next_block(usize::MAX).expect("rays").expect("some");
        let options = Options { columns, space: Space::World, threads: 1, ..Options::default() };
        scene.cast_rays_into(rays.view(), &options, &mut hits).expect("hits");
        let mut writer = HitWriter::create(&place.path("own.npz"), columns, None).expect("a file");
        writer.write(&hits).expect("hits");
        writer.finish().expect("a file");
        assert!(place.read("hits.npz") == place.read("own.npz"), "{list}: the same bytes");
    }
}

#[test]
fn npz_npy_and_csv_agree() {
    let place = Place::new();
    let cast = "cast datasets/hills.vox datasets/segments.csv";
    let all = COLUMNS.join(",");
    place.ok(&format!("{cast} -o all.npz --columns {all}"));
    place.ok(&format!("{cast} -o all.csv --columns {all}"));
    let table = place.text("all.csv");
    let header =
        "t_hit,voxel_x,voxel_y,voxel_z,face,material,status,steps,point_x,point_y,point_z\n";
    assert!(table.starts_with(header), "one name per number");
    assert_eq!(table.lines().count(), 501, "a line per ray");
    let column = |index: usize| -> Vec<f64> {
        let field = |line: &str| line.split(',').nth(index).expect("a field").parse();
        table.lines().skip(1).map(|line| field(line).expect("a number")).collect()
    };
    for name in COLUMNS {
        place.ok(&format!("{cast} -o one.npy --columns {name}"));
        assert!(place.read("one.npy") == member(&place, "all.npz", name), "{name}: same array");
    }
    let read = |name: &str| member(&place, "all.npz", name);
    let (_, t_hit) = numbers::<f32>(&read("t_hit"));
    let told = table.lines().skip(1).map(|line| line.split(',').next()?.parse().ok());
    assert!(told.eq(t_hit.into_iter().map(Some)), "t_hit, to the bit");
    let (_, voxel) = numbers::<i32>(&read("voxel"));
    let y: Vec<_> = voxel.chunks(3).map(|voxel| f64::from(voxel[1])).collect();
    assert_eq!(column(2), y, "voxel_y");
    let (_, status) = numbers::<u8>(&read("status"));
    assert_eq!(column(6), status.into_iter().map(f64::from).collect::<Vec<_>>(), "status");
    let (_, point) = numbers::<f64>(&read("point"));
    let z: Vec<_> = point.chunks(3).map(|point| point[2].to_bits()).collect();
    let told: Vec<_> = column(10).into_iter().map(f64::to_bits).collect();
    let same = |(a, b): (&u64, &u64)| {
        a == b || (f64::from_bits(*a).is_nan() && f64::from_bits(*b).is_nan())
    };
    assert!(told.len() == z.len() && told.iter().zip(&z).all(same), "point_z, to the bit");
}

#[test]
fn no_rays_give_no_hits() {
    let place = Place::new();
    place.write("none.npy", rays(6, &[]));
    place.write("none.csv", "ox,oy,oz,dx,dy,dz\n");
    for file in ["none.npy", "none.csv"] {
        let told =
            place.ok(&format!("cast datasets/hills.vox {file} -o hits.npz --stats -")).stdout;
        let figures: serde_json::Value = serde_json::from_str(&told).expect("JSON, without NaN");
        assert_eq!((&figures["rays"], &figures["mrays_per_s"]), (&0.into(), &0.0.into()), "{file}");
        assert_eq!(
            numbers::<i32>(&member(&place, "hits.npz", "voxel")),
            (vec![0, 3], vec![]),
            "{file}"
        );
        place.ok(&format!("cast datasets/hills.vox {file} -o hits.csv --columns status"));
        assert_eq!(place.text("hits.csv"), "status\n", "{file}");
    }
}

#[test]
fn invalid_rays_are_named_and_the_lowest_16_of_many() {
    let place = by_hand();
    let told = place.ok("cast one.npy rays.npy -o hits.npz").stderr;
    assert!(told.contains("voxray: some rays are invalid"), "{told}");
    assert!(told.lines().any(|line| line.ends_with(": 4")), "the index: {told}");
    let bad = [0.0; 6 * 20];
    place.write("bad.npy", rays(6, &bad));
    let told = place.ok("cast one.npy bad.npy -o hits.npz").stderr;
    assert!(told.contains(" 0, 1, 2,") && told.contains(" 15, ..."), "16 and more: {told}");
}

#[test]
fn results_do_not_take_the_place_of_inputs_or_of_each_other() {
    let place = Place::new();
    place.ok("convert demo:menger?level=2 scene.npz");
    let (scene, rays) = (place.read("scene.npz"), place.read("datasets/rays.npy"));
    for (words, part) in [
        ("-o hits.npz --stats hits.npz", "is named for two results"),
        ("-o hits.npz --stats ./hits.npz", "is named for two results"),
        ("-o scene.npz", "overwritten by its own result"),
        ("-o datasets/rays.npy --columns t_hit", "overwritten by its own result"),
        ("-o hits.npz --stats datasets/rays.npy", "overwritten by its own result"),
        ("-o hits.npz --stats scene.npz", "overwritten by its own result"),
    ] {
        let sentence = place.refused(1, &format!("cast scene.npz datasets/rays.npy {words}"));
        assert!(sentence.contains(part), "{words}: {sentence}");
    }
    let sentence =
        place.refused(1, "los scene.npz datasets/pairs.csv -o seen.csv --stats scene.npz");
    assert!(sentence.contains("overwritten by its own result"), "{sentence}");
    assert_eq!(place.read("scene.npz"), scene, "the scene is as it was");
    assert_eq!(place.read("datasets/rays.npy"), rays, "and so are the rays");
    assert!(!place.path("hits.npz").exists(), "nothing was written");
}

#[test]
fn stats_have_the_figures() {
    let place = by_hand();
    let told = place.ok(
        "cast one.npy rays.npy -o hits.npz --stats - --repeat 3 --threads 2 --isa scalar --quiet",
    );
    assert!(told.stderr.contains("invalid"), "a warning even when quiet: {}", told.stderr);
    let figures: serde_json::Value = serde_json::from_str(&told.stdout).expect("JSON");
    let expected = [("rays", 6), ("repeats", 3), ("threads", 2)];
    for (key, value) in expected {
        assert_eq!(figures[key], value, "{key}: repeats count once");
    }
    assert_eq!(figures["isa"], "scalar", "isa");
    let statuses = [
        ("escaped", 1),
        ("hit", 1),
        ("inside", 1),
        ("clear", 1),
        ("outside", 1),
        ("budget", 0),
        ("invalid", 1),
    ];
    for (status, count) in statuses {
        assert_eq!(figures["statuses"][status], count, "{status}");
    }
    assert_eq!(figures["invalid_indices"], serde_json::json!([4]), "invalid_indices");
    for key in ["seconds", "mrays_per_s", "scene_bytes", "lookups"] {
        assert!(figures[key].as_f64().is_some_and(|number| number > 0.0), "{key}: {figures}");
    }
    assert!(figures["spread"].as_f64().is_some_and(|spread| spread >= 0.0), "spread");
    place.ok("cast one.npy rays.npy -o hits.npz --stats figures.json");
    let kept: serde_json::Value =
        serde_json::from_slice(&place.read("figures.json")).expect("JSON");
    assert_eq!(kept["rays"], 6, "the same in a file");
}
