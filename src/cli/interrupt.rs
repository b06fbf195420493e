//! Ctrl-C.
//!
//! The first one asks: casts stop within a tile, and unfinished files are taken back. What does not end within a moment
//! (a scene being read or built, or many gigabytes being given back) is ended: the system takes memory back faster.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::exit::ExitCode;
use super::say::{complain, tell};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long the program may take to stop by itself. What is left of 0.2 s is for the system, which takes back the memory.
const PATIENCE: Duration = Duration::from_millis(20);

/// Listens for Ctrl-C and termination.
pub(crate) fn install() {
    let handler = || {
        INTERRUPTED.store(true, Ordering::Relaxed);
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            voxray::io::remove_unfinished();
            tell_once();
            std::process::exit(ExitCode::Cancelled as i32);
        });
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        complain(&format!("Ctrl-C will end the program at once ({error})"));
    }
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_set() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Says that the job was cancelled: once, whoever comes first.
pub(crate) fn tell_once() {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if !TOLD.swap(true, Ordering::Relaxed) {
        if std::io::stderr().is_terminal() {
            // Below the ^C that the terminal shows, and a bar that may stand there.
            tell("");
        }
        complain("cancelled; what was not finished is not there");
    }
}
