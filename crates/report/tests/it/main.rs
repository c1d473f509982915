//! Findings through each format; what is expected stands in the tests as it is printed.

mod formats;
mod full;
mod limits;
mod support;
