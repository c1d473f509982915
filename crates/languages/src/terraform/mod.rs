//! Terraform and OpenTofu: modules, their values and tests.
//!
//! A directory with such files is a unit (`files`). Its files are read into declarations (`declare`), whose
//! references make a graph (`resolve`); then every body is evaluated once, calls of other modules with the
//! values of their arguments (`values`), and held against the `rules`. What providers say of resources is in
//! `providers`, what the language's own blocks may hold in `schemas`.

pub mod packages;

mod answers;
mod declare;
mod describe;
mod expected;
mod files;
mod functions;
mod in_scope;
mod interface;
mod lints;
mod plan;
mod providers;
mod queries;
mod resolve;
mod rules;
mod ruleset;
mod schemas;
mod symbols;
mod tests;
mod values;

use std::sync::Arc;

use hclx_analysis::symbols::Symbols;
use hclx_analysis::{Answer, Draft, FileRow, Joined, Language, Pattern, Question, Snapshot, Unit, file_name};
