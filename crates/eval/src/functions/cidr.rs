//! Addresses and networks in CIDR notation.

use hclx_core::{Type, Value, pay};
use hclx_diag::Fault;
use hclx_formats::{CidrError, Network};
use num_bigint::BigInt;

use super::{Answer, Args, EarlyReturn, FunctionRow};
use crate::values::narrow::with_lengths;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "cidrcontains",
        "(containing_prefix: string, contained_ip_or_prefix: string) -> bool",
        "true if a network contains an address or another network",
        &[
            ("cidrcontains(\"192.168.2.0/20\", \"192.168.2.1\")", "true"),
            ("cidrcontains(\"192.168.2.0/20\", \"192.126.2.0/18\")", "false"),
        ],
        |args| {
            let outer = network(args, 0)?;
            let inner = match args.string(1)?.scan()?.contains('/') {
                true => network(args, 1)?,
                false => address(args, 1)?,
            };
            Ok(Value::bool(inner.bits == outer.bits && inner.length >= outer.length && outer.contains(inner)))
        },
    )
    .since(None, Some("1.7")),
    FunctionRow::new(
        "cidrhost",
        "(prefix: string, hostnum: number) -> string",
        "the address of a host in a network; a negative number counts from the end",
        &[
            ("cidrhost(\"10.12.112.0/20\", 16)", "\"10.12.112.16\""),
            ("cidrhost(\"fd00::/64\", -1)", "\"fd00::ffff:ffff:ffff:ffff\""),
        ],
        host,
    ),
    FunctionRow::new(
        "cidrnetmask",
        "(prefix: string) -> string",
        "the subnet mask of an IPv4 network",
        &[("cidrnetmask(\"172.16.0.0/12\")", "\"255.240.0.0\"")],
        |args| {
            let network = network(args, 0)?;
            if network.bits != 32 && network.mapped().is_none() {
                let message = "must be an IPv4 network: IPv6 networks have no netmask";
                return Err(args.fault(0, message).into());
            }
            Ok(Value::string(Network { address: network.mask(network.length), ..network }.host_text()))
        },
    ),
    FunctionRow::new(
        "cidrsubnet",
        "(prefix: string, newbits: number, netnum: number) -> string",
        "the subnet with a number, in a network whose prefix is extended by a number of bits",
        &[("cidrsubnet(\"172.16.0.0/12\", 4, 2)", "\"172.18.0.0/16\"")],
        subnet,
    ),
    FunctionRow::new(
        "cidrsubnets",
        "(prefix: string, newbits: number...) -> list(string)",
        "consecutive subnets of a network, each by the number of bits that it adds to the prefix",
        &[("cidrsubnets(\"10.1.0.0/16\", 4, 4, 8)", "[\"10.1.0.0/20\", \"10.1.16.0/20\", \"10.1.32.0/24\"]")],
        subnets,
    )
    .bounded(|args, unknown| with_lengths(unknown, args.count() - 1, Some(args.count() - 1))),
];

/// An argument that is an address, as a network with only that address.
fn address(args: &Args<'_>, position: usize) -> Result<Network, EarlyReturn> {
    let text = args.string(position)?.scan()?;
    Ok(Network::of_address(text)
        .ok_or_else(|| args.fault(position, format!("must be an address or a network, found `{text}`")))?)
}

/// An argument that is a network.
fn network(args: &Args<'_>, position: usize) -> Result<Network, EarlyReturn> {
    let text = args.string(position)?.scan()?;
    let (message, help) = match Network::read(text) {
        Ok(network) => return Ok(network),
        Err(CidrError::NoSlash) => (
            format!("must be a network such as `10.0.0.0/16`, found `{text}`, which has no `/`"),
            Some("add the prefix length, such as `/16`"),
        ),
        Err(CidrError::Address(address)) => {
            (format!("must start with an IPv4 or IPv6 address, found `{address}`"), None)
        }
        Err(CidrError::Length { found, most }) => {
            (format!("must have a prefix length from 0 to {most} after the `/`, found `{found}`"), None)
        }
    };
    let fault = args.fault(position, message);
    Err(match help {
        Some(help) => fault.help(help).into(),
        None => fault.into(),
    })
}

/// The cost in ticks of a bit of a number that is converted and printed.
const TICKS_PER_BIT: u64 = 8;

/// An argument that is a whole number of any size.
fn whole(args: &Args<'_>, position: usize) -> Result<BigInt, EarlyReturn> {
    let number = args.number(position)?;
    // it is converted, and printed where it does not fit
    pay(TICKS_PER_BIT * number.bits())?;
    let message = || args.fault(position, format!("must be a whole number, found {number}"));
    Ok(number.to_bigint().filter(|_| number.is_integer()).ok_or_else(message)?)
}

fn host(args: &Args<'_>) -> Answer {
    let (network, number) = (network(args, 0)?, whole(args, 1)?);
    let greatest = Network::ones(network.bits - network.length);
    // -1 is the last address
    let counted = if number < BigInt::ZERO { -&number - 1 } else { number.clone() };
    let Some(counted) = u128::try_from(counted).ok().filter(|counted| *counted <= greatest) else {
        let message =
            format!("is {number}, but `{}` has only {}", network.text(), count(greatest, "addresses"));
        return Err(args.fault(1, message).into());
    };
    let offset = if number < BigInt::ZERO { greatest - counted } else { counted };
    // The reference treats a mapped IPv4 address as one of 32 bits, and shifts the host number out of them.
    let offset = if network.mapped().is_some() { offset << 96 } else { offset };
    Ok(Value::string(Network { address: network.address | offset, ..network }.host_text()))
}

/// The number of values from 0 to `greatest`.
fn count(greatest: u128, what: &str) -> String {
    match greatest {
        0 => format!("1 of {what}"),
        u128::MAX => format!("2^128 {what}"),
        _ => format!("{} {what}", greatest + 1),
    }
}

/// The length of a prefix after its extension.
fn extended(args: &Args<'_>, position: usize, network: Network) -> Result<u32, EarlyReturn> {
    let added = args.integer(position)?;
    let length = i64::from(network.length).saturating_add(added);
    match u32::try_from(length).ok().filter(|length| *length <= network.bits) {
        Some(length) => Ok(length),
        None if added < 0 => {
            let message = format!("is {added}, but the prefix has only {} bits", network.length);
            Err(args.fault(position, message).into())
        }
        None => Err(too_long(args, position, network, length).into()),
    }
}

fn too_long(args: &Args<'_>, position: usize, network: Network, length: i64) -> Fault {
    let left = network.bits - network.length;
    let (version, most) = (network.version(), network.bits);
    let message = format!("extends the prefix to {length} bits, but an {version} address has {most}");
    args.fault(position, message).help(format!("extend `{}` by at most {left}", network.text()))
}

/// The subnet with a number. The reference accepts negative numbers and fewer bits than the prefix has, and
/// then combines the bits as they are; so does this function.
fn subnet(args: &Args<'_>) -> Answer {
    let network = network(args, 0)?;
    let (length, number) = (extended(args, 1, network)?, whole(args, 2)?);
    let bits = length.checked_sub(network.length);
    let greatest = bits.map_or(u128::from(u64::MAX), Network::ones);
    if u128::try_from(number.magnitude()).map_or(true, |size| size > greatest) {
        let networks = count(greatest, "networks");
        let message = format!("is {number}, but {} new bits allow only {networks}", bits.unwrap_or_default());
        return Err(args.fault(2, message).help(format!("use a number from 0 to {greatest}")).into());
    }
    let combined = BigInt::from(network.address) | (number << (network.bits - length));
    let address = u128::try_from(combined.magnitude()).map_err(|_| EarlyReturn::Unknown)? & network.all();
    Ok(Value::string(Network { address, length, ..network }.text()))
}

/// The maximum number of bits that can be added at once, as in the reference implementation.
const MOST_NEW_BITS: i64 = 32;

fn subnets(args: &Args<'_>) -> Answer {
    let network = network(args, 0)?;
    // It steps back by one network before it starts, which wraps around here.
    if network.address == 0 && args.count() > 1 {
        let message = "must not start at address 0: the reference implementation rejects it";
        return Err(args.fault(0, message).help("use `cidrsubnet`").into());
    }
    if network.mapped().is_some() && args.count() > 1 {
        let message = "must not be an IPv4-mapped IPv6 network: the reference implementation rejects it";
        return Err(args.fault(0, message).help("write it as an IPv4 network").into());
    }
    let mut free = Some(network.address);
    let mut found = Vec::new();
    args.budget.spend(64 * args.count() as u64)?;
    for position in 1..args.count() {
        let next = next_subnet(args, position, network, free)?;
        free = next.last().checked_add(1).filter(|address| *address <= network.all());
        found.push(Value::string(next.text()));
    }
    Ok(Value::list(Type::STRING, found))
}

/// The first network of the requested size at or after the free address.
fn next_subnet(
    args: &Args<'_>,
    position: usize,
    network: Network,
    free: Option<u128>,
) -> Result<Network, EarlyReturn> {
    let added = args.integer(position)?;
    if !(1..=MOST_NEW_BITS).contains(&added) {
        let message = format!("must be from 1 to {MOST_NEW_BITS} bits, found {added}");
        return Err(args.fault(position, message).into());
    }
    let length = extended(args, position, network)?;
    let aligned = free.and_then(|free| network.next_free(free, length));
    Ok(aligned.ok_or_else(|| {
        let message =
            format!("requests a network of {length} bits, but no space is left in `{}`", network.text());
        args.fault(position, message)
    })?)
}
