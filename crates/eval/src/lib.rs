//! Evaluation of expressions: the evaluator, its functions, and the syntax of types.
//!
//! *Type inference is evaluation with unknown values*: [`evaluate`] is the only walker over expressions, for
//! `check`, `infer` and `eval`. It always returns a value, together with the findings. Out of scope: files, time
//! and randomness (provided by a [`Host`]), blocks and schemas (crate `schema`), printing.

mod calls;
mod custom;
pub mod dialect;
mod environment;
mod eval;
pub mod functions;
mod host;
mod names;
mod outcome;
mod scope;
pub mod type_syntax;
mod values;

pub use calls::{CallResult, CallSite, Calls};
pub use custom::{CustomFunction, CustomFunctions};
pub use dialect::Dialect;
pub use environment::{Environment, Policy};
pub use eval::{Refinement, blamed, evaluate, evaluate_as, prepare, written};
pub use functions::{DeclaredParameter, ForeignFunction, FunctionTable};
pub use hclx_core::{Budget, Cancel, Limits};
pub use hclx_formats::Patterns;
pub use host::{Entry, Host, NoHost, Refusal};
pub use names::{NameSteps, Names, Resolution};
pub use outcome::{Approximation, Outcome, Unresolved, UnresolvedKind, is_of_names};
pub use scope::Scope;
pub use values::converted;
