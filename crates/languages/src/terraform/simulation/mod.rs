//! Simulation of a module in a run of a test: the values and conditions that result when Terraform plans and applies
//! it.
//!
//! Two kinds of values are unknown. A *deferred* value is unknown to Terraform itself during planning: it is a plain
//! unknown with Terraform's own refinements. An *open* value is unknown to hclx: it is an unknown with the mark of a
//! cause. Expressions are evaluated with Terraform's own algebra, so an unknown that depends only on deferred values is
//! unknown in Terraform too.
//!
//! Out of scope: test files (`tests`), findings about code (`values`, `rules`).

mod answers;
mod computed;
pub(crate) mod conditions;
pub(crate) mod constants;
pub(crate) mod expressions;
pub(crate) mod journal;
mod lifecycle;
mod local_sources;
mod module;
mod module_calls;
pub(crate) mod open;
pub(crate) mod options;
pub(crate) mod overrides;
pub(crate) mod providers;
mod refresh;
mod resources;
pub(crate) mod setting;
pub(crate) mod state;
mod static_references;
pub(crate) mod targets;
mod totality;

pub(crate) use module::{PlannedModule, simulate};
