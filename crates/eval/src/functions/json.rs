//! JSON text to values and back.

use super::Row;

pub(super) const ROWS: &[Row] = &[];
