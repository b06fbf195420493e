//! Ctrl-C: exit code 3, one line, and no file that was not finished.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Outcome, Place};

/// Waits until the program listens for the signal: before, it would end without a word.
fn wait_until_it_listens(child: &Child) {
    const SIGINT: u64 = 1 << 1;
    let started = Instant::now();
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
        if u64::from_str_radix(caught.trim(), 16).expect("a mask") & SIGINT > 0 {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "it never listens");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Starts, waits until it works, sends the signal, and gives what becomes of it. The jobs would take minutes.
fn interrupted(place: &Place, words: &str, works: impl Fn(&Place) -> bool) -> Outcome {
    let mut child = place.command(words);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start");
    wait_until_it_listens(&child);
    while !works(place) {
        assert!(child.try_wait().expect("a child").is_none(), "{words}: ended by itself");
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(sent.expect("sh").success(), "{words}: the signal is sent");
    let sent = Instant::now();
    let outcome = Outcome::new(words, child.wait_with_output().expect("an end"));
    eprintln!("{words}: ended {:.3} s after the signal", sent.elapsed().as_secs_f64());
    outcome
}

/// Whether a result is being written.
fn writes(place: &Place) -> bool {
    place.names().iter().any(|name| name.ends_with(".part"))
}

/// Rays for about 10^10 casts when repeated.
fn many_rays(place: &Place) {
    let ray = [-1.0, 32.5, 12.5, 1.0, 0.02, 0.01];
    place.write("many.npy", super::npy::rays(6, &ray.repeat(200_000)));
}

#[test]
fn a_long_cast_is_cancelled() {
    let place = Place::new();
    many_rays(&place);
    place.write("hits.npz", "old");
    for output in ["hits.npz", "new.csv"] {
        let words = format!("cast datasets/hills.vox many.npy -o {output} --repeat 60000 --quiet");
        let sentence = interrupted(&place, &words, writes).sentence(3);
        assert!(sentence.contains("cancelled"), "{sentence}");
    }
    assert_eq!(place.names(), ["hits.npz", "many.npy"], "nothing new, no temporary file");
    assert_eq!(place.read("hits.npz"), b"old", "the old result is as it was");
}

#[test]
fn a_scene_that_is_being_made_is_given_up() {
    let place = Place::new();
    let scene = "demo:terrain?size=4096&height=64";
    for words in [
        format!("cast {scene} datasets/rays.npy -o hits.npz"),
        format!("los {scene} datasets/pairs.csv -o seen.npz"),
    ] {
        assert!(interrupted(&place, &words, writes).sentence(3).contains("cancelled"), "{words}");
    }
    for words in [format!("info {scene}"), format!("convert {scene} terrain.vxr")] {
        assert!(interrupted(&place, &words, |_| true).sentence(3).contains("cancelled"), "{words}");
    }
    assert!(place.names().is_empty(), "no file is left: {:?}", place.names());
}

/// Files without a byte on the disk that would take long to read; what they become takes gigabytes.
#[test]
fn a_file_that_is_being_read_is_given_up() {
    let place = Place::new();
    // Some ones, and then zeros up to two thousand million, which the file system keeps nowhere.
    let head = super::npy::npy("|u1", "1024, 2048, 1024", &[1; 1 << 20]);
    place.write("large.npy", &head);
    let file = fs::File::options().write(true).open(place.path("large.npy")).expect("the file");
    file.set_len(head.len() as u64 - (1 << 20) + (1 << 31)).expect("a file with holes");
    for words in [
        "convert large.npy other.vxr",
        "info large.npy",
        "cast large.npy datasets/rays.npy -o hits.npz",
    ] {
        // Some of it is read by then.
        let is_at_it = |_: &Place| {
            std::thread::sleep(Duration::from_millis(100));
            true
        };
        let sentence = interrupted(&place, words, is_at_it).sentence(3);
        assert!(sentence.contains("cancelled"), "{words}: {sentence}");
        assert_eq!(place.names(), ["large.npy"], "{words}: no file is left");
    }
}

/// While much is held, which takes long to give back.
#[test]
fn a_cast_in_a_large_scene_is_given_up() {
    let place = Place::new();
    many_rays(&place);
    let words = "cast demo:noise?size=512&p=0.5 many.npy -o hits.npz --repeat 60000 --quiet";
    let is_at_it = |place: &Place| {
        std::thread::sleep(Duration::from_millis(10));
        writes(place)
    };
    let sentence = interrupted(&place, words, is_at_it).sentence(3);
    assert!(sentence.contains("cancelled"), "{sentence}");
    assert_eq!(place.names(), ["many.npy"], "no file is left");
}

#[test]
fn a_picture_is_given_up() {
    let place = Place::new();
    let words = "render datasets/hills.vox -o hills.png --size 8192x8192 --samples 8 --quiet";
    let sentence = interrupted(&place, words, |_| true).sentence(3);
    assert!(sentence.contains("cancelled"), "{sentence}");
    assert!(place.names().is_empty(), "no file is left: {:?}", place.names());
}

#[test]
fn a_check_and_a_demo_are_given_up() {
    let place = Place::new();
    for words in ["verify --count 1000000 --quiet", "demo -o shown --quiet"] {
        let outcome = interrupted(&place, words, |_| true);
        assert_eq!(outcome.code, Some(3), "{words}: {}", outcome.stderr);
        assert!(outcome.stderr.starts_with("voxray: cancelled"), "{words}: {}", outcome.stderr);
    }
    let shown = place.path("shown");
    let parts = shown.read_dir().map_or(0, |files| {
        let name = |file: std::io::Result<fs::DirEntry>| file.expect("an entry").file_name();
        files.map(name).filter(|name| name.to_string_lossy().ends_with(".part")).count()
    });
    assert_eq!(parts, 0, "no temporary file");
}

#[test]
fn a_comparison_of_methods_is_given_up() {
    let place = Place::new();
    let words = "methods datasets/hills.vox demo:camera?count=20000000 --json figures.json --quiet";
    let sentence = interrupted(&place, words, writes).sentence(3);
    assert!(sentence.contains("cancelled"), "{sentence}");
    assert!(place.names().is_empty(), "no file is left: {:?}", place.names());
}

#[test]
fn a_benchmark_is_given_up() {
    let place = Place::new();
    for words in [
        "bench --json figures.json --html page.html --quiet",
        "bench --sections world --largest 8192 --json figures.json --quiet",
    ] {
        let sentence = interrupted(&place, words, writes).sentence(3);
        assert!(sentence.contains("cancelled"), "{sentence}");
        assert!(place.names().is_empty(), "no file is left: {:?}", place.names());
    }
}
