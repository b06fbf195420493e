//! Large meshes as files, written by hand: of each format what takes the fewest bytes for what is read from it.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Quads along each side of a sheet.
const SIDE: u32 = 700;

/// A sheet with bumps, at a corner of its quads.
fn bump(x: u32, y: u32) -> f32 {
    let hash = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663);
    (hash >> 7 & 1023) as f32 / 256.0
}

/// The corners of the sheet's triangles, by their places.
fn sheet() -> impl Iterator<Item = [[u32; 2]; 3]> {
    let quads = (0..SIDE * SIDE).map(|k| [k % SIDE, k / SIDE]);
    quads.flat_map(|[x, y]| {
        let [a, b, c, d] = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        [[a, b, c], [a, c, d]]
    })
}

/// All of them.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    type Writer = fn(&mut dyn Write) -> std::io::Result<()>;
    let files: [(&str, Writer); 9] = [
        ("soup.stl", stl),
        ("text.stl", stl_text),
        ("soup.obj", obj_soup),
        ("same.obj", obj_same),
        ("materials.obj", obj_materials),
        ("sheet.ply", ply),
        ("sheets.glb", glb),
        ("coincident.stl", |out| large_triangles(5000, 0.0, out)),
        ("near.stl", |out| large_triangles(300, 1e-4, out)),
    ];
    let write = |(name, write): (&str, Writer)| {
        let path = folder.join(name);
        let mut out = BufWriter::new(std::fs::File::create(&path).expect("a file"));
        write(&mut out).and_then(|()| out.flush()).expect("written");
        path
    };
    files.map(write).to_vec()
}

/// Triangles that share no corner: each lies a little higher than the one before.
fn stl(out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(&[0; 80])?;
    out.write_all(&(2 * SIDE * SIDE).to_le_bytes())?;
    for (number, triangle) in sheet().enumerate() {
        out.write_all(&[0; 12])?;
        for [x, y] in triangle {
            let z = bump(x, y) + number as f32 * 1e-5;
            for value in [x as f32, y as f32, z] {
                out.write_all(&value.to_le_bytes())?;
            }
        }
        out.write_all(&[0; 2])?;
    }
    Ok(())
}

/// Triangles as large as the whole, each so much higher than the one before.
fn large_triangles(count: u32, step: f32, out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(&[0; 80])?;
    out.write_all(&count.to_le_bytes())?;
    for number in 0..count {
        let z = number as f32 * step;
        out.write_all(&[0; 12])?;
        for value in [0.0, 0.0, z, 1.0, 0.1, z + 0.3, 0.2, 1.0, z + 0.6] {
            out.write_all(&value.to_le_bytes())?;
        }
        out.write_all(&[0; 2])?;
    }
    Ok(())
}

fn stl_text(out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "solid")?;
    for (number, triangle) in sheet().enumerate() {
        for [x, y] in triangle {
            writeln!(out, "vertex {x} {y} {number}")?;
        }
        writeln!(out, "endfacet")?;
    }
    writeln!(out, "endsolid")
}

/// Triangles that share no corner, open at every edge.
fn obj_soup(out: &mut dyn Write) -> std::io::Result<()> {
    for (number, triangle) in sheet().enumerate() {
        for [x, y] in triangle {
            writeln!(out, "v {x} {y} {}", number % 1000)?;
        }
        writeln!(out, "f -3 -2 -1")?;
    }
    Ok(())
}

/// The shortest lines that there are: one triangle over and over, and vertices that nothing names.
fn obj_same(out: &mut dyn Write) -> std::io::Result<()> {
    for k in 0..3 * SIDE * SIDE {
        writeln!(out, "v {} {} {}", k % 10, k / 10 % 10, k / 100 % 10)?;
    }
    (0..3 * SIDE * SIDE).try_for_each(|_| writeln!(out, "f 1 5 9"))
}

/// A closed sheet of two materials that take turns.
fn obj_materials(out: &mut dyn Write) -> std::io::Result<()> {
    for k in 0..(SIDE + 1) * (SIDE + 1) {
        let [x, y] = [k % (SIDE + 1), k / (SIDE + 1)];
        writeln!(out, "v {x} {y} {}", bump(x, y))?;
    }
    for (number, triangle) in sheet().enumerate() {
        if number % 64 == 0 {
            writeln!(out, "usemtl {}", number / 64 % 2)?;
        }
        let [a, b, c] = triangle.map(|[x, y]| y * (SIDE + 1) + x + 1);
        writeln!(out, "f {a} {b} {c}")?;
    }
    Ok(())
}

fn ply(out: &mut dyn Write) -> std::io::Result<()> {
    let vertices = (SIDE + 1) * (SIDE + 1);
    write!(
        out,
        "ply\nformat binary_little_endian 1.0\nelement vertex {vertices}\nproperty float x\nproperty float y\n\
        property float z\nelement face {}\nproperty list uchar uint vertex_indices\nend_header\n",
        2 * SIDE * SIDE
    )?;
    for k in 0..vertices {
        let [x, y] = [k % (SIDE + 1), k / (SIDE + 1)];
        for value in [x as f32, y as f32, bump(x, y)] {
            out.write_all(&value.to_le_bytes())?;
        }
    }
    for triangle in sheet() {
        out.write_all(&[3])?;
        for [x, y] in triangle {
            out.write_all(&(y * (SIDE + 1) + x).to_le_bytes())?;
        }
    }
    Ok(())
}

/// Sheets of as many vertices as 16 bits can name, their positions of 16 bits too.
fn glb(out: &mut dyn Write) -> std::io::Result<()> {
    const SHEETS: u32 = 10;
    const POINTS: u32 = 1 << 16;
    const CORNERS: u32 = 6 * 255 * 255;
    let (mut primitives, mut accessors) = (Vec::new(), Vec::new());
    for sheet in 0..SHEETS {
        let (first, second) = (2 * sheet, 2 * sheet + 1);
        primitives.push(format!(r#"{{"attributes":{{"POSITION":{first}}},"indices":{second}}}"#));
        let at = sheet * POINTS * 8;
        accessors.push(format!(
            r#"{{"bufferView":0,"byteOffset":{at},"componentType":5123,"count":{POINTS},"type":"VEC3"}}"#
        ));
        let at = sheet * CORNERS * 2;
        accessors.push(format!(
            r#"{{"bufferView":1,"byteOffset":{at},"componentType":5123,"count":{CORNERS},"type":"SCALAR"}}"#
        ));
    }
    let (points, corners) = (SHEETS * POINTS * 8, SHEETS * CORNERS * 2);
    let mut text = format!(
        r#"{{"asset":{{"version":"2.0"}},"extensionsRequired":["KHR_mesh_quantization"],"nodes":[{{"mesh":0}}],
"meshes":[{{"primitives":[{}]}}],"accessors":[{}],
"bufferViews":[{{"buffer":0,"byteLength":{points},"byteStride":8}},{{"buffer":0,"byteOffset":{points},"byteLength":{corners}}}],
"buffers":[{{"byteLength":{}}}]}}"#,
        primitives.join(","),
        accessors.join(","),
        points + corners
    );
    text.push_str(&" ".repeat(text.len().next_multiple_of(4) - text.len()));
    let length = u32::try_from(text.len()).expect("short");
    out.write_all(b"glTF")?;
    for word in [2, 28 + length + points + corners, length] {
        out.write_all(&word.to_le_bytes())?;
    }
    write!(out, "JSON{text}")?;
    out.write_all(&(points + corners).to_le_bytes())?;
    out.write_all(b"BIN\0")?;
    for k in 0..SHEETS * POINTS {
        for value in [k % 256, k / POINTS * 40 + k % 7, k / 256 % 256, 0] {
            out.write_all(&value.to_le_bytes()[..2])?;
        }
    }
    for k in (0..SHEETS).flat_map(|_| 0..255 * 255) {
        let first = k / 255 * 256 + k % 255;
        for corner in [first, first + 1, first + 257, first, first + 257, first + 256] {
            out.write_all(&u32::to_le_bytes(corner)[..2])?;
        }
    }
    Ok(())
}
