//! `format`: texts made of a pattern and values.

use super::Row;

pub(super) const ROWS: &[Row] = &[];
