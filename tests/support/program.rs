//! The program as the tests run it.

use assert_cmd::Command;

/// The program with arguments, on no display, in a locale of UTF-8, with nothing that a window on this machine remembers.
pub fn redeal(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redeal"));
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    command.env("LC_ALL", "C.UTF-8");
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).env("HOME", env!("CARGO_TARGET_TMPDIR"));
    command.args(arguments);
    command
}

/// Runs it: exit code, stdout, stderr.
pub fn ended(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}
