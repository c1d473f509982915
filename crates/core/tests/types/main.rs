//! The algebra of types against recorded answers and its own laws.

#[path = "../support/mod.rs"]
mod support;

mod cty;
mod laws;
mod pulumi;
mod reasons;
mod sizes;
