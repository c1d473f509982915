//! Addresses of resources and modules, as used in `moved`, `import`, `removed` and tests.

use std::sync::Arc;

use hclx_core::{Number, Value};
use hclx_diag::{Diagnostic, SourceId, Span, TextRange, code_names as codes};
use hclx_syntax::ast::{ExprId, ExprKind, Traverse, TraverseKind, Tree};
use hclx_syntax::statics;

use crate::terraform::schemas::kind::Kind;

/// The key of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    None,
    /// A literal, as a string.
    Known(String, KeyKind),
    /// An expression.
    Open,
}

/// The kind of a literal key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyKind {
    Number,
    Text,
}

impl Key {
    /// The value of a literal key.
    pub(crate) fn value(&self) -> Option<Value> {
        match self {
            Self::Known(key, KeyKind::Number) => Number::parse_string(key).map(Value::number),
            Self::Known(key, KeyKind::Text) => Some(Value::string(key.as_str())),
            Self::None | Self::Open => None,
        }
    }
}

/// Words that cannot be resource types at the start of an address.
const NO_TYPES: &[&str] =
    &["count", "each", "local", "path", "self", "terraform", "var", "template", "lazy", "arg"];

/// The optional keyword before a resource type, which can also be a type itself.
const RESOURCE: &str = "resource";

/// The target of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Module,
    Resource,
    Data,
    Ephemeral,
}

impl Target {
    /// The kind of the targeted resource; `None` for a module.
    pub(crate) const fn kind(self) -> Option<Kind> {
        match self {
            Self::Module => None,
            Self::Resource => Some(Kind::Resource),
            Self::Data => Some(Kind::Data),
            Self::Ephemeral => Some(Kind::Ephemeral),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub(crate) modules: Vec<(Arc<str>, Key, TextRange)>,
    pub(crate) target: Target,
    pub(crate) of_type: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) key: Key,
    pub(crate) key_range: Option<TextRange>,
    /// Set if the type is a reserved word. Only `removed` accepts it, and no object has such an address.
    pub(crate) is_word: bool,
    /// The complete address, for comparisons.
    pub(crate) text: String,
}

impl Address {
    /// The place of the first instance key, if any.
    pub(crate) fn first_key(&self) -> Option<TextRange> {
        let modules = self.modules.iter().find(|(_, key, _)| *key != Key::None);
        modules.map(|(.., range)| *range).or(self.key_range)
    }
}

/// The rules for parsing an address.
#[derive(Clone, Copy)]
pub(crate) struct AddressRules<'n> {
    /// The name of the argument that contains the address.
    pub(crate) name: &'n str,
    /// Set if keys can be expressions.
    pub(crate) dynamic: bool,
    /// Set if reserved words and `resource` are accepted as types.
    pub(crate) words: bool,
}

impl AddressRules<'_> {
    /// The rules for the target of an override.
    pub(crate) const OF_OVERRIDE: Self = Self { name: "target", dynamic: false, words: false };
}

/// Parses an expression as an address.
///
/// # Errors
/// The error in the address.
pub(crate) fn read(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    wanted: AddressRules<'_>,
) -> Result<Address, Box<Diagnostic>> {
    let address = whole(tree, source, expr, wanted)?;
    match address.is_word && !wanted.words {
        true => {
            let finding = form(tree.expr(expr).range.in_source(source), wanted.name);
            Err(Box::new(finding.label(format!("`{}` is not a resource type", address.of_type))))
        }
        false => Ok(address),
    }
}

fn whole(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    wanted: AddressRules<'_>,
) -> Result<Address, Box<Diagnostic>> {
    let name = wanted.name;
    let whole = tree.expr(expr).range.in_source(source);
    let wrong = || Box::new(form(whole, name));
    match tree.language() {
        hclx_syntax::ast::Language::Json => {
            // In JSON, an address is a string whose contents are parsed as an expression.
            let (inner, root, findings) = statics::inner_expression(tree, source, expr).ok_or_else(wrong)?;
            if !findings.is_empty() {
                return Err(wrong());
            }
            native(&inner, source, root, wanted)
        }
        hclx_syntax::ast::Language::Native => {
            if matches!(tree.expr(expr).kind, ExprKind::String(_)) {
                return Err(Box::new(form(whole, name).help("remove the quotes")));
            }
            native(tree, source, expr, wanted)
        }
    }
}

fn form(place: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` must be the address of a resource or module");
    Diagnostic::error(codes::ADDRESS, place, message).help("use `TYPE.NAME` or `module.NAME`")
}

struct Steps<'t> {
    tree: &'t Tree,
    steps: std::iter::Peekable<std::slice::Iter<'t, Traverse>>,
    end: u32,
}

impl<'t> Steps<'t> {
    fn name(&mut self) -> Option<&'t str> {
        let step = self.steps.next_if(|step| matches!(step.kind, TraverseKind::Attr(_)))?;
        self.end = step.range.end;
        match step.kind {
            TraverseKind::Attr(name) => Some(self.tree.text(name)),
            _ => None,
        }
    }

    fn key(&mut self) -> (Key, Option<TextRange>) {
        let Some(step) = self.steps.next_if(|step| !matches!(step.kind, TraverseKind::Attr(_))) else {
            return (Key::None, None);
        };
        self.end = step.range.end;
        let key = match step.kind {
            TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => match self.tree.expr(key).kind {
                ExprKind::Number => {
                    Key::Known(self.tree.number(self.tree.expr(key).range).to_owned(), KeyKind::Number)
                }
                ExprKind::String(text) => Key::Known(self.tree.text(text).to_owned(), KeyKind::Text),
                _ => Key::Open,
            },
            TraverseKind::Attr(_) => Key::None,
        };
        (key, Some(step.range))
    }
}

fn native(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    AddressRules { name, dynamic, words }: AddressRules<'_>,
) -> Result<Address, Box<Diagnostic>> {
    let range = tree.expr(expr).range;
    let wrong = |at: TextRange| Box::new(form(at.in_source(source), name));
    let ExprKind::Traversal { base, steps } = tree.expr(expr).kind else { return Err(wrong(range)) };
    let ExprKind::Variable(root) = tree.expr(base).kind else { return Err(wrong(range)) };
    let mut root = tree.text(root);
    let mut steps =
        Steps { tree, steps: tree.slice(steps).iter().peekable(), end: tree.expr(base).range.end };
    let mut modules = Vec::new();
    let mut target = Target::Resource;
    let at_step = |steps: &mut Steps<'_>| steps.steps.peek().map_or(range, |step| step.range);
    while root == "module" {
        let here = at_step(&mut steps);
        let called = steps.name().ok_or_else(|| wrong(here))?;
        let (key, key_range) = steps.key();
        open(&key, key_range, dynamic, name, source)?;
        modules.push((Arc::from(called), key, key_range.unwrap_or(range)));
        match steps.name() {
            Some(next) => root = next,
            None => {
                target = Target::Module;
                break;
            }
        }
    }
    let mut address = Address {
        modules,
        target,
        of_type: Arc::from(""),
        name: Arc::from(""),
        key: Key::None,
        key_range: None,
        is_word: false,
        text: String::new(),
    };
    if target != Target::Module {
        if let Some(kind) = match root {
            "data" => Some(Target::Data),
            "ephemeral" => Some(Target::Ephemeral),
            RESOURCE if !words => Some(Target::Resource),
            _ => None,
        } {
            address.target = kind;
            root = steps.name().ok_or_else(|| wrong(range))?;
        } else {
            address.is_word = NO_TYPES.contains(&root) || root == RESOURCE;
        }
        address.of_type = Arc::from(root);
        address.name = Arc::from(steps.name().ok_or_else(|| wrong(range))?);
        let (key, key_range) = steps.key();
        open(&key, key_range, dynamic, name, source)?;
        (address.key, address.key_range) = (key, key_range);
    }
    if let Some(rest) = steps.steps.next() {
        let what = match &*address.of_type {
            RESOURCE => "remove `resource.`",
            _ => "remove everything after the name",
        };
        return Err(Box::new(wrong(rest.range).help(what)));
    }
    address.text = tree.written(range).into_owned();
    Ok(address)
}

/// Checks a key that is not constant, which few places allow.
fn open(
    key: &Key,
    range: Option<TextRange>,
    dynamic: bool,
    name: &str,
    source: SourceId,
) -> Result<(), Box<Diagnostic>> {
    match (key, range) {
        (Key::Open, Some(range)) if !dynamic => {
            let message = format!("the instance key in `{name}` must be constant");
            Err(Box::new(Diagnostic::error(codes::ADDRESS, range.in_source(source), message)))
        }
        _ => Ok(()),
    }
}
