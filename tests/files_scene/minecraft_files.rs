//! What schematics, litematics and structures mean.

use std::io::Write;

use voxray::io::{LoadOptions, load_blocks, load_scene};
use voxray::{ErrorKind, GridBox, Scene};

use crate::nbt_bytes::{Nbt, compound, packed, state, text};
use crate::{Folder, sentence, voxels};

const SIDES: [usize; 3] = [5, 7, 11];

/// The number of a block of a file of 5 x 7 x 11: width, height, length.
fn number([x, y, z]: [usize; 3]) -> usize {
    (y * SIDES[2] + z) * SIDES[0] + x
}

/// Blocks of a file: numbers of a palette of air, stone and granite.
fn numbers(blocks: &[([usize; 3], usize)]) -> Vec<usize> {
    let mut numbers = vec![0; SIDES.iter().product()];
    blocks.iter().for_each(|&(place, value)| numbers[number(place)] = value);
    numbers
}

fn sides() -> Vec<(&'static str, Nbt)> {
    let [width, height, length] = SIDES.map(|side| Nbt::Short(side as i16));
    vec![("Width", width), ("Height", height), ("Length", length)]
}

fn varints(numbers: &[usize]) -> Nbt {
    let mut bytes = Vec::new();
    for &number in numbers {
        let mut rest = number;
        while rest >= 128 {
            bytes.push((rest & 127) as u8 | 128);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    Nbt::Bytes(bytes)
}

fn schematic(numbers: &[usize]) -> Nbt {
    // Stone is 1, granite 1:1.
    let blocks = numbers.iter().map(|&k| u8::from(k > 0)).collect();
    let data = numbers.iter().map(|&k| u8::from(k == 2)).collect();
    let mut entries = sides();
    entries.extend([
        ("Blocks", Nbt::Bytes(blocks)),
        ("Data", Nbt::Bytes(data)),
        ("Materials", text("Alpha")),
    ]);
    compound(&entries)
}

fn palette() -> Nbt {
    compound(&[
        ("minecraft:granite", Nbt::Int(2)),
        ("minecraft:air", Nbt::Int(0)),
        ("minecraft:stone", Nbt::Int(1)),
    ])
}

fn schem(version: i32, numbers: &[usize]) -> Nbt {
    let mut entries = sides();
    entries.push(("Version", Nbt::Int(version)));
    if version < 3 {
        entries.extend([("Palette", palette()), ("BlockData", varints(numbers))]);
        return compound(&entries);
    }
    entries.push(("Blocks", compound(&[("Data", varints(numbers)), ("Palette", palette())])));
    compound(&[("Schematic", compound(&entries))])
}

fn triple([x, y, z]: [i32; 3]) -> Nbt {
    compound(&[("x", Nbt::Int(x)), ("y", Nbt::Int(y)), ("z", Nbt::Int(z))])
}

fn states() -> Nbt {
    Nbt::List(
        ["air", "stone", "granite"].map(|name| state(&format!("minecraft:{name}"), &[])).to_vec(),
    )
}

fn litematic_region(position: [i32; 3], size: [i32; 3], numbers: &[usize]) -> Nbt {
    compound(&[
        ("BlockStates", packed(numbers, 2, true)),
        ("Position", triple(position)),
        ("Size", triple(size)),
        ("BlockStatePalette", states()),
    ])
}

fn litematic(numbers: &[usize]) -> Nbt {
    let size = SIDES.map(|side| side as i32);
    compound(&[
        ("Version", Nbt::Int(6)),
        ("Regions", compound(&[("one", litematic_region([0; 3], size, numbers))])),
    ])
}

fn ints(numbers: [usize; 3]) -> Nbt {
    Nbt::List(numbers.map(|number| Nbt::Int(number as i32)).to_vec())
}

fn structure(numbers: &[usize]) -> Nbt {
    let mut blocks = Vec::new();
    for (at, &value) in numbers.iter().enumerate().filter(|(_, value)| **value > 0) {
        let [width, _, length] = SIDES;
        let place = [at % width, at / width / length, at / width % length];
        assert_eq!(number(place), at, "the way back");
        blocks.push(compound(&[("state", Nbt::Int(value as i32)), ("pos", ints(place))]));
    }
    compound(&[("blocks", Nbt::List(blocks)), ("palette", states()), ("size", ints(SIDES))])
}

/// The formats, by ending, with the same blocks.
fn all_formats(blocks: &[([usize; 3], usize)]) -> Vec<(&'static str, Nbt)> {
    let numbers = numbers(blocks);
    vec![
        ("a.schematic", schematic(&numbers)),
        ("a.schem", schem(1, &numbers)),
        ("b.schem", schem(2, &numbers)),
        ("c.schem", schem(3, &numbers)),
        ("a.litematic", litematic(&numbers)),
        ("a.nbt", structure(&numbers)),
    ]
}

fn blocks(scene: &Scene) -> Vec<([i32; 3], String)> {
    let mut blocks: Vec<_> = voxels(scene)
        .into_iter()
        .map(|(voxel, material)| {
            let name = &scene.palette().get(material).expect("a name").name;
            (voxel.map(|k| k.div_euclid(4)), name.trim_start_matches("minecraft:").to_owned())
        })
        .collect();
    blocks.sort();
    blocks.dedup();
    blocks
}

fn named(blocks: &[([i32; 3], &str)]) -> Vec<([i32; 3], String)> {
    let mut blocks: Vec<_> = blocks.iter().map(|&(at, name)| (at, name.to_owned())).collect();
    blocks.sort();
    blocks
}

#[test]
fn axis_self_test_of_block_files() {
    let folder = Folder::new();
    for (name, root) in all_formats(&[([1, 2, 3], 2)]) {
        for bytes in [root.gzip(), root.file()] {
            let (scene, report) = folder.load(name, &bytes).expect(name);
            // The game's y is up and its z south: (1, 2, 3) is (1, -1 - 3, 2).
            assert_eq!(blocks(&scene), named(&[([1, -4, 2], "granite")]), "{name}");
            let whole = GridBox::new([0, -44, 0], [20, 0, 28]).expect("small");
            assert_eq!(*scene.bounds(), whole, "{name}: the size that it declares");
            assert_eq!(scene.transform().voxel_size, [0.25; 3], "{name}: a block is a metre");
            assert_eq!(report.source["blocks"], 1, "{name}");
            assert!(report.convention.contains("z up"), "{}", report.convention);
        }
    }
}

#[test]
fn chirality_of_block_files() {
    let folder = Folder::new();
    // From a corner: one to the east, one up, one to the south.
    let corner = [([0, 0, 0], 2), ([3, 0, 0], 1), ([0, 5, 0], 1), ([0, 0, 9], 1)];
    let expected = named(&[
        ([0, -1, 0], "granite"),
        ([3, -1, 0], "stone"),
        ([0, -1, 5], "stone"),
        ([0, -10, 0], "stone"),
    ]);
    for (name, root) in all_formats(&corner) {
        let scene = folder.load(name, &root.gzip()).expect(name).0;
        assert_eq!(blocks(&scene), expected, "{name}");
    }
}

#[test]
fn a_part_of_a_block_file() {
    let folder = Folder::new();
    let options = |min, max| LoadOptions {
        bounds: Some(GridBox::new(min, max).expect("small")),
        ..LoadOptions::default()
    };
    for (name, root) in all_formats(&[([1, 2, 3], 2), ([4, 6, 10], 1)]) {
        let path = folder.write(name, &root.gzip());
        let scene = load_scene(&path, &options([6, -100, 0], [100, 0, 12])).expect(name).0;
        assert_eq!(blocks(&scene), named(&[([1, -4, 2], "granite")]), "{name}");
        assert_eq!(
            *scene.bounds(),
            GridBox::new([4, -44, 0], [20, 0, 12]).expect("small"),
            "{name}"
        );
        let error = load_scene(&path, &options([50, 0, 0], [60, 9, 9])).expect_err(name);
        assert_eq!(error.kind(), ErrorKind::Usage, "{name}: {error}");
    }
}

#[test]
fn every_cut_and_every_flip_of_block_files_is_survived() {
    let folder = Folder::new();
    let options = LoadOptions { memory: Some(1 << 28), threads: 1, ..LoadOptions::default() };
    for (name, root) in all_formats(&[([1, 2, 3], 2), ([4, 6, 10], 1)]) {
        folder.survives(name, &root.gzip(), &options);
        let plain = root.file();
        for place in 0..plain.len() {
            let cut = folder.load_with(name, &plain[..place], &options);
            sentence(cut);
            let mut wrong = plain.clone();
            wrong[place] ^= 0x81;
            let loaded = folder.load_with(name, &wrong, &options);
            if loaded.is_err() {
                sentence(loaded);
            }
        }
    }
}

#[test]
fn schem_varint() {
    let folder = Folder::new();
    for count in [127, 128, 129, 300, 20_000] {
        // In no order, and with gaps: state k has the number that it is paired with.
        let of = |k: usize| (k * 7919 + 13) % 19_993 + 2 * count;
        let entries: Vec<(String, Nbt)> = (0..count.min(385))
            .map(|k| (format!("mod:thing_{k:05}"), Nbt::Int(of(k) as i32)))
            .collect();
        let numbers: Vec<usize> = (0..385).map(|at| of(at % entries.len())).collect();
        let mut file = sides();
        file.extend([
            ("BlockData", varints(&numbers)),
            ("Palette", Nbt::Compound(entries.clone())),
        ]);
        let path = folder.write("a.schem", &compound(&file).gzip());
        let world = load_blocks(&path, &LoadOptions::default()).expect("sound").0;
        for at in 0..385 {
            let [x, y, z] = [at % 5, at / 55, at / 5 % 11].map(|k| k as i32);
            let id = world.block([x, -1 - z, y]);
            let name = &world.block_type(id).expect("a type").name;
            assert_eq!(*name, entries[at % entries.len()].0, "{count} states, block {at}");
        }
    }
}

#[test]
fn schematics_with_large_numbers() {
    let folder = Folder::new();
    let mut numbers = vec![0_u16; 385];
    // 257 and 273 are no blocks of the game: 0x101 and 0x111; the second is at an odd place.
    (numbers[0], numbers[1], numbers[2]) = (257, 273, 1);
    let blocks = numbers.iter().map(|&k| k as u8).collect();
    let add = numbers
        .chunks(2)
        .map(|pair| (pair[0] >> 8) as u8 | (pair.get(1).unwrap_or(&0) >> 8 << 4) as u8)
        .collect();
    let mut entries = sides();
    entries.extend([
        ("Blocks", Nbt::Bytes(blocks)),
        ("Data", Nbt::Bytes(vec![0; 385])),
        ("AddBlocks", Nbt::Bytes(add)),
    ]);
    let report = folder.load("a.schematic", &compound(&entries).gzip()).expect("sound").1;
    assert_eq!(report.source["blocks"], 3, "all three");
    assert_eq!(report.source["unknown block numeric:257"], 1, "by its number");
    assert_eq!(report.source["unknown block numeric:273"], 1, "by its number");
}

#[test]
fn litematics_of_several_regions_and_negative_sizes() {
    let folder = Folder::new();
    // Each has stone at its low corner and granite beside it along x.
    let numbers = |count: usize| -> Vec<usize> {
        (0..count).map(|at| if at < 2 { at + 1 } else { 0 }).collect()
    };
    let regions = compound(&[
        ("a", litematic_region([10, 0, 0], [2, 3, 4], &numbers(24))),
        ("b", litematic_region([0, 5, 0], [-3, -2, -4], &numbers(24))),
        // On top of the first: its air takes nothing away.
        ("c", litematic_region([11, 0, 0], [2, 1, 1], &numbers(2))),
    ]);
    let scene =
        folder.load("a.litematic", &compound(&[("Regions", regions)]).gzip()).expect("sound").0;
    // Region b reaches from (-2, 4, -3) to (0, 5, 0).
    let expected = named(&[
        ([10, -1, 0], "stone"),
        ([11, -1, 0], "stone"),
        ([12, -1, 0], "granite"),
        ([-2, 2, 4], "stone"),
        ([-1, 2, 4], "granite"),
    ]);
    assert_eq!(blocks(&scene), expected);
    let whole = GridBox::new([-8, -16, 0], [52, 12, 24]).expect("small");
    assert_eq!(*scene.bounds(), whole, "the box around all regions");
}

#[test]
fn damage_to_block_files_is_said_with_its_place() {
    let folder = Folder::new();
    let numbers = numbers(&[]);
    let with = |root: &Nbt, entry: (&str, Nbt)| {
        let Nbt::Compound(mut entries) = root.clone() else { panic!("a compound") };
        entries.retain(|(name, _)| name != entry.0);
        entries.push((entry.0.to_owned(), entry.1));
        Nbt::Compound(entries)
    };
    let huge = litematic_region([0; 3], [i32::MAX; 3], &[0]);
    let far = litematic_region([i32::MIN; 3], [i32::MIN; 3], &[0]);
    let beyond = litematic_region([0; 3], [1, 1, 1], &[3]);
    let regions = |region: Nbt| compound(&[("Regions", compound(&[("odd\nname", region)]))]);
    for (name, root, part) in [
        (
            "a.schem",
            with(&schem(2, &numbers), ("Width", Nbt::Short(-1))),
            "262140 voxels long along x",
        ),
        ("a.schem", with(&schem(2, &numbers), ("Width", Nbt::Int(70_000))), "Width of 70000"),
        ("a.schem", with(&schem(2, &numbers), ("Width", text("5"))), "other than a whole number"),
        ("a.schem", with(&schem(2, &numbers), ("BlockData", varints(&[0; 384]))), "only 384"),
        ("a.schem", with(&schem(2, &numbers), ("BlockData", varints(&[0; 386]))), "has more"),
        (
            "a.schem",
            with(&schem(2, &numbers), ("BlockData", varints(&[7; 385]))),
            "a block 7 at [0, 0, 0]",
        ),
        (
            "a.schem",
            with(&schem(2, &numbers), ("BlockData", Nbt::Bytes(vec![255; 99]))),
            "without an end",
        ),
        (
            "a.schem",
            with(&schem(2, &numbers), ("Palette", compound(&[("a", Nbt::Int(-1))]))),
            "number -1",
        ),
        ("a.schematic", with(&schematic(&numbers), ("Blocks", Nbt::Bytes(vec![0; 9]))), "only 9"),
        ("a.schematic", compound(&[]), "no Width"),
        ("a.litematic", compound(&[]), "no Regions"),
        ("a.litematic", regions(huge), "odd\\\\nname"),
        ("a.litematic", regions(far), "-2^28"),
        ("a.litematic", regions(beyond), "beyond its palette of 3"),
        ("a.nbt", compound(&[]), "no list of blocks"),
        (
            "a.nbt",
            with(&structure(&numbers), ("blocks", Nbt::List(vec![compound(&[])]))),
            "no sound pos",
        ),
        ("a.nbt", with(&structure(&numbers), ("size", ints([1, 2, 99_999]))), "99999"),
    ] {
        let error = sentence(folder.load(name, &root.gzip()));
        assert!(error.contains(part), "{error}: should say {part}");
    }
    for (bytes, part) in [
        (&b""[..], "holds nothing"),
        (b"PK\x03\x04", "unknown kind 80"),
        (b"\x08\0\0\0\0", "not start as NBT"),
    ] {
        let error = sentence(folder.load("a.schem", bytes));
        assert!(error.contains(part), "{error}: should say {part}");
    }
}

#[test]
fn lengths_that_are_claimed_and_nesting_take_no_memory() {
    let folder = Folder::new();
    let claim = |tag: u8| {
        [&[10, 0, 0, tag, 0, 9][..], b"BlockData", &[0x7f, 255, 255, 255, 1, 2, 3]].concat()
    };
    for tag in [7, 11, 12] {
        let error = sentence(folder.load("a.schem", &claim(tag)));
        assert!(error.contains("more than 2.0 GiB at byte 19, within BlockData"), "{error}");
    }
    let mut less = claim(7);
    less[15] = 0x3f;
    assert!(sentence(folder.load("a.schem", &less)).contains("cut short"), "a claim below it");
    // A list of elements that take no bytes, and lists in lists without end.
    let list = [&[10, 0, 0, 9, 0, 1, b'a', 0, 0x7f, 255, 255, 255][..], &[0]].concat();
    assert!(sentence(folder.load("a.schem", &list)).contains("no Width"), "nothing in it");
    let deep = [vec![10, 0, 0, 9, 0, 1, b'a'], [9, 0, 0, 0, 1].repeat(100_000)].concat();
    assert!(sentence(folder.load("a.schem", &deep)).contains("more than 512 deep"), "nested");
}

/// Packs the start of a file and then a piece of it many times over, which small files unfold to.
fn repeated(head: &[u8], piece: &[u8], count: usize, tail: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(head).expect("memory");
    (0..count).for_each(|_| packer.write_all(piece).expect("memory"));
    packer.write_all(tail).expect("memory");
    packer.finish().expect("memory")
}

#[test]
fn palettes_without_end_are_refused_while_they_are_read() {
    let folder = Folder::new();
    let long = state(&"a".repeat(900), &[]);
    let file = compound(&[("palette", Nbt::List(vec![long.clone(); 2]))]).file();
    // Behind the header of the list, whose count is replaced.
    let (head, count) = (&file[..14], 60_000_i32);
    let piece = &file[18..18 + (file.len() - 19) / 2];
    let head = [head, &count.to_be_bytes()].concat();
    for (name, key) in [("a.nbt", "palette"), ("a.nbt", "palettes")] {
        let mut head = head.clone();
        if key == "palettes" {
            // One palette in a list of palettes.
            head = [&[10, 0, 0, 9, 0, 8][..], b"palettes", &[9, 0, 0, 0, 1], &head[13..]].concat();
        }
        let packed = repeated(&head, piece, 60_000, &[0]);
        assert!(packed.len() < 1 << 20, "a small file of {} bytes", packed.len());
        let error = sentence(folder.load(name, &packed));
        assert!(error.contains("block states of more than"), "{error}");
    }
    let mut keys = Vec::new();
    for number in 0..40_000_i32 {
        keys.extend([&[3, 3, 232][..], format!("{number:01000}").as_bytes(), &[0; 4]].concat());
    }
    let head = [&[10, 0, 0, 10, 0, 7][..], b"Palette"].concat();
    let error = sentence(folder.load("a.schem", &repeated(&head, &keys, 1, &[0, 0])));
    assert!(error.contains("block states of more than"), "{error}");
    let endless = state(&"a".repeat(2000), &[]);
    let error =
        sentence(folder.load("a.nbt", &compound(&[("palette", Nbt::List(vec![endless]))]).gzip()));
    assert!(error.contains("more than 1024 bytes"), "{error}");
}

/// A thousand million elements of a byte each, as a file of 1.5 MB has them, would take minutes.
#[test]
fn lists_without_end_are_refused() {
    let list =
        |element: u8| [&[10, 0, 0, 9, 0, 1, b'a', element][..], &i32::MAX.to_be_bytes()].concat();
    let file = repeated(&list(10), &[0; 1 << 20], 50, &[]);
    assert!(file.len() < 1 << 20, "a small file of {} bytes", file.len());
    let folder = Folder::new();
    for name in ["a.schem", "a.litematic", "a.nbt"] {
        let error = sentence(folder.load(name, &file));
        assert!(error.contains("more than 50000000 entries"), "{name}: {error}");
    }
    // Elements of one size are passed over at once, and what they claim is looked at first.
    let error = sentence(folder.load("a.schem", &list(6)));
    assert!(error.contains("more than 2.0 GiB at byte 12"), "{error}");
}

#[test]
fn lists_of_blocks_are_not_held() {
    let one = compound(&[("state", Nbt::Int(1)), ("pos", ints([1, 2, 3]))]);
    let entries = [("size", ints(SIDES)), ("palette", states())];
    let start = compound(&[&entries[..], &[("blocks", Nbt::List(vec![one; 2]))]].concat()).file();
    // 12 bytes of state, 23 of pos, and the end.
    let piece = 36;
    let list = start.len() - 2 * piece - 1 - 4;
    let count = 3_000_000_usize;
    let head = [&start[..list], &(count as u32).to_be_bytes()].concat();
    let piece = &start[list + 4..list + 4 + piece];
    let file = repeated(&head, piece, count, &[0]);
    assert!(file.len() < 2 << 20, "a small file of {} bytes", file.len());
    // The same block stands there three million times.
    let options = LoadOptions { memory: Some(1 << 20), ..LoadOptions::default() };
    let report = Folder::new().load_with("a.nbt", &file, &options).expect("sound").1;
    assert_eq!(report.source["blocks"], 1, "in one place");
}

/// Six regions of air, of 33 million blocks each: what is needed is the empty scene, whatever the numbers take.
#[test]
fn numbers_of_litematics_are_not_held() {
    let region = |at: i32| {
        let zeros = vec![0_u64; 1 << 20];
        compound(&[
            ("Position", triple([0, at, 0])),
            ("Size", triple([512, 256, 256])),
            ("BlockStatePalette", states()),
            ("BlockStates", Nbt::Longs(zeros)),
        ])
    };
    let regions: Vec<_> = (0..6).map(|at| (format!("r{at}"), region(256 * at))).collect();
    let file = compound(&[("Regions", Nbt::Compound(regions))]).gzip();
    let folder = Folder::new();
    let with = |memory: u64| LoadOptions { memory: Some(memory), ..LoadOptions::default() };
    let error = folder.load_with("a.litematic", &file, &with(100 << 20)).expect_err("too much");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
    assert!(error.to_string().contains("171.0 MiB"), "{error}");
    let report = folder.load_with("a.litematic", &file, &with(200 << 20)).expect("room").1;
    assert_eq!(report.source["blocks"], 0, "air");
}

/// Unfolds to half a billion stones: refused with what it needs, and by a count of bytes that takes no memory.
#[test]
fn what_unfolds_to_more_than_there_is_memory_is_refused_beforehand() {
    let side = 800_i16;
    let count = usize::try_from(side).expect("small").pow(3);
    let sides = ["Width", "Height", "Length"].map(|name| (name, Nbt::Short(side)));
    let palette = compound(&[("minecraft:stone", Nbt::Int(0))]);
    let head = compound(&[&sides[..], &[("Palette", palette)]].concat()).file();
    let array = [&[7, 0, 9][..], b"BlockData", &(count as u32).to_be_bytes()].concat();
    let zeros = vec![0; 1 << 20];
    let rest = vec![0; count % zeros.len() + 1];
    let head = [&head[..head.len() - 1], &array].concat();
    let file = repeated(&head, &zeros, count / zeros.len(), &rest);
    assert!(file.len() < 8 << 20, "a small file of {} bytes", file.len());
    let options = LoadOptions { memory: Some(1 << 30), ..LoadOptions::default() };
    let error = Folder::new().load_with("a.schem", &file, &options).expect_err("too much");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
    assert!(error.to_string().contains("GiB") && error.to_string().contains("--box"), "{error}");
}
