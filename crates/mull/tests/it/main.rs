//! Mull documents as a whole: the recorded cases, rules that these leave out, and laws.

mod asked;
mod functions;
mod headers;
mod laws;
mod limits;
mod reading;
mod recorded;
mod soundness;
mod together;
mod typing;
