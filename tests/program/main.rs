//! The program as users meet it: the real binary, run in a folder of its own beside a copy of `datasets/`.
//!
//! Everything here goes through the command line; what the numbers ought to be comes from the library, or is worked out
//! by hand.
#![cfg(feature = "program")]

mod bench;
mod cast;
mod convert;
mod damaged;
mod georeference;
mod info;
#[cfg(target_os = "linux")]
mod interrupt;
mod los;
mod memory;
mod methods;
mod npy;
mod octree_volume;
mod products;
mod readme;
mod same_bits;
mod shared;
mod streams;
mod targets;
mod trace;
mod usage;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder to work in, with `datasets/` in it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let copy = folder.path().join("datasets");
        fs::create_dir(&copy).expect("a folder");
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
        for entry in kept.read_dir().expect("the datasets") {
            let from = entry.expect("an entry").path();
            fs::copy(&from, copy.join(from.file_name().expect("a name"))).expect("a copy");
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).expect("the folder can be written to");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    /// Everything in the folder, hidden files too, but for the datasets.
    fn names(&self) -> Vec<String> {
        let entries = self.0.path().read_dir().expect("the folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.retain(|name| name != "datasets");
        names.sort();
        names
    }

    /// The program with these words, here, with nothing of the caller's environment that changes what it does.
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_voxray"));
        command.args(words.split_whitespace()).current_dir(self.0.path()).stdin(Stdio::null());
        for variable in ["VOXRAY_ISA", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    fn run(&self, words: &str) -> Outcome {
        Outcome::new(words, self.command(words).output().expect("the program starts"))
    }

    /// Runs to a good end.
    fn ok(&self, words: &str) -> Outcome {
        self.run(words).good()
    }

    /// Runs to a refusal, and gives its sentence.
    fn refused(&self, code: i32, words: &str) -> String {
        self.run(words).sentence(code)
    }

    fn info(&self, words: &str) -> Value {
        let told = self.ok(&format!("info --json {words}")).stdout;
        serde_json::from_str(&told).expect("JSON")
    }
}

/// What became of a run.
struct Outcome {
    words: String,
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Outcome {
    fn new(words: &str, output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        for told in [&stdout, &stderr] {
            assert!(!told.contains('\u{1b}'), "{words}: escape codes away from a terminal: {told}");
        }
        assert!(!stderr.contains("panicked"), "{words}: {stderr}");
        Self { words: words.into(), code: output.status.code(), stdout, stderr }
    }

    fn good(self) -> Self {
        assert_eq!(self.code, Some(0), "{}: {}", self.words, self.stderr);
        self
    }

    /// The one line on stderr of a run that ends with `code`, without `voxray: `; there is nothing on stdout then.
    fn sentence(self, code: i32) -> String {
        let Self { words, stdout, stderr, .. } = self;
        assert_eq!(self.code, Some(code), "{words}: {stderr}");
        assert_eq!(stdout, "", "{words}: nothing on stdout");
        let line =
            stderr.strip_suffix('\n').unwrap_or_else(|| panic!("{words}: no line: {stderr}"));
        assert!(!line.contains('\n') && !line.ends_with('.'), "{words}: one sentence: {stderr}");
        let sentence = line.strip_prefix("voxray: ");
        sentence.unwrap_or_else(|| panic!("{words}: who says so? {stderr}")).to_string()
    }
}
