//! Named edge cases: small scenes and rays with answers worked out by hand.

use crate::aabb::GridBox;
use crate::batch::{Columns, RayBatch, Status};
use crate::builder::SceneBuilder;
use crate::coord::NO_VOXEL;
use crate::error::Result;
use crate::face::{Face, NO_FACE};
use crate::options::Options;
use crate::ray::Ray;
use crate::simd::Isa;
use crate::space::Space;

/// What became of a named case.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedOutcome {
    /// Its name.
    pub name: &'static str,
    /// Empty where every instruction set gave the right answer; else what one gave.
    pub fault: String,
}

/// The answer to a ray: status, `t_hit`, voxel, face.
type Answer = (Status, f32, [i32; 3], u8);

struct NamedCase {
    name: &'static str,
    /// The lower corner and the sides of the box.
    bounds: [[i32; 3]; 2],
    filled: &'static [[i32; 3]],
    ray: Ray,
    answer: Answer,
}

/// Runs every named case on these instruction sets.
///
/// # Errors
/// Where an instruction set is missing.
pub fn named_cases(isas: &[Isa]) -> Result<Vec<NamedOutcome>> {
    cases().iter().map(|case| run(case, isas)).collect()
}

fn run(case: &NamedCase, isas: &[Isa]) -> Result<NamedOutcome> {
    let [min, sides] = case.bounds;
    let bounds = GridBox::new(min, [0, 1, 2].map(|a| min[a] + sides[a]))?;
    let mut builder = SceneBuilder::new().bounds(bounds);
    case.filled.iter().try_for_each(|&voxel| builder.insert(voxel, 1))?;
    let scene = builder.build()?;
    let mut rays = RayBatch::<f64>::default();
    rays.push(&case.ray);
    let mut fault = String::new();
    for &isa in isas {
        let columns = Columns::default();
        let options = Options { columns, space: Space::Grid, isa: Some(isa), ..Options::default() };
        let hits = scene.cast_rays(&rays, &options)?;
        let status = Status::from_number(hits.status[0]).unwrap_or(Status::Invalid);
        let got: Answer = (status, hits.t_hit[0], hits.voxel[0], hits.face[0]);
        if got != case.answer {
            fault = format!("{isa}: {got:?} instead of {:?}", case.answer);
        }
    }
    Ok(NamedOutcome { name: case.name, fault })
}

const BOX: [[i32; 3]; 2] = [[0; 3], [16; 3]];

fn none(status: Status) -> Answer {
    (status, f32::INFINITY, [NO_VOXEL; 3], NO_FACE)
}

fn hit(t: f32, voxel: [i32; 3], face: Face) -> Answer {
    (Status::Hit, t, voxel, face as u8)
}

fn case(
    name: &'static str,
    filled: &'static [[i32; 3]],
    origin: [f64; 3],
    direction: [f64; 3],
    answer: Answer,
) -> NamedCase {
    NamedCase { name, bounds: BOX, filled, ray: Ray::new(origin, direction), answer }
}

fn cases() -> Vec<NamedCase> {
    let mut all = parallel_cases();
    all.extend(edge_cases());
    all.extend(range_cases());
    all.extend(invalid_cases());
    all
}

fn parallel_cases() -> Vec<NamedCase> {
    let far_end = [15, 3, 5];
    let end = &[[15, 3, 5]];
    vec![
        case("edge_line", end, [-2.0, 3.0, 5.0], [1.0, 0.0, 0.0], hit(17.0, far_end, Face::NegX)),
        case("parallel_outside", end, [-2.0, 16.5, 5.0], [1.0, 0.0, 0.0], none(Status::Outside)),
        case(
            "negative_zero",
            end,
            [-2.0, 3.5, 5.5],
            [1.0, -0.0, -0.0],
            hit(17.0, far_end, Face::NegX),
        ),
        case(
            "zero_axis_never_chosen",
            end,
            [7.0, -4.0, 7.0],
            [0.0, 1.0, 0.0],
            none(Status::Escaped),
        ),
        case(
            "parallel_on_plane",
            &[[0, 9, 0]],
            [0.0, -1.0, 0.5],
            [0.0, 1.0, 0.0],
            hit(10.0, [0, 9, 0], Face::NegY),
        ),
        case(
            "parallel_on_upper_plane",
            &[[15, 9, 0]],
            [16.0, -1.0, 0.5],
            [0.0, 1.0, 0.0],
            none(Status::Outside),
        ),
        case(
            "tiny_component",
            end,
            [0.5, 3.5, 5.5],
            [1.0, 1e-38, 1e-45],
            hit(14.5, far_end, Face::NegX),
        ),
        case(
            "tiny_direction",
            end,
            [0.5, 3.5, 5.5],
            [1e-37, 0.0, 0.0],
            hit(1.45e38, far_end, Face::NegX),
        ),
        case(
            "unnormalised",
            end,
            [-5.0, 3.5, 5.5],
            [10.0, 0.0, 0.0],
            hit(2.0, far_end, Face::NegX),
        ),
    ]
}

fn edge_cases() -> Vec<NamedCase> {
    let diagonal = &[[0, 0, 0], [1, 1, 0]];
    vec![
        case("exit_tie", &[[2, 15, 0]], [0.5, 14.5, 0.5], [1.0, 1.0, 0.0], none(Status::Escaped)),
        case(
            "start_on_face",
            &[[4, 4, 4]],
            [4.0, 4.5, 4.5],
            [1.0, 0.0, 0.0],
            hit(0.0, [4, 4, 4], Face::NegX),
        ),
        case(
            "start_on_box_face",
            &[[15, 4, 4]],
            [16.0, 4.5, 4.5],
            [-2.0, 0.0, 0.0],
            hit(0.0, [15, 4, 4], Face::PosX),
        ),
        case("leave_face", &[[4, 4, 4]], [5.0, 4.5, 4.5], [1.0, 0.0, 0.0], none(Status::Escaped)),
        // Both planes are crossed at t = 1, x first: into (1, 1, 0).
        case(
            "diagonal_wall",
            diagonal,
            [0.0, 2.0, 0.5],
            [1.0, -1.0, 0.0],
            hit(1.0, [1, 1, 0], Face::NegX),
        ),
        // x, then y, then z: the face is that of the last.
        case(
            "corner_hit",
            &[[4, 4, 4]],
            [1.0, 1.0, 1.0],
            [1.0, 1.0, 1.0],
            hit(3.0, [4, 4, 4], Face::NegZ),
        ),
        case(
            "whole_number_origin",
            &[[2, 5, 7]],
            [3.0, 5.0, 7.0],
            [-1.0, 0.0, 0.0],
            hit(0.0, [2, 5, 7], Face::PosX),
        ),
        NamedCase {
            bounds: [[-4; 3], [8; 3]],
            ..case(
                "truncation",
                &[[-1, 0, 0]],
                [-3.5, 0.5, 0.5],
                [1.0, 0.0, 0.0],
                hit(2.5, [-1, 0, 0], Face::NegX),
            )
        },
    ]
}

fn range_cases() -> Vec<NamedCase> {
    let wall = &[[8, 8, 8]];
    let origin = [0.5, 8.5, 8.5];
    let ahead = [1.0, 0.0, 0.0];
    let at = |name, t_near: f32, t_far: f32, answer| NamedCase {
        ray: Ray::new(origin, ahead).with_t_near(t_near).with_t_far(t_far),
        ..case(name, wall, origin, ahead, answer)
    };
    let inside = (Status::Inside, 7.75, [8, 8, 8], NO_FACE);
    vec![
        case("empty_scene_inf", &[], [-3.0, 2.0, 5.0], [0.3, 0.2, 0.1], none(Status::Escaped)),
        at("end_on_plane", 0.0, 7.5, hit(7.5, [8, 8, 8], Face::NegX)),
        at("end_before_plane", 0.0, 7.5_f32.next_down(), none(Status::Clear)),
        at("start_at_plane", 7.5, f32::INFINITY, hit(7.5, [8, 8, 8], Face::NegX)),
        at("origin_inside_solid", 7.75, f32::INFINITY, inside),
        at("range_upside_down", 5.0, 4.0, none(Status::Outside)),
        NamedCase {
            ray: Ray::new([-2.0, 8.5, 8.5], ahead).with_t_far(2.0_f32.next_down()),
            ..case("end_before_box", &[[0, 8, 8]], origin, ahead, none(Status::Outside))
        },
    ]
}

fn invalid_cases() -> Vec<NamedCase> {
    let invalid = none(Status::Invalid);
    let inf = f64::INFINITY;
    vec![
        case("zero_direction", &[[0; 3]], [0.5; 3], [0.0, -0.0, 0.0], invalid),
        case("nan_origin", &[[0; 3]], [0.5, f64::NAN, 0.5], [1.0, 0.0, 0.0], invalid),
        case("nan_direction", &[[0; 3]], [0.5; 3], [1.0, 0.0, f64::NAN], invalid),
        case("inf_direction", &[[0; 3]], [0.5; 3], [1.0, inf, 0.0], invalid),
        case("inf_origin", &[[0; 3]], [0.5, 0.5, -inf], [1.0, 0.0, 0.0], invalid),
        NamedCase {
            ray: Ray::new([0.5; 3], [1.0; 3]).with_t_near(-1.0),
            ..case("negative_start", &[[0; 3]], [0.5; 3], [1.0; 3], invalid)
        },
        NamedCase {
            ray: Ray::new([0.5; 3], [1.0; 3]).with_t_far(f32::NAN),
            ..case("nan_end", &[[0; 3]], [0.5; 3], [1.0; 3], invalid)
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_case_has_its_answer_on_every_isa() {
        let isas: Vec<Isa> = Isa::available().collect();
        for outcome in named_cases(&isas).expect("available instruction sets") {
            assert_eq!(outcome.fault, "", "{}", outcome.name);
        }
    }
}
