//! Readers that go away, and files that are none.

use std::process::Stdio;
#[cfg(unix)]
use std::time::{Duration, Instant};

use super::{Outcome, Place};

/// As with `| head -1`: whoever read has read enough.
#[test]
fn stdout_that_nobody_reads_is_no_error() {
    let place = Place::new();
    for words in [
        "--help",
        "info datasets/hills.vox",
        "info datasets/hills.vox --json",
        "verify datasets/hills.vox --count 20 --quiet",
        "cast datasets/hills.vox datasets/rays.npy -o hits.npz --stats - --quiet",
        "demo --scene demo:menger?level=1 -o demo --quiet",
    ] {
        let mut child = place.command(words);
        let mut child =
            child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start");
        drop(child.stdout.take());
        let outcome = Outcome::new(words, child.wait_with_output().expect("an end")).good();
        assert_eq!(outcome.stderr, "", "{words}");
    }
    assert!(place.path("hits.npz").exists(), "the work is done");
}

/// What cannot be told does not change what is done, nor the exit code.
#[test]
fn stderr_that_nobody_reads_is_no_error() {
    let place = Place::new();
    for (words, code) in [
        ("cast datasets/hills.vox datasets/rays.npy -o hits.npz", 0),
        ("convert datasets/hills.vox hills.npy", 0),
        ("render datasets/hills.vox --size 32x18 -o hills.png", 0),
        ("info none.vox", 2),
        ("frob", 1),
        ("", 1),
    ] {
        let mut child = place.command(words);
        let mut child =
            child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start");
        drop(child.stderr.take());
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(code), "{words:?}");
    }
    assert_eq!(place.names(), ["hills.npy", "hills.png", "hits.npz"], "the work is done");
}

/// Opening a pipe waits for a writer, for ever.
#[cfg(unix)]
#[test]
fn pipes_are_no_inputs() {
    let place = Place::new();
    for ending in ["npy", "npz", "vox", "vxr", "csv"] {
        let pipe = format!("pipe.{ending}");
        let made = std::process::Command::new("mkfifo").arg(place.path(&pipe)).status();
        assert!(made.expect("mkfifo").success(), "a pipe");
        let words = match ending {
            "csv" => format!("cast datasets/hills.vox {pipe} -o hits.npz"),
            "vxr" => format!("convert {pipe} scene.npy"),
            _ => format!("info {pipe}"),
        };
        let sentence = within_a_minute(&place, &words).sentence(2);
        assert!(sentence.contains("is not a plain file"), "{sentence}");
    }
}

/// Runs to its end, or fails where there is none.
#[cfg(unix)]
fn within_a_minute(place: &Place, words: &str) -> Outcome {
    let mut child = place.command(words);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start");
    let started = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if started.elapsed() > Duration::from_secs(60) {
            child.kill().expect("an end");
            panic!("{words}: never ends");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Outcome::new(words, child.wait_with_output().expect("an end"))
}
