//! Parses specification files, with every error at its place in the file.
//!
//! A specification is a body in native syntax, whose blocks are matched with schemas like those of any
//! configuration.

mod arguments;
mod declarations;

use std::sync::{Arc, LazyLock};

use hclx_core::{Rules, Type, Value};
use hclx_diag::{Arrange, Diagnostic, Ordered, SourceId, Span};
use hclx_eval::type_syntax::TypeOptions;
use hclx_eval::{Budget, CustomFunctions, Environment, FunctionTable, Outcome, Scope, evaluate};
use hclx_syntax::ast::{ExprId, Language, Tree};
use hclx_syntax::body::{BlockView, BodyNames, BodyView};

use super::blocks::normal;
use super::finding::{ReferenceFinding, Subject, any_error};
use super::places::placed;
use super::spec::{Attr, BlockAttrs, BlockMap, Blocks, Kind, Level, Single, Spec};
use super::wording;
use arguments::Arguments;

/// The block types that produce a value.
const TYPES: &[&str] = &[
    "object",
    "array",
    "literal",
    "attr",
    "block",
    "block_list",
    "block_map",
    "block_set",
    "block_attrs",
    "default",
    "transform",
];

/// A specification without errors.
#[derive(Clone, Debug)]
pub struct SpecFile {
    /// The level for the root of a configuration.
    pub root: Level,
    /// The variables for configurations.
    pub variables: Vec<(Arc<str>, Value)>,
    /// The functions for configurations.
    pub functions: CustomFunctions,
    tree: Arc<Tree>,
    source: SourceId,
}

impl SpecFile {
    /// The variables for a configuration: those of the specification, overridden by given ones.
    pub(super) fn scope(&self, given: &[(Arc<str>, Value)]) -> Scope<'static> {
        let mut scope = Scope::root();
        for (name, value) in self.variables.iter().chain(given) {
            scope.define(name.clone(), value.clone());
        }
        scope
    }

    /// Evaluates the `result` of a `transform` for a value.
    pub(super) fn transformed(
        &self,
        result: Option<ExprId>,
        nested: Value,
        rules: &Rules,
        budget: &Budget,
    ) -> Outcome {
        transformed(&self.tree, self.source, result, nested, rules, budget)
    }
}

fn transformed(
    tree: &Tree,
    source: SourceId,
    result: Option<ExprId>,
    nested: Value,
    rules: &Rules,
    budget: &Budget,
) -> Outcome {
    let Some(result) = result else {
        return Outcome { value: Value::null(Type::ANY), ..Outcome::failed(Vec::new()) };
    };
    let mut scope = Scope::root();
    scope.define("nested", nested);
    let env = Environment { rules: *rules, ..in_specifications() };
    evaluate(tree, source, result, &scope, &env, budget)
}

/// The functions of `hcldec` specifications ("hcldec spec format", "Functions").
const IN_SPECIFICATIONS: &[&str] = &[
    "abs",
    "coalesce",
    "concat",
    "hasindex",
    "int",
    "jsondecode",
    "jsonencode",
    "length",
    "lower",
    "max",
    "min",
    "strlen",
    "substr",
    "upper",
];

/// The functions of `hcldec` specifications.
fn specification() -> &'static FunctionTable {
    static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| {
        // in specifications, `reverse` takes a string
        crate::functions::chosen(&[crate::functions::reverse_of_strings()], IN_SPECIFICATIONS)
    });
    &TABLE
}

/// The environment of a specification's expressions, with specification functions only and no names.
fn in_specifications() -> Environment<'static> {
    Environment { functions: specification(), ..Environment::exact() }
}

/// Parses a specification; `None` if it has an error. Its syntax is always native.
pub fn read_spec(
    source: SourceId,
    bytes: Arc<[u8]>,
    budget: &Budget,
) -> (Option<SpecFile>, Vec<ReferenceFinding>) {
    read_spec_with(&TypeOptions::specification(), source, bytes, budget)
}

/// Like [`read_spec`], with options for types.
pub(super) fn read_spec_with(
    types: &TypeOptions,
    source: SourceId,
    bytes: Arc<[u8]>,
    budget: &Budget,
) -> (Option<SpecFile>, Vec<ReferenceFinding>) {
    budget.allow_for_source(bytes.len());
    let parsed = hclx_syntax::parse_body(source, bytes.clone());
    let mut reader = Reader { budget, types: *types, tree: parsed.tree, source, findings: Vec::new() };
    reader.findings.extend(placed(parsed.diagnostics, &bytes, Language::Native));
    if any_error(&reader.findings) {
        return (None, reader.findings);
    }
    let tree = reader.tree.clone();
    let (body, _) = BodyView::root(&tree, source);
    let (functions, body) = reader.functions(body);
    let (variables, body) = reader.variables(body);
    let root = reader.only(&body, "");
    budget.settle(&mut reader.findings, |finding| &finding.diagnostic);
    let file = root.filter(|_| !any_error(&reader.findings)).map(|root| {
        let functions = CustomFunctions { functions, library: specification(), open: false };
        SpecFile { root: Level::new(root), variables, functions, tree: tree.clone(), source }
    });
    (file, reader.findings)
}

/// Parses one specification.
struct Reader<'b> {
    budget: &'b Budget,
    types: TypeOptions,
    tree: Arc<Tree>,
    source: SourceId,
    findings: Vec<ReferenceFinding>,
}

/// A specification block being parsed.
struct Site<'t> {
    /// The block type.
    what: &'t str,
    /// The label, or an empty string.
    name: Arc<str>,
    body: BodyView<'t>,
    /// The header.
    place: Span,
}

impl<'t> Site<'t> {
    fn of(block: &BlockView<'t>) -> Self {
        Self {
            what: block.block_type,
            name: block.labels.first().map_or_else(|| "".into(), |label| label.text.into()),
            body: block.body.clone(),
            place: block.def_range.in_source(block.body.source()),
        }
    }

    /// The place at which to report missing items.
    fn missing_item(&self) -> Span {
        self.body.missing_item().in_source(self.body.source())
    }
}

fn schema(labels: &[&str]) -> BodyNames {
    TYPES.iter().fold(BodyNames::new(), |names, block_type| names.block(block_type, labels))
}

impl Reader<'_> {
    fn refuse(&mut self, diagnostic: Diagnostic) {
        self.findings.push(diagnostic.into());
    }

    /// The blocks of a body that produce a value; the second result is `true` if the body contains nothing
    /// else.
    fn blocks<'t>(&mut self, body: &BodyView<'t>, labels: &[&str]) -> (Vec<BlockView<'t>>, bool) {
        let (content, wrong) = body.content(&schema(labels));
        let good = !wrong.iter().any(Diagnostic::is_error);
        self.findings.extend(wrong.into_iter().map(ReferenceFinding::from));
        (content.blocks, good)
    }

    /// The only block of a body that produces a value. `what` is the type of the block with this body,
    /// empty for the root.
    fn only(&mut self, body: &BodyView<'_>, what: &str) -> Option<Spec> {
        let (blocks, good) = self.blocks(body, &[]);
        let place = |block: &BlockView<'_>| block.def_range.in_source(block.body.source());
        match blocks.as_slice() {
            [only] => self.spec(&Site::of(only)),
            // As in the reference, the errors in the body probably explain why it has no block.
            [] if !good => None,
            [] => {
                let place = body.missing_item().in_source(body.source());
                let finding = if what.is_empty() {
                    wording::no_root(place)
                } else {
                    wording::nothing_nested(place, what)
                };
                self.refuse(finding);
                None
            }
            [first, second, ..] => {
                self.refuse(wording::one_is_enough(place(second), what, place(first)));
                None
            }
        }
    }

    fn spec(&mut self, site: &Site<'_>) -> Option<Spec> {
        hclx_diag::grow(|| match site.what {
            "object" => Some(self.object(site)),
            "array" => self.array(site),
            "literal" => self.literal(site),
            "attr" => self.attr(site),
            "block" => self.single(site),
            "block_list" | "block_set" => self.many(site),
            "block_map" => self.block_map(site),
            "block_attrs" => self.block_attrs(site),
            "default" => self.default(site),
            _ => self.transform(site),
        })
    }

    fn object(&mut self, site: &Site<'_>) -> Spec {
        let (blocks, _) = self.blocks(&site.body, &["name"]);
        let mut entries: Vec<(Arc<str>, Spec)> = Vec::with_capacity(blocks.len());
        let mut positions = Ordered::new();
        for block in &blocks {
            let site = Site::of(block);
            let Some(spec) = self.spec(&site) else { continue };
            let name = normal(&site.name);
            // for duplicate names, the last one wins, as in the reference
            match positions.get(&name) {
                Some(position) => {
                    let entry: &mut (Arc<str>, Spec) = &mut entries[*position];
                    entry.1 = spec;
                }
                None => {
                    positions.insert(name.clone(), entries.len());
                    entries.push((name, spec));
                }
            }
        }
        let ty = Type::object(entries.iter().map(|(name, spec)| (name.clone(), spec.ty.clone())));
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.arrange_by(|one, other| entries[*one].0.cmp(&entries[*other].0));
        Spec { kind: Kind::Object(entries, order), place: site.place, ty }
    }

    fn array(&mut self, site: &Site<'_>) -> Option<Spec> {
        let specs = self.all(site);
        let ty = Type::tuple(specs.iter().map(|spec| spec.ty.clone()));
        Some(Spec { kind: Kind::Array(specs), place: site.place, ty })
    }

    /// All blocks without labels in a block.
    fn all(&mut self, site: &Site<'_>) -> Vec<Spec> {
        let (blocks, _) = self.blocks(&site.body, &[]);
        blocks.iter().filter_map(|block| self.spec(&Site::of(block))).collect()
    }

    fn default(&mut self, site: &Site<'_>) -> Option<Spec> {
        let before = self.findings.len();
        let specs = self.all(site);
        let Some(first) = specs.first() else {
            if !any_error(&self.findings[before..]) {
                self.refuse(wording::nothing_nested(site.missing_item(), site.what));
            }
            return None;
        };
        // As in the reference, the type of the first alternative is that of the whole.
        let ty = first.ty.clone();
        Some(Spec { kind: Kind::Default(specs), place: site.place, ty })
    }

    fn literal(&mut self, site: &Site<'_>) -> Option<Spec> {
        let mut arguments = Arguments::all(self.budget, site, &["value"], &["value"]);
        let value = arguments.value("value", &in_specifications());
        let value = self.finish(arguments, value)??;
        let ty = value.ty().clone();
        Some(Spec { kind: Kind::Literal(value), place: site.place, ty })
    }

    fn attr(&mut self, site: &Site<'_>) -> Option<Spec> {
        let mut arguments = Arguments::all(self.budget, site, &["name", "type", "required"], &[]);
        let (name, required) = (arguments.text("name"), arguments.truth("required"));
        let mut arguments = self.good(arguments)?;
        // As in the reference, a type is only read if the other arguments are valid.
        let ty = arguments.ty("type", &self.types);
        let name = name.unwrap_or_else(|| site.name.clone());
        if name.is_empty() {
            arguments.refuse(wording::no_name(site.missing_item(), site.what, "name"));
        }
        let attr = Attr { name, ty: ty.clone(), required: required.unwrap_or(false), slot: 0 };
        self.finish(arguments, Spec { kind: Kind::Attr(attr), place: site.place, ty })
    }

    fn block_attrs(&mut self, site: &Site<'_>) -> Option<Spec> {
        let mut arguments =
            Arguments::all(self.budget, site, &["block_type", "element_type", "required"], &[]);
        let (name, required) = (arguments.text("block_type"), arguments.truth("required"));
        let mut arguments = self.good(arguments)?;
        let element = arguments.ty("element_type", &self.types);
        let block_type = name.unwrap_or_else(|| site.name.clone());
        if block_type.is_empty() {
            arguments.refuse(wording::no_name(site.missing_item(), site.what, "block_type"));
        }
        let ty = Type::map(element.clone());
        let kind =
            Kind::Attrs(BlockAttrs { block_type, position: 0, element, required: required.unwrap_or(false) });
        self.finish(arguments, Spec { kind, place: site.place, ty })
    }

    fn single(&mut self, site: &Site<'_>) -> Option<Spec> {
        let mut arguments = Arguments::some(self.budget, site, &["block_type", "required"]);
        let (name, required) = (arguments.text("block_type"), arguments.truth("required"));
        let arguments = self.good(arguments)?;
        let nested = self.only(&arguments.rest, site.what)?;
        let ty = nested.ty.clone();
        let single = Single {
            // The reference accepts a missing block type for this kind alone.
            block_type: name.unwrap_or_else(|| site.name.clone()),
            position: 0,
            required: required.unwrap_or(false),
            level: Box::new(Level::new(nested)),
        };
        Some(Spec { kind: Kind::Block(single), place: site.place, ty })
    }

    /// Parses `block_list` and `block_set`.
    fn many(&mut self, site: &Site<'_>) -> Option<Spec> {
        let mut arguments = Arguments::some(self.budget, site, &["block_type", "min_items", "max_items"]);
        let name = arguments.text("block_type");
        let (min, max) = (arguments.integer("min_items"), arguments.integer("max_items"));
        let arguments = self.good(arguments)?;
        let nested = self.only(&arguments.rest, site.what);
        // The nested block is read first, but its failure does not hide a missing name.
        let block_type = self.block_type(site, name)?;
        let nested = nested?;
        let element = nested.ty.clone();
        let level = Box::new(Level::new(nested));
        let blocks = Blocks { block_type, position: 0, min: min.unwrap_or(0), max: max.unwrap_or(0), level };
        let (kind, ty) = match site.what {
            "block_list" => (Kind::List(blocks), Type::list(element)),
            _ => (Kind::Set(blocks), Type::set(element)),
        };
        Some(Spec { kind, place: site.place, ty })
    }

    fn block_map(&mut self, site: &Site<'_>) -> Option<Spec> {
        let mut arguments = Arguments::some(self.budget, site, &["block_type", "labels"]);
        let (name, labels) = (arguments.text("block_type"), arguments.texts("labels"));
        if !arguments.has("labels") {
            arguments.refuse(wording::no_labels(site.missing_item()));
        }
        let arguments = self.good(arguments)?;
        let nested = self.only(&arguments.rest, site.what);
        // The nested block is read first, but its failure does not hide a missing name.
        let block_type = self.block_type(site, name)?;
        let labels = labels.unwrap_or_default();
        if labels.is_empty() {
            self.refuse(wording::no_labels(site.missing_item()));
            return None;
        }
        let nested = nested?;
        let ty = labels.iter().fold(nested.ty.clone(), |ty, _| Type::map(ty));
        // The reference panics when it decodes a `block_map` whose values have no fixed type.
        if ty.has_any() {
            self.refuse(wording::open_map(site.missing_item(), open_part(&nested)));
        }
        let map = BlockMap { block_type, position: 0, labels, level: Box::new(Level::new(nested)) };
        Some(Spec { kind: Kind::Map(map), place: site.place, ty })
    }

    fn block_type(&mut self, site: &Site<'_>, name: Option<Arc<str>>) -> Option<Arc<str>> {
        let name = name.unwrap_or_else(|| site.name.clone());
        if name.is_empty() {
            self.refuse(wording::no_name(site.missing_item(), site.what, "block_type"));
            return None;
        }
        Some(name)
    }

    fn transform(&mut self, site: &Site<'_>) -> Option<Spec> {
        let arguments = Arguments::some(self.budget, site, &["result"]);
        let arguments = self.good(arguments)?;
        let result = arguments.expression("result");
        let rest = arguments.rest;
        let (blocks, good) = self.blocks(&rest, &[]);
        if blocks.len() != 1 {
            // otherwise, a finding about the body already explains why there is none
            if good {
                self.not_one(site, &blocks);
            }
            return None;
        }
        let nested = self.spec(&Site::of(&blocks[0]))?;
        let unknown = Value::unknown(nested.ty.clone());
        let outcome = transformed(&self.tree, self.source, result, unknown, &Rules::exact(), self.budget);
        // The type of the result, as far as the type of the input determines it.
        let ty = if outcome.has_errors() { Type::ANY } else { outcome.value.ty().clone() };
        Some(Spec { kind: Kind::Transform { nested: Box::new(nested), result }, place: site.place, ty })
    }

    /// Reports a block without exactly one nested block, pointing to the whole block like the reference.
    fn not_one(&mut self, site: &Site<'_>, blocks: &[BlockView<'_>]) {
        let whole = site.missing_item();
        let finding = match blocks {
            [first, second, ..] => {
                wording::one_is_enough(Site::of(second).place, site.what, Site::of(first).place)
            }
            _ => wording::nothing_nested(whole, site.what),
        };
        self.findings.push(ReferenceFinding::placed(finding, Subject::At(whole)));
    }

    /// The arguments, if they are valid; findings about them are kept.
    fn good<'t>(&mut self, mut arguments: Arguments<'t>) -> Option<Arguments<'t>> {
        let found = std::mem::take(&mut arguments.findings);
        let wrong = any_error(&found);
        self.findings.extend(found);
        (!wrong).then_some(arguments)
    }

    /// The result, if the arguments are valid.
    fn finish<R>(&mut self, arguments: Arguments<'_>, result: R) -> Option<R> {
        self.good(arguments).map(|_| result)
    }
}

/// The place of a part whose type is unknown.
fn open_part(spec: &Spec) -> Option<Span> {
    hclx_diag::grow(|| {
        let first = match &spec.kind {
            Kind::Default(specs) => specs.first().into_iter().collect(),
            _ => spec.children().collect::<Vec<_>>(),
        };
        let level = match &spec.kind {
            Kind::Block(single) => Some(&single.level),
            Kind::List(blocks) | Kind::Set(blocks) => Some(&blocks.level),
            Kind::Map(map) => Some(&map.level),
            _ => None,
        };
        let inner = first.into_iter().chain(level.map(|level| &level.spec));
        let found = inner.filter(|inner| inner.ty.has_any()).find_map(open_part);
        found.or_else(|| spec.ty.has_any().then_some(spec.place))
    })
}
