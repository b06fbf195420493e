//! Pages in a real browser, without a window.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const BROWSER: &str = "/usr/bin/chromium";
const PATIENCE: Duration = Duration::from_secs(120);

/// Whether there is a browser; says so where there is none.
pub(crate) fn is_there() -> bool {
    let there = Path::new(BROWSER).is_file();
    if !there {
        println!("skipped: there is no {BROWSER} on this machine");
    }
    there
}

/// What the script of `windows`, a page that shows `page.html` in frames, writes into its element `found`: JSON.
pub(crate) fn look(page: &str, windows: &str) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("page.html"), page).expect("a file");
    let outer = folder.path().join("windows.html");
    fs::write(&outer, windows).expect("a file");
    let dom = dump_dom(folder.path(), &outer);
    let text = dom.split("<pre id=\"found\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let text = text.unwrap_or_else(|| panic!("the script ran: {dom}"));
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The document after its scripts have run.
fn dump_dom(folder: &Path, page: &Path) -> String {
    let flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        // Only so that the windows may be looked into from the page around them.
        "--allow-file-access-from-files",
        "--virtual-time-budget=8000",
        "--window-size=1700,2000",
        "--dump-dom",
    ];
    let dom = fs::File::create(folder.join("dom.html")).expect("a file");
    let mut browser = Command::new(BROWSER)
        .args(flags)
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .stdin(Stdio::null())
        .stdout(dom)
        .stderr(Stdio::null())
        .spawn()
        .expect("the browser starts");
    let started = Instant::now();
    while browser.try_wait().expect("a child").is_none() {
        if started.elapsed() > PATIENCE {
            browser.kill().expect("it is still there");
            panic!("the browser does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    fs::read_to_string(folder.join("dom.html")).expect("text")
}
