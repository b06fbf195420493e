//! Small files that unpack to a thousand times as much, all of it empty: what counts is the file as it lies on the disk.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use bzip2::write::BzEncoder;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Sides of a box with a thousand million of anything in it.
const SIDE: u64 = 1024;
const COUNT: u64 = SIDE * SIDE * SIDE;

/// The files, and how many voxels each holds.
pub(crate) fn files(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut files = volumes(folder);
    files.extend(block_files(folder));
    files.push((region(folder), 0));
    files.push(stone(folder));
    files
}

/// Writes this head, so many bytes of one value, and this tail.
fn write(mut out: impl Write, head: &[u8], (count, value): (u64, u8), tail: &[u8]) {
    let piece = [value; 1 << 16];
    out.write_all(head).expect("room on the disk");
    let mut left = count;
    while left > 0 {
        let next = left.min(piece.len() as u64);
        out.write_all(&piece[..usize::try_from(next).expect("small")]).expect("room on the disk");
        left -= next;
    }
    out.write_all(tail).expect("room on the disk");
    out.flush().expect("room on the disk");
}

fn create(folder: &Path, name: &str) -> (PathBuf, BufWriter<File>) {
    let path = folder.join(name);
    let file = BufWriter::new(File::create(&path).expect("a file"));
    (path, file)
}

/// Volumes and arrays of zeros.
fn volumes(folder: &Path) -> Vec<(PathBuf, u64)> {
    let gzip = |name: &str, plain: &str, packed: &[u8]| {
        let (path, mut file) = create(folder, name);
        file.write_all(plain.as_bytes()).expect("room on the disk");
        let mut packer = GzEncoder::new(file, Compression::fast());
        write(&mut packer, packed, (COUNT, 0), &[]);
        packer.finish().expect("room on the disk").flush().expect("room on the disk");
        (path, 0)
    };
    let nrrd = |coding: &str| {
        format!(
            "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1024 1024 1024\nencoding: {coding}\n\n"
        )
    };
    let mut nifti = vec![0; 352];
    nifti[..4].copy_from_slice(&348_i32.to_le_bytes());
    for (place, size) in (40..).step_by(2).zip([3_i16, 1024, 1024, 1024, 1, 1, 1, 1]) {
        nifti[place..place + 2].copy_from_slice(&size.to_le_bytes());
    }
    (nifti[70], nifti[72]) = (2, 8);
    for place in (76..92).step_by(4) {
        nifti[place..place + 4].copy_from_slice(&1.0_f32.to_le_bytes());
    }
    nifti[108..112].copy_from_slice(&352.0_f32.to_le_bytes());
    nifti[344..348].copy_from_slice(b"n+1\0");
    let mha = "ObjectType = Image\nNDims = 3\nDimSize = 1024 1024 1024\nElementType = MET_UCHAR\nCompressedData = True\nElementDataFile = LOCAL\n";
    vec![
        gzip("hollow.nrrd", &nrrd("gzip"), &[]),
        gzip("hollow.nii.gz", "", &nifti),
        gzip("hollow.mha", mha, &[]),
        bzip2(folder, &nrrd("bzip2")),
        archive(folder, "hollow.npz", "False"),
        archive(folder, "columns.npz", "True"),
    ]
}

/// As many zeros in streams that follow one another.
fn bzip2(folder: &Path, header: &str) -> (PathBuf, u64) {
    const STREAMS: u64 = 1024;
    let mut packer = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    write(&mut packer, &[], (COUNT / STREAMS, 0), &[]);
    let stream = packer.finish().expect("memory");
    let (path, mut file) = create(folder, "packed.nrrd");
    file.write_all(header.as_bytes()).expect("room on the disk");
    (0..STREAMS).for_each(|_| file.write_all(&stream).expect("room on the disk"));
    file.flush().expect("room on the disk");
    (path, 0)
}

/// A container of one array of zeros.
fn archive(folder: &Path, name: &str, fortran_order: &str) -> (PathBuf, u64) {
    let (path, file) = create(folder, name);
    let mut zip = ZipWriter::new(file);
    let deflated = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(1));
    zip.start_file("arr_0.npy", deflated.large_file(true)).expect("a member");
    let text = format!(
        "{{'descr': '|u1', 'fortran_order': {fortran_order}, 'shape': (1024, 1024, 1024), }}"
    );
    let header = [&b"\x93NUMPY\x01\x00\x76\x00"[..], format!("{text:<117}\n").as_bytes()].concat();
    write(&mut zip, &header, (COUNT, 0), &[]);
    zip.finish().expect("an archive");
    (path, 0)
}

/// The name of an entry of NBT with its tag before it.
fn named(tag: u8, name: &str) -> Vec<u8> {
    let length = u16::try_from(name.len()).expect("short").to_be_bytes();
    [&[tag][..], &length, name.as_bytes()].concat()
}

fn entry(tag: u8, name: &str, payload: &[u8]) -> Vec<u8> {
    [named(tag, name), payload.to_vec()].concat()
}

fn short(name: &str, value: i16) -> Vec<u8> {
    entry(2, name, &value.to_be_bytes())
}

fn int(name: &str, value: i32) -> Vec<u8> {
    entry(3, name, &value.to_be_bytes())
}

/// A list of two states: air and stone.
fn states(name: &str) -> Vec<u8> {
    let state = |name: &str| {
        let length = u16::try_from(name.len()).expect("short").to_be_bytes();
        [named(8, "Name"), length.to_vec(), name.as_bytes().to_vec(), vec![0]].concat()
    };
    let list = [vec![10, 0, 0, 0, 2], state("minecraft:air"), state("minecraft:stone")].concat();
    entry(9, name, &list)
}

fn length(count: u64) -> [u8; 4] {
    u32::try_from(count).expect("an int").to_be_bytes()
}

/// Schematics, litematics and structures of air; and one whose air has another number than 0.
fn block_files(folder: &Path) -> Vec<(PathBuf, u64)> {
    let gzip = |name: &str, head: &[u8], bytes: (u64, u8), tail: &[u8]| {
        let (path, file) = create(folder, name);
        let mut packer = GzEncoder::new(file, Compression::fast());
        write(&mut packer, head, bytes, tail);
        packer.finish().expect("room on the disk").flush().expect("room on the disk");
        (path, 0)
    };
    let sides = ["Width", "Height", "Length"].map(|name| short(name, 1024)).concat();
    let root = [10, 0, 0].to_vec();
    let palette = |air: i32, stone: i32| {
        let states = [int("minecraft:air", air), int("minecraft:stone", stone), vec![0]].concat();
        entry(10, "Palette", &states)
    };
    let array = |name: &str, count: u64| entry(7, name, &length(count));
    let schematic = [root.clone(), sides.clone(), array("Blocks", COUNT)].concat();
    let second = array("BlockData", COUNT);
    let nested = named(10, "Schematic");
    let third = [named(10, "Blocks"), palette(0, 1), array("Data", COUNT)].concat();
    let triple = |name: &str, side: i32| {
        entry(10, name, &[int("x", side), int("y", side), int("z", side), vec![0]].concat())
    };
    let litematic = [
        root.clone(),
        named(10, "Regions"),
        named(10, "air"),
        triple("Position", 0),
        triple("Size", 1024),
        states("BlockStatePalette"),
        entry(12, "BlockStates", &length(COUNT / 32)),
    ]
    .concat();
    vec![
        gzip("hollow.schematic", &schematic, (COUNT, 0), &[0]),
        gzip(
            "second.schem",
            &[root.clone(), sides.clone(), palette(1, 0), second].concat(),
            (COUNT, 1),
            &[0],
        ),
        gzip("third.schem", &[root.clone(), nested, sides, third].concat(), (COUNT, 0), &[0; 3]),
        gzip("hollow.litematic", &litematic, (COUNT / 4, 0), &[0; 3]),
        structure(folder),
    ]
}

/// A cube of stone, as small on the disk: what it takes is the scene.
fn stone(folder: &Path) -> (PathBuf, u64) {
    (cube(folder, "stone", 256), 64 * 256_u64.pow(3))
}

/// A cube of water, which rays do not hit: its blocks would take 700 MiB, and its scene nothing.
pub(crate) fn water(folder: &Path) -> PathBuf {
    cube(folder, "water", 640)
}

/// A cube of one kind of block.
fn cube(folder: &Path, kind: &str, side: i16) -> PathBuf {
    let sides = ["Width", "Height", "Length"].map(|name| short(name, side)).concat();
    let state = int(&format!("minecraft:{kind}"), 0);
    let palette = entry(10, "Palette", &[state, vec![0]].concat());
    let count = u64::from(side.unsigned_abs()).pow(3);
    let array = entry(7, "BlockData", &length(count));
    let (path, file) = create(folder, &format!("{kind}.schem"));
    let mut packer = GzEncoder::new(file, Compression::fast());
    write(&mut packer, &[vec![10, 0, 0], sides, palette, array].concat(), (count, 0), &[0]);
    packer.finish().expect("room on the disk").flush().expect("room on the disk");
    path
}

/// Seven million blocks of air.
fn structure(folder: &Path) -> (PathBuf, u64) {
    const BLOCKS: u64 = 7_000_000;
    let (path, file) = create(folder, "hollow.nbt");
    let mut packer = GzEncoder::new(file, Compression::fast());
    let size = [&[3][..], &length(3), &[256_i32; 3].map(i32::to_be_bytes).concat()].concat();
    let head = [
        vec![10, 0, 0],
        entry(9, "size", &size),
        states("palette"),
        entry(9, "blocks", &[&[10][..], &length(BLOCKS)].concat()),
    ];
    let place = [&[3][..], &length(3), &[7_i32; 3].map(i32::to_be_bytes).concat()].concat();
    let block = [int("state", 0), entry(9, "pos", &place), vec![0]].concat();
    packer.write_all(&head.concat()).expect("room on the disk");
    let many = block.repeat(1000);
    (0..BLOCKS / 1000).for_each(|_| packer.write_all(&many).expect("room on the disk"));
    packer.write_all(&[0]).expect("room on the disk");
    packer.finish().expect("room on the disk").flush().expect("room on the disk");
    (path, 0)
}

/// A region whose chunks unpack to 59 MiB each, which no chunk of the game does; one stands in a file of its own.
fn region(folder: &Path) -> PathBuf {
    let folder = folder.join("world");
    std::fs::create_dir(&folder).expect("a folder");
    let chunk = |x: i32| {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        let section = [entry(1, "Y", &[0]), entry(7, "Blocks", &length(3 << 20))].concat();
        let head =
            [vec![10, 0, 0], int("xPos", x), int("zPos", 0), entry(7, "junk", &length(56 << 20))];
        write(&mut packer, &head.concat(), (56 << 20, 0), &[]);
        let sections = [named(9, "sections"), vec![10, 0, 0, 0, 1], section].concat();
        write(&mut packer, &sections, (3 << 20, 0), &[0, 0]);
        packer.finish().expect("memory")
    };
    let mut file = vec![0; 8192];
    for x in 0..16 {
        let packed = chunk(x);
        let (sector, is_own) = (file.len() / 4096, x == 15);
        let there: &[u8] = if is_own { &[] } else { &packed };
        let sectors = (there.len() + 5).div_ceil(4096);
        let at = 4 * usize::try_from(x).expect("small");
        let place = u32::try_from(sector << 8 | sectors).expect("small");
        file[at..at + 4].copy_from_slice(&place.to_be_bytes());
        file.extend(length(there.len() as u64 + 1));
        file.push(if is_own { 0x82 } else { 2 });
        file.extend(there);
        file.resize((sector + sectors) * 4096, 0);
        if is_own {
            std::fs::write(folder.join("c.15.0.mcc"), packed).expect("room on the disk");
        }
    }
    std::fs::write(folder.join("r.0.0.mca"), file).expect("room on the disk");
    folder
}
