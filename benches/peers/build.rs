//! Tells the programs which version of parry3d they are built with.

fn main() {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let lock = std::fs::read_to_string("Cargo.lock").expect("Cargo.lock");
    let entry = lock.split("name = \"parry3d\"\nversion = \"").nth(1).expect("parry3d is locked");
    println!("cargo::rustc-env=PARRY_VERSION={}", entry.split('"').next().expect("a version"));
}
