//! Flags that several verbs share, and how their values are read.

use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use voxray::{GridBox, Isa, Observer, Options, Transform, resolve_threads};

use super::progress::Progress;

/// How to use the machine.
#[derive(Debug, Clone, Args)]
pub(crate) struct MachineArgs {
    /// Threads; 0 = all that the affinity mask and the container's quota give.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = threads)]
    pub(crate) threads: usize,
    /// Instruction set: auto, avx512, avx2 or scalar. One above the machine's is an error.
    #[arg(long, default_value = "auto", value_parser = isa)]
    pub(crate) isa: IsaChoice,
    /// No progress on stderr.
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// An instruction set, or the best there is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IsaChoice(pub(crate) Option<Isa>);

impl MachineArgs {
    /// Options that watch for Ctrl-C and show progress over `total` rays.
    pub(crate) fn options(&self, what: &'static str, total: Option<u64>) -> Options {
        Options {
            threads: self.threads,
            isa: self.isa.0,
            observer: Some(self.progress(what, "rays", total)),
            ..Options::default()
        }
    }

    /// What watches for Ctrl-C and shows progress over `total` of a unit.
    pub(crate) fn progress(
        &self,
        what: &'static str,
        unit: &'static str,
        total: Option<u64>,
    ) -> Arc<dyn Observer> {
        Arc::new(Progress::new(what, unit, total, self.quiet))
    }
}

/// A number of threads, as given: 0 stays 0.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().map_err(|_| "give a whole number, as in 4".to_string())?;
    resolve_threads(threads).map(|_| threads).map_err(|error| error.to_string())
}

/// An instruction set of this machine, or `auto`.
pub(crate) fn isa(name: &str) -> Result<IsaChoice, String> {
    if name == "auto" {
        return Ok(IsaChoice(None));
    }
    let isa: Isa = name.parse().map_err(|error| format!("{error}, or auto"))?;
    if !isa.is_available() {
        return Err(format!("this machine has no {isa}; the best it has is {}", Isa::detect()));
    }
    // The variable VOXRAY_ISA clamps here, so that what is said to be used is what is used.
    Ok(IsaChoice(Some(isa.min(Isa::best()))))
}

/// A number of bytes, as in 800M or 2G (powers of 1024).
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..]
        .to_ascii_lowercase()
        .trim_end_matches("ib")
        .trim_end_matches('b')
    {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err("give a number of bytes, as in 800M or 2G".into()),
    };
    let number: u64 = digits
        .trim()
        .parse()
        .map_err(|_| "give a number of bytes, as in 800M or 2G".to_string())?;
    number.checked_mul(1 << shift).ok_or_else(|| "that is more than there is of anything".into())
}

/// Numbers separated by commas, exactly `N` of them.
fn numbers<T: FromStr, const N: usize>(text: &str) -> Option<[T; N]> {
    let parsed: Option<Vec<T>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    parsed?.try_into().ok()
}

/// A point or direction: x,y,z.
pub(crate) fn point(text: &str) -> Result<[f64; 3], String> {
    let point = numbers::<f64, 3>(text).filter(|point| point.iter().all(|x| x.is_finite()));
    point.ok_or_else(|| "give three numbers, as in 1,2.5,-3".into())
}

/// One size for all axes, or three.
pub(crate) fn sizes(text: &str) -> Result<[f64; 3], String> {
    let one = numbers::<f64, 1>(text).map(|[size]| [size; 3]);
    let sizes = one.or_else(|| numbers(text)).ok_or("give one number, or three as in 0.5,0.5,2")?;
    Transform::new([0.0; 3], sizes).map_err(|error| error.to_string())?;
    Ok(sizes)
}

/// A box: x0,y0,z0,x1,y1,z1, its upper corner not included.
pub(crate) fn grid_box(text: &str) -> Result<GridBox, String> {
    let corners = numbers::<i32, 6>(text)
        .ok_or("give six whole numbers: x0,y0,z0,x1,y1,z1, without the upper corner")?;
    let [x0, y0, z0, x1, y1, z1] = corners;
    if x1 < x0 || y1 < y0 || z1 < z0 {
        return Err("the second corner lies below the first; give the lower one first".into());
    }
    GridBox::new([x0, y0, z0], [x1, y1, z1]).map_err(|error| error.to_string())
}

/// A box of blocks: x0,y0,z0,x1,y1,z1, its upper corner not included.
pub(crate) fn block_box(text: &str) -> Result<[[i32; 3]; 2], String> {
    let GridBox { min, max } = grid_box(text)?;
    Ok([min, max])
}

/// A picture's size: WIDTHxHEIGHT.
pub(crate) fn size(text: &str) -> Result<[usize; 2], String> {
    let parsed = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    let within = |size: &[usize; 2]| size.iter().all(|&side| (1..=32768).contains(&side));
    parsed
        .filter(within)
        .ok_or_else(|| "give a size from 1x1 to 32768x32768, as in 1280x720".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_or_refused_with_an_example() {
        assert_eq!(bytes("2G"), Ok(2 << 30), "powers of 1024");
        assert_eq!(bytes("800MiB"), Ok(800 << 20), "spelt out");
        assert!(bytes("lots").is_err() && bytes("99999999999G").is_err(), "no number, too large");
        assert_eq!(sizes("0.5"), Ok([0.5; 3]), "one for all");
        assert!(sizes("0").is_err() && sizes("1,-1,1").is_err(), "no size at all, negative");
        assert_eq!(point("1, 2,-3"), Ok([1.0, 2.0, -3.0]), "blanks are allowed");
        assert!(point("1,2").is_err() && point("1,2,nan").is_err(), "too few, not finite");
        assert!(grid_box("0,0,0,4,4,-4").is_err(), "upside down");
        assert_eq!(size("640x480"), Ok([640, 480]), "width and height");
        assert!(size("0x4").is_err(), "nothing to see");
    }
}
