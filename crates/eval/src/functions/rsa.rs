//! RSA decryption for `rsadecrypt`: PEM and DER of a private key, and PKCS #1 v1.5 (RFC 8017).
//!
//! Deliberately absent: constant time. The key and the message are in the configuration that is judged,
//! and nobody measures from outside; what signs or encrypts for others must not be built on this.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use num_bigint::BigUint;

/// Larger keys are refused: the time of decryption grows with the third power of their size.
const MOST_BITS: u64 = 8192;

/// 1.2.840.113549.1.1.1, `rsaEncryption`.
const RSA_ENCRYPTION: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];

/// The forms of a private key in PEM.
const LABELS: &[(&str, Read)] = &[("RSA PRIVATE KEY", Key::pkcs1), ("PRIVATE KEY", Key::pkcs8)];

/// Reads the DER of a key.
type Read = fn(&[u8]) -> Option<Key>;

/// Tags of DER.
const INTEGER: u8 = 0x02;
const OCTETS: u8 = 0x04;
const OID: u8 = 0x06;
const SEQUENCE: u8 = 0x30;

/// A private key.
pub(super) struct Key {
    modulus: BigUint,
    exponent: BigUint,
}

impl Key {
    /// Reads a key without a passphrase; `None` if it is none, or if its numbers do not belong together.
    pub(super) fn from_pem(pem: &str) -> Option<Self> {
        let pem = pem.trim();
        let form = |(label, read): &(&str, Read)| {
            let inside = pem.strip_prefix(&format!("-----BEGIN {label}-----"))?;
            let inside = inside.strip_suffix(&format!("-----END {label}-----"))?;
            let text: String = inside.split_ascii_whitespace().collect();
            read(&STANDARD.decode(text).ok()?)
        };
        LABELS.iter().find_map(form)
    }

    fn pkcs1(der: &[u8]) -> Option<Self> {
        let mut fields = Der(Der(der).only(SEQUENCE)?);
        // two primes; more have another version
        if fields.number()? != BigUint::ZERO {
            return None;
        }
        let modulus = fields.number()?;
        let public = fields.number()?;
        let exponent = fields.number()?;
        let primes = [fields.number()?, fields.number()?];
        let one = BigUint::from(1_u8);
        let belongs =
            |prime: &BigUint| *prime > one && (&exponent * &public) % (prime - &one) == &one % (prime - &one);
        let whole = &primes[0] * &primes[1] == modulus && primes.iter().all(belongs);
        (whole && modulus.bits() <= MOST_BITS).then_some(Self { modulus, exponent })
    }

    fn pkcs8(der: &[u8]) -> Option<Self> {
        let mut fields = Der(Der(der).only(SEQUENCE)?);
        fields.number()?;
        let mut algorithm = Der(fields.next(SEQUENCE)?);
        if algorithm.next(OID)? != RSA_ENCRYPTION {
            return None;
        }
        Self::pkcs1(fields.next(OCTETS)?)
    }

    /// The message; `None` if it was not encrypted for this key.
    pub(super) fn decrypt(&self, message: &[u8]) -> Option<Vec<u8>> {
        let number = BigUint::from_bytes_be(message);
        if number >= self.modulus {
            return None;
        }
        let padded = number.modpow(&self.exponent, &self.modulus).to_bytes_be();
        // the first byte is zero, and not there in the number
        let size = usize::try_from(self.modulus.bits().div_ceil(8)).ok()?;
        let rest = padded.strip_prefix(&[2]).filter(|_| padded.len() + 1 == size)?;
        let end = rest.iter().position(|byte| *byte == 0).filter(|end| *end >= 8)?;
        Some(rest[end + 1..].to_vec())
    }
}

/// What is left of a text in DER.
struct Der<'d>(&'d [u8]);

impl<'d> Der<'d> {
    /// The content of the next value, which must have this tag.
    fn next(&mut self, tag: u8) -> Option<&'d [u8]> {
        let (found, rest) = self.0.split_first()?;
        let (first, rest) = rest.split_first()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(*first), rest),
            0x81..=0x84 => {
                let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
                (bytes.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte)), rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        (*found == tag).then_some(content)
    }

    /// The content of the only value.
    fn only(mut self, tag: u8) -> Option<&'d [u8]> {
        let content = self.next(tag)?;
        self.0.is_empty().then_some(content)
    }

    /// The next value as a number that is not negative.
    fn number(&mut self) -> Option<BigUint> {
        let bytes = self.next(INTEGER)?;
        bytes.first().filter(|first| **first < 0x80).map(|_| BigUint::from_bytes_be(bytes))
    }
}
