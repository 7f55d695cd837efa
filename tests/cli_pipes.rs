//! Output that nobody reads to its end.

use std::io::{Read, Write};
use std::process::Stdio;

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for arguments in [
        &["report", "32768-buckets", "--format", "json"][..],
        &["deal", "--engine", "spark", "--buckets", "1000000", "--workers", "1000000"],
        &["bucket", "--engine", "flink", "--keys", "-"],
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_redeal"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut keys = child.stdin.take().unwrap();
        let writer = std::thread::Builder::new().name("keys".to_owned());
        let writer = writer.spawn(move || while keys.write_all(&b"user-1\n".repeat(1000)).is_ok() {}).unwrap();
        let mut few = [0; 10];
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut few).unwrap();
        drop(out);
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(child.wait().unwrap().success(), "{arguments:?}");
        assert_eq!(told, "", "{arguments:?}");
        writer.join().unwrap();
    }
}
