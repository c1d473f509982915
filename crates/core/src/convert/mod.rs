//! Conversion: of types (which conversion there is) and of values (the converted value).

mod value;

pub use value::convert;
