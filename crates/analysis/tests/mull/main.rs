//! Mull documents as a whole: the recorded cases, rules that these leave out, and laws.

mod asked;
mod functions;
mod laws;
mod recorded;
mod soundness;
mod together;
mod typing;
