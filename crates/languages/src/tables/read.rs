//! Reads a table into the schema of the files that it describes.

use std::sync::{Arc, OnceLock, Weak};

use hclx_core::{Type, Value};
use hclx_diag::{Diagnostic, Ordered, SourceId, Span, code_names as codes, nearest};
use hclx_eval::{Budget, Environment, Scope};
use hclx_schema::{
    Attribute, Block, Body, DeclaredNames, ExclusiveArguments, FilledBlock, FilledBody, Header, Nested,
    Nesting, ScopeEvaluator, Unknown, fill_parts,
};
use hclx_syntax::body::{BodyView, LabelView};

use super::kind::{KindReader, advice};
use super::schema::FILE;

/// A language that a table defines.
#[derive(Debug)]
pub struct Table {
    /// The name of the application for messages.
    pub title: Arc<str>,
    /// The schema of its files.
    pub root: Arc<Block>,
    /// Set if the application reads HCL 1.
    pub is_hcl1: bool,
    /// The available functions, if the table lists them.
    pub functions: Option<Arc<[Arc<str>]>>,
    /// The names at the root of references, if the table lists them.
    pub names: Option<Arc<[Arc<str>]>>,
    /// Set if blocks declare names.
    pub has_names: bool,
    /// The files that are read together, if a file can refer to others.
    pub(super) together: Option<Arc<Together>>,
    /// The shared bodies, kept alive for the nested ones that refer to them.
    _shared: Arc<SharedBodies>,
}

/// The files that an application reads together.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Together {
    /// The patterns of the file names.
    pub(super) files: Arc<[Arc<str>]>,
    /// Names of files that mark the root directory of a project, in and below which the files are; if empty, the files
    /// are in one directory.
    pub(super) project: Arc<[Arc<str>]>,
    /// The suffixes of files that declare the rest of their name, with the first word of references.
    by_name: Vec<(Arc<str>, Arc<str>)>,
}

impl Together {
    /// The name that a file declares by its own name.
    pub(super) fn name_of_file(&self, name: &str) -> Option<Arc<str>> {
        self.by_name.iter().find_map(|(root, end)| {
            let stem = name.strip_suffix(&**end)?;
            Some(format!("{root}.{stem}").into())
        })
    }
}

/// The shared bodies of a table by name, set once all are read, because they may contain each other.
#[derive(Debug, Default)]
struct SharedBodies(OnceLock<Ordered<Arc<str>, Arc<Block>>>);

/// The source of tables that come with hclx, which is not a file of a run.
pub(super) const SHIPPED: SourceId = SourceId(u32::MAX);

/// Returns `true` if a file looks like a table rather than a specification of hcldec.
pub fn is_table(bytes: &[u8]) -> bool {
    let headers = crate::shape::headers(bytes);
    headers.iter().any(|header| header.block_type == "language" && header.labels == 1)
}

/// Reads a table; `None` if it has errors.
///
/// Places in a shipped table, whose source is [`SHIPPED`], are not shown.
pub fn read(source: SourceId, bytes: Arc<[u8]>, budget: &Budget) -> (Option<Table>, Vec<Diagnostic>) {
    let parsed = hclx_syntax::parse_body(source, bytes);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return (None, parsed.diagnostics);
    }
    let (view, _) = BodyView::root(&parsed.tree, source);
    let env = Environment::without_names();
    let scope = Scope::root();
    let mut scoped = ScopeEvaluator::new(&scope, &env, budget);
    let filled = fill_parts(&view, &FILE, &Header::root(&view), &mut scoped);
    let mut reader = Reader {
        file: &filled.body,
        findings: without_consequences(&filled.body, filled.findings.into_iter().collect()),
        shared: Arc::default(),
        unknown: Unknown::Refuse,
        any_case: false,
        title: Arc::from(""),
        is_hcl1: false,
        has_names: false,
        by_name: Vec::new(),
        done: Ordered::new(),
        open: Vec::new(),
    };
    let table = filled.body.blocks("language").next().map(|block| reader.table(block));
    let failed = reader.findings.iter().any(Diagnostic::is_error);
    (table.filter(|_| !failed), reader.findings)
}

/// The findings outside of blocks of unknown types, whose contents belong to another body.
fn without_consequences(body: &FilledBody<'_>, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut unknown = Vec::new();
    let mut left = vec![body];
    while let Some(body) = left.pop() {
        for block in &body.blocks {
            match block.known {
                true => left.push(&block.body),
                false => unknown.push(block.view.body.range()),
            }
        }
    }
    let is_inside = |span: Span| unknown.iter().any(|body| body.contains(span.range));
    findings.into_iter().filter(|finding| !finding.span.is_some_and(is_inside)).collect()
}

fn label(block: &FilledBlock<'_>) -> Option<Arc<str>> {
    block.view.labels.first().map(|label| label.text.into())
}

struct Reader<'f, 't> {
    file: &'f FilledBody<'t>,
    findings: Vec<Diagnostic>,
    shared: Arc<SharedBodies>,
    /// The treatment of unknown names in bodies that do not specify it.
    unknown: Unknown,
    /// Set if names are case-insensitive in bodies that do not specify it.
    any_case: bool,
    title: Arc<str>,
    is_hcl1: bool,
    /// Set if a block declares names.
    has_names: bool,
    /// The suffixes of files that declare names, with the first word of references.
    by_name: Vec<(Arc<str>, Arc<str>)>,
    /// The shared bodies that were read so far.
    done: Ordered<Arc<str>, Arc<Block>>,
    /// The shared bodies that are being read.
    open: Vec<Arc<str>>,
}

impl Reader<'_, '_> {
    fn table(&mut self, language: &FilledBlock<'_>) -> Table {
        let body = &language.body;
        let name = label(language).unwrap_or_else(|| "".into());
        self.title = string(body, "title").unwrap_or(name);
        self.is_hcl1 = string(body, "syntax").is_some_and(|syntax| *syntax == *"hcl1");
        self.unknown = self.unknown_of(body);
        self.any_case = self.any_case_of(body);
        for name in self.file.blocks("body").filter_map(label) {
            self.shared(&name);
        }
        let root = Arc::new(self.block(body));
        // only this reader sets it, and only once
        let _ = self.shared.0.set(std::mem::take(&mut self.done));
        Table {
            title: Arc::clone(&self.title),
            root,
            is_hcl1: self.is_hcl1,
            functions: strings(body, "functions"),
            names: strings(body, "names"),
            has_names: self.has_names,
            together: self.together(body),
            _shared: Arc::clone(&self.shared),
        }
    }

    fn together(&mut self, body: &FilledBody<'_>) -> Option<Arc<Together>> {
        let files = strings(body, "read_with")?;
        for pattern in files.iter() {
            if let Err(reason) = hclx_formats::glob(pattern) {
                let place =
                    body.attribute("read_with").map(|found| found.view.range.in_source(body.view.source()));
                let message = format!("pattern `{pattern}` {reason}");
                self.findings
                    .extend(place.map(|place| Diagnostic::error(codes::SPECIFICATION, place, message)));
            }
        }
        let project = strings(body, "project").unwrap_or_default();
        Some(Arc::new(Together { files, project, by_name: std::mem::take(&mut self.by_name) }))
    }

    /// The shared body with a name; `None` if it does not exist, or is being read.
    fn shared(&mut self, name: &Arc<str>) -> Option<Arc<Block>> {
        if let Some(block) = self.done.get(name) {
            return Some(Arc::clone(block));
        }
        let is_it = |block: &&FilledBlock<'_>| label(block).is_some_and(|label| label == *name);
        let described = self.file.blocks("body").find(is_it).filter(|_| !self.open.contains(name))?;
        self.open.push(Arc::clone(name));
        let block = Arc::new(self.block(&described.body));
        self.open.pop();
        self.done.insert(Arc::clone(name), Arc::clone(&block));
        Some(block)
    }

    fn unknown_of(&self, body: &FilledBody<'_>) -> Unknown {
        match string(body, "unknown").as_deref() {
            Some("any") => Unknown::Free,
            Some("ignored") => Unknown::Warn(format!("{} ignores it", self.title).into()),
            Some("warning") => Unknown::Warn(format!("{} may reject or ignore it", self.title).into()),
            Some("error") => Unknown::Refuse,
            _ => self.unknown.clone(),
        }
    }

    fn any_case_of(&self, body: &FilledBody<'_>) -> bool {
        string(body, "case").map_or(self.any_case, |case| *case == *"any")
    }

    /// The schema that the items of a body describe.
    fn block(&mut self, body: &FilledBody<'_>) -> Block {
        hclx_diag::grow(|| {
            let mut block = Block::new();
            block.docs = string(body, "docs");
            block.any_case = self.any_case_of(body);
            for kinds in body.blocks("attributes") {
                for attribute in &kinds.body.attributes {
                    let read = self.kind(&kinds.body, attribute.view.name, attribute.view.value);
                    let place = attribute.view.name_range.in_source(kinds.body.view.source());
                    self.push(&mut block, Attribute { place: shown(place), ..read });
                }
            }
            for described in body.blocks("attribute") {
                if let Some(attribute) = self.attribute(described) {
                    self.push(&mut block, attribute);
                }
            }
            for described in body.blocks("block") {
                self.nested(&mut block, described);
            }
            block.exclusive = exclusive(body);
            for name in strings(body, "include").iter().flat_map(|names| names.iter()) {
                match self.shared(name) {
                    Some(other) => block = body_with(block, &other),
                    None => self.no_body(body, "include", name),
                }
            }
            self.open(block, body)
        })
    }

    /// Sets the treatment of unknown names.
    fn open(&mut self, mut block: Block, body: &FilledBody<'_>) -> Block {
        block.unknown = self.unknown_of(body);
        let any_attribute = string(body, "unknown").is_some_and(|unknown| *unknown == *"attributes");
        if any_attribute || block.unknown == Unknown::Free {
            block.any_attribute = Some(Attribute::new("", Type::ANY));
        }
        if block.unknown == Unknown::Free {
            block.any_block = Some(Nested::new(""));
        }
        block
    }

    fn push(&mut self, block: &mut Block, attribute: Attribute) {
        let Some(before) = block.find_attribute(&attribute.name) else {
            return block.push_attribute(attribute);
        };
        let message = format!("duplicate attribute `{}`", attribute.name);
        self.findings.push(match (attribute.place, before.place) {
            (Some(place), Some(before)) => {
                let finding = Diagnostic::error(codes::SPECIFICATION, place, message);
                finding.also(before, "first described here")
            }
            _ => Diagnostic::placeless(codes::SPECIFICATION, message),
        });
    }

    fn kind(&mut self, body: &FilledBody<'_>, name: &str, expr: hclx_syntax::ast::ExprId) -> Attribute {
        let (tree, source, is_hcl1) = (body.view.tree(), body.view.source(), self.is_hcl1);
        let mut reader = KindReader { tree, source, is_hcl1, findings: Vec::new() };
        let read = reader.read(name, expr);
        self.findings.extend(reader.findings);
        read
    }

    fn attribute(&mut self, described: &FilledBlock<'_>) -> Option<Attribute> {
        let body = &described.body;
        let name = label(described)?;
        let mut read = self.kind(body, &name, body.attribute("type")?.view.value);
        if is_set(body, "required") {
            read = read.required();
        }
        read.sensitive |= is_set(body, "sensitive");
        read.docs = string(body, "docs");
        read.deprecated = help_instead(body, "deprecated").or(read.deprecated);
        read.removed = help_instead(body, "removed");
        read.place = shown(header(described));
        Some(read)
    }

    fn nested(&mut self, block: &mut Block, described: &FilledBlock<'_>) {
        let (Some(name), body) = (label(described), &described.body) else { return };
        let mut nested = Nested::new(Arc::clone(&name));
        nested.labels = strings(body, "labels").map(|labels| labels.to_vec()).unwrap_or_default();
        nested.optional_labels = count(body, "optional_labels").unwrap_or(0).min(nested.labels.len());
        nested.label_attribute = string(body, "label_attribute");
        if nested.label_attribute.is_some() {
            nested.optional_labels = nested.optional_labels.max(1);
        }
        nested.min = count(body, "min").unwrap_or(0);
        nested.max = count(body, "max");
        nested.dynamic = is_set(body, "dynamic");
        nested.docs = string(body, "docs");
        nested.deprecated = help_instead(body, "deprecated");
        nested.removed = help_instead(body, "removed");
        nested.declares = self.declares(&name, body);
        nested.place = shown(header(described));
        if is_set(body, "unique") {
            nested.nesting = Nesting::Map;
        }
        self.check_counts(described, &nested);
        nested.body = self.body(described);
        if is_set(body, "or_attribute") {
            nested.also_attribute = true;
            if block.find_attribute(&name).is_none() {
                self.push(block, Attribute { place: nested.place, ..Attribute::new(name, Type::ANY) });
            }
        }
        block.push_nested(nested);
    }

    /// The names that blocks of a type declare.
    fn declares(&mut self, block_type: &Arc<str>, body: &FilledBody<'_>) -> Option<Arc<DeclaredNames>> {
        let root = string(body, "declares")?;
        if self.is_hcl1 {
            let place = body.attribute("declares")?.view.range.in_source(body.view.source());
            let message = "HCL 1 has no references: `declares` needs HCL 2";
            self.findings.push(Diagnostic::error(codes::SPECIFICATION, place, message));
        }
        self.has_names = true;
        self.by_name.extend(string(body, "files").map(|end| (Arc::clone(&root), end)));
        let noun = string(body, "noun").unwrap_or_else(|| Arc::clone(block_type));
        Some(Arc::new(DeclaredNames { root, noun, is_lazy: is_set(body, "lazy") }))
    }

    /// Reports counts that no file can satisfy, and variants without a label to select them.
    fn check_counts(&mut self, described: &FilledBlock<'_>, nested: &Nested) {
        let mut report = |place, message: &str| {
            self.findings.push(Diagnostic::error(codes::SPECIFICATION, place, message));
        };
        if let Some(most) = nested.max.filter(|most| *most < nested.min) {
            report(header(described), &format!("`min` is {}, but `max` is {most}", nested.min));
        }
        for variant in described.body.blocks("variant").filter(|_| nested.labels.is_empty()) {
            report(header(variant), "variants are chosen by the first label, but `labels` is not set");
        }
    }

    /// The body of a block type: a shared one, one for each first label, or one of its own.
    fn body(&mut self, described: &FilledBlock<'_>) -> Body {
        let body = &described.body;
        if let Some(name) = string(body, "body") {
            if !self.file.blocks("body").filter_map(label).any(|known| known == name) {
                self.no_body(body, "body", &name);
                return Body::Opaque;
            }
            let shared: Weak<SharedBodies> = Arc::downgrade(&self.shared);
            return Body::lazy(move || {
                let found = shared.upgrade().and_then(|shared| shared.0.get()?.get(&name).cloned());
                found.unwrap_or_else(Block::opaque)
            });
        }
        let own = Arc::new(self.block(body));
        let mut variants: Ordered<Arc<str>, Arc<Block>> = Ordered::new();
        for variant in body.blocks("variant") {
            let block = self.variant(&variant.body, &own);
            if let Some(name) = label(variant) {
                variants.insert(name, Arc::new(block));
            }
        }
        if variants.is_empty() {
            return Body::Fixed(own);
        }
        let known: Vec<Arc<str>> = variants.iter().map(|(name, _)| Arc::clone(name)).collect();
        // blocks with other labels are unknown to the table
        let mut other = body_with(Block::new(), &own).unknown(Unknown::Free);
        other.any_case = own.any_case;
        other.any_attribute = Some(Attribute::new("", Type::ANY));
        other.any_block = Some(Nested::new(""));
        let other = Arc::new(other);
        let of_labels = move |labels: &[LabelView<'_>]| {
            let of_first = labels.first().and_then(|label| variants.get(label.text));
            Some(Arc::clone(of_first.unwrap_or(&other)))
        };
        Body::by_labels(0, of_labels).knowing(known)
    }

    /// The body of a variant, including the items next to it. Unknown names are treated the same, unless the variant
    /// specifies it.
    fn variant(&mut self, body: &FilledBody<'_>, own: &Block) -> Block {
        let block = self.block(body);
        let (any_attribute, any_block) = (block.any_attribute.clone(), block.any_block.clone());
        let mut whole = body_with(block, own);
        match string(body, "unknown") {
            None => whole.unknown = own.unknown.clone(),
            Some(_) => (whole.any_attribute, whole.any_block) = (any_attribute, any_block),
        }
        whole
    }

    fn no_body(&mut self, body: &FilledBody<'_>, attribute: &str, name: &str) {
        let Some(place) = body.attribute(attribute).map(|found| found.view.range) else { return };
        let place = place.in_source(body.view.source());
        let names: Vec<Arc<str>> = self.file.blocks("body").filter_map(label).collect();
        let finding = match names.iter().any(|known| **known == *name) {
            true => Diagnostic::error(codes::SPECIFICATION, place, format!("body `{name}` includes itself")),
            false => Diagnostic::error(codes::SPECIFICATION, place, format!("unknown shared body `{name}`"))
                .help("declare it with a `body` block at the root of the table")
                .perhaps_meant(nearest(name, names.iter().map(|known| &**known))),
        };
        self.findings.push(finding);
    }
}

/// A body extended by the items of another one.
fn body_with(mut block: Block, other: &Block) -> Block {
    block.exclusive.extend(other.exclusive.iter().cloned());
    block.with(other)
}

/// The groups of names of which a body must set at most, at least or exactly one.
fn exclusive(body: &FilledBody<'_>) -> Vec<ExclusiveArguments> {
    let sets = |name: &str, is_needed: bool| {
        let sets = value(body, name).and_then(Value::elements).unwrap_or_default();
        let names = |set: &Value| {
            set.elements()
                .unwrap_or_default()
                .iter()
                .filter_map(|name| name.as_str().map(Arc::from))
                .collect()
        };
        let set = |set: &Value| ExclusiveArguments { names: names(set), is_needed, is_learned: false };
        sets.iter().map(set).collect::<Vec<_>>()
    };
    let most = sets("at_most_one", false).into_iter().chain(sets("exactly_one", false));
    most.chain(sets("at_least_one", true)).chain(sets("exactly_one", true)).collect()
}

/// The place of a declaration, unless the table is built into the program.
fn shown(place: Span) -> Option<Span> {
    (place.source != SHIPPED).then_some(place)
}

fn header(block: &FilledBlock<'_>) -> Span {
    block.view.def_range.in_source(block.body.view.source())
}

fn value<'b>(body: &'b FilledBody<'_>, name: &str) -> Option<&'b Value> {
    body.attribute(name)
        .map(|attribute| &attribute.value)
        .filter(|value| value.is_known() && !value.is_null())
}

fn string(body: &FilledBody<'_>, name: &str) -> Option<Arc<str>> {
    value(body, name)?.as_str().map(Arc::from)
}

/// The help about the replacement of a name.
fn help_instead(body: &FilledBody<'_>, name: &str) -> Option<Arc<str>> {
    string(body, name).map(|text| advice(text.to_string()).into())
}

fn strings(body: &FilledBody<'_>, name: &str) -> Option<Arc<[Arc<str>]>> {
    let elements = value(body, name)?.elements()?;
    Some(elements.iter().filter_map(|element| element.as_str().map(Arc::from)).collect())
}

fn is_set(body: &FilledBody<'_>, name: &str) -> bool {
    value(body, name).and_then(Value::as_bool).unwrap_or(false)
}

fn count(body: &FilledBody<'_>, name: &str) -> Option<usize> {
    value(body, name)?.as_number()?.to_text().parse().ok()
}
