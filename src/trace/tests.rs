//! Facts worked out by hand, on scenes of a few voxels; and the drawing, read as XML.

use super::svg::escaped;
use super::{BlockKind, Trace, TraceOptions, Verdict};
use crate::aabb::GridBox;
use crate::batch::Status;
use crate::blocks::{BlockClass, BlockFilter, BlockShape, BlockType, BlockWorld};
use crate::builder::SceneBuilder;
use crate::face::Face;
use crate::methods::{Method, MethodOptions};
use crate::ray::Ray;
use crate::scene::Scene;
use crate::space::{Space, Transform};

fn scene(side: i32, filled: &[[i32; 3]]) -> Scene {
    let bounds = GridBox::with_sides([side; 3]).expect("a small box");
    let mut builder = SceneBuilder::new().bounds(bounds);
    for &voxel in filled {
        builder.insert(voxel, 1).expect("in the box");
    }
    builder.build().expect("a small scene")
}

fn trace(scene: &Scene, ray: &Ray, method: Option<Method>) -> Trace {
    let options = TraceOptions { method, ..TraceOptions::default() };
    Trace::new(scene, ray, &options).expect("a good ray")
}

/// The ray cuts a corner of the one voxel that is filled, and a step of one voxel jumps over it.
fn corner() -> (Scene, Ray) {
    (scene(8, &[[1, 1, 0]]), Ray::between([0.5, 0.25, 0.5], [6.5, 5.25, 0.5]))
}

/// As a strict reader would: elements nest, attributes are quoted, `<` and `&` stand for nothing else. Gives the elements.
fn read_xml(text: &str) -> Vec<String> {
    let (mut open, mut names, mut rest) = (Vec::new(), Vec::new(), text.trim());
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = rest[start..].find('>').expect("a tag ends") + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "elements nest");
            continue;
        }
        let body = tag.strip_suffix('/').unwrap_or(tag);
        let (name, attributes) = body.split_once(' ').unwrap_or((body, ""));
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "a name: {name}");
        check_attributes(attributes);
        names.push(name.to_owned());
        if !tag.ends_with('/') {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "all is closed: {open:?} {rest}");
    names
}

fn check_attributes(attributes: &str) {
    let parts: Vec<_> = attributes.split('"').collect();
    assert_eq!(parts.len() % 2, 1, "quotes come in pairs: {attributes}");
    for pair in parts.chunks_exact(2) {
        assert!(pair[0].trim().ends_with('='), "a name and a value: {attributes}");
        check_text(pair[1]);
    }
}

fn check_text(text: &str) {
    let allowed = |c: char| c >= ' ' || c == '\n';
    assert!(text.chars().all(allowed), "no control characters: {text:?}");
    for (place, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
        assert!(known.iter().any(|name| text[place..].starts_with(name)), "escaped: {text}");
    }
}

#[test]
fn visited_voxels_are_numbered_and_the_hit_is_the_last() {
    let scene = scene(8, &[[5, 2, 3]]);
    let trace = trace(&scene, &Ray::between([2.5, 2.5, 3.5], [6.5, 2.5, 3.5]), None);
    let way: Vec<_> = trace.visited.iter().map(|v| (v.number, v.voxel, v.t)).collect();
    let expected =
        [(1, [2, 2, 3], 0.0), (2, [3, 2, 3], 0.125), (3, [4, 2, 3], 0.375), (4, [5, 2, 3], 0.625)];
    assert_eq!(way, expected, "one voxel after the other");
    let hit = trace.hit.expect("it is on the way");
    assert_eq!((hit.voxel, hit.face, hit.t), ([5, 2, 3], Some(Face::NegX), 0.625), "the hit");
    assert_eq!((hit.normal, hit.distance), (Some([-1, 0, 0]), 2.5), "its normal, its distance");
    assert_eq!((hit.point, trace.steps), ([5.0, 2.5, 3.5], 3), "its place");
    assert_eq!(trace.shown, super::Shown { first: 1, last: 4, left_out: 0 }, "all is shown");
    assert!(trace.method.is_none() && trace.solids == [super::solids::cube([5, 2, 3])], "no more");
}

#[test]
fn runs_in_an_empty_block_are_one_block() {
    // Along x: 16 voxels of an empty chunk, then bricks of a chunk that holds one voxel beside the way.
    let scene = scene(32, &[[20, 3, 3]]);
    let trace = trace(&scene, &Ray::between([0.5, 0.5, 0.5], [31.5, 0.5, 0.5]), None);
    let blocks: Vec<_> =
        trace.skipped.iter().map(|b| (b.kind, b.min[0], b.max[0], b.first, b.last)).collect();
    let expected = [
        (BlockKind::Chunk, 0, 16, 1, 16),
        (BlockKind::Brick, 16, 20, 17, 20),
        (BlockKind::Brick, 24, 28, 25, 28),
        (BlockKind::Brick, 28, 32, 29, 32),
    ];
    assert_eq!(blocks, expected, "the brick from 20 to 24 is not empty");
    assert_eq!((trace.status, trace.visited.len()), (Status::Clear, 32), "it ends in the box");
}

#[test]
fn blocks_are_counted_from_the_corner_of_the_box() {
    let bounds = GridBox::new([-3, -3, -3], [6, 6, 6]).expect("a small box");
    let mut builder = SceneBuilder::new().bounds(bounds);
    builder.insert([5, 5, 5], 1).expect("in the box");
    let scene = builder.build().expect("a small scene");
    let trace = trace(&scene, &Ray::between([-2.5, -2.5, -2.5], [5.5, -2.5, -2.5]), None);
    let blocks: Vec<_> = trace.skipped.iter().map(|b| (b.min, b.max)).collect();
    let expected = [
        ([-3, -3, -3], [1, 1, 1]),
        ([1, -3, -3], [5, 1, 1]),
        // The box ends within the brick.
        ([5, -3, -3], [6, 1, 1]),
    ];
    assert_eq!(blocks, expected, "bricks begin at the corner");
}

/// A carpet of 1/16 block: the bricks are filled up to a quarter of a voxel.
#[test]
fn a_voxel_that_is_filled_in_part_is_drawn_as_its_parts() {
    let mut world = BlockWorld::new();
    let carpet = BlockType::new("carpet", BlockClass::Solid).with_shape(BlockShape::layers(1));
    let carpet = world.add_type(carpet).expect("a type");
    for x in 0..3 {
        world.set_block([x, 0, 0], carpet).expect("a block");
    }
    let scene = world.scene(BlockFilter::SOLID).expect("a small scene");
    let ray = Ray::between([0.5, 1.5, 1.0], [8.5, 1.5, 0.0]);
    let options =
        TraceOptions { space: Space::Grid, method: Some(Method::Exact), ..TraceOptions::default() };
    let trace = Trace::new(&scene, &ray, &options).expect("a good ray");
    let hit = trace.hit.expect("the carpet is below");
    assert_eq!((hit.voxel, hit.face), ([6, 1, 0], Some(Face::PosZ)), "where it comes down");
    assert_eq!(hit.solid.0, [6.0, 1.0, 0.0, 7.0, 2.0, 0.25], "a quarter of the voxel");
    assert!(trace.solids.contains(&hit.solid), "{:?}", trace.solids);
    assert!(trace.solids.iter().all(|solid| solid.0[5] == 0.25), "{:?}", trace.solids);
    let way: Vec<_> = trace.visited.iter().map(|visit| visit.voxel[0]).collect();
    assert_eq!(way, [0, 1, 2, 3, 4, 5, 6], "every voxel up to the hit, in the brick too");
    let method = trace.method.expect("asked for");
    assert_eq!((method.wrong, method.missed.len(), method.added.len()), (false, 0, 0), "exact");
}

#[test]
fn fixed_steps_miss_the_corner_and_what_follows_is_added() {
    let (scene, ray) = corner();
    let trace = trace(&scene, &ray, Some(Method::Step));
    let method = trace.method.as_ref().expect("asked for");
    assert_eq!(trace.hit.map(|hit| hit.voxel), Some([1, 1, 0]), "the exact walk hits");
    assert_eq!((method.verdict, method.wrong, method.hit), (Verdict::Missed, true, None), "missed");
    assert!(method.missed.iter().any(|visit| visit.voxel == [1, 1, 0]), "{:?}", method.missed);
    let way: Vec<_> = trace.visited.iter().map(|visit| visit.voxel).collect();
    let tested: Vec<_> = method.looks.iter().map(|look| look.voxel).collect();
    for visit in &trace.visited {
        let is_missed = method.missed.contains(visit);
        assert_eq!(is_missed, !tested.contains(&visit.voxel), "{visit:?}");
    }
    assert!(!method.added.is_empty(), "it goes on after the hit");
    assert!(method.added.iter().all(|v| tested.contains(v) && !way.contains(v)), "{method:?}");
    let story = &trace.story[0];
    for part in ["Fixed steps of 1 voxel jump over voxel (1, 1, 0)", "says: nothing hit"] {
        assert!(story.contains(part), "{part}: {story}");
    }
}

#[test]
fn filled_gaps_the_walk_and_the_exact_walk_find_the_corner() {
    let (scene, ray) = corner();
    for method in [Method::Gapfill, Method::Walk, Method::Exact] {
        let trace = trace(&scene, &ray, Some(method));
        let found = trace.method.as_ref().expect("asked for");
        assert_eq!(found.hit.map(|hit| hit.voxel), Some([1, 1, 0]), "{method}");
        assert_ne!(found.verdict, Verdict::Missed, "{method}");
        assert!(trace.story[0].contains("(1, 1, 0)"), "{method}: {}", trace.story[0]);
    }
    let exact = trace(&scene, &ray, Some(Method::Exact)).method.expect("asked for");
    assert_eq!((exact.wrong, exact.added.len(), exact.missed.len()), (false, 0, 0), "itself");
}

#[test]
fn long_ways_are_shown_near_the_hit_and_the_story_says_so() {
    let scene = scene(100, &[[90, 0, 0]]);
    let trace = trace(&scene, &Ray::between([0.5, 0.5, 0.5], [99.5, 0.5, 0.5]), None);
    assert_eq!(trace.visited.len(), 91, "all are known");
    assert_eq!(trace.shown, super::Shown { first: 68, last: 91, left_out: 67 }, "the last 24");
    let last = trace.story.last().expect("sentences");
    assert!(last.contains("68 to 91 of 91") && last.contains("67 are left out"), "{last}");
}

#[test]
fn planes_that_decide_are_the_latest_entry_and_the_earliest_exit() {
    let scene = scene(8, &[]);
    let trace = trace(&scene, &Ray::between([-2.0, 1.0, 5.0], [14.0, 5.0, 5.0]), None);
    let planes: Vec<_> =
        trace.planes.iter().map(|p| (p.axis, p.enters, p.plane, p.t, p.decides)).collect();
    let expected = [
        (0, true, 0, 0.125, true),
        (0, false, 8, 0.625, true),
        (1, true, 0, -0.25, false),
        (1, false, 8, 1.75, false),
    ];
    assert_eq!(planes, expected, "z is parallel and crosses none");
}

#[test]
fn rays_that_miss_the_box_are_drawn_and_told_why() {
    let scene = scene(8, &[[4, 4, 4]]);
    for (from, to, why) in [
        ([-1.0, 4.0, 20.0], [9.0, 4.0, 12.0], "when it has left its x planes"),
        ([-9.0, 4.0, 4.0], [-1.0, 4.0, 4.0], "before it would enter at t = 1.125"),
        ([20.0, 4.0, 4.0], [30.0, 4.0, 4.0], "when its line has left the box"),
        ([0.0, 9.0, 4.0], [8.0, 9.0, 4.0], "parallel to its y planes"),
        ([1e9, 3e9, 4.0], [1e9, 3.1e9, 4.0], "parallel to its x planes"),
    ] {
        for method in [None, Some(Method::Step)] {
            let trace = trace(&scene, &Ray::between(from, to), method);
            assert_eq!((trace.status, trace.visited.len()), (Status::Outside, 0), "{why}");
            let story = trace.story.join(" ");
            assert!(story.contains(why) && story.contains("does not meet the box"), "{story}");
            read_xml(&trace.to_svg([640, 480]));
        }
    }
}

#[test]
fn rays_from_inside_and_from_very_far_are_traced() {
    let scene = scene(8, &[[4, 4, 4]]);
    let inside = trace(&scene, &Ray::between([4.5, 4.5, 4.5], [9.0, 5.0, 4.5]), None);
    assert_eq!(inside.status, Status::Inside, "it starts in the voxel");
    assert!(inside.story[0].contains("starts inside voxel (4, 4, 4)"), "{}", inside.story[0]);
    let far = trace(&scene, &Ray::between([-1e9, 4.5, 4.5], [1e9, 4.5, 4.5]), Some(Method::Exact));
    assert_eq!(far.hit.map(|hit| hit.voxel), Some([4, 4, 4]), "found from afar");
    let endless = trace(&scene, &Ray::new([0.5, 4.5, 4.5], [1e-30, 0.0, 0.0]), None);
    assert_eq!(endless.hit.map(|hit| hit.voxel), Some([4, 4, 4]), "a direction of any length");
    for trace in [inside, far, endless] {
        let svg = trace.to_svg([1200, 800]);
        read_xml(&svg);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}

#[test]
fn world_rays_are_traced_in_the_grid() {
    let scene = scene(8, &[[4, 4, 4]]);
    let there = Transform::new([100.0, 0.0, 0.0], [2.0; 3]).expect("a sound transform");
    let scene = scene.with_transform(there);
    let world = trace(&scene, &Ray::between([101.0, 9.0, 9.0], [115.0, 9.0, 9.0]), None);
    let ray = Ray::between([0.5, 4.5, 4.5], [7.5, 4.5, 4.5]);
    let options = TraceOptions { space: Space::Grid, ..TraceOptions::default() };
    let grid = Trace::new(&scene, &ray, &options).expect("a good ray");
    assert_eq!(world, grid, "the same ray");
    let hit = grid.hit.expect("on the way");
    assert_eq!((hit.point[0], hit.world_point[0], hit.distance), (4.0, 108.0, 3.5), "places");
}

#[test]
fn what_is_no_ray_is_refused_in_a_sentence() {
    let scene = scene(8, &[]);
    let nan = Ray::between([f64::NAN, 0.0, 0.0], [1.0; 3]);
    let huge = Ray::between([-1.7e308; 3], [1.7e308; 3]);
    for (ray, part) in [
        (Ray::between([1.0; 3], [1.0; 3]), "ends where it starts"),
        (nan, "must be finite"),
        (huge, "give nearer points"),
        (Ray::new([0.5; 3], [1.0; 3]).with_t_near(-1.0), "not negative"),
    ] {
        let error = Trace::new(&scene, &ray, &TraceOptions::default()).expect_err("no ray");
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
    let ray = Ray::between([0.5; 3], [7.5, 7.5, 7.0]);
    for (step, part) in [(0.0, "a step must be"), (f64::NAN, "a step must be")] {
        let method_options = MethodOptions { step, ..MethodOptions::default() };
        let options =
            TraceOptions { method: Some(Method::Step), method_options, ..TraceOptions::default() };
        let error = Trace::new(&scene, &ray, &options).expect_err("no step");
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
}

#[test]
fn drawings_are_xml_whatever_the_scene_is_called() {
    let (scene, ray) = corner();
    let name = "</title><script>&\"'\u{1}\u{7}]]> -- ü.vox";
    for method in [None, Some(Method::Step), Some(Method::Gapfill), Some(Method::Walk)] {
        for size in [[1, 1], [640, 480], [3000, 400], [300, 3000]] {
            let options = TraceOptions { scene: name.into(), method, ..TraceOptions::default() };
            let trace = Trace::new(&scene, &ray, &options).expect("a good ray");
            let svg = trace.to_svg(size);
            let names = read_xml(&svg);
            assert!(!names.contains(&"script".into()), "the name is text");
            for name in ["svg", "style", "path", "circle", "text"] {
                assert!(names.contains(&name.into()), "{name} is there");
            }
            assert!(!svg.contains("NaN"), "numbers: {svg}");
        }
    }
    assert_eq!(escaped("a<b>&\"\u{2}"), "a&lt;b&gt;&amp;&quot;\u{fffd}", "escaped");
}

#[test]
fn nothing_in_a_name_ends_the_script_of_the_page() {
    let (scene, ray) = corner();
    let name = "</script><!-- <script>".to_owned();
    let options = TraceOptions { scene: name.clone(), ..TraceOptions::default() };
    let page = Trace::new(&scene, &ray, &options).expect("a good ray").to_html().expect("a page");
    let content = page.split("id=\"content\">").nth(1).expect("the content");
    let content = content.split("</script>").next().expect("its end");
    let content: serde_json::Value = serde_json::from_str(content).expect("JSON, whole");
    let title = content["picture"]["title"].as_str().expect("text");
    assert!(title.ends_with(&name), "{title}");
}

#[test]
fn json_has_the_keys_that_are_told() {
    let (scene, ray) = corner();
    let text = trace(&scene, &ray, Some(Method::Step)).to_json().expect("JSON");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let keys: Vec<_> = json.as_object().expect("an object").keys().cloned().collect();
    let mut told = [
        "schema", "scene", "ray", "box", "status", "steps", "hit", "visited", "skipped", "planes",
        "method", "shown", "solids", "story",
    ];
    told.sort_unstable();
    assert_eq!(keys, told, "at the top");
    assert_eq!(json["schema"], super::SCHEMA, "the version");
    assert_eq!(json["status"], "hit", "by name");
    assert_eq!(json["hit"]["face"], "-y", "by name");
    assert_eq!(json["visited"][0]["number"], 1, "from 1");
    assert_eq!(json["solids"][0], serde_json::json!([1.0, 1.0, 0.0, 2.0, 2.0, 1.0]), "a box");
    assert_eq!(json["method"]["verdict"], "missed", "by name");
    assert_eq!(json["planes"][0]["axis"], "x", "by name");
    let endless = trace(&scene, &Ray::new([0.5; 3], [1.0, 0.0, 0.0]), None);
    let json: serde_json::Value =
        serde_json::from_str(&endless.to_json().expect("JSON")).expect("JSON");
    assert!(json["ray"]["t_far"].is_null() && json["hit"].is_null(), "there is none");
}
