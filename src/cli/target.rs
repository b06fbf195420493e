//! Where a result goes: tried before the work starts, so that a wrong name costs nothing.

use std::path::Path;

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

/// Refuses a result that would take the place of what it is made from.
pub(crate) fn check_not_input(output: &Path, input: &Path) -> Result<()> {
    let same = output.canonicalize().ok().zip(input.canonicalize().ok());
    if same.is_some_and(|(output, input)| output == input) {
        return Err(
            Error::usage("would be overwritten by its own result; choose another name").at(input)
        );
    }
    Ok(())
}
