//! The table of methods and the examples, for people.

use std::fmt::Write as _;

use voxray::methods::{Example, Fault, Method, MethodHit, MethodReport};
use voxray::{Isa, Scene};

use super::Args;

/// What the columns are called; see the help.
const HEADINGS: [&str; 9] = [
    "hits",
    "missed",
    "missed %",
    "gave up",
    "invented",
    "wrong voxel",
    "wrong face",
    "wrong %",
    "looks/ray",
];

/// One line per method.
pub(super) fn table(args: &Args, scene: &Scene, reports: &[MethodReport]) -> String {
    let Some(first) = reports.first() else { return String::new() };
    let (rays, hits) = (first.rays, first.exact_hits);
    let isa = args.machine.isa.0.unwrap_or_else(Isa::best);
    let mut text = format!("{}: {rays} rays, {hits} of them hit something\n\n", args.scene.scene);
    let mut line = format!("{:<12}", "method");
    HEADINGS.iter().for_each(|heading| line += &format!(" {heading:>11}"));
    text += &format!("{line} {:>9}\n", "ns/ray");
    reports.iter().for_each(|report| text += &row(report));
    text += &format!("\nexact: by {isa}, every ray compared with the plain walk\n");
    if scene.shapes().is_some_and(|shapes| !shapes.all_exact()) {
        text += "the other methods test the voxels of blocks, not their exact shapes\n";
    }
    text
}

fn row(report: &MethodReport) -> String {
    let count = |fault| report.count(fault).to_string();
    let cells = [
        report.hits.to_string(),
        report.missed().to_string(),
        percent(report.missed(), report.exact_hits),
        count(Fault::GaveUp),
        count(Fault::Invented),
        count(Fault::WrongVoxel),
        count(Fault::WrongFace),
        percent(report.wrong(), report.rays),
        format!("{:.1}", share(report.looks, report.rays)),
    ];
    let mut line = format!("{:<12}", report.contender.label());
    cells.iter().for_each(|cell| line += &format!(" {cell:>11}"));
    format!("{line} {:>9.1}\n", report.ns_per_ray)
}

/// Parts of a whole in percent; where there are any but hardly any, not 0.
fn percent(part: u64, whole: u64) -> String {
    let percent = 100.0 * share(part, whole);
    match part {
        0 => "0".into(),
        _ if percent < 0.01 => format!("{percent:.5}"),
        _ => format!("{percent:.2}"),
    }
}

#[allow(clippy::cast_precision_loss, reason = "for people to read")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Two lines per example: what is wrong, and what draws it.
pub(super) fn examples(args: &Args, scene: &Scene, reports: &[MethodReport]) -> String {
    let mut text = String::new();
    for report in reports {
        for (number, example) in report.examples.iter().enumerate() {
            let command = trace_command(args, scene, report, number);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "\n{}\n  {command}", in_words(report, example));
        }
    }
    text
}

fn in_words(report: &MethodReport, example: &Example) -> String {
    let label = report.contender.label();
    let found = match (&example.found, example.fault) {
        (Some(hit), _) => hit_in_words(hit),
        (None, Fault::GaveUp) => "gives up".into(),
        (None, _) => "finds nothing".into(),
    };
    let exact = example.exact.as_ref().map_or_else(|| "finds nothing".into(), hit_in_words);
    format!("{label}, {}: {label} {found}; the exact walk {exact}", example.fault.name())
}

fn hit_in_words(hit: &MethodHit) -> String {
    let [x, y, z] = hit.voxel;
    let way = hit.face.map_or_else(
        || "as the voxel that it starts in".into(),
        |face| format!("by its face {}, {:.4} of the way", face.name(), hit.t),
    );
    format!("hits ({x}, {y}, {z}) {way}")
}

/// The command that draws an example.
pub(super) fn trace_command(
    args: &Args,
    scene: &Scene,
    report: &MethodReport,
    number: usize,
) -> String {
    let (contender, example) = (&report.contender, &report.examples[number]);
    let mut words = vec!["voxray trace".to_string(), quoted(&args.scene.scene)];
    if let Some(axes) = &args.scene.how.axes {
        words.push(format!("--axes={axes}"));
    }
    if let Some(part) = args.scene.how.bounds {
        words.push(format!("--box={}", joined([part.min, part.max].as_flattened())));
    }
    if !scene.transform().is_identity() {
        words.push("--grid-space".into());
    }
    words.push(option("--from", &example.from));
    words.push(option("--to", &example.to));
    words.push(format!("--method {}", contender.method));
    match contender.method {
        Method::Step | Method::Gapfill => words.push(format!("--step {}", contender.options.step)),
        Method::Walk => words.push(format!("--max-cells {}", contender.options.max_cells)),
        Method::Exact => {}
    }
    let before = report.examples[..number].iter().filter(|other| other.fault == example.fault);
    let number = match before.count() {
        0 => String::new(),
        others => format!("-{}", others + 1),
    };
    let name = format!("{}-{}{number}.svg", contender.label(), example.fault.name());
    words.push(format!("-o {}", name.replace(' ', "-")));
    words.join(" ")
}

/// A flag and its numbers, such that a leading minus is not taken for another flag.
fn option(flag: &str, numbers: &[f64; 3]) -> String {
    let separator = if numbers[0].is_sign_negative() { '=' } else { ' ' };
    format!("{flag}{separator}{}", joined(numbers))
}

/// As many digits as it takes to be read back.
fn joined<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(quoted("datasets/hills.vox"), "datasets/hills.vox", "a name");
        assert_eq!(quoted("demo:city?size=64&seed=2"), "'demo:city?size=64&seed=2'", "keys");
        assert_eq!(quoted("it's"), r"'it'\''s'", "a quote");
    }

    #[test]
    fn numbers_are_written_to_be_read_back() {
        assert_eq!(option("--from", &[0.1, -2.0, 1e-9]), "--from 0.1,-2,0.000000001", "plain");
        assert_eq!(option("--to", &[-0.5, 0.0, 3.25]), "--to=-0.5,0,3.25", "a leading minus");
    }

    #[test]
    fn few_are_not_shown_as_none() {
        assert_eq!(percent(0, 7), "0", "none");
        assert_eq!(percent(1, 1_000_000), "0.00010", "few");
        assert_eq!(percent(1, 3), "33.33", "many");
        assert_eq!(percent(3, 0), "0.00000", "of nothing");
    }
}
