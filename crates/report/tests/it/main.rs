//! Findings through each format; the tests contain the expected output as it is printed.

mod fingerprints;
mod formats;
mod full;
mod limits;
mod machines;
mod support;
