//! Checks a bake unit: values in dependency order, then all blocks, then references in strings.

use std::sync::Arc;

use hclx_analysis::graph::Graph;
use hclx_analysis::{Answer, Ask, Pace, Snapshot, TypeRow, file_name};
use hclx_core::{Type, TypeKind, Value};
use hclx_diag::{
    Arrange, Batch, Diagnostic, Distinct, Findings, Ordered, OrderedSet, Policy, Report, SourceId, Span,
    TextRange, code_names as codes,
};
use hclx_eval::{CustomFunction, CustomFunctions, Dialect, Scope};
use hclx_schema::{FilledBody, Header, fill};
use hclx_syntax::ast::Tree;
use hclx_syntax::statics;

use super::functions::DIALECT;
use super::names::{NameScope, Names};
use super::references::{self as texts_of, Target, Targets};
use super::source::contents;
use super::{Bake, DEFAULTS, FACTS, IGNORED, MIXED, values};
use hclx_module::{
    Application, Declaration, Declarations, Evaluation, ExprRef, ExpressionPlace, RootBlock, SourceFiles,
    StringExpr, UnitBlocks, UnitFiles, assigned, calls, entries, literal_key, name_place, root_blocks, texts,
    value_place, variable_rules,
};

/// The maximum number of matrix combinations that are evaluated separately.
const MOST_COMBINATIONS: usize = 256;

impl Application for Bake {
    type Scope = NameScope;
    type Names<'t> = Names<'t>;

    const DIALECT: &'static Dialect = &DIALECT;
    const VARIABLES: &'static str = "";

    fn files(&self, ask: Ask<'_>) -> UnitFiles {
        let mut files = ask.unit.files.clone();
        files.arrange_by_key(|file| {
            let path = ask.snapshot.path(*file);
            // bake merges its default files in a fixed order, and later definitions override earlier ones
            DEFAULTS.iter().position(|name| *name == file_name(&path)).unwrap_or_default()
        });
        UnitFiles::new(SourceFiles::read(&files, ask.snapshot), FACTS.body("root"))
    }

    fn blocks<'t>(&self, files: &'t UnitFiles, found: &mut Vec<Diagnostic>) -> Vec<RootBlock<'t>> {
        let mut blocks = root_blocks(&files.sources, &files.root, found);
        // A missing label is already reported, and without one a block declares nothing.
        blocks.retain(|top| !top.view.labels.is_empty());
        blocks
    }

    fn declare<'t>(
        &self,
        unit: UnitBlocks<'t>,
        declared: &mut Declarations<'t, NameScope>,
        _: &mut Vec<Diagnostic>,
    ) -> Names<'t> {
        let names = Names::new(contents(unit));
        declare(&names, unit.ask.snapshot, declared);
        names
    }

    fn functions<'t>(
        &self,
        _: UnitBlocks<'t>,
        names: &mut Names<'t>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<CustomFunctions> {
        Some(functions(names, found))
    }

    fn scope_at<'t>(
        &self,
        evaluation: &mut Evaluation<'_, 't, Names<'t>>,
        place: ExpressionPlace,
    ) -> NameScope {
        let ExpressionPlace::Block(index) = place else { return NameScope::default() };
        if let Some(scope) = evaluation.names.functions.get(&index) {
            return *scope;
        }
        // in a target with a matrix, the first combination is used
        let matrix = evaluation.unit.blocks[index].written("matrix");
        let first = |matrix| BakeUnit::new(evaluation).combinations(matrix).0.first().copied();
        matrix.and_then(first).unwrap_or_default()
    }

    fn judge<'t>(
        &self,
        evaluation: &mut Evaluation<'_, 't, Names<'t>>,
        found: &mut Vec<Diagnostic>,
    ) -> Answer {
        let UnitBlocks { ask, files, blocks } = evaluation.unit;
        let contents = Arc::clone(&evaluation.names.contents);
        let mut unit = BakeUnit::new(evaluation);
        unit.declared_again();
        unit.globals();
        for (index, top) in blocks.iter().enumerate() {
            unit.block(index, top);
        }
        // a target that seems to be missing may be declared in the part that could not be read
        if !files.sources.are_broken() {
            unit.found.extend(texts_of::check(&unit.targets, &contents));
        }
        found.extend(unit.found);
        // scripts merge files with several `-f`
        let is_elsewhere = |finding: &Diagnostic| {
            let is_of_function = finding.code == codes::UNKNOWN_FUNCTION;
            let name = is_of_function.then(|| crate::missing_names::text_at(ask.snapshot, finding)).flatten();
            name.is_some_and(|name| contents.is_elsewhere(&name))
        };
        *found = without_echoes(std::mem::take(found).into()).without(is_elsewhere).into_vec();
        unit.answer
    }

    fn filter<'t>(
        &self,
        evaluation: &Evaluation<'_, 't, Names<'t>>,
        found: Vec<Diagnostic>,
        _: &mut Answer,
    ) -> Vec<Diagnostic> {
        let snapshot = evaluation.unit.ask.snapshot;
        match snapshot.settings().pace {
            Pace::Once => crate::missing_names::without_repeats(snapshot, found),
            // an editor shows each name at its place, with its actions
            _ => found,
        }
    }
}

/// Removes findings about calls that repeat a finding about the function.
fn without_echoes(batch: Batch) -> Batch {
    let told: OrderedSet<Span> = batch.iter().filter_map(|finding| finding.span).collect();
    batch.without(|finding| {
        finding.code == codes::CALL_FAILED && finding.labels.iter().any(|label| told.contains(&label.span))
    })
}

/// The functions that a unit declares, and the scopes of their results, which contain the variables of the file and all
/// functions.
fn functions(names: &mut Names<'_>, found: &mut Vec<Diagnostic>) -> CustomFunctions {
    let mut table = CustomFunctions { functions: Ordered::new(), library: DIALECT.functions(), open: true };
    let is_function = |(_, top): &(usize, &RootBlock<'_>)| top.kind() == "function";
    let blocks = names.contents.blocks;
    for (index, top) in blocks.iter().enumerate().filter(is_function) {
        let tree = &top.source.parsed.tree;
        let params = top.written("params").and_then(|one| statics::as_list(tree, one.expr));
        let word = |expr| statics::as_keyword(tree, top.source.id, expr).map(Arc::from);
        let listed = params.unwrap_or_default();
        let parameters: Vec<Arc<str>> = listed.iter().copied().filter_map(word).collect();
        let variadic = top.written("variadic_params").and_then(|one| word(one.expr));
        let mut scope = Scope::root();
        for name in parameters.iter().chain(&variadic) {
            scope.define(name.clone(), Value::dynamic());
        }
        // the parameters of a function with syntax errors are unknown
        let whole = params.is_some() && parameters.len() == listed.len();
        let scope = names.around(scope, !whole);
        names.functions.insert(index, scope);
        let function = CustomFunction {
            declared: top.label_place(0),
            // While the parameters are unknown, any number of arguments is accepted.
            variadic: if whole { variadic } else { Some("arguments".into()) },
            parameters: if whole { parameters } else { Vec::new() },
            tree: Arc::clone(tree),
            source: top.source.id,
            result: top.written("result").map(|one| one.expr).filter(|_| whole),
        };
        table.functions.insert(top.label(0).into(), function);
    }
    break_cycles(&mut table, found);
    table
}

/// Reports functions that call themselves, directly or indirectly; their results are unknown.
fn break_cycles(table: &mut CustomFunctions, found: &mut Vec<Diagnostic>) {
    /// The maximum nesting of calls between functions; deeper results are unknown.
    const DEEPEST: usize = 32;
    let mut graph = Graph::default();
    let names: Vec<Arc<str>> = table.functions.keys().cloned().collect();
    for name in &names {
        let _ = graph.declare(&**name, table.functions[name].declared);
    }
    let trees: Ordered<SourceId, Arc<Tree>> =
        table.functions.values().map(|one| (one.source, Arc::clone(&one.tree))).collect();
    let mut called: Ordered<SourceId, Vec<(TextRange, &str)>> = Ordered::new();
    let mut edges = Vec::new();
    for name in &names {
        let function = &table.functions[name];
        let (Some(result), Some(from)) = (function.result, graph.find(name)) else { continue };
        let tree = &trees[&function.source];
        let range = function.tree.expr(result).range;
        let called = called.or_insert_with(function.source, || calls(tree));
        // calls are sorted by place, so a binary search finds those of one result
        let first = called.partition_point(|(at, _)| at.start < range.start);
        for (at, name) in called[first..].iter().take_while(|(at, _)| at.end <= range.end) {
            if let Some(to) = graph.find(name) {
                edges.push((Some(from), to, at.in_source(function.source)));
            }
        }
    }
    graph.connect(&edges);
    let order = graph.order();
    let mut open: OrderedSet<Arc<str>> = OrderedSet::new();
    let mut depth = vec![0; graph.len()];
    for node in &order.sorted {
        let below = graph.uses(*node).iter().map(|(to, _)| depth[to.index()] + 1).max().unwrap_or(0);
        depth[node.index()] = below;
        if below > DEEPEST {
            open.insert(graph.key(*node).into());
        }
    }
    for cycle in &order.cycles {
        let called: Vec<&str> = cycle.iter().map(|(node, _)| graph.key(*node)).collect();
        let message = match called.as_slice() {
            [one] => format!("function `{one}` calls itself"),
            _ => hclx_diag::dependency_cycle(&called),
        };
        found.push(Diagnostic::error(codes::CYCLE, cycle[0].1, message));
        open.extend(cycle.iter().map(|(node, _)| Arc::from(graph.key(*node))));
    }
    for name in open {
        if let Some(function) = table.functions.get_mut(&name) {
            function.result = None;
        }
    }
}

/// The declarations of a unit; if a name has several definitions, the last one wins.
fn declare<'t>(names: &Names<'t>, snapshot: &Snapshot, declared: &mut Declarations<'t, NameScope>) {
    let contents = &names.contents;
    let mut last: Ordered<String, (Span, Declaration<'t, NameScope>)> = Ordered::new();
    for global in &contents.globals {
        let tree = &global.source.parsed.tree;
        let value = Some(ExprRef { tree, source: global.source.id, expr: global.value });
        let node = Declaration { value, ..Declaration::unknown(NameScope::default(), Type::ANY) };
        last.insert(global.name.to_owned(), (global.place, node));
    }
    for top in contents.blocks {
        match top.kind() {
            "variable" => {
                let node = variable(top, last.get(top.label(0)).map(|(_, before)| before), snapshot);
                last.insert(top.label(0).to_owned(), (top.label_place(0), node));
            }
            // a target with a matrix represents several targets, but none with the name in its label
            kind @ ("target" | "group") if !names.is_matrix(top.label(0)) => {
                for (attribute, place, node) in attributes(top) {
                    let key = format!("{kind}.{}.{attribute}", top.label(0));
                    // maps are merged, so the value of two definitions is unknown
                    let twice = last.contains_key(&key) && matches!(node.ty.kind(), TypeKind::Map(..));
                    let node = if twice { Declaration::unknown(NameScope::default(), node.ty) } else { node };
                    last.insert(key, (place, node));
                }
            }
            _ => {}
        }
    }
    for (key, (place, node)) in last {
        // The keys of `last` are unique, so this never fails.
        let _ = declared.add(key, place, node);
    }
}

/// The declaration of a variable; an earlier root attribute of the same name sets it.
fn variable<'t>(
    top: &RootBlock<'t>,
    before: Option<&Declaration<'t, NameScope>>,
    snapshot: &Snapshot,
) -> Declaration<'t, NameScope> {
    let set = before.filter(|before| !before.is_default).and_then(|before| before.value);
    let value = set.or_else(|| top.written("default"));
    let mut ty = top.declared_type();
    // a variable without type and default is an empty string, or set by the environment
    if value.is_none() && top.written("type").is_none() && !top.view.body.mentions("default") {
        ty = Type::STRING;
    }
    let given = assigned(top.label(0), &ty, snapshot, &DIALECT);
    Declaration { value, given, is_default: set.is_none(), ..Declaration::unknown(NameScope::default(), ty) }
}

fn attributes<'t>(top: &RootBlock<'t>) -> Vec<(&'t str, Span, Declaration<'t, NameScope>)> {
    let laid = hclx_schema::match_body(&top.view.body, &top.body);
    let node = |one: &hclx_syntax::body::AttributeView<'t>| {
        let ty = top.body.find_attribute(one.name).map_or(Type::ANY, |attribute| attribute.ty.clone());
        let written = top.expression(one);
        // strings in mixed lists are handled elsewhere
        let value = (!MIXED.contains(&one.name)).then_some(written);
        (
            one.name,
            one.name_range.in_source(top.source.id),
            Declaration { value, ..Declaration::unknown(NameScope::default(), ty) },
        )
    };
    laid.content.attributes.iter().map(node).collect()
}

/// A unit being checked.
struct BakeUnit<'s, 'a, 't> {
    evaluation: &'s mut Evaluation<'a, 't, Names<'t>>,
    answer: Answer,
    targets: Targets,
    found: Findings,
}

impl Report for BakeUnit<'_, '_, '_> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.found
    }
}

impl<'s, 'a, 't> BakeUnit<'s, 'a, 't> {
    fn new(evaluation: &'s mut Evaluation<'a, 't, Names<'t>>) -> Self {
        let (answer, targets, found) = (Answer::default(), Targets::default(), Findings::new());
        Self { evaluation, answer, targets, found }
    }

    /// Reports variables and functions that a file declares twice.
    fn declared_again(&mut self) {
        let mut first: Ordered<(SourceId, &str, &str), Span> = Ordered::new();
        for top in self.evaluation.unit.blocks.iter().filter(|top| top.kind() == "variable") {
            let place = top.view.def_range.in_source(top.source.id);
            // a second file overrides variables of the first on purpose, but within a file it is a mistake
            let key = (top.source.id, top.kind(), top.label(0));
            if let Some(before) = first.insert(key, place) {
                let message = format!("duplicate variable `{}`", top.label(0));
                self.found.push(
                    Diagnostic::warning(codes::DECLARED_TWICE, place, message)
                        .label("`docker buildx bake` uses the last one")
                        .also(before, "ignored declaration")
                        .help("remove one of them"),
                );
            }
        }
    }

    fn globals(&mut self) {
        let contents = Arc::clone(&self.evaluation.names.contents);
        for global in &contents.globals {
            let tree = &global.source.parsed.tree;
            let mut judge = self.evaluation.judge(NameScope::default());
            let outcome = judge.value(ExprRef { tree, source: global.source.id, expr: global.value }, &[]);
            let approximations = judge.approximations;
            let place = tree.expr(global.value).range.in_source(global.source.id);
            self.answer.approximations.extend(approximations);
            self.found.extend(outcome.diagnostics);
            self.row(global.name.to_owned(), global.place, Some(place), outcome.value);
        }
    }

    fn row(&mut self, path: String, name_span: Span, value_span: Option<Span>, value: Value) {
        self.answer.rows.push(TypeRow::of_value(path, name_span, value_span, value));
    }

    fn block(&mut self, index: usize, top: &RootBlock<'t>) {
        self.label(top);
        match top.kind() {
            "target" => self.target(top),
            kind => {
                let scope = self.evaluation.names.functions.get(&index).copied().unwrap_or_default();
                let body = self.filled(top, scope);
                match kind {
                    "variable" => self.variable(top, &body),
                    "group" => self.group(top, &body),
                    _ => {}
                }
            }
        }
    }

    /// Checks the names of targets and groups, which are used in image names and on the command line.
    fn label(&mut self, top: &RootBlock<'_>) {
        let restricted = matches!(top.kind(), "target" | "group");
        if restricted && !is_label(top.label(0)) {
            let message = format!("invalid {1} name `{0}`", top.label(0), top.kind());
            let finding = Diagnostic::error(codes::INVALID_NAME, top.label_place(0), message);
            self.found.push(finding.help("use letters, digits, `_` and `-`"));
        }
    }

    fn filled(&mut self, top: &RootBlock<'t>, scope: NameScope) -> FilledBody<'t> {
        let mut judge = self.evaluation.judge(scope);
        let filled = fill(&top.view.body, &top.body, &Header::of(&top.view), &mut judge);
        let approximations = judge.approximations;
        self.answer.approximations.extend(approximations);
        self.found.extend(filled.findings);
        filled.body
    }

    fn variable(&mut self, top: &RootBlock<'t>, body: &FilledBody<'t>) {
        let Evaluation { declared, values, env, .. } = &*self.evaluation;
        let value = declared.graph.find(top.label(0)).and_then(|node| values.get(node.index()).cloned());
        let default = body.attribute("default");
        let help = format!("set another value: `{}=… docker buildx bake`", top.label(0));
        let told = |one: Diagnostic| match one.code == codes::VALIDATION_FAILED {
            true => one.help(help.as_str()),
            false => one,
        };
        let found = variable_rules(top.label(0), top, (body, default), &env.rules);
        self.found.extend(found.into_iter().map(told));
        let place = default.map(|default| value_place(body, default));
        self.row(
            format!("variable.{}", top.label(0)),
            top.label_place(0),
            place,
            value.unwrap_or_else(Value::dynamic),
        );
    }

    fn group(&mut self, top: &RootBlock<'t>, body: &FilledBody<'t>) {
        for name in ["matrix", "name"] {
            if let Some(attribute) = body.attribute(name) {
                let message = format!("`{name}` is not allowed in a group");
                let finding =
                    Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, name_place(body, attribute), message);
                self.found.push(finding.help("use a target: only targets can have a matrix"));
            }
        }
        let members = body.attribute("targets").map(|one| texts(body, one)).unwrap_or_default();
        self.targets.groups.push((top.label(0).to_owned(), top.label_place(0), members));
    }

    fn target(&mut self, top: &RootBlock<'t>) {
        let matrix = top.written("matrix");
        let (combinations, open) = match matrix {
            Some(matrix) => self.combinations(matrix),
            None => (vec![NameScope::default()], false),
        };
        let mut made = Target {
            place: Some(top.label_place(0)),
            is_open: open,
            is_open_matrix: open,
            ..Target::default()
        };
        let count = combinations.len();
        let mut told = Distinct::default();
        for scope in combinations {
            let (_, fresh) = self.trial(|unit| {
                let body = unit.filled(top, scope);
                if matrix.is_none() {
                    unit.name_without_matrix(top, &body);
                    unit.row(format!("target.{}", top.label(0)), top.label_place(0), None, body.written());
                }
                unit.parts(&body, &mut made, matrix.is_some());
                unit.members(&body);
                values::check(&body, &mut unit.found);
                if matrix.is_some() {
                    unit.made_name(top, &body, &made, count);
                }
            });
            // Most findings hold for every combination of a matrix.
            self.found.keep(fresh.new_in(&mut told), Policy::AsIs);
        }
        let all = &mut self.targets;
        match all.positions.get(top.label(0)) {
            Some(position) => merge(&mut all.targets[*position].1, made),
            None => {
                all.positions.insert(top.label(0).to_owned(), all.targets.len());
                all.targets.push((top.label(0).to_owned(), made));
            }
        }
    }

    fn name_without_matrix(&mut self, top: &RootBlock<'t>, body: &FilledBody<'t>) {
        let in_another = self.evaluation.unit.blocks.iter().any(|other| {
            other.label(0) == top.label(0) && other.kind() == "target" && other.written("matrix").is_some()
        });
        if let Some(name) = body.attribute("name").filter(|_| !in_another) {
            let message = "`name` is only allowed with `matrix`";
            let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, name_place(body, name), message);
            self.found.push(finding.help("remove it, or add `matrix = { … }`"));
        }
    }

    /// Checks the name for each combination of a matrix: it must be known and unique.
    fn made_name(&mut self, top: &RootBlock<'t>, body: &FilledBody<'t>, made: &Target, count: usize) {
        let Some(attribute) = body.attribute("name") else {
            if count > 1 && !made.is_open_matrix {
                let message = format!(
                    "duplicate target `{}`: every combination of the matrix has this name",
                    top.label(0)
                );
                let finding = Diagnostic::error(codes::DECLARED_TWICE, top.label_place(0), message);
                self.found.push(finding.help("set a name for each: `name = \"…-${KEY}\"`"));
            }
            return;
        };
        let Some((name, before)) = made.made.split_last() else { return };
        let place = value_place(body, attribute);
        if !is_label(name) {
            let message = format!("invalid target name `{name}`");
            let finding = Diagnostic::error(codes::INVALID_NAME, place, message);
            self.found
                .push(finding.help("use letters, digits, `_` and `-`; `replace` or `sanitize` the rest"));
        } else if before.contains(name) && attribute.value.as_str() == Some(name) {
            let message = format!("duplicate target `{name}`: two combinations of the matrix have this name");
            let finding = Diagnostic::error(codes::DECLARED_TWICE, place, message);
            self.found.push(finding.help("use every key of the matrix in `name`"));
        }
    }

    /// Collects the parts of a target that are needed to check references in strings.
    fn parts(&self, body: &FilledBody<'t>, made: &mut Target, is_matrix: bool) {
        if let Some(inherits) = body.attribute("inherits") {
            made.inherits = texts(body, inherits);
        }
        if let Some(contexts) = body.attribute("contexts") {
            let link = |(_, value, _, place): (String, Value, Span, Span)| {
                Some(StringExpr { text: value.as_str()?.to_owned(), place })
            };
            made.links.extend(entries(body, contexts).into_iter().filter_map(link));
        }
        if let Some(platforms) = body.attribute("platforms") {
            let known = platforms.value.elements().map(|all| all.iter().filter_map(Value::as_str));
            let known = known.map(|all| all.map(str::to_owned).collect::<Vec<_>>());
            made.platforms = known.filter(|_| platforms.value.is_wholly_known() && platforms.good);
        }
        if is_matrix {
            match body.attribute("name").and_then(|name| name.value.as_str()) {
                Some(name) => made.made.push(name.to_owned()),
                None => made.is_open = true,
            }
        }
    }

    /// The combinations of a matrix, each as the variables that it defines, and `true` if there may be others.
    fn combinations(&mut self, matrix: ExprRef<'t>) -> (Vec<NameScope>, bool) {
        let outcome = self.evaluation.judge(NameScope::default()).value(matrix, &[]);
        let value = outcome.value.unmark_deep().0;
        let is_map = matches!(value.ty().kind(), TypeKind::Map(..) | TypeKind::Object(_));
        if !outcome.diagnostics.iter().any(Diagnostic::is_error) && !is_map && !value.ty().is_any() {
            let message = format!("`matrix` must be a map of lists, found {}", value.ty());
            let finding = Diagnostic::error(codes::NOT_CONVERTIBLE, matrix.place(), message);
            self.found.push(finding.help("for example `matrix = { key = [\"a\", \"b\"] }`"));
        }
        let mut rounds: Vec<Vec<(Arc<str>, Value)>> = vec![Vec::new()];
        let mut keys: Vec<Arc<str>> = Vec::new();
        let mut open = !is_map || !value.is_known();
        let all: Vec<(Arc<str>, Value)> = match open {
            true => Vec::new(),
            false => value.iter_entries().map(|(key, value)| (key.clone(), value.clone())).collect(),
        };
        for (key, list) in all {
            keys.push(key.clone());
            let elements = match list.elements() {
                Some(elements) if rounds.len() * elements.len() <= MOST_COMBINATIONS => elements.to_vec(),
                // One unknown element represents all that exceed the limit.
                Some(_) => vec![Value::dynamic()],
                None => {
                    if list.is_null() || list.ty().is_primitive() {
                        let message = format!("`matrix.{key}` must be a list, found {}", list.ty());
                        self.found.push(Diagnostic::error(codes::NOT_CONVERTIBLE, matrix.place(), message));
                    }
                    vec![Value::dynamic()]
                }
            };
            open |= elements.iter().any(|one| !one.is_wholly_known());
            rounds = rounds
                .iter()
                .flat_map(|round| {
                    let with = |element: &Value| {
                        let mut round = round.clone();
                        round.push((key.clone(), element.clone()));
                        round
                    };
                    elements.iter().map(with).collect::<Vec<_>>()
                })
                .collect();
        }
        let scopes = rounds.into_iter().map(|round| {
            let mut scope = Scope::root();
            round.into_iter().for_each(|(key, value)| scope.define(key, value));
            self.evaluation.names.around(scope, !is_map)
        });
        (scopes.collect(), open)
    }

    /// Reports members of objects in lists that bake ignores or rejects.
    fn members(&mut self, body: &FilledBody<'t>) {
        for name in MIXED.iter().filter(|name| **name != "matrix") {
            let Some(attribute) = body.attribute(name).filter(|one| one.good) else { continue };
            let ty = attribute.value.ty();
            if !attribute.value.is_null()
                && (ty.is_primitive() || matches!(ty.kind(), TypeKind::Map(..) | TypeKind::Object(_)))
            {
                let message = format!("`{name}` must be a list, found {}", ty.shown());
                let finding =
                    Diagnostic::error(codes::NOT_CONVERTIBLE, value_place(body, attribute), message);
                self.found.push(finding.help("use brackets: `[…]`"));
            }
        }
        for (name, known) in [
            ("secret", &["type", "id", "src", "source", "env"][..]),
            ("ssh", &["id", "paths"]),
            ("policy", &["filename", "reset", "disabled", "strict", "log-level"]),
        ] {
            let Some(attribute) = body.attribute(name) else { continue };
            let tree = body.view.tree();
            let written = statics::as_list(tree, attribute.view.value).unwrap_or_default();
            for item in written.iter().filter_map(|expr| statics::as_map(tree, *expr)).flatten() {
                let Some(key) = literal_key(tree, item) else { continue };
                if !known.contains(&key) {
                    let place = tree.expr(item.key).range.in_source(body.view.source());
                    self.found.push(dropped(place, key, name, known));
                }
            }
        }
    }
}

/// Returns `true` if a string can be the name of a target or group.
fn is_label(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-'))
}

fn dropped(place: Span, key: &str, of: &str, known: &[&str]) -> Diagnostic {
    let finding = Diagnostic::warning(
        codes::IGNORED_NAME,
        place,
        format!("no attribute `{key}` on elements of `{of}`"),
    );
    let finding = finding.label(IGNORED);
    finding.perhaps_meant_at(place, hclx_diag::nearest(key, known.iter().copied()))
}

/// Merges a later definition of a target into an earlier one.
fn merge(known: &mut Target, later: Target) {
    if !later.inherits.is_empty() {
        known.inherits = later.inherits;
    }
    known.links.extend(later.links);
    if later.platforms.is_some() {
        known.platforms = later.platforms;
    }
    known.made.extend(later.made);
    known.is_open |= later.is_open;
}
