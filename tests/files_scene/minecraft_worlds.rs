//! What region files mean: every generation of the game, heights, palettes, packings, damage.

use voxray::blocks::{BlockFilter, BlockId, BlockShape, Facing};
use voxray::io::{BlockOptions, LoadOptions, LoadReport, load_blocks, load_scene};
use voxray::{Error, ErrorKind, GridBox, Scene};

use crate::nbt_bytes::{Nbt, compound, pack, packed, region, state};
use crate::{Folder, sentence, voxels};

/// How a generation of the game keeps its sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Generation {
    Numbers,
    Across,
    Whole,
    Sections,
}

const ALL: [Generation; 4] =
    [Generation::Numbers, Generation::Across, Generation::Whole, Generation::Sections];

impl Generation {
    fn version(self) -> Option<i32> {
        match self {
            Self::Numbers => None,
            Self::Across => Some(1976),
            Self::Whole => Some(2586),
            Self::Sections => Some(3337),
        }
    }
}

/// A section: 4096 numbers of a palette whose entries are names.
fn section(generation: Generation, y: i8, palette: &[&str], numbers: &[usize]) -> Nbt {
    let states = Nbt::List(palette.iter().map(|name| state(name, &[])).collect());
    let bits = (usize::BITS - (palette.len() - 1).leading_zeros()).max(4) as usize;
    let data = packed(numbers, bits, generation == Generation::Across);
    match generation {
        Generation::Numbers => {
            // The names are numbers of blocks.
            let number = |at: usize| palette[numbers[at]].parse::<u16>().expect("a number");
            let halves = |of: fn(u16) -> u8| -> Nbt {
                Nbt::Bytes(
                    (0..2048).map(|k| of(number(2 * k)) | of(number(2 * k + 1)) << 4).collect(),
                )
            };
            compound(&[
                ("Y", Nbt::Byte(y)),
                ("Blocks", Nbt::Bytes((0..4096).map(|at| (number(at) >> 4) as u8).collect())),
                ("Data", halves(|key| (key & 15) as u8)),
                ("Add", halves(|key| (key >> 12) as u8)),
            ])
        }
        Generation::Sections => {
            let mut entries = vec![("palette", states)];
            if palette.len() > 1 {
                entries.push(("data", data));
            }
            compound(&[("Y", Nbt::Byte(y)), ("block_states", compound(&entries))])
        }
        _ => compound(&[("BlockStates", data), ("Y", Nbt::Byte(y)), ("Palette", states)]),
    }
}

/// A chunk of sections.
fn chunk(generation: Generation, [x, z]: [i32; 2], sections: &[Nbt]) -> Nbt {
    let place = [("xPos", Nbt::Int(x)), ("zPos", Nbt::Int(z))];
    let list = Nbt::List(sections.to_vec());
    let mut entries = Vec::new();
    if generation == Generation::Sections {
        entries.extend(place);
        entries.push(("sections", list));
    } else {
        let level = [place.to_vec(), vec![("Sections", list)]].concat();
        entries.push(("Level", compound(&level)));
    }
    entries.extend(generation.version().map(|version| ("DataVersion", Nbt::Int(version))));
    compound(&entries)
}

/// A region of one chunk at its corner.
fn one_chunk(generation: Generation, sections: &[Nbt]) -> Vec<u8> {
    region(&[([0, 0], 2, pack(&chunk(generation, [0, 0], sections).file(), 2))])
}

/// Blocks of a section: where, as x, y, z in it, and the number.
fn numbers(blocks: &[([usize; 3], usize)]) -> Vec<usize> {
    let mut numbers = vec![0; 4096];
    blocks.iter().for_each(|&([x, y, z], number)| numbers[y * 256 + z * 16 + x] = number);
    numbers
}

fn names(generation: Generation) -> [&'static str; 3] {
    // Of numbers: air, stone, granite.
    if generation == Generation::Numbers {
        ["0", "16", "17"]
    } else {
        ["minecraft:air", "minecraft:stone", "minecraft:granite"]
    }
}

/// The blocks of a scene and what they are called.
fn blocks(scene: &Scene) -> Vec<([i32; 3], String)> {
    let mut blocks: Vec<_> = voxels(scene)
        .into_iter()
        .map(|(voxel, material)| {
            let info = scene.palette().get(material).expect("a name");
            (voxel.map(|k| k.div_euclid(4)), info.name.clone())
        })
        .collect();
    blocks.sort();
    blocks.dedup();
    blocks
}

fn named(blocks: &[([i32; 3], &str)]) -> Vec<([i32; 3], String)> {
    let mut blocks: Vec<_> =
        blocks.iter().map(|&(at, name)| (at, format!("minecraft:{name}"))).collect();
    blocks.sort();
    blocks
}

#[test]
fn old_minecraft() {
    let folder = Folder::new();
    for generation in ALL {
        // One voxel that tells the axes, three that tell left from right.
        let low = numbers(&[([1, 2, 3], 1), ([0, 0, 0], 2), ([15, 0, 0], 1), ([0, 0, 14], 1)]);
        let high = numbers(&[([7, 15, 9], 2)]);
        let sections = [
            section(generation, 0, &names(generation), &low),
            section(generation, 15, &names(generation), &high),
        ];
        let (scene, report) =
            folder.load("r.0.0.mca", &one_chunk(generation, &sections)).expect("sound");
        let expected = named(&[
            ([1, -4, 2], "stone"),
            ([0, -1, 0], "granite"),
            ([15, -1, 0], "stone"),
            ([0, -15, 0], "stone"),
            ([7, -10, 255], "granite"),
        ]);
        assert_eq!(blocks(&scene), expected, "{generation:?}");
        assert_eq!((report.source["blocks"], report.source["chunks"]), (5, 1), "{generation:?}");
        assert!(report.convention.contains("z up"), "{}", report.convention);
        assert_eq!(scene.georeference().axes, "x east, y north, z up", "{generation:?}");
    }
}

#[test]
fn heights_below_zero_and_up_to_319() {
    let generation = Generation::Sections;
    let sections = [
        section(generation, -4, &names(generation), &numbers(&[([0, 0, 0], 1)])),
        section(generation, 19, &names(generation), &numbers(&[([0, 15, 0], 2)])),
    ];
    let scene =
        Folder::new().load("r.0.0.mca", &one_chunk(generation, &sections)).expect("sound").0;
    assert_eq!(blocks(&scene), named(&[([0, -1, -64], "stone"), ([0, -1, 319], "granite")]));
}

#[test]
fn palettes_of_every_size() {
    let folder = Folder::new();
    for generation in [Generation::Across, Generation::Whole, Generation::Sections] {
        for count in [1, 2, 16, 17, 33, 127, 128, 129, 300] {
            let palette: Vec<String> = (0..count).map(|k| format!("mod:thing_{k:03}")).collect();
            let palette: Vec<&str> = palette.iter().map(String::as_str).collect();
            let numbers: Vec<usize> = (0..4096).map(|at| (at * 7 + at / 256) % count).collect();
            let file = one_chunk(generation, &[section(generation, 3, &palette, &numbers)]);
            let (world, report) =
                load_blocks(&folder.write("r.0.0.mca", &file), &LoadOptions::default())
                    .expect("sound");
            for (at, &number) in numbers.iter().enumerate() {
                let [x, y, z] = [at % 16, at / 256, at / 16 % 16].map(|k| k as i32);
                let id = world.block([x, -1 - z, 48 + y]);
                let found = &world.block_type(id).expect("a type").name;
                assert_eq!(found, palette[number], "{generation:?} of {count}, block {at}");
            }
            assert_eq!(report.source["unknown"], 4096, "of no line of the table");
            let listed =
                report.source.keys().filter(|key| key.starts_with("unknown block")).count();
            assert_eq!(listed, count.min(21), "at most 20 names and one line of the rest");
        }
    }
}

#[test]
fn versions_tell_how_numbers_lie_and_lengths_where_there_is_none() {
    let folder = Folder::new();
    let palette: Vec<String> = (0..20).map(|k| format!("mod:thing_{k:02}")).collect();
    let palette: Vec<&str> = palette.iter().map(String::as_str).collect();
    let numbers: Vec<usize> = (0..4096).map(|at| at % 20).collect();
    let load = |generation: Generation, version: Option<i32>| {
        let section = section(generation, 0, &palette, &numbers);
        let level = compound(&[("Sections", Nbt::List(vec![section]))]);
        let mut entries = vec![("Level", level)];
        entries.extend(version.map(|version| ("DataVersion", Nbt::Int(version))));
        let file = region(&[([0, 0], 3, compound(&entries).file())]);
        load_blocks(&folder.write("r.0.0.mca", &file), &LoadOptions::default())
    };
    for (generation, version) in [
        (Generation::Across, Some(2528)),
        (Generation::Whole, Some(2529)),
        (Generation::Across, None),
        (Generation::Whole, None),
    ] {
        let world = load(generation, version).expect("sound").0;
        let name = &world.block_type(world.block([13, -1, 0])).expect("a type").name;
        assert_eq!(
            (world.len(), name.as_str()),
            (4096, "mod:thing_13"),
            "{generation:?}, {version:?}"
        );
    }
    // Told to lie otherwise than it is long.
    let (world, report) = load(Generation::Across, Some(3000)).expect("the chunk is sound");
    assert_eq!((world.len(), report.skipped["sections with damaged data"]), (0, 1), "passed over");
}

#[test]
fn chunks_before_anvil_are_read() {
    let mut blocks = vec![0; 32_768];
    let mut data = vec![0; 16_384];
    // Block (1, 2, 3) is granite, and (15, 127, 0) stone.
    let at = (16 + 3) * 128 + 2;
    blocks[at] = 1;
    data[at / 2] = 1;
    blocks[15 * 16 * 128 + 127] = 1;
    let level = compound(&[("Blocks", Nbt::Bytes(blocks)), ("Data", Nbt::Bytes(data))]);
    let file = region(&[([0, 0], 1, pack(&compound(&[("Level", level)]).file(), 1))]);
    let scene = Folder::new().load("r.0.0.mcr", &file).expect("sound").0;
    assert_eq!(
        crate::minecraft_worlds::blocks(&scene),
        named(&[([1, -4, 2], "granite"), ([15, -1, 127], "stone")])
    );
}

/// The same chunk, packed in every way, at different places of a region that is not at the origin.
#[test]
fn packings_and_places() {
    let folder = Folder::new();
    let generation = Generation::Sections;
    let stone = section(generation, 0, &names(generation), &numbers(&[([0, 0, 0], 1)]));
    let file = |position| chunk(generation, position, std::slice::from_ref(&stone)).file();
    let chunks: Vec<_> = [(1, [0, 0]), (2, [31, 0]), (3, [0, 31]), (4, [5, 7])]
        .into_iter()
        .map(|(packing, [x, z]): (u8, [usize; 2])| {
            let position = [x as i32 - 32, z as i32 + 32];
            ([x, z], packing, pack(&file(position), packing))
        })
        .collect();
    let expected = named(&[
        ([-512, -513, 0], "stone"),
        ([-512 + 31 * 16, -513, 0], "stone"),
        ([-512, -513 - 31 * 16, 0], "stone"),
        ([-512 + 5 * 16, -513 - 7 * 16, 0], "stone"),
    ]);
    for name in ["r.-1.1.mca", "anything.mca"] {
        let (scene, report) = folder.load(name, &region(&chunks)).expect("sound");
        assert_eq!(blocks(&scene), expected, "{name}");
        assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    }
    // A chunk in a file of its own.
    folder.write("c.-32.32.mcc", &pack(&file([-32, 32]), 2));
    let own = region(&[([0, 0], 0x82, vec![]), ([1, 0], 0x82, vec![])]);
    let (scene, report) = folder.load("r.-1.1.mca", &own).expect("one is sound");
    assert_eq!(blocks(&scene), named(&[([-512, -513, 0], "stone")]), "from its file");
    assert_eq!(report.skipped["chunks whose own file is missing"], 1, "the other has none");
}

#[test]
fn damaged_chunks_are_counted_and_passed_over() {
    let folder = Folder::new();
    let generation = Generation::Sections;
    let stone = section(generation, 0, &names(generation), &numbers(&[([0, 0, 0], 1)]));
    let sound = pack(&chunk(generation, [0, 0], &[stone]).file(), 2);
    let mut wrong = sound.clone();
    let last = wrong.len() - 1;
    wrong[last] ^= 1;
    let mut file = region(&[
        ([0, 0], 2, sound.clone()),
        ([1, 0], 2, sound[..sound.len() / 2].to_vec()),
        ([2, 0], 2, wrong),
        ([3, 0], 9, sound.clone()),
        ([4, 0], 3, vec![9, 9, 9]),
        ([5, 0], 2, sound),
        ([6, 0], 3, compound(&[]).file()),
    ]);
    // The sector of the sixth lies behind the end.
    file[4 * 5 + 1] = 0xff;
    let (scene, report) = folder.load("r.0.0.mca", &file).expect("one is sound");
    assert_eq!(blocks(&scene), named(&[([0, -1, 0], "stone")]), "the sound one");
    let skipped: Vec<_> =
        report.skipped.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    assert_eq!(
        skipped,
        [
            ("chunks cut short", 2),
            ("chunks that are not generated", 1),
            ("chunks that cannot be unpacked", 2),
            ("chunks with damaged data", 1)
        ],
        "each reason with its count"
    );
    let nothing = region(&[([0, 0], 2, vec![1, 2, 3]), ([1, 0], 3, vec![])]);
    let error = sentence(folder.load("r.0.0.mca", &nothing));
    assert!(error.contains("no sound chunk; of 2 the first"), "{error}");
    assert!(
        sentence(folder.load("r.0.0.mca", &[0; 100])).contains("table of 8192 bytes"),
        "no table"
    );
}

/// As a thousand entries of the table that name one chunk would be a thousand chunks.
#[test]
fn chunks_that_share_sectors_are_counted_and_passed_over() {
    let folder = Folder::new();
    let generation = Generation::Sections;
    let stone = section(generation, 0, &names(generation), &numbers(&[([0, 0, 0], 1)]));
    let sound = pack(&chunk(generation, [0, 0], &[stone]).file(), 2);
    let mut file = region(&[([0, 0], 2, sound.clone()), ([1, 0], 2, sound)]);
    // The table of the first claims the sector of the second too, which its length does not.
    file[3] = 2;
    let first: [u8; 4] = file[..4].try_into().expect("four");
    (2..1024).for_each(|entry| file[4 * entry..4 * entry + 4].copy_from_slice(&first));
    // By its name, and by what its chunks say.
    for name in ["r.0.0.mca", "a.mca"] {
        let (scene, report) = folder.load(name, &file).expect("two are sound");
        let expected = named(&[([0, -1, 0], "stone"), ([16, -1, 0], "stone")]);
        assert_eq!(blocks(&scene), expected, "{name}: the two");
        assert_eq!(report.source["chunks"], 2, "{name}");
        assert_eq!(report.skipped["chunks that share sectors with another"], 1022, "{name}");
    }
}

#[test]
fn chunks_that_unpack_to_more_than_any_of_the_game_are_passed_over() {
    let folder = Folder::new();
    let generation = Generation::Sections;
    let stone = section(generation, 0, &names(generation), &numbers(&[([0, 0, 0], 1)]));
    let sound = pack(&chunk(generation, [1, 0], &[stone]).file(), 2);
    let bomb = pack(&compound(&[("a", Nbt::Bytes(vec![0; 64 << 20]))]).file(), 2);
    let file = region(&[([0, 0], 2, bomb.clone()), ([1, 0], 2, sound)]);
    let (scene, report) = folder.load("r.0.0.mca", &file).expect("one is sound");
    assert_eq!(blocks(&scene), named(&[([16, -1, 0], "stone")]), "the other");
    assert_eq!(report.skipped["chunks that unpack to too much"], 1, "{:?}", report.skipped);
    let error = sentence(folder.load("r.0.0.mca", &region(&[([0, 0], 2, bomb)])));
    assert!(error.contains("more than 64.0 MiB at byte"), "{error}");
}

/// The game makes such regions in its worlds; alone it is a file that was not copied.
#[test]
fn a_region_without_a_byte_is_no_scene_but_may_stand_in_a_world() {
    let folder = Folder::new();
    for name in ["r.0.0.mca", "r.99999999999.0.mca", "a.mcr"] {
        let error = sentence(folder.load(name, &[]));
        assert!(error.contains("holds nothing"), "{name}: {error}");
    }
    let world = folder.path("world");
    std::fs::create_dir(&world).expect("a folder");
    std::fs::write(world.join("r.0.0.mca"), []).expect("a file");
    let (scene, report) = load_part(&world, LoadOptions::default()).expect("legal");
    assert_eq!(scene.voxel_count(), 0, "nothing in it");
    assert_eq!(report.skipped["region files without a byte"], 1, "and said");
}

#[test]
fn every_cut_and_every_flip_of_a_region_is_survived() {
    let folder = Folder::new();
    let generation = Generation::Sections;
    let stone = section(generation, 0, &names(generation)[..2], &numbers(&[([1, 2, 3], 1)]));
    let options = LoadOptions { memory: Some(1 << 28), threads: 1, ..LoadOptions::default() };
    let bytes = pack(&chunk(generation, [0, 0], &[stone]).file(), 2);
    let mut file = region(&[([0, 0], 2, bytes.clone())]);
    file.truncate(8192 + 5 + bytes.len());
    // The tables are nearly all zero: their first and last bytes stand for all.
    for length in (0..8).chain(4090..4100).chain(8190..file.len()) {
        sentence(folder.load_with("r.0.0.mca", &file[..length], &options));
    }
    for place in (0..8).chain(4090..4100).chain(8190..file.len()) {
        for flip in [1, 0x10, 0x80, 0xff] {
            file[place] ^= flip;
            let loaded = folder.load_with("r.0.0.mca", &file, &options);
            if loaded.is_err() {
                sentence(loaded);
            }
            file[place] ^= flip;
        }
    }
}

/// A folder of a world: two regions, each with a block in its corner.
fn world(folder: &Folder) -> std::path::PathBuf {
    let generation = Generation::Sections;
    let stone =
        section(generation, 4, &names(generation), &numbers(&[([0, 0, 0], 1), ([15, 0, 15], 2)]));
    for [x, z] in [[0, 0], [-1, 0]] {
        let bytes = chunk(generation, [32 * x, 32 * z], std::slice::from_ref(&stone)).file();
        let inner = folder.path("world").join("region");
        std::fs::create_dir_all(&inner).expect("a folder");
        let name = inner.join(format!("r.{x}.{z}.mca"));
        std::fs::write(name, region(&[([0, 0], 2, pack(&bytes, 2))])).expect("a file");
    }
    folder.path("world")
}

fn load_part(path: &std::path::Path, options: LoadOptions) -> Result<(Scene, LoadReport), Error> {
    load_scene(path, &options)
}

#[test]
fn a_folder_is_a_world_and_a_part_of_it_can_be_asked_for() {
    let folder = Folder::new();
    let path = world(&folder);
    let (scene, report) = load_scene(&path, &LoadOptions::default()).expect("sound");
    let all = named(&[
        ([0, -1, 64], "stone"),
        ([15, -16, 64], "granite"),
        ([-512, -1, 64], "stone"),
        ([-497, -16, 64], "granite"),
    ]);
    assert_eq!((blocks(&scene), report.source["regions"]), (all, 2), "both regions");
    assert_eq!(
        *scene.bounds(),
        GridBox::new([-2048, -64, 256], [64, 0, 260]).expect("small"),
        "tight"
    );

    // The one region that a box meets; a file that no chunk is asked of need not be sound.
    std::fs::write(path.join("region").join("r.-1.0.mca"), b"nothing").expect("a file");
    let bounds = Some(GridBox::new([2, -6, 250], [300, 0, 280]).expect("small"));
    let (scene, report) =
        load_part(&path, LoadOptions { bounds, ..LoadOptions::default() }).expect("sound");
    assert_eq!(blocks(&scene), named(&[([0, -1, 64], "stone")]), "what lies in it");
    assert_eq!(
        *scene.bounds(),
        GridBox::new([0, -8, 256], [64, 0, 280]).expect("small"),
        "whole blocks"
    );
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);

    let block_box = Some([[15, 60, 15], [16, 70, 16]]);
    let asked = BlockOptions { block_box, ..BlockOptions::default() };
    let scene =
        load_part(&path, LoadOptions { blocks: asked, ..LoadOptions::default() }).expect("sound").0;
    assert_eq!(blocks(&scene), named(&[([15, -16, 64], "granite")]), "as the game counts");

    let bounds = Some(GridBox::new([5000, 0, 0], [5010, 9, 9]).expect("small"));
    let error =
        load_part(&path, LoadOptions { bounds, ..LoadOptions::default() }).expect_err("no chunk");
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    let empty = folder.path("empty");
    std::fs::create_dir_all(&empty).expect("a folder");
    assert!(
        sentence(load_scene(&empty, &LoadOptions::default())).contains("no region file"),
        "an empty folder"
    );
}

#[test]
fn states_have_classes_shapes_and_tables() {
    let folder = Folder::new();
    let generation = Generation::Sections;
    let states = Nbt::List(vec![
        state("minecraft:air", &[]),
        state("minecraft:oak_slab", &[("type", "top"), ("waterlogged", "false")]),
        state("minecraft:water", &[("level", "0")]),
        state("minecraft:poppy", &[]),
        state(
            "minecraft:oak_stairs",
            &[("facing", "east"), ("half", "bottom"), ("shape", "straight")],
        ),
        state("minecraft:oak_leaves", &[]),
        state("minecraft:cave_air", &[]),
    ]);
    let numbers = numbers(&[
        ([0, 0, 0], 1),
        ([2, 0, 0], 2),
        ([4, 0, 0], 3),
        ([6, 0, 0], 4),
        ([8, 0, 0], 5),
        ([9, 0, 0], 6),
    ]);
    let data = packed(&numbers, 4, false);
    let section = compound(&[
        ("Y", Nbt::Byte(0)),
        ("block_states", compound(&[("palette", states), ("data", data)])),
    ]);
    let path = folder.write("r.0.0.mca", &one_chunk(generation, &[section]));
    let with = |asked: BlockOptions| {
        load_scene(&path, &LoadOptions { blocks: asked, ..LoadOptions::default() }).expect("sound")
    };
    let count = |asked: BlockOptions| with(asked).0.voxel_count();

    let (scene, report) = with(BlockOptions::default());
    assert_eq!(report.source["blocks"], 5, "air of caves is none");
    assert_eq!(scene.voxel_count(), 32 + 48 + 64, "slab, stairs, leaves");
    assert!(scene.is_occupied([0, -1, 2]) && !scene.is_occupied([0, -1, 1]), "the upper half");
    // Facing east, the stairs are high at +x.
    assert!(scene.is_occupied([26, -1, 3]) && !scene.is_occupied([25, -1, 3]), "towards the east");
    let all = BlockOptions { filter: BlockFilter::EVERYTHING, ..BlockOptions::default() };
    assert!(count(all.clone()) > 32 + 48 + 64 + 32, "and water and a flower");
    assert_eq!(count(BlockOptions { shapes: false, ..all }), 5 * 64, "full cubes");
    assert_eq!(
        count(BlockOptions { leaves: false, ..BlockOptions::default() }),
        32 + 48,
        "no leaves"
    );

    let table =
        folder.write("table.txt", b"solid poppy\nshape full poppy\ncolor 010203 poppy\ndefault\n");
    let scene = with(BlockOptions { table: Some(table), ..BlockOptions::default() }).0;
    assert_eq!(scene.voxel_count(), 32 + 48 + 64 + 64, "a solid flower");
    let poppy = scene.palette().get(scene.material([16, -1, 0])).expect("named").clone();
    assert_eq!(
        (poppy.name.as_str(), poppy.color),
        ("minecraft:poppy", Some([1, 2, 3, 255])),
        "its colour"
    );
    let table = Some(folder.write("table.txt", b"solid poppy\nround water"));
    let options = LoadOptions {
        blocks: BlockOptions { table, ..BlockOptions::default() },
        ..LoadOptions::default()
    };
    let error = sentence(load_scene(&path, &options));
    assert!(error.contains("table.txt") && error.contains("line 2"), "{error}");
}

/// Three of water, one above the other across the border of two clusters, and an old fence between stone and air.
#[test]
fn fluids_fill_their_depths_and_old_fences_are_connected() {
    let folder = Folder::new();
    let generation = Generation::Numbers;
    // Water is 9, an oak fence 85, stone 1, a door 64; of these numbers 16 times, and data.
    let palette = ["0", "144", "1360", "16", "1025", "1032"];
    let placed = numbers(&[
        ([9, 2, 0], 1),
        ([9, 3, 0], 1),
        ([9, 4, 0], 1),
        ([2, 0, 4], 2),
        ([3, 0, 4], 3),
        ([2, 0, 5], 2),
        ([6, 0, 8], 4),
        ([6, 1, 8], 5),
    ]);
    let path = folder
        .write("r.0.0.mca", &one_chunk(generation, &[section(generation, 0, &palette, &placed)]));
    let (world, report) = load_blocks(&path, &LoadOptions::default()).expect("sound");
    assert_eq!((world.len(), report.source["unknown"]), (8, 0), "all are known");
    let word = |block| world.word(block);
    assert_eq!([2, 3].map(|z| word([9, -1, z])), [u64::MAX; 2], "below water");
    let shape = |block| world.block_type(world.block(block)).expect("a type").shape.clone();
    assert_eq!(shape([9, -1, 4]), BlockShape::layers(14), "the surface");
    // The fence at (2, 0, 4) has stone to the east and a fence to the south, which is -y here.
    assert_eq!(
        word([2, -5, 0]),
        BlockShape::fence(&[Facing::PosX, Facing::NegY]).word(),
        "a corner"
    );
    assert_eq!(word([2, -6, 0]), BlockShape::fence(&[Facing::PosY]).word(), "an end");
    // A door of data 1 faces south: it stands at the north of its block, both halves of it.
    assert_eq!(shape([6, -9, 0]), BlockShape::door(Facing::PosY), "the lower half");
    assert_eq!(shape([6, -9, 1]), BlockShape::door(Facing::PosY), "the upper half is as the lower");
}

#[test]
fn worlds_can_be_changed() {
    let folder = Folder::new();
    let (mut world, _) = load_blocks(&world(&folder), &LoadOptions::default()).expect("sound");
    let stone = world.block([0, -1, 64]);
    assert_eq!(world.block_type(stone).expect("a type").name, "minecraft:stone", "by name");
    world.set_block([0, -1, 65], stone).expect("sound");
    world.set_block([0, -1, 64], BlockId::AIR).expect("sound");
    assert_eq!((world.len(), world.has_block([0, -1, 65])), (4, true), "one more, one less");
    let scene = world.scene(BlockFilter::SOLID).expect("small");
    assert_eq!(scene.voxel_count(), 4 * 64, "and cast at");
    let error = load_blocks(&folder.path("a.obj"), &LoadOptions::default()).expect_err("no world");
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
}

/// The numbers of types, and all else, are the same for any number of threads.
#[test]
fn threads_change_nothing() {
    let folder = Folder::new();
    let generation = Generation::Sections;
    let chunks: Vec<_> = (0..20)
        .map(|at: usize| {
            let (one, two) = (format!("mod:b{}", at * 7 % 20), format!("mod:b{}", at * 3 % 20));
            let palette = ["minecraft:air", one.as_str(), two.as_str()];
            let numbers: Vec<usize> = (0..4096).map(|k| (k * 5 + at) % 3).collect();
            let made = section(generation, 0, &palette, &numbers);
            ([at, 0], 2, pack(&chunk(generation, [at as i32, 0], &[made]).file(), 2))
        })
        .collect();
    let path = folder.write("r.0.0.mca", &region(&chunks));
    let load = |threads| {
        load_scene(&path, &LoadOptions { threads, ..LoadOptions::default() }).expect("sound")
    };
    let (one, report) = load(1);
    for threads in [2, 7] {
        let (other, other_report) = load(threads);
        assert_eq!(voxels(&one), voxels(&other), "{threads} threads");
        assert_eq!((one.palette(), &report), (other.palette(), &other_report), "{threads} threads");
    }
}
