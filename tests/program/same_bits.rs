//! The same hits, byte for byte, whatever casts them: instruction set, threads, and how rays are cut into files.

use voxray::Isa;

use super::Place;

const CAST: &str = "cast datasets/streets.vxr datasets/rays.npy --columns t_hit,voxel,face,material,status,steps,point";

/// Machines without an instruction set refuse it; the others give the same bytes, by flag or by variable.
#[test]
fn every_instruction_set_gives_the_same_bytes() {
    let place = Place::new();
    place.ok(&format!("{CAST} -o plain.npz --isa scalar --threads 1"));
    let plain = place.read("plain.npz");
    for isa in Isa::ALL {
        if !isa.is_available() {
            let sentence = place.refused(1, &format!("{CAST} -o hits.npz --isa {isa}"));
            assert!(sentence.contains(&format!("no {isa}")), "{sentence}");
            eprintln!("skipped: this machine has no {isa}");
            continue;
        }
        let told = place.ok(&format!("{CAST} -o hits.npz --isa {isa} --stats -")).stdout;
        assert!(told.contains(&format!("\"isa\": \"{isa}\"")), "{isa} is used: {told}");
        assert!(place.read("hits.npz") == plain, "--isa {isa}");

        let words = format!("{CAST} -o hits.npz --stats -");
        let output = place.command(&words).env("VOXRAY_ISA", isa.name()).output();
        let told = super::Outcome::new(&words, output.expect("the program starts")).good().stdout;
        assert!(told.contains(&format!("\"isa\": \"{isa}\"")), "VOXRAY_ISA={isa} is used: {told}");
        assert!(place.read("hits.npz") == plain, "VOXRAY_ISA={isa}");
    }
}

/// The variable lowers what the flag asks for, and what is said to be used is what is used.
#[test]
fn variable_clamps_the_flag() {
    let place = Place::new();
    let best = Isa::detect();
    let words = format!("{CAST} -o hits.npz --stats - --isa {best}");
    let output = place.command(&words).env("VOXRAY_ISA", "scalar").output();
    let told = super::Outcome::new(&words, output.expect("the program starts")).good().stdout;
    assert!(told.contains("\"isa\": \"scalar\""), "{told}");
}

#[test]
fn every_number_of_threads_gives_the_same_bytes() {
    let place = Place::new();
    place.ok(&format!("{CAST} -o plain.npz --threads 1"));
    for threads in [2, 3, 70] {
        place.ok(&format!("{CAST} -o hits.npz --threads {threads}"));
        assert!(place.read("hits.npz") == place.read("plain.npz"), "{threads} threads");
    }
    place.ok(&format!("{CAST} -o hits.npz --repeat 3 --memory 300K"));
    assert!(place.read("hits.npz") == place.read("plain.npz"), "repeated, and in small blocks");
}

#[test]
fn rays_cut_into_several_files_give_the_same_rows() {
    let place = Place::new();
    let table = place.text("datasets/segments.csv");
    let (header, rows) = table.split_once('\n').expect("a header");
    let lines: Vec<_> = rows.lines().collect();
    place.ok("cast datasets/hills.vox datasets/segments.csv -o whole.csv");
    let mut joined = String::new();
    for (index, part) in lines.chunks(123).enumerate() {
        place.write("part.csv", format!("{header}\n{}\n", part.join("\n")));
        place.ok("cast datasets/hills.vox part.csv -o hits.csv");
        let hits = place.text("hits.csv");
        let (header, rows) = hits.split_once('\n').expect("a header");
        joined += if index == 0 { &hits } else { rows };
        assert!(header.starts_with("t_hit,"), "each has its header");
    }
    assert_eq!(joined, place.text("whole.csv"), "rays know nothing of one another");
}

/// One block holds 2^20 rays: more of them than that, and the same one by one.
#[test]
fn rays_of_several_blocks_are_all_there() {
    let place = Place::new();
    let few = [
        [-1.0, 1.5, 1.5, 1.0, 0.0, 0.0],
        [-1.0, 9.5, 1.5, 1.0, 0.0, 0.0],
        [-1.0, 1.5, 1.5, 2.0, 0.0, 0.0],
    ];
    let (blocks, rest) = ((1 << 20) / few.len() + 1, 2);
    let mut many = few.as_flattened().repeat(blocks);
    many.extend(few[..rest].as_flattened());
    place.write("one.npy", super::npy::one_voxel());
    place.write("many.npy", super::npy::rays(6, &many));
    place.ok("cast one.npy many.npy -o hits.npy --columns t_hit --stats figures.json");
    let (shape, t_hit) = super::npy::numbers::<f32>(&place.read("hits.npy"));
    assert_eq!(shape, [3 * blocks as u64 + 2], "n in, n out");
    let expected = [6.0, f32::INFINITY, 3.0];
    assert!(t_hit.iter().enumerate().all(|(i, t)| *t == expected[i % 3]), "row i is of ray i");
}
