//! Type expressions: parsing of a string or tree into a type, with the defaults of optional attributes and
//! the location of every part. Source of the rules: "HCL Type Expressions Extension" and, for the words of
//! the extended model, the command line's type expressions.
//!
//! The result is always a type: malformed parts are `any`. Out of scope: printing, which types implement
//! themselves.

mod computed;
mod parse;
mod places;
mod words;

use std::sync::Arc;

use hclx_core::{Defaults, Rules, Type};
use hclx_diag::code_names::TYPE_SYNTAX;
use hclx_diag::{Diagnostic, Fix, SourceId, TextRange};
use hclx_syntax::ast::{ExprId, Root, Tree};

pub use places::Places;
pub(crate) use words::is_type_word;

/// The support of optional attributes in object types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionalAttributes {
    /// Not supported: every attribute is required.
    Refused,
    /// `optional(T)`.
    Allowed,
    /// `optional(T)` and `optional(T, DEFAULT)`.
    WithDefaults,
    /// `optional(T)`, which is allowed wherever a type is, and is the same as `union(T, none)`.
    Anywhere,
}

/// The features allowed in a type expression.
#[derive(Clone, Copy, Debug)]
pub struct TypeOptions {
    /// The type keywords, beyond those of Terraform.
    pub words: TypeWords,
    /// Set if attribute names can be quoted.
    pub quoted_names: bool,
    /// Set if `any` is a type.
    pub any: bool,
    /// The support of `optional(…)` around the type of an attribute.
    pub optional: OptionalAttributes,
    /// Set if the type may be the result of parentheses, a condition or a step into a literal, as in `hcldec`
    /// specifications, where types are ordinary expressions.
    pub computed: bool,
    /// The rules for evaluating and converting defaults.
    pub rules: Rules,
}

/// The keywords that are types; each set includes the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeWords {
    /// The keywords of Terraform.
    Terraform,
    /// Adds `int`.
    WithInt,
    /// Adds `none`, `union`, `promise` and `output`.
    Extended,
    /// Adds `asset` and `archive`.
    Pulumi,
}

impl TypeWords {
    /// Returns `true` if the keywords of the extended model are types.
    pub(crate) const fn are_extended(self) -> bool {
        matches!(self, Self::Extended | Self::Pulumi)
    }
}

impl TypeOptions {
    /// An exact type: no `any`, no optional attributes.
    pub const fn exact() -> Self {
        Self {
            words: TypeWords::Terraform,
            quoted_names: false,
            any: false,
            optional: OptionalAttributes::Refused,
            computed: false,
            rules: Rules::hcl(),
        }
    }

    /// A type in an `hcldec` specification.
    pub const fn specification() -> Self {
        Self { quoted_names: true, any: true, computed: true, ..Self::exact() }
    }

    /// A type constraint: `any` and optional attributes, but no defaults.
    pub const fn constraint() -> Self {
        Self { any: true, optional: OptionalAttributes::Allowed, ..Self::exact() }
    }

    /// A type constraint with defaults, as in Terraform's `variable` blocks.
    pub const fn with_defaults() -> Self {
        Self { optional: OptionalAttributes::WithDefaults, ..Self::constraint() }
    }

    /// A type in the signature of a function: as on the command line, plus Pulumi's own types.
    pub const fn signature() -> Self {
        Self { words: TypeWords::Pulumi, ..Self::given() }
    }

    /// A type in a declaration of a Pulumi program.
    pub const fn program() -> Self {
        Self {
            words: TypeWords::WithInt,
            quoted_names: true,
            optional: OptionalAttributes::Anywhere,
            rules: Rules::extended(),
            ..Self::constraint()
        }
    }

    /// A type on the command line, in a flag or a field: all features.
    pub const fn given() -> Self {
        Self {
            words: TypeWords::Extended,
            quoted_names: true,
            rules: Rules::extended(),
            ..Self::with_defaults()
        }
    }
}

/// The result of parsing a type expression.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// The type; malformed parts are `any`.
    pub ty: Type,
    /// The defaults of optional attributes, converted to their types, if there are any.
    pub defaults: Option<Defaults>,
    /// The locations of the parts.
    pub places: Places,
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
}

impl TypeExpr {
    /// Returns `true` if there is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses an expression as a type. In JSON the expression is a string that contains a type expression in
/// native syntax.
pub fn parse_type(tree: &Tree, source: SourceId, expr: ExprId, options: &TypeOptions) -> TypeExpr {
    parse::parse(tree, source, expr, options)
}

/// Parses an expression in native syntax as a type: an argument of a call, which may also be in a template in
/// JSON.
pub(crate) fn parse_type_argument(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    options: &TypeOptions,
) -> TypeExpr {
    parse::read(tree, source, expr, options)
}

/// Parses a string in native syntax as a type. Locations are offsets in the string.
pub fn parse_type_text(source: SourceId, text: &str, options: &TypeOptions) -> TypeExpr {
    let parsed = hclx_syntax::parse_expression(source, Arc::from(text.as_bytes()));
    let expr = match parsed.tree.root() {
        Root::Expr(expr) => expr,
        Root::Body(_) => return parse::nothing(source, parsed.diagnostics),
    };
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return parse::nothing(
            source,
            foreign(source, text, options).map_or(parsed.diagnostics, |it| vec![it]),
        );
    }
    let mut read = parse_type(&parsed.tree, source, expr, options);
    read.diagnostics.splice(0..0, parsed.diagnostics);
    read
}

/// The finding about a type in the notation of another language, or `None` if it is not one.
fn foreign(source: SourceId, text: &str, options: &TypeOptions) -> Option<Diagnostic> {
    let read = hclx_syntax::foreign_type(text, options.words.are_extended())?;
    let written = read.written.filter(|_| read.end == text.trim_end().len())?;
    let place = TextRange::new(0, read.end as u32).in_source(source);
    let message = format!("`{}` is not HCL syntax; use `{written}`", &text[..read.end]);
    let fix = Fix::certain(format!("write `{written}`"), place, written);
    Some(Diagnostic::error(TYPE_SYNTAX, place, message).fix(fix))
}
