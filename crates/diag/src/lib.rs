//! Locations and findings, without rendering.
//!
//! A [`Span`] is a location, a [`Diagnostic`] is a finding, and a [`Fault`] is a failure without a location.
//! [`Code`]s are rows of one table that `hclx explain`, the documentation and the tests use. Out of scope:
//! printing (crate `report`), reading files (the binary).

mod arrange;
mod cause;
mod code;
mod codes;
mod diagnostic;
mod fault;
mod findings;
mod fingerprint;
mod fix;
mod help;
mod lines;
mod locked;
mod ordered;
mod path;
mod shared_causes;
mod shared_list;
mod source;
mod span;
mod stack;
mod suggest;
pub mod uri;
mod wording;
mod zone;

pub use arrange::{Arrange, permute};
pub use cause::{SharedCause, SharedWords};
pub use code::{Code, CodeInfo, CodeKind, CodeTag, Group, Stage};
pub use codes::{all as all_codes, find as find_code};
pub use diagnostic::{Certainty, Diagnostic, Label, Origin, Severity};
pub use fault::{Fallible, Fault, Message, Text};
pub use findings::{Batch, Distinct, Findings, Policy, Report};
pub use fingerprint::{fingerprints, fingerprints_by, portable_path};
pub use fix::{Applicability, Edit, Fix};
pub use help::{Help, Suggestion};
pub use lines::{ColumnUnit, LineIndex, Position};
pub use locked::locked;
pub use ordered::{Items, Iter, Ordered, OrderedSet};
pub use path::{Path, Step, is_identifier};
pub use shared_list::SharedList;
pub use source::{MAX_SOURCE_BYTES, Source, SourceId, Sources};
pub use span::{Span, TextRange};
pub use stack::grow;
pub use suggest::{did_you_mean, nearest, one_edit_apart, refill_suggestions, similar, within_edits};
pub use wording::{alternatives, counted, dependency_cycle, listed, listed_names};
pub use zone::Zone;

/// The codes themselves, by name: `codes::DUPLICATE_ATTRIBUTE`.
pub mod code_names {
    pub use crate::codes::names::*;
}

/// The codes of Mull, by name.
pub mod mull_codes {
    pub use crate::codes::mull_names::*;
}
