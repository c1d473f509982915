//! Base64 and the character sets that it encodes.

use std::io::Read;

use base64::Engine;
use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use flate2::{Compression, Crc, FlushCompress};
use hclx_diag::Fault;
use hclx_diag::code_names::EVALUATION_LIMIT;
use hclx_formats::charsets::{self, CharacterSet};

use super::string::text;
use super::{Args, EarlyReturn, FunctionRow};
use crate::values::narrow::narrowed;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "base64decode",
        "(str: string) -> string",
        "a string decoded from Base64",
        &[("base64decode(\"SGVsbG8=\")", "\"Hello\"")],
        |args| {
            let decoded = String::from_utf8(base64_bytes(args, 0)?).map_err(|wrong| {
                let at = wrong.utf8_error().valid_up_to();
                let message = format!("contains invalid UTF-8 at byte {at}");
                args.fault(0, message).help("keep it in Base64, or use `textdecodebase64` with its encoding")
            })?;
            text(args, decoded)
        },
    ),
    FunctionRow::new(
        "base64encode",
        "(str: string) -> string",
        "a string in Base64",
        &[("base64encode(\"Hello\")", "\"SGVsbG8=\"")],
        |args| text(args, STANDARD.encode(args.string(0)?.scan()?)),
    )
    .bounded(|args, unknown| {
        // Every three bytes are encoded as four characters.
        let range = args.get(0).range();
        let known = range.prefix().unwrap_or_default().as_bytes();
        let known = &known[..known.len() / 3 * 3];
        if known.is_empty() {
            return unknown;
        }
        narrowed(unknown, |refiner| refiner.prefix_full(&STANDARD.encode(known)))
    }),
    FunctionRow::new(
        "base64gunzip",
        "(str: string) -> string",
        "a string decompressed with gzip, from Base64",
        &[("base64gunzip(\"H4sIAAAAAAAA/ypJLS4BAAAA//8BAAD//wx+f9gEAAAA\")", "\"test\"")],
        |args| {
            let plain = unzipped(args, &base64_bytes(args, 0)?)?;
            text(args, plain)
        },
    )
    .since(None, Some("1.7")),
    FunctionRow::new(
        "base64gzip",
        "(str: string) -> string",
        "a string compressed with gzip, in Base64; unknown unless empty, because the bytes depend on the compressor",
        &[("base64gzip(\"test\")", "\"H4sIAAAAAAAA/ypJLS4BAAAA//8BAAD//wx+f9gEAAAA\"")],
        |args| {
            let plain = args.string(0)?.scan()?;
            if plain.len() > LONGEST_GZIP || repeats(plain.as_bytes()) {
                return Err(EarlyReturn::Unknown);
            }
            text(args, STANDARD.encode(gzipped(plain.as_bytes())))
        },
    )
    .bounded(|_, unknown| narrowed(unknown, |refiner| refiner.prefix_full(GZIP_HEAD))),
    FunctionRow::new(
        "textdecodebase64",
        "(source: string, encoding: string) -> string",
        "a string decoded from Base64 in a character encoding such as `UTF-16LE`",
        &[("textdecodebase64(\"SABpAA==\", \"UTF-16LE\")", "\"Hi\"")],
        |args| {
            let set = character_set(args, 1)?;
            let bytes = base64_bytes(args, 0)?;
            // The reference also rejects data with a replacement character.
            let decoded = decoded(&set, &bytes).filter(|text| !text.contains(char::REPLACEMENT_CHARACTER));
            let decoded = decoded.ok_or_else(|| {
                let name = args.peek(1).unwrap_or_default();
                args.fault(0, format!("contains bytes that are invalid in {name}"))
            })?;
            text(args, decoded)
        },
    ),
    FunctionRow::new(
        "textencodebase64",
        "(string: string, encoding: string) -> string",
        "a string in a character encoding such as `UTF-16LE`, in Base64",
        &[("textencodebase64(\"Hi\", \"UTF-16LE\")", "\"SABpAA==\"")],
        |args| {
            let set = character_set(args, 1)?;
            let bytes = encoded(&set, args.string(0)?.scan()?).map_err(|wrong| {
                let name = args.peek(1).unwrap_or_default();
                args.fault(0, format!("contains `{wrong}`, which cannot be encoded in {name}"))
            })?;
            text(args, STANDARD.encode(bytes))
        },
    ),
];

/// The standard alphabet; bits beyond the last byte are ignored, padding is not.
const READER: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

/// The bytes of a Base64 argument; line breaks are ignored.
pub(super) fn base64_bytes(args: &Args<'_>, position: usize) -> Result<Vec<u8>, EarlyReturn> {
    let written = args.string(position)?.scan()?;
    args.budget.spend(written.len() as u64)?;
    let joined: String = written.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
    READER.decode(&joined).map_err(|wrong| {
        let what = match wrong {
            base64::DecodeError::InvalidByte(at, byte) if byte != b'=' => {
                let c = joined[..].chars().find(|c| !c.is_ascii()).filter(|_| !byte.is_ascii());
                format!("must be Base64, found `{}` at byte {at}", c.unwrap_or(byte as char))
            }
            base64::DecodeError::InvalidByte(at, _) => {
                format!("must be Base64, found `=` too early, at byte {at}")
            }
            _ => format!("must be Base64, found {} characters, which is not a multiple of 4", joined.len()),
        };
        args.fault(position, what).into()
    })
}

/// Returns `true` if a string is Base64; spaces are ignored.
pub(super) fn is_base64(text: &str) -> bool {
    READER.decode(text.split_whitespace().collect::<String>()).is_ok()
}

/// The maximum size of decompressed data, because a few bytes may expand greatly.
const LONGEST_UNZIPPED: u64 = 1 << 24;

fn unzipped(args: &Args<'_>, bytes: &[u8]) -> Result<String, EarlyReturn> {
    let mut plain = Vec::new();
    let mut reader = flate2::read::GzDecoder::new(bytes).take(LONGEST_UNZIPPED + 1);
    let read = reader.read_to_end(&mut plain);
    args.budget.spend(plain.len() as u64)?;
    if plain.len() as u64 > LONGEST_UNZIPPED {
        let message = format!("decompresses to more than the limit of {LONGEST_UNZIPPED} bytes");
        return Err(Fault::new(EVALUATION_LIMIT, message).argument(0).into());
    }
    let text = read.ok().and_then(|_| String::from_utf8(plain).ok());
    Ok(text.ok_or_else(|| args.fault(0, "must be gzip data in Base64"))?)
}

/// The gzip header in Base64.
const GZIP_HEAD: &str = "H4sIAAAAAAAA/";
/// The maximum length in bytes of data without repetitions that all common compressors compress equally.
const LONGEST_GZIP: usize = 16;

/// Returns `true` if a sequence of three bytes is repeated.
fn repeats(plain: &[u8]) -> bool {
    let mut seen = std::collections::HashSet::new();
    !plain.windows(3).all(|window| seen.insert(window))
}

/// Gzip as written by Go: no name or time, flushed, then an empty last block.
fn gzipped(plain: &[u8]) -> Vec<u8> {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    let mut encoder = flate2::Compress::new(Compression::default(), false);
    let mut block = Vec::with_capacity(plain.len() + 64);
    // A buffer that is large enough; compression in memory cannot fail.
    let _ = encoder.compress_vec(plain, &mut block, FlushCompress::Sync);
    out.extend(block);
    out.extend([1, 0, 0, 0xff, 0xff]);
    let mut crc = Crc::new();
    crc.update(plain);
    out.extend(crc.sum().to_le_bytes());
    out.extend((plain.len() as u32).to_le_bytes());
    out
}

/// A character set.
enum Set {
    Ascii,
    Latin1,
    Utf16 { big: bool, mark: bool },
    Other(CharacterSet),
}

/// Encoding names with the same meaning in Terraform and in the library.
const SHARED: &[&str] = &[
    "utf-8",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "shift_jis",
    "euc-jp",
    "iso-2022-jp",
    "euc-kr",
    "gbk",
    "gb18030",
    "big5",
];

/// Prefixes of other encoding names that Terraform may support.
const UNREADABLE: &[&str] = &["ibm", "cp", "hz-gb", "cs", "iso", "ebcdic", "ms", "latin", "l", "ccsid"];

fn character_set(args: &Args<'_>, position: usize) -> Result<Set, EarlyReturn> {
    let name = args.string(position)?.scan()?.trim();
    let lower = name.to_ascii_lowercase();
    let known = CharacterSet::of(name);
    let may_be_known = known.is_some() || !charsets::IS_COMPLETE;
    Ok(match lower.as_str() {
        "us-ascii" | "iso646-us" | "us" | "csascii" | "ansi_x3.4-1968" | "iso-ir-6" => Set::Ascii,
        "iso-8859-1" | "iso_8859-1" | "latin1" | "l1" | "iso-ir-100" | "cp819" | "ibm819" | "csisolatin1" => {
            Set::Latin1
        }
        "utf-16le" => Set::Utf16 { big: false, mark: false },
        "utf-16be" => Set::Utf16 { big: true, mark: false },
        "utf-16" => Set::Utf16 { big: true, mark: true },
        _ => match known {
            Some(encoding) if SHARED.contains(&lower.as_str()) => Set::Other(encoding),
            _ if may_be_known || UNREADABLE.iter().any(|start| lower.starts_with(start)) => {
                return Err(EarlyReturn::Unknown);
            }
            _ => {
                let message = format!("must be the name of a character encoding, found `{name}`");
                return Err(args
                    .fault(position, message)
                    .help("use an IANA name, such as `UTF-16LE`")
                    .into());
            }
        },
    })
}

/// The encoded bytes of a string, or the first character that the encoding does not contain.
fn encoded(set: &Set, plain: &str) -> Result<Vec<u8>, char> {
    let single = |last: u32| {
        plain
            .chars()
            .map(|c| u8::try_from(u32::from(c)).ok().filter(|_| u32::from(c) <= last).ok_or(c))
            .collect()
    };
    match set {
        Set::Ascii => single(0x7f),
        Set::Latin1 => single(0xff),
        Set::Utf16 { big, mark } => {
            let units = mark.then_some(0xfeff).into_iter().chain(plain.encode_utf16());
            Ok(units.flat_map(|unit| if *big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect())
        }
        Set::Other(set) => set.encoded(plain),
    }
}

fn decoded(set: &Set, bytes: &[u8]) -> Option<String> {
    match set {
        Set::Ascii => bytes.is_ascii().then(|| bytes.iter().map(|byte| char::from(*byte)).collect()),
        Set::Latin1 => Some(bytes.iter().map(|byte| char::from(*byte)).collect()),
        Set::Utf16 { big, mark } => {
            let little = *mark && bytes.starts_with(&[0xff, 0xfe]);
            let bytes =
                if *mark && (little || bytes.starts_with(&[0xfe, 0xff])) { &bytes[2..] } else { bytes };
            let (pairs, rest) = bytes.as_chunks::<2>();
            let unit = |pair: &[u8; 2]| {
                if *big && !little { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) }
            };
            let text = char::decode_utf16(pairs.iter().map(unit)).collect::<Result<String, _>>().ok()?;
            rest.is_empty().then_some(text)
        }
        Set::Other(set) => set.decoded(bytes),
    }
}
