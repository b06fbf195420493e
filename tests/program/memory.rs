//! `--memory`: what would need more is refused before it starts, with how much is needed and what to change.

use super::Place;

#[test]
fn jobs_above_the_limit_are_refused_before_they_start() {
    let place = Place::new();
    for (words, needed, knob) in [
        ("cast demo:terrain datasets/rays.npy -o hits.npz --memory 10M", "MiB", "size"),
        (
            "cast demo:city?size=65536&height=500 datasets/rays.npy -o hits.npz --memory 10M",
            "GiB",
            "smaller",
        ),
        ("cast datasets/hills.vox datasets/rays.npy -o hits.npz --memory 90K", "KiB", "--box"),
        ("los datasets/hills.vox datasets/pairs.csv -o seen.npz --memory 150K", "KiB", "--box"),
        ("info datasets/sponge.npy --memory 10K", "KiB", "--box"),
        ("info datasets/dust.npz --memory 40K", "KiB", "--box"),
        ("info datasets/streets.vxr --box 0,0,0,60,60,40 --memory 10K", "KiB", "--box"),
        ("convert datasets/hills.vox hills.npy --memory 200K", "KiB", "--box"),
        ("verify demo:noise --memory 1M", "MiB", "smaller"),
        (
            "render datasets/hills.vox -o a.png --size 32768x32768 --memory 100M",
            "6.0 GiB",
            "--size",
        ),
    ] {
        let sentence = place.refused(4, words);
        for part in ["needs", "--memory", needed, knob] {
            assert!(sentence.contains(part), "{words}: {part}: {sentence}");
        }
    }
    assert!(place.names().is_empty(), "no partial result: {:?}", place.names());
}

#[test]
fn jobs_within_the_limit_are_done() {
    let place = Place::new();
    place.ok("cast datasets/hills.vox datasets/rays.npy -o hits.npz --memory 20MiB");
    place.ok("info datasets/sponge.npy --memory 1G");
    place.ok("render datasets/hills.vox -o hills.png --size 32x18 --memory 20m");
    place.ok("info demo:menger?level=2 --memory 1G");
}

/// What no machine has is refused without a limit too.
#[test]
fn more_than_the_machine_has_is_refused() {
    let place = Place::new();
    let sentence = place.refused(4, "info demo:noise?size=65536&height=1000&p=0.9");
    assert!(sentence.contains("GiB") && sentence.contains("smaller"), "{sentence}");
}
