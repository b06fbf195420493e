//! The layers of the source: imports go down only. Reads `src/` line by line.
//!
//! ```text
//!   program   main, cli                                   sees the library as an outside user would
//!   products  render, visibility, verify, methods ...     use the engine, never kernels
//!   engine    scene, build(er), tiles, options, io ...    the only rayon
//!   kernel                                                no rayon, no files
//!   data      grid, batch
//!   simd                                                  the only std::arch; knows nothing of rays
//!   ground    coord, aabb, ray, face, error, space, georeference, memory
//! ```

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

const LAYERS: [(&str, &[&str]); 7] = [
    ("ground", &["coord", "aabb", "ray", "face", "error", "space", "georeference", "memory"]),
    ("simd", &["simd"]),
    ("data", &["grid", "batch"]),
    ("kernel", &["kernel"]),
    (
        "engine",
        &[
            "scene",
            "blocks",
            "budget",
            "build",
            "builder",
            "voxel_list",
            "voxelize",
            "tiles",
            "options",
            "page",
            "pool",
            "palette",
            "camera",
            "demo",
            "io",
            "slab",
            "voxelize",
        ],
    ),
    ("products", &["render", "visibility", "verify", "bench", "bake", "methods", "trace"]),
    ("program", &["cli", "main"]),
];

/// A line of code without its comment, and with nothing in its string literals.
struct Line {
    number: usize,
    code: String,
    is_test: bool,
}

struct Source {
    /// Relative to `src/`, with / between.
    path: String,
    /// The module below the root that the file belongs to.
    module: String,
    lines: Vec<Line>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    assert!(files.len() > 20, "the source was found in {}", root.display());
    files.iter().map(|file| read(&root, file)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            files.push(path);
        }
    }
}

fn read(root: &Path, file: &Path) -> Source {
    let relative = file.strip_prefix(root).expect("below the root");
    let path = relative.to_string_lossy().replace('\\', "/");
    let first = path.split('/').next().expect("a name");
    let module = first.trim_end_matches(".rs").to_owned();
    let text = fs::read_to_string(file).expect("source is text");
    // Tests stand at the end of a file, or in files of their own.
    let own_file = path.contains("/tests/") || path.ends_with("/tests.rs");
    let mut is_test = own_file;
    let lines = text.lines().enumerate().map(|(index, line)| {
        is_test |= line.trim() == "#[cfg(test)]" && !own_file;
        Line { number: index + 1, code: code_of(line), is_test }
    });
    Source { lines: lines.collect(), path, module }
}

/// The line without its comment and without what stands in quotes.
fn code_of(line: &str) -> String {
    let (mut code, mut quoted, mut before) = (String::new(), false, ' ');
    for (index, c) in line.char_indices() {
        if !quoted && line[index..].starts_with("//") {
            break;
        }
        if c == '"' && before != '\\' && !(before == '\'' && line[index..].starts_with("\"'")) {
            quoted = !quoted;
        } else if !quoted {
            code.push(c);
        }
        before = c;
    }
    code
}

/// The words of a line of code: identifiers, whole.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|(_, modules)| modules.contains(&module))
}

/// The names that lib.rs re-exports, each with the module that it comes from.
fn reexports(sources: &[Source]) -> HashMap<String, String> {
    let lib = sources.iter().find(|source| source.path == "lib.rs").expect("there is a lib.rs");
    let code: String = lib.lines.iter().map(|line| line.code.as_str()).collect();
    let mut names = HashMap::new();
    for statement in code.split(';').filter_map(|part| part.split("pub use ").nth(1)) {
        let mut parts = words(statement);
        let module = parts.next().expect("a module").to_owned();
        names.extend(parts.map(|name| (name.to_owned(), module.clone())));
    }
    names
}

/// The names right below the root that a line reaches for: after `crate::`, or after `super::` where that is the root.
fn reached(source: &Source, code: &str) -> Vec<String> {
    let mut roots = vec!["crate::"];
    let is_top = !source.path.contains('/')
        || source.path.matches('/').count() == 1 && source.path.ends_with("/mod.rs");
    roots.extend(is_top.then_some("super::"));
    roots.extend((!is_top && !source.path.contains("/tests")).then_some("super::super::"));
    let mut found = Vec::new();
    for root in roots {
        for (index, _) in code.match_indices(root) {
            let rest = &code[index + root.len()..];
            let group =
                rest.strip_prefix('{').map(|group| group.split('}').next().unwrap_or(group));
            match group {
                Some(group) => found.extend(
                    group.split(',').filter_map(|part| words(part).next()).map(str::to_owned),
                ),
                None => found.extend(words(rest).next().map(str::to_owned)),
            }
        }
    }
    found
}

fn assert_none(what: &str, violations: &[String]) {
    assert!(violations.is_empty(), "{what}:\n  {}", violations.join("\n  "));
}

/// All lines of code outside tests for which `is_wrong` holds.
fn lines_where(sources: &[Source], is_wrong: impl Fn(&Source, &str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        for line in source.lines.iter().filter(|line| !line.is_test) {
            if is_wrong(source, &line.code) {
                found.push(format!("src/{}:{}: {}", source.path, line.number, line.code.trim()));
            }
        }
    }
    found
}

#[test]
fn every_module_has_a_layer() {
    let known = |source: &Source| source.module == "lib" || layer_of(&source.module).is_some();
    let unknown: Vec<String> = sources()
        .iter()
        .filter(|source| !known(source))
        .map(|source| format!("src/{}: no layer lists the module {}", source.path, source.module))
        .collect();
    assert_none("modules outside the layers", &unknown);
}

#[test]
fn imports_go_down_only() {
    let sources = sources();
    let reexports = reexports(&sources);
    let goes_up = |source: &Source, code: &str| {
        let Some(here) = layer_of(&source.module) else { return false };
        reached(source, code).iter().any(|name| {
            let module = reexports.get(name).unwrap_or(name);
            layer_of(module).is_some_and(|there| there > here)
        })
    };
    assert_none("imports that go up", &lines_where(&sources, goes_up));
}

#[test]
fn products_and_program_use_the_engine_never_kernels() {
    let names = |source: &Source, code: &str, modules: &[&str]| {
        reached(source, code).iter().any(|name| modules.contains(&name.as_str()))
    };
    let sources = sources();
    let layer =
        |source: &Source, name: &str| layer_of(&source.module).is_some_and(|l| LAYERS[l].0 == name);
    let products =
        lines_where(&sources, |s, code| layer(s, "products") && names(s, code, &["kernel"]));
    assert_none("products that reach for kernels", &products);
    // The program names the library by its name, as an outside user would.
    let program = lines_where(&sources, |s, code| {
        layer(s, "program")
            && reached(s, code)
                .iter()
                .any(|name| layer_of(name).is_some_and(|l| LAYERS[l].0 != "program"))
    });
    assert_none("the program reaches into the library", &program);
    let inward = lines_where(&sources, |s, code| !layer(s, "program") && code.contains("voxray::"));
    assert_none("the library names itself from outside", &inward);
}

#[test]
fn simd_knows_nothing_of_rays() {
    let sources = sources();
    let outside = |source: &Source, code: &str| {
        source.module == "simd"
            && reached(source, code).iter().any(|name| name != "simd" && layer_of(name).is_some())
    };
    assert_none("simd reaches outside", &lines_where(&sources, outside));
    let arch = |source: &Source, code: &str| {
        source.module != "simd" && words(code).any(|word| word == "arch")
    };
    assert_none("std::arch outside simd", &lines_where(&sources, arch));
}

#[test]
fn threads_and_files_stay_in_the_engine_and_above() {
    let sources = sources();
    let engine = LAYERS.iter().position(|(name, _)| *name == "engine");
    let below = |source: &Source| layer_of(&source.module) < engine && source.module != "lib";
    let rayon =
        |source: &Source, code: &str| below(source) && words(code).any(|word| word == "rayon");
    assert_none("rayon below the engine", &lines_where(&sources, rayon));
    let files = |source: &Source, code: &str| {
        // Errors are made from those of files, and one file of the ground maps them.
        let deep = below(source) && source.module != "memory" && source.module != "error";
        deep && (code.contains("std::fs") || code.contains("std::io"))
    };
    assert_none("files below the engine", &lines_where(&sources, files));
}

#[test]
fn unsafe_stands_in_simd_and_memory_only() {
    let wrong = |source: &Source, code: &str| {
        let allowed = source.module == "simd" || source.path == "memory.rs";
        !allowed && words(code).any(|word| word == "unsafe")
    };
    assert_none("unsafe outside simd/ and memory.rs", &lines_where(&sources(), wrong));
}

#[test]
fn files_stay_short() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|source| source.lines.len() > 400)
        .map(|source| format!("src/{}: {} lines", source.path, source.lines.len()))
        .collect();
    assert_none("files over 400 lines", &long);
}

#[test]
fn the_reader_of_lines_tells_code_from_text() {
    assert_eq!(code_of("let a = 1; // unsafe"), "let a = 1; ", "a comment");
    assert_eq!(code_of("say(\"unsafe // crate::x\");"), "say();", "a string");
    let source = Source { path: "grid/join.rs".into(), module: "grid".into(), lines: vec![] };
    let found = reached(&source, "use crate::{scene::Scene, Options}; super::super::tiles::f()");
    assert_eq!(found, ["scene", "Options", "tiles"], "names below the root");
    assert!(layer_of("scene") > layer_of("grid"), "the engine stands above the data");
}
