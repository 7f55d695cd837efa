//! Keys of other types and of several columns, read from their text as a user gives them, against the engines: every row.
//! Origins: the `README.md` beside the files.

use redeal::engine::Engine;
use redeal::keys::{KeyType, Value};
use redeal::unit::BucketCount;

/// The bucket of a key given as text, of a type given by its name, as `redeal bucket` finds it.
fn bucket(engine: &str, key_type: &str, text: &str, count: u64) -> u32 {
    let engine = Engine::named(engine).unwrap();
    let found = KeyType::named(key_type).unwrap();
    assert!(found.is_among(engine.profile().key_types()), "{key_type}");
    let key = found.parse(text).unwrap_or_else(|error| panic!("{error}"));
    engine.profile().hashing().bucket(&key, BucketCount::new(count).unwrap()).unwrap().0
}

fn records(data: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(data.as_bytes());
    let headers = reader.headers().unwrap().iter().map(str::to_owned).collect();
    (headers, reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect())
}

/// Bucket counts of the columns headed by `n` and a count, with their places.
fn counts(headers: &[String]) -> Vec<(usize, u64)> {
    let count = |(at, header): (usize, &String)| Some((at, header.strip_prefix('n')?.parse().ok()?));
    headers.iter().enumerate().filter_map(count).collect()
}

#[test]
fn flink_sql_rows() {
    let (headers, rows) = records(include_str!("data/flink/sql_rows.csv"));
    let mut different = Vec::new();
    for row in &rows {
        let key_type = format!("row({})", row[0]);
        for (at, count) in counts(&headers) {
            let found = bucket("flink-sql", &key_type, &row[1], count).to_string();
            if found != row[at] {
                different.push(format!("{} {} of {count}: {found}, Flink says {}", row[0], row[1], row[at]));
            }
        }
    }
    assert!(different.is_empty(), "{} differences:\n{}", different.len(), different.join("\n"));
    assert_eq!(rows.len(), 227);
}

/// A hex field of text as a quoted column, NULL as an empty one.
fn column(hex: &str) -> String {
    if hex == "NULL" {
        return String::new();
    }
    let (pairs, []) = hex.as_bytes().as_chunks::<2>() else { panic!("half a byte in {hex}") };
    let bytes = pairs.iter().map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect();
    format!("\"{}\"", String::from_utf8(bytes).unwrap().replace('"', "\"\""))
}

#[test]
fn spark_columns() {
    let number = |field: &str| if field == "NULL" { String::new() } else { field.to_owned() };
    let files = [
        ("string,i64", include_str!("data/spark/string_long.csv")),
        ("i64,string", include_str!("data/spark/long_string.csv")),
    ];
    for (types, data) in files {
        let (headers, rows) = records(data);
        for row in &rows {
            let text = match types {
                "string,i64" => format!("{},{}", column(&row[0]), number(&row[1])),
                _ => format!("{},{}", number(&row[0]), column(&row[1])),
            };
            for (at, count) in counts(&headers) {
                assert_eq!(bucket("spark", types, &text, count).to_string(), row[at], "{types} {text} of {count}");
            }
        }
        assert_eq!(rows.len(), 76);
    }
}

/// Each expression of the file as a user types it; a struct's and a window's fields are columns.
#[test]
fn spark_types() {
    let typed = [
        ("cast(null as string)", "row(string)", ""),
        ("cast(null as bigint)", "row(i64)", ""),
        ("true", "bool", "true"),
        ("false", "bool", "false"),
        ("cast(5 as tinyint)", "i8", "5"),
        ("cast(-5 as tinyint)", "i8", "-5"),
        ("cast(5 as smallint)", "i16", "5"),
        ("cast(-300 as smallint)", "i16", "-300"),
        ("5", "i32", "5"),
        ("5L", "i64", "5"),
        ("cast(0.0 as float)", "f32", "0.0"),
        ("cast(-0.0 as float)", "f32", "-0.0"),
        ("cast(1.5 as float)", "f32", "1.5"),
        ("0.0D", "f64", "0.0"),
        ("-0.0D", "f64", "-0.0"),
        ("1.5D", "f64", "1.5"),
        ("cast('NaN' as double)", "f64", "NaN"),
        ("date'1970-01-02'", "date", "1970-01-02"),
        ("date'2024-06-11'", "date", "2024-06-11"),
        ("timestamp'1970-01-01 00:00:01Z'", "timestamp", "1970-01-01 00:00:01Z"),
        ("timestamp_ntz'1970-01-01 00:00:01'", "timestamp", "1970-01-01 00:00:01"),
        ("cast(1.23 as decimal(10,2))", "decimal(10,2)", "1.23"),
        ("cast(-1.23 as decimal(18,2))", "decimal(18,2)", "-1.23"),
        ("cast(1.23 as decimal(30,2))", "decimal(30,2)", "1.23"),
        ("X'0102'", "row(bytes)", "0102"),
        ("X'010203FF'", "row(bytes)", "010203FF"),
        ("X'ff80'", "row(bytes)", "ff80"),
        ("array(1,2,3)", "list(i32)", "1,2,3"),
        ("array('a',cast(null as string),'b')", "list(string)", "a,,b"),
        ("named_struct('a',1,'b','x')", "i32,string", "1,x"),
        (
            "window(timestamp'2024-06-11 00:00:00Z','10 minutes')",
            "timestamp,timestamp",
            "2024-06-11 00:00:00Z,2024-06-11 00:10:00Z",
        ),
        ("''", "string", ""),
        ("'a'", "string", "a"),
    ];
    let (_, rows) = records(include_str!("data/spark/other_types.csv"));
    for row in &rows {
        let (_, key_type, text) = typed.iter().find(|(sql, ..)| *sql == row[0]).expect(&row[0]);
        assert_eq!(bucket("spark", key_type, text, 128).to_string(), row[2], "{}", row[0]);
    }
    assert_eq!(rows.len(), 33);
}

/// A type of the file as it is named here; none where a scenario or the command line has no name for it.
fn flink_type(kind: &str) -> Option<(&'static str, String)> {
    let one = |kind: &str| {
        Some(match kind {
            "boolean" => "bool",
            "byte" => "i8",
            "short" => "i16",
            "int" | "Integer" | "INT" => "i32",
            "long" | "Long" | "BIGINT" => "i64",
            "char" => "char",
            "float" => "f32",
            "double" => "f64",
            "BigDecimal" => "big-decimal",
            "BigInteger" => "big-integer",
            "UUID" => "uuid",
            "LocalDate" => "date",
            "InstantMillis" => "timestamp",
            "sql.Timestamp_millis" => "sql-timestamp",
            "String" | "STRING" => "string",
            _ => return None,
        })
    };
    let Some((outer, inner)) = kind.split_once(['<', '(']) else { return Some(("flink", one(kind)?.to_owned())) };
    let parts: Vec<&str> = inner.trim_end_matches(['>', ')']).split(',').map(one).collect::<Option<_>>()?;
    let parts = parts.join(",");
    Some(match outer {
        "BinaryRowData" => ("flink-sql", parts),
        "Row" => ("flink", format!("row({parts})")),
        "List" => ("flink", format!("list({parts})")),
        _ => ("flink", format!("tuple({parts})")),
    })
}

/// One part of a key as text; milliseconds as a point in time.
fn flink_text(kind: &str, part: &serde_json::Value) -> String {
    match part.as_str() {
        None => part.as_bool().map_or(String::new(), |truth| truth.to_string()),
        Some(millis) if kind.contains("illis") => {
            Value::TimestampMicros(millis.parse::<i64>().unwrap() * 1000).to_string()
        }
        Some(text) => text.to_owned(),
    }
}

/// A key as text; an empty part of one that has parts stands in quotes, for without them it would be null.
fn flink_key(kind: &str, key: &serde_json::Value) -> String {
    let part = |part: &serde_json::Value| {
        let text = flink_text(kind, part);
        if part.is_string() && text.is_empty() { "\"\"".to_owned() } else { text }
    };
    match key.as_array() {
        Some(parts) => parts.iter().map(part).collect::<Vec<_>>().join(","),
        None => flink_text(kind, key),
    }
}

#[test]
fn flink_types() {
    let mut lines = include_str!("data/flink/other_key_types.jsonl").lines();
    let header: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let counts: Vec<u64> = header["max_parallelism"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    let (mut checked, mut unnamed) = (0, Vec::new());
    for line in lines {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let kind = row["type"].as_str().unwrap();
        let Some((engine, key_type)) = flink_type(kind) else {
            unnamed.push(kind.to_owned());
            continue;
        };
        let text = flink_key(kind, &row["key"]);
        for (count, group) in counts.iter().zip(row["kg"].as_array().unwrap()) {
            assert_eq!(
                u64::from(bucket(engine, &key_type, &text, *count)),
                group.as_u64().unwrap(),
                "{line} of {count}"
            );
        }
        checked += 1;
    }
    assert_eq!((checked, unnamed), (70, vec!["Row(byte[])".to_owned()]));
}
