//! Our reader of rows against another one, on records cut at any place.

use super::chunks::{Block, Chunks};
use super::csv_rows;
use proptest::prelude::*;
use std::io::Cursor;

/// The rows of a text cut into blocks of a size, and whether a line could not be read.
fn rows(text: &[u8], block_bytes: usize) -> (Vec<Vec<Vec<u8>>>, bool) {
    let mut chunks = Chunks::new(Box::new(Cursor::new(text.to_vec())), Some(b','), block_bytes);
    let (mut all, mut block, mut fields, mut is_broken) = (Vec::new(), Block::default(), Vec::new(), false);
    while chunks.next(&mut block).unwrap() {
        is_broken |= block.broken.is_some();
        let mut at = 0;
        while at < block.bytes.len() {
            at = csv_rows::next_row(&block.bytes, at, b',', &mut fields);
            if !csv_rows::is_blank(&fields) {
                let cells = fields.iter().map(|field| field.cell(&block.bytes, &mut Vec::new()).bytes.to_vec());
                all.push(cells.collect());
            }
        }
    }
    (all, is_broken)
}

/// The same by the crate `csv`.
fn expected(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let records = reader.byte_records().map(|record| record.unwrap().iter().map(<[u8]>::to_vec).collect());
    records.collect()
}

proptest! {
    #[test]
    fn written_records_come_back_however_they_are_cut(
        records in prop::collection::vec(prop::collection::vec("[a\u{e9},\";\r\n ]{0,6}", 1..4), 0..12),
        return_too in any::<bool>(),
        block_bytes in 1_usize..40,
    ) {
        let ends = if return_too { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
        let mut writer = csv::WriterBuilder::new().flexible(true).terminator(ends).from_writer(Vec::new());
        for record in &records {
            writer.write_record(record).unwrap();
        }
        let text = writer.into_inner().unwrap();
        let written = records.iter().map(|record| record.iter().map(|field| field.clone().into_bytes()).collect());
        let written: Vec<Vec<Vec<u8>>> = written.collect();
        prop_assert_eq!(&expected(&text), &written);
        prop_assert_eq!(rows(&text, block_bytes), (written, false));
    }

    #[test]
    fn any_text_is_read_as_by_the_crate_or_said_to_be_broken(
        text in "[ab,\"\n]{0,40}",
        block_bytes in 1_usize..50,
    ) {
        let (found, is_broken) = rows(text.as_bytes(), block_bytes);
        if !is_broken {
            prop_assert_eq!(found, expected(text.as_bytes()));
        }
        prop_assert_eq!(rows(text.as_bytes(), 1000).1, is_broken);
    }
}
