//! Mull documents as a whole: recorded vectors, suites, and laws.

mod asked;
mod functions;
mod headers;
mod laws;
mod limits;
mod reading;
mod soundness;
mod suite;
mod together;
mod typing;
mod vectors;
