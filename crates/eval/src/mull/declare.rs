//! Binding of a document's header: which types and parameters it declares (Mull §3, §5).

pub use super::types::{Custom, Doc, DocId, Header, Metatype, Program, Property, Types};
