//! IPv4 and IPv6 networks in CIDR notation.

use core::net::{Ipv4Addr, Ipv6Addr};

/// The reason why a string is not a network in CIDR notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CidrError<'t> {
    /// The `/` is missing.
    NoSlash,
    /// The part before the `/` is not an address.
    Address(&'t str),
    /// The part after the `/` is not a valid prefix length.
    Length {
        /// The part found.
        found: &'t str,
        /// The number of bits of an address.
        most: u32,
    },
}

/// A network: its address in the lowest 32 or 128 bits, and its prefix length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// The bits of its first address.
    pub address: u128,
    /// The prefix length in bits.
    pub length: u32,
    /// The length of an address in bits: 32 or 128.
    pub bits: u32,
}

impl Network {
    /// The address of all ones.
    pub const fn all(self) -> u128 {
        // A shift by all 128 bits would overflow.
        if self.bits == 128 { u128::MAX } else { (1 << self.bits) - 1 }
    }

    /// The greatest number with this many bits.
    pub const fn ones(count: u32) -> u128 {
        // As in `all`, a shift by all 128 bits would overflow.
        if count >= 128 { u128::MAX } else { (1 << count) - 1 }
    }

    /// The mask of a prefix of this many bits.
    pub const fn mask(self, length: u32) -> u128 {
        self.all() ^ Self::ones(self.bits - length)
    }

    /// The enclosing network with a shorter prefix.
    pub const fn cut(self, length: u32) -> Network {
        Network { address: self.address & self.mask(length), length, ..self }
    }

    /// Returns `true` if the first address of the other network is in this one.
    pub const fn contains(self, other: Network) -> bool {
        other.address & self.mask(self.length) == self.address
    }

    /// The last address.
    pub const fn last(self) -> u128 {
        self.address | Self::ones(self.bits - self.length)
    }

    /// The name of the IP version.
    pub const fn version(self) -> &'static str {
        if self.bits == 32 { "IPv4" } else { "IPv6" }
    }

    /// The IPv4 address that an IPv6 address maps.
    pub fn mapped(self) -> Option<Ipv4Addr> {
        Ipv6Addr::from_bits(self.address).to_ipv4_mapped().filter(|_| self.bits == 128)
    }

    /// The first address, printed; a mapped IPv4 address is printed as IPv4.
    pub fn host_text(self) -> String {
        if self.bits == 32 {
            return Ipv4Addr::from_bits(u32::try_from(self.address).unwrap_or_default()).to_string();
        }
        match self.mapped() {
            Some(address) => address.to_string(),
            None => Ipv6Addr::from_bits(self.address).to_string(),
        }
    }

    /// The network in CIDR notation. A mapped IPv4 address is printed as IPv4, as in the reference.
    pub fn text(self) -> String {
        let length = if self.mapped().is_some() { self.length.saturating_sub(96) } else { self.length };
        format!("{}/{length}", self.host_text())
    }

    /// Parses a network: an address, a `/` and a prefix length.
    ///
    /// # Errors
    /// The malformed part.
    pub fn read(text: &str) -> Result<Self, CidrError<'_>> {
        let (address, length) = text.split_once('/').ok_or(CidrError::NoSlash)?;
        let Self { address, bits, .. } = Self::of_address(address).ok_or(CidrError::Address(address))?;
        let digits = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
        match length.parse().ok().filter(|length: &u32| digits && *length <= bits) {
            // The bits after the prefix are dropped, as Go's `ParseCIDR` does.
            Some(length) => Ok(Self { address, length, bits }.cut(length)),
            None => Err(CidrError::Length { found: length, most: bits }),
        }
    }

    /// A network with a single address. Parts of IPv4 addresses can have leading zeros, which were allowed
    /// before they were recognized as ambiguous.
    pub fn of_address(text: &str) -> Option<Self> {
        if text.contains(':') {
            let address: Ipv6Addr = text.parse().ok()?;
            return Some(Self { address: address.to_bits(), length: 128, bits: 128 });
        }
        let parts: Vec<&str> = text.split('.').collect();
        let part = |part: &&str| {
            let digits =
                !part.is_empty() && part.len() < 10 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|value: &u32| digits && *value <= 255)
        };
        let values: Vec<u32> = parts.iter().map(part).collect::<Option<_>>()?;
        let address = values.iter().fold(0, |address, value| address << 8 | u128::from(*value));
        (values.len() == 4).then_some(Self { address, length: 32, bits: 32 })
    }

    /// The first subnet with this prefix length that starts at or after an address.
    pub fn next_free(self, free: u128, length: u32) -> Option<Self> {
        let step = Self::ones(self.bits - length);
        // The address is rounded up to a multiple of the subnet's size.
        let start = free.checked_add(step)? & !step;
        let next = Self { address: start & self.all(), length, ..self };
        (start <= self.all() && self.contains(next)).then_some(next)
    }
}
