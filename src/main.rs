//! The program: see `voxray --help`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
