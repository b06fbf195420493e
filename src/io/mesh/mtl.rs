//! Libraries of materials (`.mtl`): names, diffuse colours, glow and see-through.

use std::path::Path;

use super::materials::{MaterialNames, byte};
use super::obj::rest_of;
use super::text::{Lines, number, words};
use crate::error::Result;
use crate::io::bytes::read_file;
use crate::io::options::{LoadOptions, LoadReport};
use crate::palette::MaterialInfo;

/// The names that a statement `mtllib` gives: all that follows where there is such a file, as names may hold spaces; else
/// several, each up to a word that ends as libraries do.
pub(super) fn library_names(beside: &Path, rest: &str) -> Vec<String> {
    if in_same_folder(beside, rest).is_some_and(|path| path.is_file()) {
        return vec![rest.into()];
    }
    let is_last = |word: &str| word.to_ascii_lowercase().ends_with(".mtl");
    let words: Vec<&str> = rest.split_whitespace().collect();
    words.split_inclusive(|word| is_last(word)).map(|name| name.join(" ")).collect()
}

/// Reads the library `name` in the folder of `beside`, and describes the materials in use. One that is not there, or lies
/// elsewhere, is passed over: voxels need no colour.
pub(super) fn read_library(
    beside: &Path,
    name: &str,
    names: &mut MaterialNames,
    options: &LoadOptions,
    report: &mut LoadReport,
) -> Result<()> {
    let Some(path) = in_same_folder(beside, name) else {
        report.skip("material libraries in other folders", 1);
        return Ok(());
    };
    if !path.is_file() {
        report.skip("material libraries that are not there", 1);
        return Ok(());
    }
    let bytes = read_file(&path, options).map_err(|error| error.at(&path))?;
    parse(&bytes, names).map_err(|error| error.at(&path))
}

/// The path of a file beside another; none where the name leads elsewhere.
pub(in crate::io) fn in_same_folder(beside: &Path, name: &str) -> Option<std::path::PathBuf> {
    let name = name.strip_prefix("./").unwrap_or(name);
    let is_plain = !name.is_empty() && !name.contains(['/', '\\', ':', '\0']) && name != "..";
    is_plain.then(|| beside.with_file_name(name))
}

fn parse(bytes: &[u8], names: &mut MaterialNames) -> Result<()> {
    let mut current: Option<(String, MaterialInfo)> = None;
    let mut lines = Lines::new(bytes);
    while let Some(line) = lines.next() {
        let mut parts = words(&line);
        let Some(word) = parts.next() else { continue };
        if word == b"newmtl" {
            let begun = (rest_of(&line, b"newmtl"), MaterialInfo::default());
            if let Some((name, info)) = current.replace(begun) {
                names.describe(&name, info);
            }
            continue;
        }
        let Some((_, info)) = &mut current else { continue };
        let mut next = || {
            let place = || format!("line {}: a part of {}", lines.number, super::text::shown(word));
            number(parts.next(), place).map(to_f32)
        };
        match word {
            b"Kd" => {
                let color = [next()?, next()?, next()?].map(byte);
                let alpha = info.color.map_or(255, |color| color[3]);
                info.color = Some([color[0], color[1], color[2], alpha]);
            }
            b"Ke" => info.emission = next()?.max(next()?).max(next()?).max(0.0),
            b"d" => set_alpha(info, next()?),
            b"Tr" => set_alpha(info, 1.0 - next()?),
            _ => {}
        }
    }
    if let Some((name, info)) = current {
        names.describe(&name, info);
    }
    Ok(())
}

fn set_alpha(info: &mut MaterialInfo, alpha: f32) {
    let [r, g, b, _] = info.color.unwrap_or([255; 4]);
    info.color = Some([r, g, b, byte(alpha)]);
    info.glass = alpha < 1.0;
}

#[allow(clippy::cast_possible_truncation, reason = "clamped")]
fn to_f32(number: f64) -> f32 {
    number.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}
