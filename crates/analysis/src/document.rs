//! Documents of languages that have their own notation of types, such as Mull.

use std::sync::Arc;

use hclx_diag::Span;

/// A type in a language's own notation, and as an HCL type expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeText {
    /// In the language's notation.
    pub own: String,
    /// As an HCL type expression.
    pub hcl: String,
}

/// The declarations and the data of a document.
#[derive(Default)]
pub struct Document {
    /// The types that it declares, in order.
    pub types: Vec<(Arc<str>, TypeText)>,
    /// The properties, in order.
    pub properties: Vec<(Arc<str>, TypeText)>,
    /// The variables: range of the name, name, type.
    pub lets: Vec<(Span, Arc<str>, TypeText)>,
    /// The type of the body, if it could be typed.
    pub body: Option<TypeText>,
    /// The body, if errors do not prevent its evaluation; parts may be unknown.
    pub data: Option<Box<dyn PlainData>>,
}

/// Data that its language can print.
pub trait PlainData: Send + Sync {
    /// The data as JSON; `None` if a part is unknown.
    fn to_json(&self, sort_keys: bool) -> Option<String>;

    /// The data as YAML; `None` if a part is unknown.
    fn to_yaml(&self, sort_keys: bool) -> Option<String>;
}
