//! The binary: flags, files on disk, printing, exit codes. The only room that touches the world.
//!
//! Deliberately absent: the meaning of anything; questions are answered by `hclx-analysis`.

mod cli;
mod commands;
mod concealed;
mod config;
mod disk;
mod exit;
mod files;
mod findings;
mod flags;
mod inputs;
mod judging;
mod mull;
mod names;
mod output;
mod plain_hcl;
mod progress;
mod protocol;
mod regular;
mod schema_cache;
mod specs;
mod trust;
mod watching;

use std::process::ExitCode;

use hclx_analysis::Language;
use hclx_eval::Dialect;

/// All languages, in the order in which they are asked.
pub fn languages() -> impl Iterator<Item = &'static dyn Language> {
    hclx_languages::ALL.iter().copied().chain([&hclx_mull::Mull as &dyn Language])
}

/// All dialects; the first is the default.
pub fn dialects() -> impl Iterator<Item = &'static Dialect> {
    hclx_languages::DIALECTS.iter().copied().chain([&hclx_mull::DIALECT])
}

/// The dialect of a name.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    dialects().find(|dialect| dialect.name == name)
}

fn main() -> ExitCode {
    exit::announce_faults();
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    exit::code(cli::run(&arguments))
}
