//! The program `redeal`: arguments in, exit code out.

fn main() -> std::process::ExitCode {
    redeal::cli::run()
}
