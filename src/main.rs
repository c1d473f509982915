//! The binary: flags, files on disk, printing, exit codes. No other crate touches the outside
//! world.
//!
//! Out of scope: the contents of answers; `hclx-analysis` answers questions.

mod accesses;
mod affected;
mod answering;
mod cache;
mod cli;
mod commands;
mod comparison;
mod config;
mod dir_cache;
mod disk;
mod docs;
mod drawing;
mod duplicates;
mod exit;
mod expression;
mod files;
mod findings;
mod flags;
mod formatting;
mod git;
mod inputs;
mod judging;
mod limits;
mod live;
mod lsp;
mod modules;
mod mull;
mod names;
mod next_step;
mod open_file;
mod open_texts;
mod output;
mod parallel;
mod programs;
mod progress;
mod protocol;
mod relative_paths;
mod renaming;
mod schema_cache;
mod skeleton;
mod specs;
mod stamp;
mod tested;
mod trust;
mod unsearched;
mod verdict;
mod versions;
mod walk;
mod watching;
mod writing;

use std::process::ExitCode;

use hclx_program::{dialect, dialects, languages, redaction, registered, rows};

fn main() -> ExitCode {
    exit::announce_faults();
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    exit::code(cli::run(&arguments, commands::ALL))
}
