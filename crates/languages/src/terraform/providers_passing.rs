//! Provider configurations that are passed to modules.

use super::declaration::Declaration;
use super::instance::Instance;
use super::module::Module;

/// Judges the `providers` of a call.
pub(crate) fn judge(_instance: &mut Instance<'_>, _call: &Declaration, _child: Option<&Module>) {}
