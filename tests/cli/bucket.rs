//! `redeal bucket`: the bucket and worker of keys.

use crate::asked::done;
use crate::program::redeal;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn keys_get_their_bucket_and_worker() {
    // Flink's own answer for this key: key group 121 of 128, which subtask 37 of 40 owns.
    let expected = "key,bucket,worker\nuser-1,121,37\n";
    assert_eq!(done(&["bucket", "--engine", "flink", "--buckets", "128", "--workers", "40", "user-1"]), expected);
    // Without a count the default for the width; without a width no worker.
    assert_eq!(done(&["bucket", "--engine", "flink", "user-1"]), "key,bucket,worker\nuser-1,121,\n");
    let hex = ["bucket", "--engine", "flink", "--key-hex", "757365722d31"];
    assert_eq!(done(&hex), "key,bucket,worker\n757365722d31,121,\n");
    let bytes = ["bucket", "--engine", "kafka-streams", "--buckets", "12", "--key-type", "bytes"];
    let bucket = |text: &str| text.lines().nth(1).unwrap().split(',').nth(1).unwrap().to_owned();
    let hex = done(&[&bytes[..], &["--key-hex", "757365722d31"]].concat());
    assert_eq!(bucket(&hex), bucket(&done(&[&bytes[..], &["user-1"]].concat())));
    let negative = done(&["bucket", "--engine", "flink", "--key-type", "i64", "-5", "7"]);
    assert_eq!(negative.lines().count(), 3);
}

#[test]
fn keys_come_from_a_file_or_stdin_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.txt");
    std::fs::write(&file, "user-1\r\n\na,\"b\"\nlast").unwrap();
    let arguments = ["bucket", "--engine", "flink", "--buckets", "128", "--keys"];
    let from_file = done(&[&arguments[..], &[file.to_str().unwrap()]].concat());
    let mut rows = csv::Reader::from_reader(from_file.as_bytes());
    let keys: Vec<String> = rows.records().map(|row| row.unwrap()[0].to_owned()).collect();
    assert_eq!(keys, ["user-1", "", "a,\"b\"", "last"]);
    let mut stdin = redeal(&[&arguments[..], &["-"]].concat());
    let output = stdin.write_stdin(std::fs::read(&file).unwrap()).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), from_file);
}

#[test]
fn each_key_is_answered_before_the_next() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_redeal"))
        .args(["bucket", "--engine", "flink", "--buckets", "128", "--keys", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut keys, mut rows) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for expected in ["key,bucket,worker\nuser-1,121,\n", "user-1,121,\n"] {
        keys.write_all(b"user-1\n").unwrap();
        let mut row = String::new();
        while row.len() < expected.len() {
            rows.read_line(&mut row).unwrap();
        }
        assert_eq!(row, expected);
    }
    drop(keys);
    assert!(child.wait().unwrap().success());
}

#[test]
fn keys_that_cannot_be_are_told_with_their_place() {
    for (arguments, stdin, message) in [
        (&["--engine", "flink", "--key-type", "i32", "--keys", "-"][..], "1\n2147483648\n", "stdin:2: \"2147483648\""),
        (&["--engine", "flink", "--key-hex", "abc"], "", "key \"abc\": --key-hex: an odd number of digits, 3:"),
        (
            &["--engine", "flink", "--key-hex", "zz"],
            "",
            "key \"zz\": --key-hex: \"z\" at byte 1 is no hex digit: allowed",
        ),
        (
            &["--engine", "flink", "--key-type", "i16", "40000"],
            "",
            "error: \"40000\" is not a key of type i16: allowed are",
        ),
        (&["--engine", "flink", "--workers", "-1", "a"], "", "a whole number from 1 to 1048576 is needed"),
        (&["--engine", "flink", "--key-hex", "ff"], "", "key \"ff\": not UTF-8 text"),
        (
            &["--engine", "flink", "--key-type", "bytes", "a"],
            "",
            "--key-type bytes: allowed for Apache Flink are string",
        ),
        (&["--engine", "flink", "--key-type", "i64", "--key-hex", "2a"], "", "allowed are string and bytes"),
        (&["--engine", "kafka-streams", "a"], "", "--buckets is needed"),
        (&["--engine", "custom", "a"], "", "--buckets is needed"),
        (&["--engine", "flink", "--buckets", "32769", "a"], "", "Apache Flink takes 1 to 32768"),
        (&["--engine", "flink", "--buckets", "0", "a"], "", "allowed are 1 to 1048576"),
        (&["--engine", "flink", "--keys", "/no/such/file"], "", "/no/such/file: cannot be read"),
        (&["--engine", "flink", "--keys", "/"], "", "/: is a folder"),
        (&["--engine", "flinc", "a"], "", "tip: a similar value exists: 'flink'"),
        (
            &["--engine", "flink"],
            "",
            "as arguments (KEY…), in a file with one a line (--keys FILE), or on standard input (--keys -)",
        ),
    ] {
        let mut command = redeal(&[&["bucket"], arguments].concat());
        let output = command.write_stdin(stdin).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(2) && told.starts_with("error: ") && told.contains(message),
            "{arguments:?}: {told}"
        );
    }
}
