//! Bytes written as hexadecimal digits.

/// The bytes; panics where the text is none.
pub fn from_hex(hex: &str) -> Vec<u8> {
    let (pairs, []) = hex.as_bytes().as_chunks::<2>() else { panic!("half a byte in {hex}") };
    pairs.iter().map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}
