//! Types and values of HCL and its extensions: the algebra, without syntax.
//!
//! Every function is total or returns a [`hclx_diag::Fault`]. Out of scope: source locations, expressions,
//! files, time, randomness.
//!
//! ```
//! use hclx_core::{Conversion, Rules, Type, convertible, conversion_reason, unify};
//!
//! let rules = Rules::extended();
//! let ports = Type::list(Type::STRING);
//! let wanted = Type::list(Type::INT);
//! assert_eq!(convertible(&ports, &wanted, &rules), Conversion::Unsafe);
//! let reason = conversion_reason(&ports, &wanted, &rules).unwrap();
//! assert_eq!(reason.message.to_string(), "a string may not be an int");
//! assert_eq!(unify(&[ports.clone(), wanted], &rules).safe, Some(ports));
//! ```
//!
//! A [`Value`] has a type and is known, null, or unknown within a [`Range`]; operations return everything
//! that follows from the known facts:
//!
//! ```
//! use hclx_core::{Number, Refiner, Rules, Type, Value, convert, msgpack, ops};
//!
//! let rules = Rules::hcl();
//! let port = Refiner::new(Value::unknown(Type::NUMBER)).not_null()?.min(Number::from(1024i64), true)?.finish()?;
//! assert_eq!(ops::less(&port, &Value::number(Number::from(80i64)), &rules)?, Value::FALSE);
//! assert_eq!(port.to_string(), "unknown(number, not_null, min(1024))");
//!
//! let ports = Value::tuple(vec![Value::string("80"), Value::string("443")]);
//! let ports = convert(&ports, &Type::list(Type::NUMBER), &rules)?;
//! let bytes = msgpack::encode(&ports, ports.ty(), &rules)?;
//! assert_eq!(msgpack::decode(&bytes, ports.ty())?.to_string(), "[80, 443]");
//! # Ok::<(), hclx_diag::Fault>(())
//! ```
//!
//! Sizes: types and values may be of any depth (recursion grows its stack), integers have at most 4,096
//! bits, numbers have exponents up to 100,000, and caches that outlive a question are bounded ([`forget_answers`]).

#![deny(missing_docs)]

mod apart;
mod assignable;
mod budget;
mod cancel;
mod combine;
mod convert;
mod cty_json;
mod ctype;
mod defaults;
mod eventual;
mod join;
mod json_text;
mod lift;
mod memo;
mod meter;
pub mod msgpack;
mod nfc;
mod notation;
mod number;
pub mod open;
pub mod ops;
pub mod order;
pub mod range;
pub mod rules;
mod stack;
mod text;
mod traverse;
pub mod ty;
mod unify;
pub mod value;

pub use apart::{alternatives, combinations, gathered, spread};
pub use assignable::{assignable, not_assignable};
pub use budget::{Budget, Limits, MAX_DEPTH, is_question_spent};
pub use cancel::Cancel;
pub use combine::{concatenated, flat_elements, merged, of_many};
pub use convert::{Conversion, Reason, conversion_reason, convert, convertible};
pub use cty_json::{to_json, to_json_without_nulls, to_typed_json, write_json};
pub use defaults::Defaults;
pub use eventual::Eventual;
// errors of the algebra, for crates that depend on nothing else
pub use hclx_diag::Fallible;
pub use join::{Contents, any_element, join, join_apart};
pub use json_text::{EscapeSet, FOR_HTML, JsonText, write_json_string};
pub use lift::{
    lift, lift_nullable, strip_eventual, strip_eventual_parts, take_apart, wrap_eventual,
    wrap_greatest_eventual,
};
pub use meter::{
    Raise, made as charge_made, made_elements as charge_elements, made_string as charge_string, pay,
    pay_bytes, work as charge_work,
};
pub use nfc::nfc;
pub use number::{Arithmetic, Number, power};
pub use range::{
    AttributeReference, Bound, MAX_MEMBERS, Members, Nullness, Range, Refiner, Shape, TextLength,
    UnknownOrigin, assume_not_null, characters, includes, narrow, safe_prefix, stable_prefix,
};
pub use rules::Rules;
pub use text::{Characters, Text};
pub use traverse::{TypeKey, type_attribute, type_index};
pub use ty::{ObjectAttribute, ObjectType, Type, TypeKind};
pub use unify::{
    Difference, Unification, difference, evenly, first_difference, forget_answers, generalized, in_cty,
    unify, unify_conversions,
};
pub use value::{Data, Elements, Entries, Marks, Tri, Value, normalized};
