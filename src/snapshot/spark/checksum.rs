//! The checksums that Hadoop's file systems keep beside a file, `.NAME.crc`.
//!
//! `crc`, a byte of 0, the bytes of a piece as a big-endian number, then the CRC-32 of each piece of the file in turn: Hadoop 3.4,
//! `ChecksumFileSystem` and `DataChecksum` of type CRC32. A reader on such a file system is refused a file that does not fit.

const MAGIC: &[u8; 4] = b"crc\0";

/// Whether a file is the one that the checksums were made of; true as well where they are none that is known.
pub(super) fn fits(checksums: &[u8], file: &[u8]) -> bool {
    let Some((piece, sums)) = checksums.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk::<4>()) else {
        return true;
    };
    let Some(piece) = usize::try_from(u32::from_be_bytes(*piece)).ok().filter(|piece| *piece > 0) else {
        return true;
    };
    let (sums, rest) = sums.as_chunks::<4>();
    let pieces = file.chunks(piece);
    rest.is_empty()
        && sums.len() == pieces.len()
        && pieces.zip(sums).all(|(piece, sum)| crc32fast::hash(piece) == u32::from_be_bytes(*sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of CRC-32, of the nine digits, is CBF43926.
    #[test]
    fn a_file_fits_its_own_checksums_alone() {
        let sums = |piece: u8, sums: &[u32]| {
            let sums = sums.iter().flat_map(|sum| sum.to_be_bytes());
            b"crc\0\0\0\0".iter().copied().chain([piece]).chain(sums).collect::<Vec<u8>>()
        };
        let whole = sums(9, &[0xcbf4_3926]);
        assert!(fits(&whole, b"123456789") && !fits(&whole, b"123456780") && !fits(&whole, b"1234567890"));
        assert!(fits(&sums(9, &[0xcbf4_3926; 2]), b"123456789123456789"));
        assert!(fits(b"{\"algorithm\":1}", b"x") && fits(&sums(0, &[]), b"x") && fits(b"", b"x"));
    }
}
