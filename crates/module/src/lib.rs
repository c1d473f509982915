//! The common part of languages with declarations: the declarations of a unit, the meaning of names, and the
//! evaluation of expressions in dependency order.
//!
//! An application defines the meaning of its names ([`NameResolver`]). An undeclared name is reported once, at
//! the name, and is unknown everywhere else. Out of scope: the names and blocks of specific applications.

pub mod application;
mod comparisons;
mod declarations;
mod defaults;
mod evaluation;
mod guards;
mod judge;
mod names;
mod root_blocks;
mod source_files;
mod strings;
mod unit_blocks;
mod unit_names;

pub use application::Application;
pub use comparisons::never_equal;
pub use declarations::{Declaration, Declarations, cycle_finding};
pub use defaults::Defaults;
pub use evaluation::Evaluation;
pub use guards::{GuardedCode, Guards, ids_of, is_about, step_key};
pub use judge::{ExprRef, ExpressionContext, Expressions, Iterators, Judge, constant};
pub use names::{NameResolver, NameTarget, Traversal, Undeclared};
pub use root_blocks::{
    RootBlock, assigned, declared_twice, in_variable, is_version_constraint, member, root_blocks, rows,
    typed_member, variable_rules, variables_and_locals,
};
pub use source_files::{SourceFile, SourceFiles, calls};
pub use strings::{StringExpr, entries, literal_key, name_place, texts, value_place};
pub use unit_blocks::{ExpressionPlace, UnitBlocks, UnitFiles};
pub use unit_names::{UnitNames, traversal};
