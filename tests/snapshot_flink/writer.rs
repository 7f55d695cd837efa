//! Writes the parts of a `_metadata` file byte by byte, by the layout of Flink's `MetadataV2V3SerializerBase`.

/// Bytes as Java's `DataOutput` writes them.
#[derive(Default, Clone)]
pub struct Out(pub Vec<u8>);

impl Out {
    pub fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }

    pub fn u8(self, number: u8) -> Self {
        self.raw(&[number])
    }

    pub fn i32(self, number: i32) -> Self {
        self.raw(&number.to_be_bytes())
    }

    pub fn i64(self, number: i64) -> Self {
        self.raw(&number.to_be_bytes())
    }

    /// Text of plain letters.
    pub fn utf(self, text: &str) -> Self {
        self.raw(&u16::try_from(text.len()).unwrap().to_be_bytes()).raw(text.as_bytes())
    }

    /// A count and the parts.
    pub fn list(self, parts: &[Out]) -> Self {
        let counted = self.i32(i32::try_from(parts.len()).unwrap());
        parts.iter().fold(counted, |out, part| out.raw(&part.0))
    }

    pub fn put(self, part: &Out) -> Self {
        self.raw(&part.0)
    }

    /// Head of a file without master states, up to the count of operators.
    pub fn head(version: i32) -> Self {
        Self::default().i32(0x4960_672d).i32(version).i64(7).i32(0)
    }
}

pub fn inline(bytes: usize) -> Out {
    Out::default().u8(1).utf("inline").i32(i32::try_from(bytes).unwrap()).raw(&vec![9; bytes])
}

pub fn file(bytes: i64) -> Out {
    Out::default().u8(2).i64(bytes).utf("hdfs://there/shared/abc")
}

pub fn relative(bytes: i64) -> Out {
    Out::default().u8(6).utf("abc").i64(bytes)
}

/// Key groups with offsets, of kind 3, 7 or 12.
pub fn key_groups(kind: u8, start: i32, offsets: &[i64], stream: &Out) -> Out {
    let offsets: Vec<Out> = offsets.iter().map(|&offset| Out::default().i64(offset)).collect();
    let out = Out::default().u8(kind).i32(start).list(&offsets).put(stream);
    if kind == 12 { out.utf("handle") } else { out }
}

/// Whole files, of kind 5 or 11: a description of 10 bytes, a shared file of 100 and a private one of 7.
pub fn incremental(kind: u8, start: i32, count: i32) -> Out {
    let out = Out::default().u8(kind).i64(6).utf("5f1c2f3e-0000-0000-0000-000000000001").i32(start).i32(count);
    let out = if kind == 11 { out.i64(50) } else { out };
    let shared = [Out::default().utf("000010.sst").put(&file(100))];
    let private = [Out::default().utf("CURRENT").put(&inline(7))];
    let out = out.put(&relative(10)).list(&shared).list(&private);
    if kind == 11 { out.utf("handle") } else { out }
}

/// One subtask from version 3 on, with managed and raw keyed state.
pub fn subtask(version: i32, index: i32, managed: &Out, raw: &Out) -> Out {
    let out = Out::default().i32(index);
    let out = if version == 2 { out.i64(0).i32(0) } else { out };
    let out = out.i32(0).i32(0).put(managed).put(raw);
    let out = if version == 2 { out } else { out.i32(0).i32(0) };
    if version == 7 { out.u8(1).i64(3) } else { out }
}

/// Nothing, where a handle may stand.
pub fn none() -> Out {
    Out::default().u8(0)
}

/// An operator called `counter` with this parallelism, max parallelism 8 and these subtasks.
pub fn operator(version: i32, parallelism: i32, subtasks: &[Out]) -> Out {
    operator_head(version, parallelism, 8).list(subtasks)
}

/// The same up to the count of subtasks.
pub fn operator_head(version: i32, parallelism: i32, max_parallelism: i32) -> Out {
    let out = if version >= 5 { Out::default().utf("counter").utf("counter") } else { Out::default() };
    // The id of the uid "counter", as real files have it.
    let id = 0x0da0_8f51_eaa8_5fc2_98e1_76a1_39b3_649a_u128;
    let out = out.raw(&id.to_be_bytes()).i32(parallelism).i32(max_parallelism);
    if version == 2 { out.i32(1) } else { out.put(&none()) }
}

/// A whole file of these operators.
pub fn whole(version: i32, operators: &[Out]) -> Vec<u8> {
    let out = Out::head(version).list(operators);
    if version >= 4 { out.raw(b"\xac\xed\0\x05sr").0 } else { out.0 }
}

/// A file of one operator with one subtask that has this managed keyed state.
pub fn of_state(version: i32, state: &Out) -> Vec<u8> {
    whole(version, &[operator(version, 1, &[subtask(version, 0, state, &none())])])
}
