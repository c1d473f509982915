// The modules of the binary, which is not a library: the same list as in `src/main.rs`, held by a test there.

#[path = "../../src/accesses.rs"]
mod accesses;
#[path = "../../src/affected.rs"]
mod affected;
#[path = "../../src/answering.rs"]
mod answering;
#[path = "../../src/cache/mod.rs"]
mod cache;
#[path = "../../src/cli/mod.rs"]
mod cli;
#[path = "../../src/commands/mod.rs"]
mod commands;
#[path = "../../src/comparison.rs"]
mod comparison;
#[path = "../../src/config/mod.rs"]
mod config;
#[path = "../../src/dir_cache.rs"]
mod dir_cache;
#[path = "../../src/disk.rs"]
mod disk;
#[path = "../../src/docs/mod.rs"]
mod docs;
#[path = "../../src/drawing.rs"]
mod drawing;
#[path = "../../src/duplicates.rs"]
mod duplicates;
#[path = "../../src/exit.rs"]
mod exit;
#[path = "../../src/expression.rs"]
mod expression;
#[path = "../../src/files.rs"]
mod files;
#[path = "../../src/findings/mod.rs"]
mod findings;
#[path = "../../src/flags.rs"]
mod flags;
#[path = "../../src/formatting.rs"]
mod formatting;
#[path = "../../src/git.rs"]
mod git;
#[path = "../../src/inputs.rs"]
mod inputs;
#[path = "../../src/judging.rs"]
mod judging;
#[path = "../../src/limits.rs"]
mod limits;
#[path = "../../src/live.rs"]
mod live;
#[path = "../../src/lsp/mod.rs"]
mod lsp;
#[path = "../../src/modules.rs"]
mod modules;
#[path = "../../src/mull.rs"]
mod mull;
#[path = "../../src/names/mod.rs"]
mod names;
#[path = "../../src/next_step.rs"]
mod next_step;
#[path = "../../src/open_file.rs"]
mod open_file;
#[path = "../../src/open_texts.rs"]
mod open_texts;
#[path = "../../src/output.rs"]
mod output;
#[path = "../../src/parallel.rs"]
mod parallel;
#[path = "../../src/programs.rs"]
mod programs;
#[path = "../../src/progress.rs"]
mod progress;
#[path = "../../src/protocol.rs"]
mod protocol;
#[path = "../../src/relative_paths.rs"]
mod relative_paths;
#[path = "../../src/renaming.rs"]
mod renaming;
#[path = "../../src/schema_cache.rs"]
mod schema_cache;
#[path = "../../src/skeleton.rs"]
mod skeleton;
#[path = "../../src/specs.rs"]
mod specs;
#[path = "../../src/stamp.rs"]
mod stamp;
#[path = "../../src/tested/mod.rs"]
mod tested;
#[path = "../../src/trust.rs"]
mod trust;
#[path = "../../src/unsearched.rs"]
mod unsearched;
#[path = "../../src/verdict.rs"]
mod verdict;
#[path = "../../src/versions.rs"]
mod versions;
#[path = "../../src/walk.rs"]
mod walk;
#[path = "../../src/watching.rs"]
mod watching;
#[path = "../../src/writing/mod.rs"]
mod writing;

use hclx_program::{redaction, dialect, dialects, languages, registered, rows};
