//! Notes which compiler and which commit the program is made of, for the header of benchmark reports.
//!
//! Invariant: nothing here can fail the build. Without git, or outside a repository, the commit is left out.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    note("VOXRAY_RUSTC", &compiler, &["--version"]);
    // The folder of a package in the registry may lie within somebody else's repository.
    if Path::new(".git").exists() {
        // `-dirty` at its end where a file that git knows was changed since.
        note("VOXRAY_COMMIT", "git", &["describe", "--always", "--dirty", "--exclude=*"]);
        let watched = ["src", "Cargo.toml", "Cargo.lock", ".git/HEAD", ".git/logs/HEAD"];
        for name in watched.into_iter().filter(|name| Path::new(name).exists()) {
            println!("cargo::rerun-if-changed={name}");
        }
    }
}

/// Hands the first line that a command prints to the compiler, where there is one.
fn note(variable: &str, command: &str, arguments: &[&str]) {
    let Ok(output) = Command::new(command).args(arguments).output() else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    if let Some(line) = text.lines().next().filter(|_| output.status.success()) {
        println!("cargo::rustc-env={variable}={line}");
    }
}
