//! Answers about configuration: the findings of a file, the type and value of everything in it, and answers
//! to scripts about types and values.
//!
//! The subcommands and `batch` call the same functions. Out of scope: reading files, flags,
//! printing (the binary), and the meaning of expressions (crate `eval`).

pub mod allowed_inputs;
pub mod ask;
mod at;
pub mod bodies;
mod body;
pub mod calls;
pub mod compare;
mod cursor_at;
mod db;
pub mod describe;
mod document;
mod dynamic;
mod editor;
mod expected;
pub mod file_path;
mod file_row;
pub mod findings;
mod generated;
pub mod graph;
mod group;
mod holding;
mod judge;
mod language;
mod language_row;
pub mod lints;
mod meant_to_fail;
mod memory;
pub mod named_strings;
mod offers;
mod plain;
mod policy_counts;
mod policy_settings;
mod quotes;
mod reached;
pub mod redact;
mod rooted;
pub mod secret_names;
mod session;
mod settings;
mod symbol_row;
pub mod symbols;
pub mod types;
mod unread;
pub mod value_json;
mod verdicts;

pub use at::{attribute_value_at, value_at};
pub use body::{ItemPath, paths};
pub use cursor_at::{CursorAt, blocks_before};
pub use db::{LazyDependencies, Owner, UnchangedReads};
pub use document::{Document, PlainData, TypeText};
pub use dynamic::DynamicIterator;
pub use editor::{EditorRow, UsualTexts};
pub use expected::{Expectation, ScopeName, values_schema};
pub use file_row::{FileRow, Pattern, Rows, file_name};
pub use generated::GeneratedFiles;
pub use hclx_schema::plain_hcl::BodyItem;
pub use judge::{FileJudgement, Items, SyntaxErrors, judge, judge_in, sort};
pub use language::{
    Answer, Ask, Companions, CoverageGaps, Extent, GapCause, HeaderAt, Language, NamedRow, ProviderParts,
    Purpose, Question, Recognition, SchemaGap, TypeRow, Unit, UnitDraft, UnitKey, row_of, rows_of,
};
pub use language_row::{LanguageRow, ReportedFiles};
pub use meant_to_fail::{is_demonstration, is_in_tests};
pub use memory::Memory;
pub use offers::{Construct, Offer, Offers};
pub use plain::as_value;
pub use policy_counts::{CaseVerdict, PolicyCase, PolicyCounts};
pub use policy_settings::{AbsentArguments, OpenVerdicts, PolicyLevel, PolicySettings};
pub use reached::PathTarget;
pub use rooted::RootedHost;
pub use session::{Query, QueryContext, Session, Snapshot, StaleValues, When, Work};
pub use settings::{
    Assignment, ConfiguredRoot, DataInput, DocumentInputs, FileScope, LanguageOverride, LintScope,
    ModuleSettings, Pace, Settings, UnsetVariables,
};
pub use verdicts::{
    Cause, CauseKind, MockDefault, RunCommand, TestAssertion, TestFile, TestRun, TestedPolicy, Verdict,
};
