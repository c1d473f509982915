//! Findings through each format; what is expected is in the tests as it is printed.

mod fingerprints;
mod formats;
mod full;
mod limits;
mod machines;
mod support;
