//! Decoding with specifications: the recorded runs of the reference, and laws.

mod laws;
mod limits;
mod recorded;
