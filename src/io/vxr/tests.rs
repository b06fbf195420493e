//! Files whose check sums are right and whose contents are made to do harm.

use std::path::Path;

use super::header::{BODY, Header, Span, Spans};
use crate::aabb::GridBox;
use crate::error::Result;
use crate::io::options::LoadOptions;
use crate::scene::Scene;
use crate::space::Transform;

/// One chunk with one brick of two voxels of different materials, which a box of one and a half covers.
fn sound() -> (Header, Vec<u8>) {
    let mut body = vec![0; 448];
    body[..16].copy_from_slice(&[1_u32, 0, 0, 1].map(u32::to_le_bytes).concat());
    body[64..72].copy_from_slice(&3_u64.to_le_bytes());
    body[192..196].copy_from_slice(&[7, 0, 9, 0]);
    body[256..260].copy_from_slice(&1_u32.to_le_bytes());
    body[320..344]
        .copy_from_slice(&[0.0_f32, 1.5, 0.0, 1.0, 0.0, 1.0].map(f32::to_le_bytes).concat());
    let span = |first_byte, entries| Span { first_byte, entries };
    let spans = Spans {
        records: span(256, 2),
        words: span(320, 1),
        entries: span(384, 1),
        values: span(448, 2),
        shapes: span(512, 1),
        boxes: span(576, 1),
        palette: span(640, 0),
        place: span(640, 0),
    };
    let header = Header {
        bounds: GridBox { min: [0; 3], max: [2, 1, 1] },
        transform: Transform::default(),
        voxels: 2,
        uniform: None,
        spans,
        file_bytes: (BODY + body.len()) as u64,
        body_sum: 0,
    };
    (header, body)
}

fn load(folder: &Path, header: &Header, body: &[u8]) -> Result<Scene> {
    let path = folder.join("crafted.vxr");
    std::fs::write(&path, [&header.to_bytes(), body].concat()).expect("a temporary folder");
    super::load(&path, &LoadOptions::default()).map(|(scene, _)| scene)
}

#[test]
fn the_layout_is_as_in_the_picture() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (header, body) = sound();
    let scene = load(folder.path(), &header, &body).expect("sound");
    assert_eq!((scene.material([0, 0, 0]), scene.material([1, 0, 0])), (7, 9), "the two voxels");
    let from_the_right = crate::Ray::new([2.0, 0.5, 0.5], [-1.0, 0.0, 0.0]);
    let hit = scene.cast_ray(&from_the_right).expect("the box");
    assert_eq!((hit.t_hit, hit.material), (0.5, 9), "the box in the second voxel");
}

#[test]
fn headers_made_to_do_harm_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (sound, body) = sound();
    let spans = sound.spans;
    let with = |spans: Spans| Header { spans, ..sound };
    let moved = |span: Span, first_byte, entries| Span {
        first_byte: span.first_byte + first_byte,
        entries,
    };
    for (what, header) in [
        (
            "records past the end",
            with(Spans { records: moved(spans.records, 1 << 40, 2), ..spans }),
        ),
        (
            "records that wrap",
            with(Spans { records: moved(spans.records, 0, u64::MAX / 8), ..spans }),
        ),
        ("records too few", with(Spans { records: moved(spans.records, 0, 1), ..spans })),
        ("records too many", with(Spans { records: moved(spans.records, 0, 4), ..spans })),
        ("words out of line", with(Spans { words: moved(spans.words, 4, 1), ..spans })),
        ("no words", with(Spans { words: moved(spans.words, 0, 0), ..spans })),
        ("no entries", with(Spans { entries: moved(spans.entries, 0, 0), ..spans })),
        ("values past the end", with(Spans { values: moved(spans.values, 0, 1000), ..spans })),
        ("a palette past the end", with(Spans { palette: moved(spans.palette, 0, 128), ..spans })),
        ("a place past the end", with(Spans { place: moved(spans.place, 0, 128), ..spans })),
        ("half a place", with(Spans { place: moved(spans.place, 0, 3), ..spans })),
        ("shapes too many", with(Spans { shapes: moved(spans.shapes, 0, 2), ..spans })),
        ("no boxes", with(Spans { boxes: moved(spans.boxes, 0, 0), ..spans })),
        ("boxes that are none", with(Spans { boxes: moved(spans.boxes, 8, 1), ..spans })),
        ("boxes past the end", with(Spans { boxes: moved(spans.boxes, 0, 1 << 40), ..spans })),
        ("half a palette", with(Spans { palette: moved(spans.palette, 0, 5), ..spans })),
        ("a box inside out", Header { bounds: GridBox { min: [2; 3], max: [0; 3] }, ..sound }),
        ("a vast box", Header { bounds: GridBox { min: [0; 3], max: [1 << 17; 3] }, ..sound }),
        ("a larger box", Header { bounds: GridBox { min: [0; 3], max: [40; 3] }, ..sound }),
        (
            "no voxel size",
            Header { transform: Transform { voxel_size: [0.0; 3], ..sound.transform }, ..sound },
        ),
        ("a wrong length", Header { file_bytes: 4096, ..sound }),
    ] {
        let refused = load(folder.path(), &header, &body);
        assert!(refused.is_err(), "{what}");
    }
}

#[test]
fn records_made_to_do_harm_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (header, body) = sound();
    for (what, record) in [
        ("a base past the words", [1_u32, 1, 0, 2]),
        ("bricks past the words", [3, 0, 0, 2]),
        ("halves that do not join", [1, 0, 0, 0]),
        ("no brick", [0, 0, 0, 0]),
        ("an empty chunk of no reach", [0, 1 << 31, 0, 1 << 31]),
    ] {
        let mut body = body.clone();
        body[..16].copy_from_slice(&record.map(u32::to_le_bytes).concat());
        assert!(load(folder.path(), &header, &body).is_err(), "{what}");
    }
}

#[test]
fn values_out_of_reach_are_unnamed_materials() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (header, mut body) = sound();
    body[128..132].copy_from_slice(&1_u32.to_le_bytes());
    let scene = load(folder.path(), &header, &body).expect("the records are sound");
    assert_eq!(scene.material([1, 0, 0]), 1, "values[2] is not there");
}
