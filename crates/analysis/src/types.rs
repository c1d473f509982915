//! Type expressions on the command line: in flags, arguments and requests.

use std::cell::RefCell;
use std::collections::HashMap;

use hclx_core::{Rules, Type};
use hclx_diag::{Diagnostic, Fallible, Fault, SourceId};
use hclx_eval::type_syntax::{TypeExpr, TypeOptions, parse_type_text};
use hclx_syntax::ast::Root;

/// Parses a type from the command line. It may use the words of the extensions, quoted attribute names,
/// `any` and `optional`.
pub fn read_type(source: SourceId, text: &str) -> TypeExpr {
    parse_type_text(source, text, &TypeOptions::given())
}

/// The type features that are allowed in a request; under the rules of HCL, those allowed in files.
pub fn options_under(rules: Option<&Rules>) -> TypeOptions {
    match rules {
        Some(rules) if !rules.extended => TypeOptions { rules: *rules, ..TypeOptions::with_defaults() },
        _ => TypeOptions::given(),
    }
}

/// Reads a type with options.
pub fn read_type_with(source: SourceId, text: &str, options: &TypeOptions) -> TypeExpr {
    parse_type_text(source, text, options)
}

/// Parses a type in the JSON profile: a JSON string that contains a type expression.
pub fn read_type_json(source: SourceId, text: &str, options: &TypeOptions) -> TypeExpr {
    let parsed = hclx_syntax::parse_json_expression(source, text.as_bytes().into());
    let Root::Expr(expr) = parsed.tree.root() else { unreachable!("a JSON text is one value") };
    let mut read = hclx_eval::type_syntax::parse_type(&parsed.tree, source, expr, options);
    // In broken JSON, all other errors may be consequences.
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        read.diagnostics = parsed.diagnostics;
    }
    read
}

/// The number of types that a [`TypeReader`] caches before it is cleared.
const REMEMBERED: usize = 4096;
/// The maximum length of a cached type.
const LONGEST_REMEMBERED: usize = 1024;

/// Parses types that have no source for findings, and caches them, because a stream of questions repeats the
/// same types.
#[derive(Debug, Default)]
pub struct TypeReader {
    known: RefCell<HashMap<String, Type, foldhash::fast::RandomState>>,
}

impl TypeReader {
    /// Parses a type.
    ///
    /// # Errors
    /// The first error in it.
    pub fn read(&self, text: &str) -> Fallible<Type> {
        if let Some(ty) = self.known.borrow().get(text) {
            return Ok(ty.clone());
        }
        let ty = parse_type(text)?;
        if text.len() <= LONGEST_REMEMBERED {
            let mut known = self.known.borrow_mut();
            // Clearing the whole cache is cheaper than tracking which types were used last.
            if known.len() >= REMEMBERED {
                known.clear();
            }
            known.insert(text.to_owned(), ty.clone());
        }
        Ok(ty)
    }
}

fn parse_type(text: &str) -> Fallible<Type> {
    let read = read_type(SourceId(0), text);
    match read.diagnostics.into_iter().find(Diagnostic::is_error) {
        None => Ok(read.ty),
        Some(first) => {
            // a fault has no edits
            let question = first.fixes.first().map(|fix| format!("; {}", fix.title)).unwrap_or_default();
            let message = format!("bad type expression `{}`: {}{question}", shortened(text), first.message);
            Err(Fault::new(first.code, message))
        }
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        text.to_owned()
    } else {
        text.chars().take(MOST).chain(['…']).collect()
    }
}
