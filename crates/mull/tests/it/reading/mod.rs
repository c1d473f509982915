//! Reading Mull: both forms against each other, and hostile texts.

mod forms;
mod robust;
mod shape;
mod trees;
