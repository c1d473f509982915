//! Values, ranges, conversion and operations against recorded answers and their own laws.

#[path = "../support/mod.rs"]
mod support;
#[path = "../support/type_defaults.rs"]
mod type_defaults;
#[path = "../support/value_json.rs"]
mod value_json;

mod conversion;
mod laws;
mod limits;
mod operations;
mod packed;
mod ranges;
