//! Parsing Mull: both forms compared with each other, and hostile sources.

mod forms;
mod robust;
mod shape;
mod trees;
