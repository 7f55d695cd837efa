//! The id Flink gives an operator from its `uid`: 128-bit Murmur3 (x64), seed 0, over UTF-8.
//!
//! Source: `StreamGraphHasherV2` (flink-streaming-java); checked on ids in `_metadata` files of 2.3.0.

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

/// The operator id of a `uid`, as 32 lower-case hex digits: "counter" → `0da08f51eaa85fc298e176a139b3649a`.
#[must_use]
pub fn operator_id(uid: &str) -> String {
    let (h1, h2) = murmur3_x64_128(uid.as_bytes());
    // Both halves are written little-endian, so their bytes stand in reverse of the usual hex notation.
    format!("{:016x}{:016x}", h1.swap_bytes(), h2.swap_bytes())
}

/// Both 64-bit halves of Murmur3 x64 128, seed 0.
#[must_use]
pub fn murmur3_x64_128(bytes: &[u8]) -> (u64, u64) {
    let (blocks, tail) = bytes.as_chunks::<16>();
    let (mut h1, mut h2) = (0, 0);
    for block in blocks {
        let (k1, k2) = halves(*block);
        h1 = (h1 ^ scramble_first(k1)).rotate_left(27).wrapping_add(h2).wrapping_mul(5).wrapping_add(0x52dc_e729);
        h2 = (h2 ^ scramble_second(k2)).rotate_left(31).wrapping_add(h1).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }
    // The tail needs no case of its own: what it lacks is zero, and zero scrambles to zero.
    let mut padded = [0; 16];
    padded[..tail.len()].copy_from_slice(tail);
    let (k1, k2) = halves(padded);
    let length = bytes.len() as u64;
    h1 = h1 ^ scramble_first(k1) ^ length;
    h2 = h2 ^ scramble_second(k2) ^ length;
    h1 = h1.wrapping_add(h2);
    h2 = h2.wrapping_add(h1);
    (h1, h2) = (finish(h1), finish(h2));
    h1 = h1.wrapping_add(h2);
    (h1, h2.wrapping_add(h1))
}

fn halves(block: [u8; 16]) -> (u64, u64) {
    let whole = u128::from_le_bytes(block);
    ((whole & 0xffff_ffff_ffff_ffff) as u64, (whole >> 64) as u64)
}

fn scramble_first(word: u64) -> u64 {
    word.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

fn scramble_second(word: u64) -> u64 {
    word.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

fn finish(half: u64) -> u64 {
    let half = (half ^ (half >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let half = (half ^ (half >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    half ^ (half >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operator_ids_are_those_in_real_metadata() {
        for (uid, id) in [
            ("counter", "0da08f51eaa85fc298e176a139b3649a"),
            ("k1", "fa25835a5f82f18f18f52ee811aa1ef5"),
            ("k2", "5bef11adf3353d3e6aedffcc029f45c1"),
            ("numbers", "ca88eee0095684d687a1b6495617f957"),
            ("op", "2e10a607b4c70e691d47ead33ce714c9"),
            ("rules", "e635e88f2157f1386a91248eacaad37a"),
            ("source", "e5a72f353fc1e6bbf3bd96a41384998c"),
        ] {
            assert_eq!(operator_id(uid), id, "{uid}");
        }
    }

    #[test]
    fn whole_blocks_count_too() {
        let fox = murmur3_x64_128(b"The quick brown fox jumps over the lazy dog");
        assert_eq!(fox, (0xe34b_bc7b_bc07_1b6c, 0x7a43_3ca9_c49a_9347), "a published value of this function");
    }
}
