//! The rules that are checked while a module is evaluated, from the tables in `rules` and `lints`.

use super::values::rule::Rules;
use super::{lints, rules};

/// The rules of Terraform and OpenTofu, in the order of their findings.
pub(crate) static RULES: Rules =
    Rules { tables: &[rules::RULES, lints::LINTS], of_expressions: lints::OF_EXPRESSIONS };
