//! Rasters of heights of every format: where each cell lands, what is refused, and what files may do.

use voxray::io::{ColumnKind, LoadOptions, LoadReport, SurfaceKind, TerrainOptions};
use voxray::{Error, ErrorKind, GridBox, Scene};

use crate::tiff_bytes::TiffBytes;
use crate::{Folder, sentence, voxels};

/// 5 x 7 cells of height 0, but for the cell (1, 2) from the west and south, of 4: its highest voxel is (1, 2, 3). And
/// (3, 2) of 2, which tells left from right.
fn heights() -> Vec<i16> {
    let mut heights = vec![0; 35];
    heights[(6 - 2) * 5 + 1] = 4;
    heights[(6 - 2) * 5 + 3] = 2;
    heights
}

/// Columns from height 0 up, so that the voxels are those of the two cells.
fn from_zero() -> LoadOptions {
    LoadOptions {
        terrain: TerrainOptions {
            base: Some(0.0),
            cell_height: Some(1.0),
            ..TerrainOptions::default()
        },
        memory: Some(1 << 28),
        ..LoadOptions::default()
    }
}

fn check(name: &str, bytes: &[u8]) -> Scene {
    let loaded = Folder::new().load_with(name, bytes, &from_zero());
    let (scene, report) = loaded.unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut found = Vec::new();
    scene.for_each_voxel(|voxel, material| found.push((voxel, material)));
    found.sort_unstable();
    let column = |x: i32, top: i32| (0..top).map(move |z| ([x, 2, z], 3));
    assert_eq!(found, column(1, 4).chain(column(3, 2)).collect::<Vec<_>>(), "{name}");
    assert_eq!(scene.bounds().max, [5, 7, 4], "{name}");
    assert_eq!(report.source["cells"], 35, "{name}");
    assert!(report.convention.contains("y north, z up"), "{}", report.convention);
    scene
}

fn npy(descr: &str, shape: &str, fortran: &str, data: &[u8]) -> Vec<u8> {
    let mut text =
        format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}");
    text.extend(std::iter::repeat_n(' ', 117 - text.len()));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\0".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(data);
    bytes
}

fn npz(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    use std::io::Write;
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("memory");
        archive.write_all(bytes).expect("memory");
    }
    archive.finish().expect("memory").into_inner()
}

fn array() -> Vec<u8> {
    let data: Vec<u8> = heights().iter().flat_map(|height| height.to_le_bytes()).collect();
    npy("<i2", "(7, 5)", "False", &data)
}

fn asc() -> String {
    let rows = heights()
        .chunks(5)
        .map(|row| row.iter().map(|h| format!("{h} ")).collect::<String>())
        .collect::<Vec<_>>();
    format!(
        "ncols 5\nnrows 7\nxllcorner 1000.5\nyllcorner -200\ncellsize 2\nNODATA_value -9999\n{}\n",
        rows.join("\n")
    )
}

/// Grey pixels of 16 bits.
fn picture(columns: u32, rows: u32, heights: &[i16]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, columns, rows);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let pixels: Vec<u8> = heights.iter().flat_map(|height| height.to_be_bytes()).collect();
    let mut writer = encoder.write_header().expect("memory");
    writer.write_image_data(&pixels).expect("memory");
    drop(writer);
    bytes
}

fn png(wide: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 5, 7);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(if wide { png::BitDepth::Sixteen } else { png::BitDepth::Eight });
    let pixels: Vec<u8> = heights()
        .iter()
        .flat_map(|&height| height.to_be_bytes().into_iter().skip(usize::from(!wide)))
        .collect();
    let mut writer = encoder.write_header().expect("memory");
    writer.write_image_data(&pixels).expect("memory");
    drop(writer);
    bytes
}

#[test]
fn axis_self_test_and_chirality() {
    for big in [false, true] {
        let tiff = TiffBytes::shorts(5, 7, &heights(), big);
        check("a.tif", &tiff.bytes());
        check("a.tiff", &TiffBytes { tile: Some([16, 16]), ..tiff.clone() }.bytes());
        check("a.tif", &tiff.at([100.0, 50.0], [1.0, 1.0]).nodata("-9999").bytes());
    }
    check("a.asc", asc().as_bytes());
    check("a.png", &png(false));
    check("a.png", &png(true));
    check("a.npy", &array());
    let swapped: Vec<u8> =
        heights().iter().flat_map(|height| f64::from(*height).to_be_bytes()).collect();
    check("a.npy", &npy(">f8", "(7, 5)", "False", &swapped));
    let columns: Vec<u8> =
        (0..35).flat_map(|k| (heights()[k % 7 * 5 + k / 7] as u32).to_le_bytes()).collect();
    check("a.npy", &npy("<u4", "(7, 5)", "True", &columns));
    check("a.npz", &npz(&[("b.npy", array())]));
    check("a.npz", &npz(&[("b.npy", npy("<u4", "(7, 5)", "True", &columns))]));
    let other = npy("|u1", "(1, 2)", "False", &[1, 2]);
    check("a.npz", &npz(&[("other.npy", other), ("elevation.npy", array())]));
}

#[test]
fn every_kind_of_number_is_a_height() {
    let floats: Vec<f32> = heights().iter().map(|&height| f32::from(height)).collect();
    check("a.tif", &TiffBytes::floats(5, 7, &floats).bytes());
    for (kind, bytes) in [
        ((8, 1), (|h| vec![h as u8]) as fn(i16) -> Vec<u8>),
        ((16, 1), |h| (h as u16).to_le_bytes().to_vec()),
        ((32, 1), |h| (h as u32).to_le_bytes().to_vec()),
        ((32, 2), |h| i32::from(h).to_le_bytes().to_vec()),
        ((64, 3), |h| f64::from(h).to_le_bytes().to_vec()),
    ] {
        let data = heights().into_iter().flat_map(bytes).collect();
        let tiff = TiffBytes { kind, data, ..TiffBytes::shorts(5, 7, &heights(), false) };
        check("a.tif", &tiff.bytes());
    }
}

/// Packed by another program: deflate, LZW, with and without differences.
fn packed_tiffs() -> Vec<Vec<u8>> {
    use tiff::encoder::{Compression, DeflateLevel, Predictor, TiffEncoder, colortype};
    let mut files = Vec::new();
    for packing in [Compression::Lzw, Compression::Deflate(DeflateLevel::Balanced)] {
        for predictor in [Predictor::None, Predictor::Horizontal] {
            let mut file = std::io::Cursor::new(Vec::new());
            let encoder = TiffEncoder::new(&mut file).expect("memory");
            let mut encoder = encoder.with_compression(packing).with_predictor(predictor);
            encoder.write_image::<colortype::GrayI16>(5, 7, &heights()).expect("memory");
            files.push(file.into_inner());
        }
    }
    files
}

#[test]
fn packed_tiff_is_read() {
    packed_tiffs().iter().for_each(|bytes| drop(check("a.tif", bytes)));
}

#[test]
fn rasters_lie_where_they_say() {
    let placed = |name: &str, bytes: &[u8]| -> (Scene, LoadReport) {
        Folder::new().load(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let tiff = || TiffBytes::shorts(5, 7, &heights(), false);
    let keys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 28992];
    let (scene, _) = placed("a.tif", &tiff().at([1000.5, -186.0], [2.0, 2.0]).keys(&keys).bytes());
    assert_eq!(scene.transform().origin, [1000.5, -200.0, 0.0], "the south-western corner");
    assert_eq!(scene.transform().voxel_size, [2.0; 3], "as high as wide");
    assert_eq!(scene.georeference().crs, "EPSG:28992", "by keys");
    let mut points = keys;
    points[11] = 2;
    let (scene, _) =
        placed("a.tif", &tiff().at([1001.5, -187.0], [2.0, 2.0]).keys(&points).bytes());
    assert_eq!(scene.transform().origin, [1000.5, -200.0, 0.0], "ties at middles of cells");
    let matrix =
        [2.0, 0.0, 0.0, 1000.5, 0.0, -2.0, 0.0, -186.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let (scene, _) = placed("a.tif", &tiff().doubles(34264, &matrix).bytes());
    assert_eq!(scene.transform().origin, [1000.5, -200.0, 0.0], "by a matrix");
    let (scene, _) = placed("a.asc", asc().as_bytes());
    assert_eq!(scene.transform().origin, [1000.5, -200.0, 0.0], "by a corner");
    let centers = asc()
        .replace("xllcorner 1000.5", "XLLCENTER 1001.5")
        .replace("yllcorner -200", "yllcenter -199");
    let (scene, _) = placed("a.asc", centers.as_bytes());
    assert_eq!(scene.transform().origin, [1000.5, -200.0, 0.0], "by the middle of a cell");
    let sides = asc().replace("cellsize 2", "dx 2\ndy 3");
    assert_eq!(
        placed("a.asc", sides.as_bytes()).0.transform().voxel_size,
        [2.0, 3.0, 2.0],
        "dx, dy"
    );
}

#[test]
fn no_cell_is_stretched() {
    let sized = |name: &str, bytes: &[u8], voxel_size: [f64; 3]| {
        let options = LoadOptions { voxel_size: Some(voxel_size), ..LoadOptions::default() };
        Folder::new().load_with(name, bytes, &options)
    };
    for told in [[1.0; 3], [2.0, 2.1, 2.0], [2.0 + 1e-5, 2.0, 2.0]] {
        let error = sized("a.asc", asc().as_bytes(), told).expect_err("cells of 2");
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
        let error = sentence(Err(error));
        assert!(error.contains("2 x 2 by the file") && error.contains("--cell-height"), "{error}");
    }
    let same = sized("a.asc", asc().as_bytes(), [2.0, 2.0, 0.5]).expect("as the file says").0;
    assert_eq!(same.transform().voxel_size, [2.0, 2.0, 0.5], "the height is free");
    let told = sized("a.npy", &array(), [3.0; 3]).expect("it says nothing of its cells").0;
    assert_eq!(told.transform().voxel_size, [3.0; 3], "as told");
    let keys = [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326];
    let tiff = TiffBytes::shorts(5, 7, &heights(), false);
    let tiff = tiff.at([10.0, 45.0035], [0.001, 0.001]).keys(&keys).bytes();
    let error = sentence(sized("a.tif", &tiff, [0.001, 0.001, 1.0]));
    assert!(error.contains("78.84") && error.contains("111.1"), "degrees are no sides: {error}");
    let [x, y, _] = Folder::new().load("a.tif", &tiff).expect("sound").0.transform().voxel_size;
    sized("a.tif", &tiff, [x, y, 1.0]).expect("as the file says");
}

#[test]
fn degrees_become_metres() {
    let keys = [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326];
    let tiff = TiffBytes::shorts(5, 7, &heights(), false);
    let bytes = tiff.at([10.0, 45.0035], [0.001, 0.001]).keys(&keys).bytes();
    let (scene, report) = Folder::new().load("a.tif", &bytes).expect("sound");
    let [x, y, _] = scene.transform().voxel_size;
    assert!((x - 78.847).abs() < 0.01 && (y - 111.132).abs() < 0.01, "{x} x {y} at 45 degrees");
    assert_eq!(scene.georeference().crs, "", "metres are not its system's degrees");
    let axes = &scene.georeference().axes;
    assert!(axes.contains("longitude 10 latitude 44.99"), "the corner is kept: {axes}");
    assert!(axes.ends_with("of EPSG:4326"), "and its system: {axes}");
    assert!(report.convention.contains("ellipsoid"), "{}", report.convention);
    let number = |x: f64| npy("<f8", "()", "False", &x.to_le_bytes());
    let bytes = npz(&[
        ("elevation.npy", array()),
        ("xmin.npy", number(10.0)),
        ("xmax.npy", number(10.005)),
        ("ymin.npy", number(45.0035)),
        ("ymax.npy", number(44.9965)),
        ("dx.npy", number(0.001)),
        ("dy.npy", number(0.001)),
    ]);
    let (by_name, _) = Folder::new().load("a.npz", &bytes).expect("sound");
    let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
    let sizes = by_name.transform().voxel_size;
    assert!(close(sizes[0], x) && close(sizes[1], y), "{sizes:?} as of the .tif");
}

#[test]
fn small_cells_of_a_raster_that_names_no_system_are_degrees() {
    let header = "xllcorner 10\nyllcorner 44.9965\ncellsize 0.001";
    let text = asc().replace("xllcorner 1000.5\nyllcorner -200\ncellsize 2", header);
    let folder = Folder::new();
    let (scene, report) = folder.load("a.asc", text.as_bytes()).expect("sound");
    let [x, y, _] = scene.transform().voxel_size;
    assert!((x - 78.847).abs() < 0.01 && (y - 111.132).abs() < 0.01, "{x} x {y} at 45 degrees");
    assert!(report.convention.contains("taken for degrees"), "{}", report.convention);
    let told = LoadOptions { voxel_size: Some([0.001, 0.001, 1.0]), ..LoadOptions::default() };
    let (scene, _) = folder.load_with("a.asc", text.as_bytes(), &told).expect("sound");
    assert_eq!(scene.transform().voxel_size, [0.001, 0.001, 1.0], "unless they are told to be");
}

#[test]
fn an_srtm_tile_lies_by_its_name() {
    let side = 1201;
    let mut data = vec![0_u8; side * side * 2];
    let mut set = |column: usize, row: usize, height: i16| {
        let place = (row * side + column) * 2;
        data[place..place + 2].copy_from_slice(&height.to_be_bytes());
    };
    set(1, side - 1 - 2, 400);
    set(3, side - 1 - 2, 200);
    set(7, 0, -32768);
    let options = LoadOptions {
        terrain: TerrainOptions { base: Some(0.0), cell_height: Some(100.0), ..Default::default() },
        ..LoadOptions::default()
    };
    let folder = Folder::new();
    let (scene, report) = folder.load_with("S46E006.hgt", &data, &options).expect("sound");
    let column = |x: i32| (0..4).filter(|&z| scene.is_occupied([x, 2, z])).count();
    assert_eq!([column(1), column(3), column(2)], [4, 2, 0], "from the south-west");
    assert_eq!(scene.voxel_count(), 6, "and no other");
    assert_eq!(report.skipped["cells without data"], 1, "the void");
    assert!(
        scene.georeference().axes.contains("latitude -46.000416"),
        "{:?}",
        scene.georeference()
    );
    let part = GridBox::new([1, 2, 0], [2, 3, 9]).expect("small");
    let cut = LoadOptions { bounds: Some(part), ..options };
    let (scene, _) = folder.load_with("S46E006.hgt", &data, &cut).expect("sound");
    assert_eq!((scene.voxel_count(), scene.bounds().max), (4, [2, 3, 4]), "a part");
    // Nothing but its length says whether a tile is whole.
    for length in (0..100).chain((100..data.len()).step_by(99_991)) {
        let error = sentence(folder.load("S46E006.hgt", &data[..length]));
        assert!(error.contains(&format!("{length} bytes")), "{error}");
    }
    let error = sentence(folder.load("tile.hgt", &data));
    assert!(error.contains("N36W085.hgt"), "{error}");
}

fn with(told: TerrainOptions) -> LoadOptions {
    let cell_height = told.cell_height.or(Some(1.0));
    LoadOptions { terrain: TerrainOptions { cell_height, ..told }, ..from_zero() }
}

#[test]
fn a_surface_stands_on_the_ground() {
    let folder = Folder::new();
    let mut tops = vec![-9999_i16; 35];
    tops[(6 - 2) * 5 + 1] = 7;
    tops[9] = 5;
    let second = TiffBytes::shorts(5, 7, &tops, false).at([1000.5, -186.0], [2.0, 2.0]);
    let surface = Some(folder.write("top.tif", &second.nodata("-9999").bytes()));
    let told = TerrainOptions { surface, base: Some(0.0), ..TerrainOptions::default() };
    let column = |options: &LoadOptions, x: i32, y: i32| -> Vec<u16> {
        let (scene, _) = folder.load_with("a.asc", asc().as_bytes(), options).expect("sound");
        (0..20).map(|z| scene.material([x, y, z])).collect()
    };
    let runs = |parts: &[(u16, usize)]| -> Vec<u16> {
        let mut column: Vec<u16> =
            parts.iter().flat_map(|&(material, count)| vec![material; count]).collect();
        column.resize(20, 0);
        column
    };
    let absolute = with(told.clone());
    assert_eq!(column(&absolute, 1, 2), runs(&[(3, 4), (7, 3)]), "up to 7");
    assert_eq!(column(&absolute, 4, 5), runs(&[(7, 5)]), "up to 5");
    assert_eq!(column(&absolute, 0, 0), runs(&[]), "nothing stands there");
    let above = with(TerrainOptions { surface_above_ground: true, ..told.clone() });
    assert_eq!(column(&above, 1, 2), runs(&[(3, 4), (7, 7)]), "seven above the ground");
    let trees = with(TerrainOptions {
        surface_above_ground: true,
        surface_kind: SurfaceKind::Canopy,
        canopy_base: 3.0,
        ..told
    });
    assert_eq!(
        column(&trees, 1, 2),
        runs(&[(3, 4), (0, 3), (6, 4)]),
        "from three above the ground"
    );
}

#[test]
fn a_surface_of_another_grid_is_refused() {
    let folder = Folder::new();
    let load = |second: &TiffBytes| {
        let surface = Some(folder.write("top.tif", &second.bytes()));
        let options = with(TerrainOptions { surface, ..TerrainOptions::default() });
        sentence(folder.load_with("a.asc", asc().as_bytes(), &options))
    };
    let same = || TiffBytes::shorts(5, 7, &heights(), false);
    let error = load(&TiffBytes::shorts(7, 5, &heights(), false));
    assert!(error.contains("[7, 5] cells, but the ground has [5, 7]"), "{error}");
    assert!(error.contains("top.tif"), "it names the second file: {error}");
    let error = load(&same().at([1002.5, -186.0], [2.0, 2.0]));
    assert!(error.contains("one grid"), "{error}");
    let error = load(&same().at([1000.5, -186.0], [2.1, 2.0]));
    assert!(error.contains("one grid"), "{error}");
    let of_system = |code: u16| {
        let keys = [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, code];
        same().at([1000.5, -186.0], [2.0, 2.0]).keys(&keys)
    };
    let surface = Some(folder.write("other.tif", &of_system(32_631).bytes()));
    let options = with(TerrainOptions { surface, ..TerrainOptions::default() });
    let error = sentence(folder.load_with("a.tif", &of_system(28_992).bytes(), &options));
    assert!(error.contains("EPSG:32631, but the ground is in EPSG:28992"), "{error}");
}

#[test]
fn options_change_what_heights_mean() {
    let folder = Folder::new();
    let count = |terrain: TerrainOptions| {
        folder.load_with("a.npy", &array(), &with(terrain)).expect("sound").0.voxel_count()
    };
    let told = || TerrainOptions { base: Some(0.0), ..TerrainOptions::default() };
    assert_eq!(count(told()), 6, "4 + 2");
    assert_eq!(count(TerrainOptions { height_scale: 10.0, ..told() }), 60, "ten times as high");
    assert_eq!(count(TerrainOptions { nodata: Some(4.0), ..told() }), 2, "4 is no height");
    assert_eq!(count(TerrainOptions { base: Some(-1.0), ..told() }), 35 + 6, "from -1 up");
    assert_eq!(count(TerrainOptions { cell_height: Some(2.0), ..told() }), 3, "half as many");
    let high = with(TerrainOptions { cell_height: Some(2.0), ..told() });
    let high = LoadOptions { voxel_size: Some([1.0; 3]), ..high };
    let high = folder.load_with("a.npy", &array(), &high).expect("sound").0;
    assert_eq!(high.transform().voxel_size, [1.0, 1.0, 2.0], "told after the voxel size");
    let shell = ColumnKind::Shell { thickness: 1 };
    assert_eq!(
        count(TerrainOptions { columns: shell, ..TerrainOptions::default() }),
        33 + 6,
        "closed"
    );
    for terrain in [
        TerrainOptions { base: Some(f64::NAN), ..told() },
        TerrainOptions { height_scale: f64::INFINITY, ..told() },
        TerrainOptions { canopy_base: -1.0, ..told() },
        TerrainOptions { canopy_base: 2.0, ..told() },
    ] {
        let error = folder.load_with("a.npy", &array(), &with(terrain)).expect_err("no number");
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    }
}

#[test]
fn nodata_is_an_empty_column() {
    let mut heights: Vec<f32> = vec![2.0; 35];
    heights[17] = -3.402_823_4e38;
    heights[0] = f32::NAN;
    let tiff = TiffBytes::floats(5, 7, &heights).nodata("-3.4028234663852886e+38");
    let (scene, report) =
        Folder::new().load_with("a.tif", &tiff.bytes(), &from_zero()).expect("sound");
    assert_eq!(scene.voxel_count(), 33 * 2, "two cells are empty");
    assert_eq!(report.skipped["cells without data"], 2, "and counted");
    assert!(!scene.is_occupied([2, 3, 0]) && !scene.is_occupied([0, 6, 0]), "where they are");
}

#[test]
fn a_part_is_what_the_whole_holds_there() {
    let side = 61_u32;
    let heights: Vec<i16> =
        (0..side * side).map(|k| (k.wrapping_mul(2_654_435_761) >> 27) as i16).collect();
    let part = GridBox::new([17, 20, 3], [40, 23, 25]).expect("small");
    let folder = Folder::new();
    let tiled = TiffBytes { tile: Some([16, 16]), ..TiffBytes::shorts(side, side, &heights, true) };
    for tiff in [TiffBytes::shorts(side, side, &heights, false), tiled] {
        for columns in [ColumnKind::Solid, ColumnKind::Shell { thickness: 1 }] {
            let told = with(TerrainOptions { columns, ..from_zero().terrain });
            let (whole, _) = folder.load_with("a.tif", &tiff.bytes(), &told).expect("sound");
            let options = LoadOptions { bounds: Some(part), ..told };
            let (cut, _) = folder.load_with("a.tif", &tiff.bytes(), &options).expect("sound");
            assert_eq!(*cut.bounds(), part, "the part");
            let mut count = 0;
            whole.for_each_voxel(|voxel, material| {
                if part.contains(voxel) {
                    count += 1;
                    assert_eq!(cut.material(voxel), material, "{voxel:?}");
                }
            });
            assert_eq!(cut.voxel_count(), count, "and no other");
        }
    }
}

#[test]
fn damaged_files_survive() {
    let folder = Folder::new();
    let tiff = TiffBytes::shorts(5, 7, &heights(), false).at([1.0, 2.0], [1.0, 1.0]).nodata("7");
    let keys = [1, 1, 0, 1, 3072, 0, 1, 28992];
    folder.survives("a.tif", &tiff.keys(&keys).bytes(), &from_zero());
    packed_tiffs().iter().for_each(|bytes| folder.survives("a.tif", bytes, &from_zero()));
    folder.survives("a.asc", asc().as_bytes(), &from_zero());
    folder.survives("a.png", &png(true), &from_zero());
    folder.survives("a.npy", &array(), &from_zero());
    let number = npy("<f8", "()", "False", &1.0_f64.to_le_bytes());
    folder.survives("a.npz", &npz(&[("z.npy", array()), ("dx.npy", number)]), &from_zero());
}

fn fails(name: &str, bytes: &[u8]) -> Result<(Scene, LoadReport), Error> {
    Folder::new().load_with(name, bytes, &from_zero())
}

#[test]
fn each_fault_is_said_with_its_remedy() {
    let tiff = || TiffBytes::shorts(5, 7, &heights(), false);
    let turned =
        [2.0, 1.0, 0.0, 1000.5, 0.0, -2.0, 0.0, -186.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let huge = TiffBytes { columns: 2_000_000_000, rows: 2_000_000_000, ..tiff() };
    let huge = huge.bytes_of_header();
    for (name, bytes, part) in [
        ("a.tif", b"nothing".to_vec(), "no .tif file"),
        ("a.tif", tiff().doubles(34264, &turned).bytes(), "is turned"),
        ("a.tif", tiff().at([0.0, 0.0], [1.0, -1.0]).bytes(), "flipped"),
        ("a.tif", huge, "no .tif file that can be read"),
        ("a.asc", asc().replace("nrows 7", "nrows 99999999").into_bytes(), "cut short"),
        ("a.asc", asc().replace("nrows 7", "nrows 1e30").into_bytes(), "no number of cells"),
        ("a.asc", asc().replace("nrows 7", "nrows 8").into_bytes(), "cut short"),
        ("a.asc", asc().replace("nrows 7", "nrows 6").into_bytes(), "more heights"),
        ("a.asc", asc().replace("0 4 0", "0 x 0").into_bytes(), "line 11 holds \"x\""),
        ("a.asc", asc().replace("cellsize 2", "cellsize -2").into_bytes(), "must be positive"),
        ("a.asc", asc().replace("xllcorner 1000.5\n", "").into_bytes(), "no xllcorner"),
        ("a.asc", b"1 2 3".to_vec(), "no ASCII grid"),
        ("a.png", b"nothing".to_vec(), "not a sound .png"),
        ("a.npy", npy("<f8", "(4000000000, 4000000000)", "False", &[]), "cells"),
        ("a.npy", npy("<f8", "(1000000000, 1000000000)", "False", &[]), "cut short"),
        ("a.npy", npy("<c8", "(1, 1)", "False", &[0; 8]), "type \"<c8\""),
        ("a.npz", npz(&[("a.npy", array()), ("b.npy", array())]), "name the heights elevation"),
    ] {
        let error = sentence(fails(name, &bytes));
        assert!(error.contains(part), "{error}: should say {part}");
    }
    let axes = LoadOptions { axes: "zyx".parse().expect("an order"), ..from_zero() };
    let error = sentence(Folder::new().load_with("a.npy", &array(), &axes));
    assert!(error.contains("--axes"), "{error}");
    let voxels = npy("|u1", "(2, 2, 2)", "False", &[1; 8]);
    let error = sentence(fails("a.npy", &voxels));
    assert!(error.contains("holds voxels, not heights"), "{error}");
}

/// A plain at 5 with a pit of 2, and a plateau at 100, in tiles of their own.
fn pit_and_plateau() -> Vec<i16> {
    let height = |cell: usize| match (cell % 40, cell / 40) {
        (3, 20) => 2,
        (column, _) if column < 20 => 5,
        _ => 100,
    };
    (0..40 * 30).map(height).collect()
}

#[test]
fn a_part_is_the_part_of_the_whole() {
    let heights = pit_and_plateau();
    let data: Vec<u8> = heights.iter().flat_map(|height| height.to_le_bytes()).collect();
    let words: Vec<String> = heights.iter().map(i16::to_string).collect();
    let asc =
        format!("ncols 40\nnrows 30\nxllcorner 0\nyllcorner 0\ncellsize 1\n{}\n", words.join(" "));
    let tiff = TiffBytes::shorts(40, 30, &heights, false);
    let files = [
        ("a.asc", asc.into_bytes()),
        ("a.npy", npy("<i2", "(30, 40)", "False", &data)),
        ("a.npz", npz(&[("z.npy", npy("<i2", "(30, 40)", "False", &data))])),
        ("a.png", picture(40, 30, &heights)),
        ("a.tif", tiff.bytes()),
        ("b.tif", TiffBytes { tile: Some([16, 16]), ..tiff }.bytes()),
    ];
    let folder = Folder::new();
    let part = GridBox::new([30, 3, -5], [37, 9, 99]).expect("small");
    for (name, bytes) in files {
        for columns in [ColumnKind::Solid, ColumnKind::Shell { thickness: 200 }] {
            let whole = LoadOptions {
                terrain: TerrainOptions { columns, ..TerrainOptions::default() },
                voxel_size: Some([1.0; 3]),
                ..LoadOptions::default()
            };
            let cut = LoadOptions { bounds: Some(part), ..whole.clone() };
            let whole = folder.load_with(name, &bytes, &whole).expect("sound").0;
            let cut = folder.load_with(name, &bytes, &cut).expect("sound").0;
            let inside: Vec<_> =
                voxels(&whole).into_iter().filter(|(voxel, _)| part.contains(*voxel)).collect();
            assert_eq!(voxels(&cut), inside, "{name}, {columns:?}");
            assert_eq!(cut.bounds().min[2], 1, "one below the pit, {name}");
        }
    }
}

#[test]
fn white_is_zero_changes_no_height() {
    for (bits, big) in [(8, false), (16, false), (16, true), (32, false), (64, false)] {
        let bytes = |height: i16| {
            let wide = i64::from(height).to_le_bytes()[..usize::from(bits) / 8].to_vec();
            if big { wide.into_iter().rev().collect() } else { wide }
        };
        let data: Vec<u8> = heights().into_iter().flat_map(bytes).collect();
        let tiff = TiffBytes {
            kind: (bits, 1),
            photometric: 0,
            data,
            ..TiffBytes::shorts(5, 7, &heights(), big)
        };
        check("a.tif", &tiff.bytes());
    }
    let signed = TiffBytes { photometric: 0, ..TiffBytes::shorts(5, 7, &heights(), false) };
    let floats = TiffBytes { photometric: 0, ..TiffBytes::floats(5, 7, &[1.5; 35]) };
    for tiff in [signed, floats] {
        let error = sentence(fails("a.tif", &tiff.bytes()));
        assert!(error.contains("white is zero") && error.contains("interpretation 1"), "{error}");
    }
}

#[test]
fn a_tile_too_large_to_unpack_is_refused_beforehand() {
    let tiff = TiffBytes::shorts(1, 1, &[0], false);
    let error = fails("a.tif", &tiff.bytes_of_tile(20_000, 600_000)).expect_err("too large");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
    let error = error.to_string();
    assert!(error.contains("takes 762.9 MiB") && error.contains("smaller ones"), "{error}");
    let error = sentence(fails("a.tif", &tiff.bytes_of_tile(20_000, 500_000)));
    assert!(error.contains("more than its"), "no file of that size holds it: {error}");
}

#[test]
fn pixels_of_few_bits_are_refused() {
    let tiff = TiffBytes::shorts(4, 1, &[0; 4], false);
    for bits in [1, 2, 4] {
        // A byte holds the whole row, or half of it.
        let tiff = TiffBytes { kind: (bits, 1), data: vec![0; 4], ..tiff.clone() };
        let error = sentence(Folder::new().load("a.tif", &tiff.bytes()));
        assert!(error.contains("8 to 64 bits"), "{bits}: {error}");
    }
}

#[test]
fn a_row_too_long_to_hold_is_refused() {
    let part = GridBox::new([0, 0, -1], [2, 1, 2]).expect("small");
    let load = |columns: usize| {
        let row = npy("|u1", &format!("(1, {columns})"), "False", &vec![0; columns]);
        let options = LoadOptions { bounds: Some(part), ..LoadOptions::default() };
        Folder::new().load_with("a.npz", &npz(&[("a.npy", row)]), &options)
    };
    assert_eq!(load(1_000_000).expect("short enough").0.voxel_count(), 2, "one below the height");
    let error = sentence(load(16_000_000));
    assert!(error.contains("a row of it takes 122.1 MiB"), "{error}");
}

#[test]
fn a_picture_is_unpacked_by_rows_within_the_memory() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 5000, 5000);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("memory");
    writer.write_image_data(&vec![0; 25_000_000]).expect("memory");
    drop(writer);
    let part = Some(GridBox::new([0, 0, -1], [2, 2, 2]).expect("small"));
    let whole = LoadOptions { memory: Some(10 << 20), ..LoadOptions::default() };
    let error = Folder::new().load_with("a.png", &bytes, &whole).expect_err("too large");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
    let part = LoadOptions { bounds: part, ..whole };
    let scene = Folder::new().load_with("a.png", &bytes, &part).expect("little of it is kept").0;
    assert_eq!(scene.voxel_count(), 4, "one below the height, as in the whole");
}
