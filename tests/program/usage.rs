//! The command line itself: what makes no sense is refused in one sentence, and help tells of every flag.

use super::Place;

#[test]
fn nonsense_is_refused_with_what_is_meant() {
    let place = Place::new();
    let cast = "cast datasets/hills.vox datasets/rays.npy -o hits.npz";
    for (words, part) in [
        ("frob", "unrecognized subcommand 'frob'; see voxray --help"),
        ("--frob", "'--frob'"),
        (
            "cast",
            "required arguments were not provided: --output <HITS> <SCENE> <RAYS>; see voxray cast",
        ),
        ("cast --frob", "unexpected argument '--frob' found; see voxray cast --help"),
        ("cast a b c -o d.npz", "'c'"),
        (&format!("{cast} --isa sse"), "use scalar, avx2 or avx512, or auto"),
        (&format!("{cast} --threads many"), "'many' for '--threads <N>'"),
        (&format!("{cast} --threads=-1"), "'-1' for '--threads <N>'"),
        (&format!("{cast} --threads 100000"), "100000 threads are more than 1024"),
        ("info datasets/streets.vxr --threads 1025", "1025 threads are more than 1024"),
        ("verify --threads 1025", "1025 threads are more than 1024"),
        ("bench --threads 1,1025", "1025 threads are more than 1024"),
        (&format!("{cast} --columns t_hit,colour"), "no column \"colour\"; the columns are t_hit"),
        (&format!("{cast} --any --columns t_hit"), "cannot be used with"),
        (&format!("{cast} --max-steps 5000000000"), "not in 0..=4294967295"),
        (&format!("{cast} --repeat 0"), "not in 1..=65535"),
        (&format!("{cast} --memory lots"), "as in 800M or 2G"),
        (&format!("{cast} --voxel-size 0"), "between 1e-30 and 1e30"),
        (&format!("{cast} --voxel-size -1,1,1"), "between 1e-30 and 1e30"),
        (&format!("{cast} --voxel-size 1,2"), "one number, or three"),
        (&format!("{cast} --origin 1,nan,2"), "three numbers"),
        (&format!("{cast} --box 0,0,0,1,1"), "six whole numbers"),
        (&format!("{cast} --box 0,0,0,1,1,200000"), "may have 0 to 131072"),
        (&format!("{cast} --axes zyx"), ".npy, .npz only"),
        ("info datasets/sponge.npy --axes zzx", "no three axes"),
        ("info datasets/sponge.npy --box 100,0,0,101,1,1", "holds nothing of the scene"),
        (
            "info datasets/none.tif --terrain solid --shell-thickness 2",
            "--shell-thickness says nothing of solid columns",
        ),
        ("info a.ply --resolution 9 --voxel-size 2", "cannot be used with '--voxel-size"),
        ("info demo:caves", "the scenes are terrain, city, noise, menger, cave, room"),
        ("info demo:city?sizes=64", "the keys of this scene are size"),
        ("info demo:city?size=64&size=64", "given twice"),
        ("info demo:city?size=1", "from 16 to"),
        ("info demo:city?size", "key=value"),
        ("info demo:city?size=64 --axes zyx", "is for files"),
        ("render datasets/hills.vox -o a.png --size 0x5", "1x1 to 32768x32768"),
        ("render datasets/hills.vox -o a.png --size 5", "1x1 to 32768x32768"),
        ("render datasets/hills.vox -o a.png --view side", "[possible values: perspective, top]"),
        (
            "render datasets/hills.vox -o a.png --shade flat",
            "beauty, normal, depth, material, occlusion",
        ),
        ("render datasets/hills.vox -o a.png --samples 9", "1..=8"),
        ("render datasets/hills.vox -o a.png --fov 60", "need --eye"),
        ("render datasets/hills.vox -o a.png --fov 180 --eye 0,0,9", "between 0 and 180"),
        ("render datasets/hills.vox -o a.png --eye 1,2,3 --target 1,2,3", "another point"),
        ("render datasets/hills.vox -o a.png --eye 1,2,3 --view top", "for --view perspective"),
        ("render datasets/hills.vox -o a.png --sun 0,0,0", "not all 0"),
        ("demo --scene demo:caves", "the scenes are"),
        ("verify demo:caves", "the scenes are"),
    ] {
        let sentence = place.refused(1, words);
        assert!(sentence.contains(part), "{words}: {sentence}");
    }
    assert!(place.names().is_empty(), "nothing was written: {:?}", place.names());
}

#[test]
fn no_verb_shows_the_verbs() {
    let outcome = Place::new().run("");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "bad use");
    assert!(outcome.stderr.contains("Commands:"), "{}", outcome.stderr);
}

/// Words that are no text come from scripts and old archives.
#[cfg(unix)]
#[test]
fn words_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let word = std::ffi::OsStr::from_bytes(b"\xff.vox");
    for words in ["", "info"] {
        let output = place.command(words).arg(word).output().expect("the program starts");
        super::Outcome::new(words, output).sentence(1);
    }
    let words = "render datasets/hills.vox --size 16x16 -o";
    let output = place.command(words).arg(std::ffi::OsStr::from_bytes(b"\xff.png")).output();
    super::Outcome::new(words, output.expect("the program starts")).good();
}

#[test]
fn a_variable_that_makes_no_sense_is_refused() {
    let place = Place::new();
    let words = "info datasets/hills.vox";
    let output = place.command(words).env("VOXRAY_ISA", "neon").output();
    let sentence = super::Outcome::new(words, output.expect("the program starts")).sentence(1);
    assert!(
        sentence.contains("VOXRAY_ISA") && sentence.contains("scalar, avx2 or avx512"),
        "{sentence}"
    );
}

const SCENE: [&str; 5] = ["--axes", "--voxel-size", "--origin", "--box", "--memory"];
const MACHINE: [&str; 3] = ["--threads", "--isa", "--quiet"];

#[test]
fn help_of_every_verb_tells_of_its_flags() {
    let place = Place::new();
    let own: [(&str, &[&str]); 10] = [
        ("demo", &["--output", "--scene"]),
        ("info", &["--json"]),
        (
            "cast",
            &[
                "--output",
                "--columns",
                "--any",
                "--skip-inside",
                "--max-steps",
                "--grid-space",
                "--stats",
                "--repeat",
            ],
        ),
        ("los", &["--output", "--grid-space", "--stats"]),
        ("methods", &["--step", "--max-cells", "--examples", "--grid-space", "--json"]),
        ("verify", &["--count", "--seed", "--grid-space"]),
        (
            "bench",
            &[
                "--quick",
                "--scenes",
                "--classes",
                "--sections",
                "--runs",
                "--rays",
                "--largest",
                "--json",
                "--html",
                "--compare",
                "--fail-if-slower",
                "--from",
            ],
        ),
        ("convert", &[]),
        (
            "render",
            &[
                "--output",
                "--view",
                "--shade",
                "--size",
                "--eye",
                "--target",
                "--fov",
                "--sun",
                "--samples",
            ],
        ),
        (
            "trace",
            &[
                "--output",
                "--from",
                "--to",
                "--direction",
                "--distance",
                "--method",
                "--step",
                "--max-cells",
                "--grid-space",
                "--size",
                "--voxels",
                "--json",
            ],
        ),
    ];
    let verbs = place.ok("--help").stdout;
    for part in ["Exit codes: 0 done, 1 bad use", "VOXRAY_ISA", "NO_COLOR", "demo:NAME"] {
        assert!(verbs.contains(part), "{part}: {verbs}");
    }
    for (verb, own) in own {
        assert!(verbs.lines().any(|line| line.trim_start().starts_with(verb)), "{verb}: {verbs}");
        let scene: &[&str] = if ["demo", "bench"].contains(&verb) { &[] } else { &SCENE };
        for flag in [own, scene, &MACHINE].concat() {
            for help in ["--help", "-h"] {
                let told = place.ok(&format!("{verb} {help}")).stdout;
                assert!(told.contains(flag), "{verb} {help} tells of {flag}: {told}");
            }
        }
    }
    let told = place.ok("--version").stdout;
    assert_eq!(told.trim(), format!("voxray {}", env!("CARGO_PKG_VERSION")), "--version");
}

#[test]
fn help_tells_of_a_verb_before_it_tells_of_formats() {
    let help = Place::new().ok("render --help").stdout;
    let place = |words: &str| help.find(words).unwrap_or_else(|| panic!("{words}: {help}"));
    let own = place("--fov").max(place("--threads"));
    let headings = ["Reading the scene:", "Octrees", "Volumes", "Meshes", "Rasters of heights"];
    for (heading, flag) in
        headings.iter().zip(["--box", "--unknown", "--labels", "--lod", "--base"])
    {
        assert!(own < place(heading) && place(heading) < place(flag), "{heading} {flag}: {help}");
    }
}

#[test]
fn quiet_says_nothing_when_all_is_well() {
    let place = Place::new();
    for words in [
        "info datasets/hills.vox",
        "cast datasets/hills.vox datasets/rays.npy -o hits.npz",
        "los datasets/hills.vox datasets/pairs.csv -o seen.csv",
        "convert datasets/hills.vox hills.vxr",
        "render datasets/hills.vox -o hills.png --size 32x18",
        "trace datasets/hills.vox --from 1,2,30 --to 30,28,0 -o hills.svg --method step",
        "verify datasets/hills.vox --count 20",
        "methods datasets/hills.vox demo:pairs?count=100",
    ] {
        assert_eq!(place.ok(&format!("{words} --quiet")).stderr, "", "{words}");
    }
    let sentence = place.refused(2, "info --quiet none.vox");
    assert!(sentence.contains("none.vox"), "errors are told all the same: {sentence}");
}
