//! Files and pipes at the edges: output that nobody reads to its end, a mark before the first key, a file that must stay.

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

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_key() {
    let program = || assert_cmd::Command::new(env!("CARGO_BIN_EXE_redeal"));
    let call = ["bucket", "--engine", "spark", "--buckets", "200", "--keys", "-"];
    let marked = program().args(call).write_stdin("\u{feff}a\nb\n").output().unwrap();
    let plain = program().args(call).write_stdin("a\nb\n").output().unwrap();
    assert!(marked.status.success() && !plain.stdout.is_empty());
    assert_eq!(marked.stdout, plain.stdout);
}

#[test]
fn a_scenario_is_never_overwritten_by_its_own_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("job.ron");
    std::fs::copy(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/8-buckets.ron"), &path).unwrap();
    let before = std::fs::read(&path).unwrap();
    for command in ["report", "sweep"] {
        let mut call = assert_cmd::Command::new(env!("CARGO_BIN_EXE_redeal"));
        let output = call.arg(command).arg(&path).arg("-o").arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains("is the scenario itself"));
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
