//! Compressed files, recognized by their first bytes.

use std::io::Read;

/// The maximum size of a decompressed file.
const MOST: u64 = 128 << 20;

/// The contents of a file, decompressed if it is gzip or Zstandard.
///
/// # Errors
/// The reason why it cannot be decompressed, in lower case.
pub fn unpacked(bytes: &[u8]) -> Result<std::borrow::Cow<'_, [u8]>, String> {
    let read = |reader: &mut dyn Read, what: &str| {
        let mut out = Vec::new();
        // Reading one more byte than the limit distinguishes a file at the limit from a larger one.
        let read = reader.take(MOST + 1).read_to_end(&mut out);
        read.map_err(|error| format!("it starts as {what} and cannot be decompressed: {error}"))?;
        if out.len() as u64 > MOST {
            return Err(format!("it is larger than the limit of {MOST} bytes when decompressed"));
        }
        Ok(out.into())
    };
    match bytes {
        // A gzip file may consist of several members, but a plain decoder stops after the first.
        [0x1f, 0x8b, ..] => read(&mut flate2::read::MultiGzDecoder::new(bytes), "gzip"),
        #[cfg(feature = "zstd")]
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(bytes);
            let failed = |error| format!("it starts as Zstandard and cannot be decompressed: {error}");
            read(&mut decoder.map_err(failed)?, "Zstandard")
        }
        #[cfg(not(feature = "zstd"))]
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            Err("it starts as Zstandard, which this build cannot decompress".to_owned())
        }
        _ => Ok(bytes.into()),
    }
}
