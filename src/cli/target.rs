//! Where a result goes: tried before the work starts, so that a wrong name costs nothing.

use std::path::{Path, PathBuf};

use voxray::io::AtomicFile;
use voxray::{Error, Result};

/// Sees that a file of this name can be written and has one of these endings.
pub(crate) fn check_target(path: &Path, endings: &[&str]) -> Result<()> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if !endings.iter().any(|known| ending == *known) {
        let known: Vec<_> = endings.iter().map(|known| format!(".{known}")).collect();
        return Err(Error::usage(format!(
            "the name of the result must end in {}",
            known.join(", ")
        ))
        .at(path));
    }
    AtomicFile::create(path).map(drop)
}

/// Refuses results that would take the place of what they are made from, or of each other.
pub(crate) fn check_results(results: &[&Path], inputs: &[&Path]) -> Result<()> {
    for (index, result) in results.iter().enumerate() {
        inputs.iter().try_for_each(|input| check_not_input(result, input))?;
        results[..index].iter().try_for_each(|other| check_apart(result, other))?;
    }
    Ok(())
}

fn check_apart(one: &Path, other: &Path) -> Result<()> {
    if place_of(one).is_some_and(|place| place_of(other) == Some(place)) {
        return Err(Error::usage("is named for two results; give each a name of its own").at(one));
    }
    Ok(())
}

/// Where a file of this name stands, or would stand.
fn place_of(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
    })
}

fn check_not_input(output: &Path, input: &Path) -> Result<()> {
    let same = output.canonicalize().ok().zip(input.canonicalize().ok());
    if same.is_some_and(|(output, input)| output == input) {
        return Err(
            Error::usage("would be overwritten by its own result; choose another name").at(input)
        );
    }
    Ok(())
}
