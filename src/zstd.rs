//! Zstandard as a stream: frame after frame, skippable ones passed over, checksums compared. For lists of keys and for state files.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// Decompresses any number of frames. What is held is a frame's window, at most 128 MiB.
pub(crate) struct Zstd<R> {
    source: R,
    decoder: Box<FrameDecoder>,
    in_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    /// Of a source that stands at a frame, or at its end.
    pub fn new(source: R) -> Self {
        Self { source, decoder: Box::new(FrameDecoder::new()), in_frame: false }
    }

    /// Begins the next frame. False at the end of the source.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let length = u64::from(length);
                    let skipped = io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
                    if skipped < length {
                        return Err(cut_off(&"a frame that is passed over ends early"));
                    }
                }
                Err(error) => return Err(cut_off(&error)),
            }
        }
        Ok(false)
    }

    fn end(&mut self) -> io::Result<()> {
        self.in_frame = false;
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(told), Some(found)) if told != found => Err(cut_off(&"the checksum is wrong")),
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.in_frame && !self.begin()? {
                return Ok(0);
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(out);
            }
            if self.decoder.is_finished() {
                self.end()?;
                continue;
            }
            let blocks = self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
            blocks.map_err(|error| cut_off(&error))?;
        }
    }
}

fn cut_off(error: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("the zstd data is damaged or cut off: {error}"))
}
