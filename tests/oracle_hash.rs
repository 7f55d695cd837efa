//! Key hashes against the engines themselves: every row of every vector file, none skipped. Origins: the `README.md`
//! beside the files.

#[path = "support/hex.rs"]
mod hex;

use hex::from_hex;
use redeal::hash::{HashFn, HashingRule, Reduction, flink, flink_sql, murmur2};
use redeal::keys::Value;
use redeal::unit::BucketCount;

/// Compares row by row and reports every difference at the end, so that one run shows all of them.
#[derive(Default)]
struct Tally {
    rows: usize,
    different: Vec<String>,
}

impl Tally {
    fn expect<T: PartialEq + std::fmt::Debug + ?Sized>(&mut self, row: &str, what: &str, found: &T, wanted: &T) {
        if found != wanted {
            self.different.push(format!("row {} ({row}): {what} is {found:?}, the engine says {wanted:?}", self.rows));
        }
    }

    fn finish(self, rows: usize) {
        assert!(self.different.is_empty(), "{} differences:\n{}", self.different.len(), self.different.join("\n"));
        assert_eq!(self.rows, rows, "rows read");
    }
}

fn bucket(hash: HashFn, reduction: Reduction, key: &Value, buckets: u64) -> u32 {
    HashingRule { hash, reduction }.bucket(key, BucketCount::new(buckets).unwrap()).unwrap().0
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn text_from_hex(hex: &str) -> Value {
    Value::Text(String::from_utf8(from_hex(hex)).unwrap())
}

/// One CSV file: a column of hashes, and columns of buckets headed by a letter and the bucket count.
struct Table {
    data: &'static str,
    hash_column: &'static str,
    bucket_letter: char,
    rule: HashingRule,
}

impl Table {
    /// Checks hash and buckets of every row, the key made from the row's leading columns, and that there are so many
    /// rows.
    fn check(&self, rows: usize, key: impl Fn(&[&str]) -> Value) {
        let mut tally = Tally::default();
        let mut reader = csv::Reader::from_reader(self.data.as_bytes());
        let headers = reader.headers().unwrap().clone();
        let hash_at = headers.iter().position(|header| header == self.hash_column).unwrap();
        let counts: Vec<(usize, u64)> = headers
            .iter()
            .enumerate()
            .filter_map(|(at, header)| Some((at, header.strip_prefix(self.bucket_letter)?.parse().ok()?)))
            .collect();
        assert!(!counts.is_empty());
        for record in reader.records().map(Result::unwrap) {
            tally.rows += 1;
            let fields: Vec<&str> = record.iter().collect();
            let row = fields.join(",");
            let key = key(&fields);
            let wanted = fields[hash_at];
            let hash = self.rule.hash(&key).unwrap();
            let hash = if self.rule.reduction == Reduction::UnsignedMod {
                hash.cast_unsigned().to_string()
            } else {
                hash.to_string()
            };
            tally.expect(&row, self.hash_column, hash.as_str(), wanted);
            for &(at, count) in &counts {
                let found = bucket(self.rule.hash, self.rule.reduction, &key, count);
                tally.expect(&row, &format!("bucket of {count}"), &found, &fields[at].parse().unwrap());
            }
        }
        tally.finish(rows);
    }
}

mod of_flink {
    use super::*;
    use serde::Deserialize;
    use serde_json::Value as Json;

    #[derive(Deserialize)]
    struct Header {
        max_parallelism: Vec<u64>,
    }

    #[derive(Deserialize)]
    struct Row {
        r#type: String,
        key: Json,
        hash: i32,
        murmur: i32,
        kg: Vec<u32>,
    }

    fn field(kind: &str, key: &Json) -> Value {
        let Some(key) = key.as_str() else {
            return key.as_bool().map_or(Value::Null, Value::Bool);
        };
        match kind {
            "string" | "String" | "STRING" => text(key),
            "byte" => Value::I8(key.parse().unwrap()),
            "short" => Value::I16(key.parse().unwrap()),
            "int" | "Integer" | "INT" => Value::I32(key.parse().unwrap()),
            "long" | "Long" | "BIGINT" => Value::I64(key.parse().unwrap()),
            "char" => Value::Char(key.encode_utf16().next().unwrap()),
            "float" => Value::F32(key.parse().unwrap()),
            "double" => Value::F64(key.parse().unwrap()),
            "byte[]" => Value::Bytes(from_hex(key.strip_prefix("hex:").unwrap())),
            "BigInteger" => Value::BigInt(key.parse().unwrap()),
            "BigDecimal" => {
                let scale = key.split_once('.').map_or(0, |(_, digits)| digits.len());
                let unscaled = key.replace('.', "").parse().unwrap();
                Value::Decimal { unscaled, scale: i32::try_from(scale).unwrap(), precision: 0 }
            }
            "UUID" => Value::Uuid(u128::from_str_radix(&key.replace('-', ""), 16).unwrap()),
            "LocalDate" => Value::Date(match key {
                "1970-01-01" => 0,
                "2024-02-29" => 19_782,
                other => panic!("no day number for {other}"),
            }),
            "InstantMillis" => Value::TimestampMicros(key.parse::<i64>().unwrap() * 1_000),
            "sql.Timestamp_millis" => Value::SqlTimestampMillis(key.parse().unwrap()),
            other => panic!("no key type {other}"),
        }
    }

    /// `Tuple2<String,Integer>`, `Row(Long)`, `List<String>`, `BinaryRowData(INT)`, or a plain type.
    fn value(kind: &str, key: &Json) -> Value {
        if kind == "utf16" {
            return Value::Utf16(serde_json::from_value(key.clone()).unwrap());
        }
        let Some((outer, inner)) = kind.split_once(['<', '(']) else { return field(kind, key) };
        let kinds: Vec<&str> = inner.trim_end_matches(['>', ')']).split(',').collect();
        let fields = || {
            key.as_array().unwrap().iter().enumerate().map(|(at, key)| field(kinds[at % kinds.len()], key)).collect()
        };
        match outer {
            "BinaryRowData" => field(kinds[0], key),
            "Row" => Value::Row(fields()),
            "List" => Value::List(fields()),
            tuple if tuple.starts_with("Tuple") => Value::Tuple(fields()),
            other => panic!("no key type {other}"),
        }
    }

    fn sql_row_hash(key: &Value) -> i32 {
        match key {
            Value::Text(text) => flink_sql::row_hash_text(text),
            Value::I64(v) => flink_sql::row_hash_i64(*v),
            Value::I32(v) => flink_sql::row_hash_i32(*v),
            other => panic!("{other:?}"),
        }
    }

    fn check<'a>(counts: &[u64], lines: impl Iterator<Item = &'a str>, rows: usize) {
        let mut tally = Tally::default();
        for line in lines {
            tally.rows += 1;
            let row: Row = serde_json::from_str(line).unwrap();
            let key = value(&row.r#type, &row.key);
            let sql = row.r#type.starts_with("BinaryRowData");
            let rule = if sql { HashFn::FlinkSqlRow } else { HashFn::FlinkMurmur };
            let hash = if sql { sql_row_hash(&key) } else { HashFn::JavaHashCode.of(&key).unwrap() };
            tally.expect(line, "hashCode()", &hash, &row.hash);
            // Two remainders whose counts share no factor and have a product above 2^31 determine the folded number.
            for n in [1 << 20, (1 << 20) - 1] {
                let folded = Reduction::AbsMod.bucket(flink::flink_mix(row.hash), BucketCount::new(n).unwrap());
                tally.expect(line, "folded murmur", &folded, &(row.murmur.cast_unsigned() % u32::try_from(n).unwrap()));
            }
            tally.expect(line, "mix", &rule.of(&key).unwrap(), &flink::flink_mix(row.hash));
            let groups: Vec<u32> = counts.iter().map(|&n| bucket(rule, Reduction::AbsMod, &key, n)).collect();
            tally.expect(line, "key groups", &groups, &row.kg);
        }
        tally.finish(rows);
    }

    fn check_with_header(data: &str, rows: usize) {
        let mut lines = data.lines();
        let header: Header = serde_json::from_str(lines.next().unwrap()).unwrap();
        check(&header.max_parallelism, lines, rows);
    }

    #[test]
    fn strings_longs_and_ints() {
        check_with_header(include_str!("data/flink/keys.jsonl"), 700);
    }

    #[test]
    fn other_key_types_and_sql_rows() {
        check_with_header(include_str!("data/flink/other_key_types.jsonl"), 71);
    }

    #[test]
    fn strings_that_are_not_unicode() {
        let counts = [1, 7, 8, 100, 128, 720, 1_024, 4_096, 32_768];
        check(&counts, include_str!("data/flink/lone_surrogates.jsonl").lines(), 3);
    }
}

mod of_spark {
    use super::*;

    const RULE: HashingRule = HashingRule { hash: HashFn::SparkMurmur3, reduction: Reduction::FloorMod };

    fn table(data: &'static str) -> Table {
        Table { data, hash_column: "hash", bucket_letter: 'n', rule: RULE }
    }

    fn nullable(field: &str, value: impl Fn(&str) -> Value) -> Value {
        if field == "NULL" { Value::Null } else { value(field) }
    }

    fn long(digits: &str) -> Value {
        Value::I64(digits.parse().unwrap())
    }

    #[test]
    fn strings() {
        table(include_str!("data/spark/string.csv")).check(281, |row| text_from_hex(row[0]));
    }

    #[test]
    fn longs() {
        table(include_str!("data/spark/long.csv")).check(200, |row| long(row[0]));
    }

    #[test]
    fn ints() {
        table(include_str!("data/spark/int.csv")).check(198, |row| Value::I32(row[0].parse().unwrap()));
    }

    #[test]
    fn a_string_then_a_long() {
        table(include_str!("data/spark/string_long.csv"))
            .check(76, |row| Value::Row(vec![nullable(row[0], text_from_hex), nullable(row[1], long)]));
    }

    #[test]
    fn a_long_then_a_string() {
        table(include_str!("data/spark/long_string.csv"))
            .check(76, |row| Value::Row(vec![nullable(row[0], long), nullable(row[1], text_from_hex)]));
    }

    #[test]
    fn other_types() {
        let expressions = expressions();
        table(include_str!("data/spark/other_types.csv")).check(33, |row| {
            let (_, value) = expressions.iter().find(|(sql, _)| *sql == row[0]).expect(row[0]);
            value.clone()
        });
    }

    fn decimal(unscaled: i128, precision: u32) -> Value {
        Value::Decimal { unscaled, scale: 2, precision }
    }

    /// What each SQL expression of `other_types.csv` evaluates to.
    fn expressions() -> Vec<(&'static str, Value)> {
        const DAY_MICROS: i64 = 86_400_000_000;
        const JUNE_11: i32 = 19_885;
        let midnight = i64::from(JUNE_11) * DAY_MICROS;
        let window = vec![Value::TimestampMicros(midnight), Value::TimestampMicros(midnight + 600_000_000)];
        vec![
            ("cast(null as string)", Value::Null),
            ("cast(null as bigint)", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("cast(5 as tinyint)", Value::I8(5)),
            ("cast(-5 as tinyint)", Value::I8(-5)),
            ("cast(5 as smallint)", Value::I16(5)),
            ("cast(-300 as smallint)", Value::I16(-300)),
            ("5", Value::I32(5)),
            ("5L", Value::I64(5)),
            ("cast(0.0 as float)", Value::F32(0.0)),
            ("cast(-0.0 as float)", Value::F32(-0.0)),
            ("cast(1.5 as float)", Value::F32(1.5)),
            ("0.0D", Value::F64(0.0)),
            ("-0.0D", Value::F64(-0.0)),
            ("1.5D", Value::F64(1.5)),
            ("cast('NaN' as double)", Value::F64(f64::NAN)),
            ("date'1970-01-02'", Value::Date(1)),
            ("date'2024-06-11'", Value::Date(JUNE_11)),
            ("timestamp'1970-01-01 00:00:01Z'", Value::TimestampMicros(1_000_000)),
            ("timestamp_ntz'1970-01-01 00:00:01'", Value::TimestampMicros(1_000_000)),
            ("cast(1.23 as decimal(10,2))", decimal(123, 10)),
            ("cast(-1.23 as decimal(18,2))", decimal(-123, 18)),
            ("cast(1.23 as decimal(30,2))", decimal(123, 30)),
            ("X'0102'", Value::Bytes(vec![1, 2])),
            ("X'010203FF'", Value::Bytes(vec![1, 2, 3, 0xff])),
            ("X'ff80'", Value::Bytes(vec![0xff, 0x80])),
            ("array(1,2,3)", Value::List(vec![Value::I32(1), Value::I32(2), Value::I32(3)])),
            ("array('a',cast(null as string),'b')", Value::List(vec![text("a"), Value::Null, text("b")])),
            ("named_struct('a',1,'b','x')", Value::Row(vec![Value::I32(1), text("x")])),
            ("window(timestamp'2024-06-11 00:00:00Z','10 minutes')", Value::Row(window)),
            ("''", text("")),
            ("'a'", text("a")),
        ]
    }
}

mod of_others {
    use super::*;

    const KAFKA: HashingRule = HashingRule { hash: HashFn::KafkaMurmur2, reduction: Reduction::MaskMod };
    const JAVA: HashingRule = HashingRule { hash: HashFn::JavaHashCode, reduction: Reduction::MaskMod };
    const HADOOP: HashingRule = HashingRule { hash: HashFn::HadoopWritable, reduction: Reduction::MaskMod };
    const RISINGWAVE: HashingRule = HashingRule { hash: HashFn::RisingWaveCrc32, reduction: Reduction::UnsignedMod };

    fn table(data: &'static str, hash_column: &'static str, rule: HashingRule) -> Table {
        Table { data, hash_column, bucket_letter: if rule == RISINGWAVE { 'v' } else { 'p' }, rule }
    }

    #[test]
    fn kafka_strings() {
        table(include_str!("data/others/kafka.csv"), "murmur2", KAFKA).check(213, |row| text_from_hex(row[0]));
    }

    #[test]
    fn kafka_longs_and_integers() {
        let numeric = table(include_str!("data/others/kafka_numeric_keys.csv"), "murmur2", KAFKA);
        numeric.check(27, |row| match row[0] {
            "long_be8" => Value::I64(row[1].parse().unwrap()),
            "int_be4" => Value::I32(row[1].parse().unwrap()),
            other => panic!("no key type {other}"),
        });
        numeric.check(27, |row| Value::Bytes(from_hex(row[2])));
    }

    /// The functions without a branch, which a generator of many keys calls, answer as the serialised bytes do.
    #[test]
    fn kafka_longs_and_integers_without_serialising() {
        let mut tally = Tally::default();
        let mut reader = csv::Reader::from_reader(include_str!("data/others/kafka_numeric_keys.csv").as_bytes());
        for record in reader.records().map(Result::unwrap) {
            tally.rows += 1;
            let found = match &record[0] {
                "int_be4" => murmur2::murmur2_i32(record[1].parse().unwrap()),
                _ => murmur2::murmur2_i64(record[1].parse().unwrap()),
            };
            tally.expect(&record[2], "murmur2", &found, &record[3].parse().unwrap());
        }
        tally.finish(27);
    }

    #[test]
    fn java_strings_under_hash_partitioner() {
        table(include_str!("data/others/java_hash.csv"), "string_hash", JAVA).check(213, |row| text_from_hex(row[0]));
    }

    #[test]
    fn hadoop_text() {
        let texts = table(include_str!("data/others/hadoop_text.csv"), "text_hash", HADOOP);
        texts.check(213, |row| text_from_hex(row[0]));
    }

    #[test]
    fn risingwave_varchar() {
        let texts = table(include_str!("data/others/risingwave_varchar.csv"), "crc32", RISINGWAVE);
        texts.check(213, |row| text_from_hex(row[0]));
    }

    #[test]
    fn risingwave_integers_and_null() {
        table(include_str!("data/others/risingwave_int.csv"), "crc32", RISINGWAVE).check(37, |row| match row[0] {
            "smallint" => Value::I16(row[1].parse().unwrap()),
            "int" => Value::I32(row[1].parse().unwrap()),
            "bigint" => Value::I64(row[1].parse().unwrap()),
            "null" => Value::Null,
            other => panic!("no key type {other}"),
        });
    }
}
