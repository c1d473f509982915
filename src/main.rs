//! hclx
fn main() {}
