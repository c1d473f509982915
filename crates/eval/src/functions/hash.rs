//! Digests, and identifiers derived from them. `bcrypt` and `uuid` are random, so they are among the impure
//! functions.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::Digest;

use super::encoding::base64_bytes;
use super::string::text;
use super::{Answer, Args, EarlyReturn, FunctionRow};

/// A hash function with a printed digest.
pub(super) type Hash = fn(&[u8]) -> String;

pub(super) const ROWS: &[FunctionRow] = &[
    row(
        "base64sha256",
        "the SHA-256 of a string, in Base64 (of the hash itself, not of its hexadecimal digits)",
        &[("base64sha256(\"hello world\")", "\"uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=\"")],
        |args| hashed(args, base64_sha256),
    ),
    row(
        "base64sha512",
        "the SHA-512 of a string, in Base64 (of the hash itself, not of its hexadecimal digits)",
        &[(
            "base64sha512(\"hello world\")",
            "\"MJ7MSJwS1utMxA9QyQLytNDtd+5RGnx6m808qG1M2G+YndNbxf9JlnDaNCVbRbDP2DDoH2Bdz33FVC6TrpzXbw==\"",
        )],
        |args| hashed(args, base64_sha512),
    ),
    row(
        "md5",
        "the MD5 of a string, in hexadecimal digits",
        &[("md5(\"hello world\")", "\"5eb63bbbe01eeed093cb22bb8f5acdc3\"")],
        |args| hashed(args, md5),
    ),
    row(
        "sha1",
        "the SHA-1 of a string, in hexadecimal digits",
        &[("sha1(\"hello world\")", "\"2aae6c35c94fcfb415dbe95f408b9ce91ee846ed\"")],
        |args| hashed(args, sha1),
    ),
    row(
        "sha256",
        "the SHA-256 of a string, in hexadecimal digits",
        &[(
            "sha256(\"hello world\")",
            "\"b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9\"",
        )],
        |args| hashed(args, sha256),
    ),
    row(
        "sha512",
        "the SHA-512 of a string, in hexadecimal digits",
        &[("substr(sha512(\"hello world\"), 0, 32)", "\"309ecc489c12d6eb4cc40f50c902f2b4\"")],
        |args| hashed(args, sha512),
    ),
    FunctionRow::new(
        "rsadecrypt",
        "(ciphertext: string, privatekey: string) -> string",
        RSADECRYPT,
        &[("can(rsadecrypt(\"bm9uZQ==\", \"no key\"))", "false")],
        rsa_decrypted,
    ),
    FunctionRow::new(
        "uuidv5",
        "(namespace: string, name: string) -> string",
        "the UUID of a name in a namespace: `dns`, `url`, `oid`, `x500` or a UUID",
        &[("uuidv5(\"dns\", \"www.terraform.io\")", "\"a5008fae-b28c-5ba5-96cd-82b4c53552d6\"")],
        name_based,
    ),
];

/// The result of `rsadecrypt` in this build.
const RSADECRYPT: &str = if cfg!(feature = "rsadecrypt") {
    "the plaintext of a Base64-encoded message that was encrypted with RSA (PKCS #1 v1.5)"
} else {
    "the plaintext of a message encrypted with RSA; unknown, because this build cannot decrypt (feature `rsadecrypt`)"
};

const fn row(
    name: &'static str,
    summary: &'static str,
    examples: &'static [(&'static str, &'static str)],
    run: fn(&Args<'_>) -> Answer,
) -> FunctionRow {
    FunctionRow::new(name, "(str: string) -> string", summary, examples, run)
}

fn hashed(args: &Args<'_>, hash: Hash) -> Answer {
    text(args, hash(args.string(0)?.scan()?.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn md5(bytes: &[u8]) -> String {
    hex(&md5::Md5::digest(bytes))
}

pub(super) fn sha1(bytes: &[u8]) -> String {
    hex(&sha1::Sha1::digest(bytes))
}

pub(super) fn sha256(bytes: &[u8]) -> String {
    hex(&sha2::Sha256::digest(bytes))
}

pub(super) fn sha512(bytes: &[u8]) -> String {
    hex(&sha2::Sha512::digest(bytes))
}

pub(super) fn base64_sha256(bytes: &[u8]) -> String {
    STANDARD.encode(sha2::Sha256::digest(bytes))
}

pub(super) fn base64_sha512(bytes: &[u8]) -> String {
    STANDARD.encode(sha2::Sha512::digest(bytes))
}

/// The namespaces with predefined names, and their identifiers (RFC 4122, appendix C).
const NAMESPACES: [(&str, u128); 4] = [
    ("dns", 0x6ba7b810_9dad_11d1_80b4_00c04fd430c8),
    ("url", 0x6ba7b811_9dad_11d1_80b4_00c04fd430c8),
    ("oid", 0x6ba7b812_9dad_11d1_80b4_00c04fd430c8),
    ("x500", 0x6ba7b814_9dad_11d1_80b4_00c04fd430c8),
];

fn name_based(args: &Args<'_>) -> Answer {
    let (namespace, name) = (args.string(0)?.scan()?, args.string(1)?.scan()?);
    let named = NAMESPACES.iter().find(|(known, _)| *known == namespace).map(|(_, id)| *id);
    let id = named.or_else(|| identifier(namespace)).ok_or_else(|| {
        let message = format!("must be `dns`, `url`, `oid`, `x500` or a UUID, found `{namespace}`");
        args.fault(0, message)
    })?;
    let digest = sha1::Sha1::new().chain_update(id.to_be_bytes()).chain_update(name).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    // version 5, and the variant of RFC 4122
    let id = u128::from_be_bytes(bytes) & !(0xf << 76 | 0x3 << 62) | 0x5 << 76 | 0x2 << 62;
    let digits = format!("{id:032x}");
    let groups = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    text(args, groups.join("-"))
}

/// Parses a UUID: 32 digits, or with hyphens, where braces or a prefix `urn:uuid:` are also allowed.
fn identifier(text: &str) -> Option<u128> {
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let grouped = inner.or_else(|| text.strip_prefix("urn:uuid:")).unwrap_or(text);
    let hyphens: Vec<usize> = grouped.match_indices('-').map(|(at, _)| at).collect();
    let digits = match hyphens[..] {
        [8, 13, 18, 23] => grouped.replace('-', ""),
        [] if grouped == text => text.to_owned(),
        _ => return None,
    };
    let are_digits = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    are_digits.then(|| u128::from_str_radix(&digits, 16).ok()).flatten()
}

/// The unknown result for keys in OpenSSH's own format, which are not supported.
fn rsa_decrypted(args: &Args<'_>) -> Answer {
    let bytes = base64_bytes(args, 0)?;
    let pem = args.string(1)?.scan()?.trim();
    if pem.contains("BEGIN OPENSSH PRIVATE KEY") {
        return Err(EarlyReturn::Unknown);
    }
    if !(pem.starts_with("-----BEGIN ") && pem.ends_with(" PRIVATE KEY-----")) {
        return Err(no_key(args));
    }
    decrypted(args, &bytes, pem)
}

fn no_key(args: &Args<'_>) -> EarlyReturn {
    args.fault(1, "must be an RSA private key in PEM format without a passphrase").into()
}

/// The unknown result without RSA. No implementation is built in by default: the maintained one has an open
/// advisory (its timing depends on the key).
#[cfg(not(feature = "rsadecrypt"))]
fn decrypted(_: &Args<'_>, _: &[u8], _: &str) -> Answer {
    Err(EarlyReturn::Unknown)
}

#[cfg(feature = "rsadecrypt")]
fn decrypted(args: &Args<'_>, message: &[u8], pem: &str) -> Answer {
    use rsa::{Pkcs1v15Encrypt, PrivateKey, pkcs1::DecodeRsaPrivateKey, pkcs8::DecodePrivateKey};
    // the time grows with the cube of the key size; this is 8192 bits
    if pem.len() > 7_000 {
        return Err(args.fault(1, "must be a key of at most 8192 bits").into());
    }
    let key = PrivateKey::from_pkcs1_pem(pem).ok().or_else(|| PrivateKey::from_pkcs8_pem(pem).ok());
    let plain = key.ok_or_else(|| no_key(args))?.decrypt(Pkcs1v15Encrypt, message);
    let plain = plain.map_err(|_| args.failed("the message cannot be decrypted with this key"))?;
    // the reference replaces invalid bytes
    String::from_utf8(plain)
        .map(|plain| hclx_core::Value::string(hclx_core::nfc(&plain)))
        .map_err(|_| EarlyReturn::Unknown)
}
