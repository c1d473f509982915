//! The names mentioned in a declaration, resolved as far as its own file allows.
//!
//! Out of scope: finding the declarations with these names (`resolve::dependencies`).

use hclx_analysis::graph;
use hclx_diag::TextRange;
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::statics::Mention;

use super::declaration::{self, Declaration};
use super::expressions::each_expression;
use crate::terraform::schemas::kind::Kind;

/// The meaning of the root of a reference that is not declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// `path`.
    Path,
    /// A name that has a meaning everywhere, such as `each`.
    Always,
    /// A keyword of type expressions.
    Type,
    /// Any other name, declared or not.
    Other,
}

impl Root {
    /// The meaning of a root.
    pub(crate) fn of(root: &str) -> Self {
        match root {
            "path" => Self::Path,
            "each" | "count" | "self" | "terraform" => Self::Always,
            "any" | "bool" | "number" | "string" => Self::Type,
            _ => Self::Other,
        }
    }
}

/// A declaration as identified by a reference: kind, type and name, and the number of steps that form its name.
pub(crate) type ReferenceTarget<'a> = (Kind, &'a str, &'a str, usize);

/// The declaration that a root and its attributes refer to.
pub(crate) fn meant<'a>(
    root: &'a str,
    has_queries: bool,
    attribute: impl Fn(usize) -> Option<&'a str>,
) -> Option<ReferenceTarget<'a>> {
    let simple = |kind: Kind| Some((kind, "", attribute(0)?, 1));
    let typed = |kind: Kind, from: usize| Some((kind, attribute(from)?, attribute(from + 1)?, from + 2));
    match root {
        "var" => simple(Kind::Variable),
        "local" => simple(Kind::Local),
        "module" => simple(Kind::Module),
        "data" => typed(Kind::Data, 0),
        "ephemeral" => typed(Kind::Ephemeral, 0),
        "action" => typed(Kind::Action, 0),
        // in a module, this may be a resource type
        "list" if has_queries => typed(Kind::List, 0),
        "resource" => typed(Kind::Resource, 0),
        root if matches!(Root::of(root), Root::Path | Root::Always) => None,
        root => Some((Kind::Resource, root, attribute(0)?, 1)),
    }
}

/// A reference in a declaration.
#[derive(Debug)]
pub(crate) struct ReferenceMention {
    pub(crate) root: Root,
    /// The key of the declaration that it refers to.
    pub(crate) key: Option<Box<str>>,
    /// The attribute of that declaration that it reads.
    pub(crate) attribute: Option<Box<str>>,
    pub(crate) at: TextRange,
}

impl ReferenceMention {
    fn of(mention: &Mention<'_>) -> Self {
        let meant = meant(mention.root, false, |at| mention.attribute(at));
        Self {
            root: Root::of(mention.root),
            key: meant.map(|(kind, of_type, name, _)| declaration::key(kind, of_type, name).into()),
            attribute: meant.and_then(|(.., taken)| mention.attribute(taken)).map(Box::from),
            at: mention.range(),
        }
    }
}

/// The references in the body of a declaration, or in the expression of a local value.
#[derive(Debug, Default)]
pub(crate) struct Mentions {
    /// The expressions, each with the index after its last reference.
    expressions: Vec<(ExprId, u32)>,
    all: Vec<ReferenceMention>,
}

impl Mentions {
    /// Finds the references of a declaration without overrides.
    pub(crate) fn of(declaration: &Declaration) -> Self {
        let mut found = Self::default();
        let written = &declaration.written;
        match declaration.expr {
            Some(expr) => found.add(&written.parsed.tree, expr),
            None => each_expression(&written.view(), &mut |tree, expr| found.add(tree, expr)),
        }
        found.expressions.shrink_to_fit();
        found.all.shrink_to_fit();
        found
    }

    fn add(&mut self, tree: &Tree, expr: ExprId) {
        graph::each_reference(tree, expr, &mut |mention| self.all.push(ReferenceMention::of(&mention)));
        self.expressions.push((expr, self.all.len() as u32));
    }

    /// The expressions with their references.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = (ExprId, &[ReferenceMention])> {
        let starts = std::iter::once(0).chain(self.expressions.iter().map(|(_, end)| *end as usize));
        self.expressions
            .iter()
            .zip(starts)
            .map(|((expr, end), start)| (*expr, &self.all[start..*end as usize]))
    }
}
