//! The parser of type expressions.

use std::sync::Arc;

use hclx_core::{Defaults, ObjectAttribute, Rules, Type, Value, convert, in_cty};
use hclx_diag::code_names::{TYPE_ATTRIBUTE, TYPE_DEFAULT, TYPE_SYNTAX, TYPE_WORD};
use hclx_diag::{Diagnostic, Fix, Ordered, SourceId, Span, Step, TextRange, listed_names, nearest};
use hclx_syntax::ast::{Call, ExprId, ExprKind, Language, ObjectItem, Slice, Traverse, TraverseKind, Tree};
use hclx_syntax::{foreign_type, type_word_elsewhere};

use super::computed;
use super::words::{self, Constructor, Word};
use super::{OptionalAttributes, Places, TypeExpr, TypeOptions, TypeWords};
use crate::{Budget, Environment, Limits, Scope, evaluate};

/// The maximum number of steps for a default: enough without loops over more than its source.
const DEFAULT_STEPS: u64 = 1_000_000;

/// A parsed type, with its defaults and locations.
struct ParsedType {
    ty: Type,
    defaults: Defaults,
    places: Places,
}

struct Reader<'a> {
    tree: &'a Tree,
    source: SourceId,
    options: &'a TypeOptions,
    diagnostics: Vec<Diagnostic>,
}

/// The result for a string that is not an expression.
pub(super) fn nothing(source: SourceId, diagnostics: Vec<Diagnostic>) -> TypeExpr {
    let places = Places::leaf(TextRange::at(0).in_source(source));
    TypeExpr { ty: Type::ANY, defaults: None, places, diagnostics }
}

pub(super) fn parse(tree: &Tree, source: SourceId, expr: ExprId, options: &TypeOptions) -> TypeExpr {
    if tree.language() == Language::Json {
        return parse_json(tree, source, expr, options);
    }
    read(tree, source, expr, options)
}

/// Parses an expression in native syntax, which may also be part of a template in JSON.
pub(super) fn read(tree: &Tree, source: SourceId, expr: ExprId, options: &TypeOptions) -> TypeExpr {
    let mut reader = Reader { tree, source, options, diagnostics: Vec::new() };
    let ParsedType { ty, defaults, places } = reader.ty(expr);
    let defaults = if defaults.is_empty() { None } else { Some(defaults) };
    TypeExpr { ty, defaults, places, diagnostics: reader.diagnostics }
}

/// Parses a type in JSON: a string that contains a type expression.
fn parse_json(tree: &Tree, source: SourceId, expr: ExprId, options: &TypeOptions) -> TypeExpr {
    let whole = tree.expr(expr).range.in_source(source);
    let Some(parsed) = hclx_syntax::statics::inner_expression(tree, source, expr) else {
        let message = "expected a type as a string, such as \"list(string)\"";
        return TypeExpr {
            ty: Type::ANY,
            defaults: None,
            places: Places::leaf(whole),
            diagnostics: vec![Diagnostic::error(TYPE_SYNTAX, whole, message)],
        };
    };
    let (inner, inner_expr, diagnostics) = parsed;
    let bare = tree.string(expr).and_then(|text| text.strip_prefix("${")?.strip_suffix('}'));
    let interpolated = |bare: &str| {
        let finding = Diagnostic::error(TYPE_SYNTAX, whole, "types are not interpolated");
        vec![finding.help(format!("write `\"{}\"`", bare.trim()))]
    };
    let diagnostics = bare.map_or(diagnostics, interpolated);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return TypeExpr { ty: Type::ANY, defaults: None, places: Places::leaf(whole), diagnostics };
    }
    let mut read = read(&inner, source, inner_expr, options);
    read.diagnostics.splice(0..0, diagnostics);
    read
}

impl Reader<'_> {
    fn span(&self, range: TextRange) -> Span {
        range.in_source(self.source)
    }

    fn place(&self, expr: ExprId) -> Span {
        self.span(self.tree.expr(expr).range)
    }

    /// Reports a malformed type, which becomes `any`.
    fn wrong(&mut self, diagnostic: Diagnostic, expr: ExprId) -> ParsedType {
        self.diagnostics.push(diagnostic);
        self.leaf(Type::ANY, expr)
    }

    fn leaf(&self, ty: Type, expr: ExprId) -> ParsedType {
        ParsedType { ty, defaults: Defaults::default(), places: Places::leaf(self.place(expr)) }
    }

    fn ty(&mut self, expr: ExprId) -> ParsedType {
        let expr = if self.options.computed { computed::reduced(self.tree, self.source, expr) } else { expr };
        match self.tree.expr(expr).kind {
            // already reported by the parser
            ExprKind::Missing => self.leaf(Type::ANY, expr),
            ExprKind::Traversal { steps, .. } if self.lacks_an_index(steps) => self.leaf(Type::ANY, expr),
            ExprKind::Variable(name) => {
                let name = self.tree.text(name);
                self.word(expr, name)
            }
            ExprKind::Null => self.word(expr, "null"),
            ExprKind::Bool(truth) => self.word(expr, if truth { "true" } else { "false" }),
            ExprKind::Call(call) => {
                let call = *self.tree.node(call);
                hclx_diag::grow(|| self.call(expr, call))
            }
            ExprKind::Paren(_) => {
                let diagnostic =
                    Diagnostic::error(TYPE_SYNTAX, self.place(expr), "types are not parenthesized")
                        .help("remove the parentheses");
                self.wrong(diagnostic, expr)
            }
            ExprKind::String(text) => {
                let message = "types are not quoted";
                let text = self.tree.text(text);
                let diagnostic = Diagnostic::error(TYPE_SYNTAX, self.place(expr), message);
                // `list` alone would be the next error, and a string with escapes is not a type
                let is_type =
                    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_(){}[]=, ".contains(&byte));
                let is_whole = text.contains('(') || ["string", "number", "bool", "any"].contains(&text);
                let quoted = self.tree.is_quoted(self.tree.expr(expr).range);
                let diagnostic = match is_type && is_whole && quoted {
                    true => diagnostic.fix(Fix::certain(format!("write `{text}`"), self.place(expr), text)),
                    false => diagnostic.help(format!("write `{text}`")),
                };
                self.wrong(diagnostic, expr)
            }
            _ => self.not_a_type(expr),
        }
    }

    /// Returns `true` for `string[]`, which the parser has already reported.
    fn lacks_an_index(&self, steps: Slice<Traverse>) -> bool {
        self.tree.slice(steps).iter().any(|step| match step.kind {
            TraverseKind::Index(key) => matches!(self.tree.expr(key).kind, ExprKind::Missing),
            _ => false,
        })
    }

    /// The HCL notation of a type in the notation of another language.
    fn foreign(&self, expr: ExprId) -> Option<String> {
        let text = &*self.tree.written(self.tree.expr(expr).range);
        let read = foreign_type(text, self.options.words.are_extended())?;
        read.written.filter(|_| read.end == text.len())
    }

    fn not_a_type(&mut self, expr: ExprId) -> ParsedType {
        let message = "expected a type: a word such as `string` or a call such as `list(string)`";
        let diagnostic = Diagnostic::error(TYPE_SYNTAX, self.place(expr), message);
        let diagnostic = match self.tree.expr(expr).kind {
            ExprKind::Tuple(_) => {
                diagnostic.help("use `list(…)` for elements of one type, `tuple([…])` for a type per element")
            }
            _ => match self.foreign(expr) {
                Some(written) => {
                    diagnostic.fix(Fix::certain(format!("write `{written}`"), self.place(expr), written))
                }
                None if matches!(self.tree.expr(expr).kind, ExprKind::Object(_)) => {
                    diagnostic.help("write `object({…})`")
                }
                None => diagnostic,
            },
        };
        self.wrong(diagnostic, expr)
    }

    /// Parses a keyword without arguments.
    fn word(&mut self, expr: ExprId, name: &str) -> ParsedType {
        let place = self.place(expr);
        let diagnostic = match words::find(name, self.options) {
            Some(Word::Type(ty)) if !ty.is_any() || self.options.any => return self.leaf(ty.clone(), expr),
            Some(Word::Type(_)) => {
                Diagnostic::error(TYPE_WORD, place, "`any` is not allowed here: expected an exact type")
            }
            Some(word) => {
                let message = format!("`{name}` takes an argument, {}", argument_of(word));
                Diagnostic::error(TYPE_SYNTAX, place, message)
                    .help(format!("write `{}`", example(name, word)))
            }
            None => self.unknown_word(name, place, place),
        };
        self.wrong(diagnostic, expr)
    }

    fn unknown_word(&self, name: &str, place: Span, word: Span) -> Diagnostic {
        let unknown = Diagnostic::error(TYPE_WORD, place, format!("unknown type `{name}`"));
        let near = nearest(name, words::all(self.options).map(|(word, _)| word));
        match near.or_else(|| type_word_elsewhere(name, self.options.words != TypeWords::Terraform)) {
            Some(meant) => unknown.meant_at(word, meant),
            None => {
                let forms = words::forms(self.options);
                let listed = listed_names(forms.iter().map(String::as_str), "and");
                unknown.help(format!("available types: {listed}"))
            }
        }
    }

    fn call(&mut self, expr: ExprId, call: Call) -> ParsedType {
        let name = self.tree.text(call.name.text);
        let Some(word) = words::find(name, self.options) else {
            let diagnostic = self.unknown_word(name, self.place(expr), self.span(call.name.range));
            return self.wrong(diagnostic, expr);
        };
        let arguments = self.tree.slice(call.args);
        let in_parentheses = self.span(call.open.cover(call.close));
        match word {
            Word::Type(_) => {
                let message = format!("`{name}` takes no arguments");
                let diagnostic =
                    Diagnostic::error(TYPE_SYNTAX, in_parentheses, message).help(format!("write `{name}`"));
                self.wrong(diagnostic, expr)
            }
            Word::Optional
                if self.options.optional == OptionalAttributes::Anywhere && arguments.len() == 1 =>
            {
                let inner = self.ty(arguments[0]);
                ParsedType { ty: Type::union([inner.ty, Type::NONE]), ..inner }
            }
            Word::Optional => {
                let message = "`optional` is only allowed for an attribute of an object type";
                let diagnostic = Diagnostic::error(TYPE_SYNTAX, self.span(call.name.range), message);
                self.wrong(diagnostic, expr)
            }
            Word::Union => self.union(expr, arguments),
            Word::OneType(_) | Word::Object | Word::Tuple if arguments.len() != 1 => {
                let place = match arguments {
                    [_, extra @ ..] if !extra.is_empty() => self.extra(extra),
                    _ => in_parentheses,
                };
                let message =
                    format!("`{name}` takes one argument, {}, found {}", argument_of(word), arguments.len());
                let diagnostic = Diagnostic::error(TYPE_SYNTAX, place, message)
                    .help(format!("write `{}`", example(name, word)));
                self.wrong(diagnostic, expr)
            }
            Word::OneType(constructor) => self.one_type(expr, constructor, arguments[0]),
            Word::Object => self.object(expr, arguments[0]),
            Word::Tuple => self.tuple(expr, arguments[0]),
        }
    }

    /// The span of the surplus arguments.
    fn extra(&self, arguments: &[ExprId]) -> Span {
        let range = |expr: &ExprId| self.tree.expr(*expr).range;
        let (first, last) = (range(&arguments[0]), range(&arguments[arguments.len() - 1]));
        self.span(first.cover(last))
    }

    fn one_type(&mut self, expr: ExprId, constructor: Constructor, argument: ExprId) -> ParsedType {
        let inner = self.ty(argument);
        let ty = constructor.make(inner.ty);
        if !constructor.is_collection() {
            // An eventual is transparent: its parts are the parts of its inner type.
            return ParsedType {
                ty,
                defaults: inner.defaults,
                places: inner.places.around(self.place(expr)),
            };
        }
        let places = Places { whole: self.place(expr), parts: vec![(Step::Each, inner.places)] };
        ParsedType { defaults: with_children(&ty, [(Arc::from(""), inner.defaults)]), ty, places }
    }

    fn union(&mut self, expr: ExprId, arguments: &[ExprId]) -> ParsedType {
        if arguments.is_empty() {
            let message = "`union` takes at least one type";
            let diagnostic = Diagnostic::error(TYPE_SYNTAX, self.place(expr), message);
            return self.wrong(diagnostic, expr);
        }
        let members: Vec<Type> = arguments.iter().map(|argument| self.ty(*argument).ty).collect();
        self.leaf(Type::union(members), expr)
    }

    fn tuple(&mut self, expr: ExprId, argument: ExprId) -> ParsedType {
        let ExprKind::Tuple(elements) = self.tree.expr(argument).kind else {
            let message = "`tuple` takes a list of types in brackets";
            let diagnostic = Diagnostic::error(TYPE_SYNTAX, self.place(argument), message)
                .help("write `tuple([string, number])`");
            return self.wrong(diagnostic, expr);
        };
        let elements: Vec<ParsedType> =
            self.tree.slice(elements).iter().map(|element| self.ty(*element)).collect();
        let ty = Type::tuple(elements.iter().map(|element| element.ty.clone()));
        let mut places = Places::leaf(self.place(expr));
        let mut children = Vec::new();
        for (index, element) in elements.into_iter().enumerate() {
            places.parts.push((Step::Index(index), element.places));
            children.push((Arc::from(index.to_string()), element.defaults));
        }
        ParsedType { defaults: with_children(&ty, children), ty, places }
    }

    fn object(&mut self, expr: ExprId, argument: ExprId) -> ParsedType {
        let ExprKind::Object(items) = self.tree.expr(argument).kind else {
            let message = "`object` takes the names and types of its attributes in braces";
            let diagnostic = Diagnostic::error(TYPE_SYNTAX, self.place(argument), message)
                .help("write `object({ name = string })`");
            return self.wrong(diagnostic, expr);
        };
        let mut object =
            ObjectParts { places: Places::leaf(self.place(expr)), ..ObjectParts::new(self.place(expr)) };
        for item in self.tree.slice(items) {
            self.attribute(item, &mut object);
        }
        let ty = Type::object_with(object.attributes);
        let mut defaults = with_children(&ty, object.children);
        if !object.values.is_empty() {
            defaults.ty = Some(ty.clone());
            defaults.values = object.values;
        }
        ParsedType { ty, defaults, places: object.places }
    }

    fn attribute(&mut self, item: &ObjectItem, object: &mut ObjectParts) {
        let Some(name) = self.attribute_name(item) else {
            let message = "an attribute name must be a bare word";
            self.diagnostics.push(Diagnostic::error(TYPE_ATTRIBUTE, self.place(item.key), message));
            return;
        };
        if let Some(first) = object.names.get(&name) {
            let message = format!("duplicate attribute `{name}`");
            let diagnostic = Diagnostic::error(TYPE_ATTRIBUTE, self.place(item.key), message);
            self.diagnostics.push(diagnostic.also(*first, "first declared here"));
            return;
        }
        let Some(mut optional) = self.optional(item.value) else { return };
        // the findings about the default come first, as in the reference
        let mut of_type = Reader { diagnostics: Vec::new(), ..*self };
        let mut read = of_type.ty(optional.ty);
        if let Some(default) = optional.default {
            let rules = self.default_rules(&read.ty);
            match self.evaluate_default(default, rules) {
                Some(value) => {
                    let value = self.default(value, &read.ty, self.place(default), &rules);
                    object.values.extend(value.map(|value| (name.clone(), value)));
                }
                // as in the reference
                None => optional.is = false,
            }
        }
        self.diagnostics.extend(of_type.diagnostics);
        read.places.whole.range = self.tree.expr(item.key).range.cover(self.tree.expr(item.value).range);
        object.places.attribute(&name, read.places);
        object.names.insert(name.clone(), self.place(item.key));
        object.children.push((name.clone(), read.defaults));
        object.attributes.push(ObjectAttribute { name, ty: read.ty, optional: optional.is });
    }

    fn attribute_name(&self, item: &ObjectItem) -> Option<Arc<str>> {
        match self.tree.expr(item.key).kind {
            ExprKind::String(text) if item.bare || self.options.quoted_names => {
                Some(self.tree.text(text).into())
            }
            _ => None,
        }
    }

    /// Parses `optional(…)` around the type of an attribute; `None` if it contains no type.
    fn optional(&mut self, value: ExprId) -> Option<OptionalType> {
        let plain = OptionalType { ty: value, is: false, default: None };
        let ExprKind::Call(call) = self.tree.expr(value).kind else { return Some(plain) };
        let call = *self.tree.node(call);
        let anywhere = self.options.optional == OptionalAttributes::Anywhere;
        if anywhere || self.tree.text(call.name.text) != "optional" {
            return Some(plain);
        }
        let in_parentheses = self.span(call.open.cover(call.close));
        let arguments = self.tree.slice(call.args);
        let Some(ty) = arguments.first().copied() else {
            let message = "missing attribute type in `optional`";
            self.diagnostics.push(Diagnostic::error(TYPE_SYNTAX, in_parentheses, message));
            return None;
        };
        let plain = OptionalType { ty, is: false, default: None };
        match (self.options.optional, arguments) {
            (OptionalAttributes::Refused, _) => {
                let message = "`optional` is not allowed in an exact type";
                self.diagnostics.push(Diagnostic::error(TYPE_SYNTAX, self.span(call.name.range), message));
                Some(plain)
            }
            (_, [_]) => Some(OptionalType { is: true, ..plain }),
            (OptionalAttributes::WithDefaults, [_, default]) => {
                Some(OptionalType { is: true, default: Some(*default), ..plain })
            }
            (allowed, _) => {
                let takes = match allowed {
                    OptionalAttributes::WithDefaults => "at most two arguments, a type and a default",
                    _ => "one argument, the type; defaults are not allowed here",
                };
                let message = format!("`optional` takes {takes}, found {}", arguments.len());
                self.diagnostics.push(Diagnostic::error(TYPE_SYNTAX, in_parentheses, message));
                Some(plain)
            }
        }
    }

    /// The rules for a default: as in HCL, a part with one of HCL's own types can be null.
    fn default_rules(&self, ty: &Type) -> Rules {
        let is_plain = !ty.has_any() && in_cty(ty) == *ty;
        if is_plain { Rules::hcl() } else { self.options.rules }
    }

    /// The value of a default. Defaults cannot refer to names or call functions.
    fn evaluate_default(&mut self, default: ExprId, rules: Rules) -> Option<Value> {
        let env = Environment { rules, ..Environment::without_names() };
        let budget = Budget::inside(Limits { steps: DEFAULT_STEPS, ..Limits::default() });
        let outcome = evaluate(self.tree, self.source, default, &Scope::root(), &env, &budget);
        let failed = outcome.has_errors();
        self.diagnostics.extend(outcome.diagnostics);
        if failed { None } else { Some(outcome.value) }
    }

    /// The default converted to the attribute's type. Null is allowed for every type, because a missing
    /// attribute without a default is null.
    fn default(&mut self, value: Value, ty: &Type, at: Span, rules: &Rules) -> Option<Value> {
        if value.is_null() {
            return Some(Value::null(ty.without_optional()));
        }
        match convert(&value, ty, rules) {
            Ok(value) => Some(value),
            Err(fault) => {
                let message = format!("invalid default for the attribute: {}", fault.message());
                let diagnostic =
                    Diagnostic { path: fault.path(), ..Diagnostic::error(TYPE_DEFAULT, at, message) };
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }
}

/// The type of an attribute, and the contents of its `optional`.
struct OptionalType {
    ty: ExprId,
    is: bool,
    default: Option<ExprId>,
}

/// An object type under construction.
struct ObjectParts {
    attributes: Vec<ObjectAttribute>,
    names: Ordered<Arc<str>, Span>,
    values: Ordered<Arc<str>, Value>,
    children: Vec<(Arc<str>, Defaults)>,
    places: Places,
}

impl ObjectParts {
    const fn new(whole: Span) -> Self {
        Self {
            attributes: Vec::new(),
            names: Ordered::new(),
            values: Ordered::new(),
            children: Vec::new(),
            places: Places::leaf(whole),
        }
    }
}

/// The tree of defaults of a type whose parts have these defaults.
fn with_children(ty: &Type, children: impl IntoIterator<Item = (Arc<str>, Defaults)>) -> Defaults {
    let children: Ordered<Arc<str>, Defaults> =
        children.into_iter().filter(|(_, defaults)| !defaults.is_empty()).collect();
    if children.is_empty() {
        return Defaults::default();
    }
    Defaults { ty: Some(ty.clone()), values: Ordered::new(), children }
}

/// A description of a constructor's argument.
const fn argument_of(word: Word) -> &'static str {
    match word {
        Word::OneType(constructor) if constructor.is_collection() => "the type of its elements",
        Word::Object => "its attributes in braces",
        Word::Tuple => "the types of its elements in brackets",
        Word::Optional => "the type of the attribute",
        Word::OneType(_) | Word::Union | Word::Type(_) => "a type",
    }
}

fn example(name: &str, word: Word) -> String {
    match word {
        Word::Object => "object({ name = string })".to_owned(),
        Word::Tuple => "tuple([string, number])".to_owned(),
        Word::Union => "union(string, number)".to_owned(),
        _ => format!("{name}(string)"),
    }
}
