//! Mull from text to values: the recorded cases, and laws of evaluation.

mod cases;
mod pipeline;
mod soundness;
mod together;
