//! Rows of results, compared bit by bit.

use voxray::{Columns, Face, Hit, HitBatch, Isa, Options, Ray, Scene, Space, Status};

use super::storage::{Layout, Stored};

/// The instruction sets of this machine. Those that are left out are said on stderr, once per test that asks.
pub(crate) fn all_isas() -> Vec<Isa> {
    let top = Isa::best();
    for isa in Isa::ALL.into_iter().filter(|&isa| isa > top) {
        eprintln!("not tested: {isa} (this machine, or VOXRAY_ISA, allows {top} at most)");
    }
    Isa::available().filter(|&isa| isa <= top).collect()
}

/// Grid space, every column, one thread.
pub(crate) fn all_columns() -> Options {
    Options { columns: Columns::ALL, space: Space::Grid, threads: 1, ..Options::default() }
}

/// The rows of these rays by the plain walk.
pub(crate) fn reference_rows(scene: &Scene, rays: &[Ray], options: &Options) -> Vec<Hit> {
    rays.iter().map(|ray| scene.cast_ray_reference(ray, options)).collect()
}

/// Row `index` of a batch with all columns.
pub(crate) fn row(hits: &HitBatch, index: usize) -> Hit {
    Hit {
        t_hit: hits.t_hit[index],
        voxel: hits.voxel[index],
        face: Face::from_number(hits.face[index]),
        material: hits.material[index],
        status: Status::from_number(hits.status[index]).expect("the number of a status"),
        steps: hits.steps[index],
        point: hits.point[index],
    }
}

/// Asserts that two rows are the same bits.
pub(crate) fn assert_row_equal(expected: &Hit, found: &Hit, ray: &Ray, context: &str) {
    let bits = |hit: &Hit| {
        let numbers = (hit.t_hit.to_bits(), hit.point.map(f64::to_bits), hit.voxel, hit.steps);
        (numbers, hit.face, hit.material, hit.status)
    };
    assert!(
        bits(expected) == bits(found),
        "{context}\n  ray      {ray:?}\n  expected {expected:?}\n  found    {found:?}"
    );
    let zeros = [f64::from(found.t_hit), found.point[0], found.point[1], found.point[2]];
    let negative_zero = zeros.iter().any(|x| *x == 0.0 && x.is_sign_negative());
    assert!(!negative_zero, "{context}: -0.0 in {found:?} of {ray:?}");
}

/// Asserts that the columns of `hits`, which are all or some, hold the rows `expected`, and that the summary counts them.
pub(crate) fn assert_rows_equal(expected: &[Hit], hits: &HitBatch, rays: &[Ray], context: &str) {
    let n = expected.len();
    let lengths = [
        hits.t_hit.len(),
        hits.voxel.len(),
        hits.face.len(),
        hits.material.len(),
        hits.status.len(),
        hits.steps.len(),
        hits.point.len(),
    ];
    let fits = lengths.iter().all(|&length| length == n || length == 0);
    assert!(fits, "{context}: columns of {lengths:?} rows for {n} rays");
    for (index, (hit, ray)) in expected.iter().zip(rays).enumerate() {
        let found = row_or(hits, index, hit);
        assert_row_equal(hit, &found, ray, &format!("{context}, ray {index} of {n}"));
        if let Some(&face) = hits.face.get(index) {
            assert_eq!(face, hit.face.map_or(255, |f| f as u8), "{context}: number of no face");
        }
    }
    assert_summary(expected, hits, context);
}

/// Row `index`, with the entries of `other` where there is no such column.
fn row_or(hits: &HitBatch, index: usize, other: &Hit) -> Hit {
    let status = hits.status.get(index).map(|&number| Status::from_number(number));
    Hit {
        t_hit: *hits.t_hit.get(index).unwrap_or(&other.t_hit),
        voxel: *hits.voxel.get(index).unwrap_or(&other.voxel),
        face: hits.face.get(index).map_or(other.face, |&face| Face::from_number(face)),
        material: *hits.material.get(index).unwrap_or(&other.material),
        status: status.map_or(other.status, |status| status.expect("the number of a status")),
        steps: *hits.steps.get(index).unwrap_or(&other.steps),
        point: *hits.point.get(index).unwrap_or(&other.point),
    }
}

fn assert_summary(expected: &[Hit], hits: &HitBatch, context: &str) {
    for status in Status::ALL {
        let count = expected.iter().filter(|hit| hit.status == status).count() as u64;
        assert_eq!(hits.summary.count(status), count, "{context}: rays that are {status:?}");
    }
    let is_invalid = |&index: &u64| expected[index as usize].status == Status::Invalid;
    let invalid: Vec<u64> = (0..expected.len() as u64).filter(is_invalid).take(16).collect();
    assert_eq!(hits.summary.invalid_indices(), invalid, "{context}: lowest invalid indices");
}

/// Casts one grid-space ray on every path there is (the reference, one by one, in a batch, each instruction set), asserts
/// that all give the same row, and returns it.
pub(crate) fn cast_everywhere(scene: &Scene, ray: &Ray, options: &Options) -> Hit {
    let options = Options { columns: Columns::ALL, space: Space::Grid, ..options.clone() };
    let expected = scene.cast_ray_reference(ray, &options);
    for isa in all_isas() {
        for count in [1, 17] {
            let rays = vec![*ray; count];
            let stored = Stored::<f64>::new(&rays, Layout::Rows(8));
            let options = Options { isa: Some(isa), ..options.clone() };
            let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
            assert_rows_equal(&vec![expected; count], &hits, &rays, &format!("{isa} x {count}"));
            let occluded = scene.test_occlusions(stored.view(), &options).expect("a cast");
            let any = u8::from(expected.t_hit < f32::INFINITY);
            assert_eq!(occluded, vec![any; count], "{isa}: occlusion of {ray:?}");
        }
    }
    let alone = Options { space: Space::Grid, ..Options::default() };
    let same_meaning = options.t_near == alone.t_near
        && options.t_far == alone.t_far
        && options.max_steps == alone.max_steps
        && !options.skip_inside;
    if same_meaning && scene.transform().is_identity() {
        let single = scene.cast_ray(ray);
        assert_eq!(single.is_some(), expected.status.is_hit(), "cast_ray of {ray:?}");
        if let Some(hit) = single {
            assert_row_equal(&expected, &hit, ray, "cast_ray");
        }
    }
    expected
}
