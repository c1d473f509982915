//! Checks a Terragrunt file: local values in order, then the file, then related files.

use std::sync::Arc;

use hclx_analysis::calls::{self, CallExtent, Calls};
use hclx_analysis::graph::references;
use hclx_analysis::{Answer, Ask, CoverageGaps, Snapshot, TypeRow, file_name, file_path};
use hclx_core::{Type, TypeKind, Value, ops};
use hclx_diag::{Diagnostic, SharedCause, SharedWords, Span, code_names as codes};
use hclx_eval::{Budget, Dialect};
use hclx_schema::{FilledBlock, FilledBody, Header, fill};
use hclx_syntax::ast::{ExprKind, TraverseKind};
use hclx_syntax::statics;

use super::functions::DIALECT;
use super::modules::{self, at, dependency};
use super::names::{Names, feature};
use super::outline::{is_file, is_folder, module_folder, nowhere_above, outline, path_of};
use super::parents::{Parent, copied, given, parent};
use super::{EARLIER, FACTS, Terragrunt, fixtures, remote_state, removed, stacks, uses};
use crate::credentials;
use crate::habits;
use hclx_module::{
    Application, Declaration, Declarations, Defaults, Evaluation, ExprRef, ExpressionPlace, Guards, Judge,
    RootBlock, SourceFile, SourceFiles, UnitBlocks, UnitFiles, UnitNames, is_version_constraint, root_blocks,
    rows,
};

impl Application for Terragrunt {
    type Scope = ();
    type Names<'t> = Names;

    const DIALECT: &'static Dialect = &DIALECT;
    // there are no variables
    const DEFAULTS: Defaults = Defaults::None;

    fn files(&self, ask: Ask<'_>) -> UnitFiles {
        let sources = SourceFiles::read(&ask.unit.files, ask.snapshot);
        let path = sources.iter().next().map_or("", |source| &*source.path);
        let root = match file_name(path) {
            "terragrunt.values.hcl" => FACTS.body("values_root"),
            name if name.ends_with(STACK) => FACTS.body("stack_root"),
            _ => EARLIER.body("root"),
        };
        UnitFiles::new(sources, root)
    }

    /// The root is checked as a whole, which reports findings about it.
    fn blocks<'t>(&self, files: &'t UnitFiles, _: &mut Vec<Diagnostic>) -> Vec<RootBlock<'t>> {
        root_blocks(&files.sources, &files.root, &mut Vec::new())
    }

    fn declare<'t>(
        &self,
        unit: UnitBlocks<'t>,
        declared: &mut Declarations<'t, ()>,
        found: &mut Vec<Diagnostic>,
    ) -> Names {
        let Some(file) = File::of(unit) else { return Names::default() };
        let names = file.names(unit.blocks, found);
        file.locals(unit.blocks, &names, declared, found);
        names
    }

    fn scope_at<'t>(&self, _: &mut Evaluation<'_, 't, Names>, _: ExpressionPlace) {}

    fn judge<'t>(&self, evaluation: &mut Evaluation<'_, 't, Names>, found: &mut Vec<Diagnostic>) -> Answer {
        let UnitBlocks { files, blocks, .. } = evaluation.unit;
        let Some(file) = File::of(evaluation.unit) else { return Answer::default() };
        let mut judge = evaluation.judge(());
        let (view, wrong) = file.source.body();
        found.extend(wrong);
        let filled = fill(&view, &files.root, &Header::root(&view), &mut judge);
        found.extend(filled.findings);
        if !file.is_stack {
            found.extend(removed::judge(&file.source.path, &filled.body, file.snapshot));
        }
        if !files.sources.are_broken() {
            file.rules(&filled.body, blocks, &mut judge, found);
        }
        let mut rows = rows(evaluation.declared, evaluation.values);
        rows.extend(dependencies_rows(blocks, evaluation.names));
        file.inputs_rows(&filled.body, &mut rows);
        let modules = file.absent_module(&filled.body).map(|module| (module, 1)).into_iter().collect();
        let unchecked = CoverageGaps { modules, ..CoverageGaps::default() };
        let approximations = evaluation.names.approximations().collect();
        Answer { rows, unchecked, approximations, ..Answer::default() }
    }

    fn filter<'t>(
        &self,
        evaluation: &Evaluation<'_, 't, Names>,
        found: Vec<Diagnostic>,
        answer: &mut Answer,
    ) -> Vec<Diagnostic> {
        let found = habits::with_missing_once(habits::with_deprecated_once("terragrunt", found));
        let Some(source) = evaluation.unit.files.sources.iter().next() else { return found };
        let (found, notes) = fixtures::without_absent_paths(&source.path, found);
        answer.notes.extend(notes);
        found
    }
}

/// The suffix of stack files.
const STACK: &str = ".stack.hcl";

/// The rows for the outputs of a file's dependencies.
fn dependencies_rows(tops: &[RootBlock<'_>], names: &Names) -> Vec<TypeRow> {
    let row = |top: &RootBlock<'_>| {
        let value = names.dependencies.get(top.label(0))?.get_attr_value("outputs")?.clone();
        let path = format!("dependency.{}.outputs", top.label(0));
        Some(TypeRow::of_value(path, top.label_place(0), None, value))
    };
    tops.iter().filter(|top| top.kind() == "dependency").filter_map(row).collect()
}

/// A file being checked, or read for another one.
pub(super) struct File<'t> {
    pub source: &'t SourceFile,
    pub snapshot: &'t Snapshot,
    pub budget: &'t Budget,
    /// The directory that its paths are relative to.
    pub folder: String,
    pub is_stack: bool,
    /// The number of files on the way to it.
    pub depth: usize,
}

impl<'t> File<'t> {
    /// The file of a unit.
    fn of(unit: UnitBlocks<'t>) -> Option<Self> {
        let Ask { snapshot, budget, .. } = unit.ask;
        let source = unit.files.sources.iter().next()?;
        let folder = file_path::parent(&source.path).to_owned();
        Some(Self { source, snapshot, budget, folder, is_stack: source.path.ends_with(STACK), depth: 0 })
    }

    /// Returns `true` for a unit, as opposed to an included or read file.
    fn is_unit(&self) -> bool {
        file_name(&self.source.path).starts_with("terragrunt.hcl")
    }

    /// Returns `true` for a file that is checked by itself, but whose paths are relative to the units that include it.
    fn is_read_from_elsewhere(&self) -> bool {
        let is_used = || uses::of_all(self.snapshot).contains(&*self.source.path);
        self.depth == 0 && !self.is_stack && (!self.is_unit() || is_used())
    }

    /// Returns `true` for a file that units include and that selects no module, or that is empty and only marks a
    /// directory.
    fn is_parent(&self, body: &FilledBody<'_>) -> bool {
        let has_item = |name: &str| body.view.mentions(name);
        let is_empty = body.attributes.is_empty() && body.blocks.is_empty();
        is_empty || self.is_read_from_elsewhere() && !has_item("terraform") && !has_item("inputs")
    }

    fn path(&self, written: Option<ExprRef<'t>>) -> Option<String> {
        let written = written?;
        path_of(written.tree, written.source, written.expr, &self.folder, self.snapshot)
    }

    /// The names that the blocks of the file declare.
    pub(super) fn names(&self, tops: &[RootBlock<'t>], found: &mut Vec<Diagnostic>) -> Names {
        // a file that a stack generates next to a copy of a unit may declare more names
        let is_copied = self.depth == 0 && copied(self.snapshot).contains(&self.folder);
        let is_open = !self.is_unit() || is_copied;
        let is_merged = file_name(&self.source.path).starts_with("terragrunt.autoinclude.");
        let mut names = Names { is_stack: self.is_stack, is_open, is_merged, ..Names::default() };
        for top in tops {
            match top.kind() {
                "include" => self.include(top, &mut names),
                "unit" => names.made.or_default("unit").push(top.label(0).to_owned()),
                "stack" => names.made.or_default("stack").push(top.label(0).to_owned()),
                "dependency" => {
                    let value = self.dependency(top, found);
                    names.dependencies.insert(top.label(0).to_owned(), value);
                }
                "feature" => {
                    let default = top.written("default").and_then(|written| literal(&written));
                    names.features.insert(top.label(0).to_owned(), feature(default.as_ref()));
                }
                _ => {}
            }
        }
        names
    }

    /// Adds the names of an include.
    fn include(&self, top: &RootBlock<'t>, names: &mut Names) {
        // Only a literal `false` definitely hides the contents.
        let exposed = top
            .written("expose")
            .is_some_and(|written| !matches!(written.tree.expr(written.expr).kind, ExprKind::Bool(false)));
        let path = self.path(top.written("path"));
        let shown = || {
            let read = parent(path.as_deref()?, &self.folder, (self.snapshot, self.budget), self.depth + 1)?;
            Some(read.value.clone())
        };
        let shown = exposed.then(|| shown().unwrap_or_else(Value::dynamic));
        names.includes.insert(top.label(0).to_owned(), shown);
        let parent = path.and_then(|path| outline(&path, self.snapshot));
        match parent {
            // The contributions of a parent's own includes are not followed.
            Some(parent) if parent.includes.is_empty() => {
                for name in parent.dependencies.keys() {
                    let open = Value::object([
                        ("outputs".into(), Value::dynamic()),
                        ("inputs".into(), Value::dynamic()),
                    ]);
                    names.dependencies.or_insert(name.clone(), open);
                }
                for name in &parent.features {
                    names.features.or_insert_with(name.clone(), || feature(None));
                }
            }
            _ => {
                names.is_open = true;
                names.unread.push(top.view.def_range.in_source(top.source.id));
            }
        }
    }

    /// The value of a dependency. Findings about it are reported with the values of the whole block.
    fn dependency(&self, top: &RootBlock<'t>, found: &mut Vec<Diagnostic>) -> Value {
        // `expansion` generates several dependencies, by key
        let has_blocks = !top.view.body.just_attributes().1.is_empty();
        if has_blocks {
            return Value::dynamic();
        }
        let skips = top.written("skip_outputs");
        let folder = self.path(top.written("config_path")).filter(|_| skips.is_none());
        let (names, env) = (hclx_eval::Scope::root(), hclx_eval::Environment::of(&DIALECT));
        let mut scope = hclx_schema::ScopeEvaluator::new(&names, &env, self.budget);
        let body = fill(&top.view.body, &top.body, &Header::of(&top.view), &mut scope).body;
        let always_skips =
            skips.is_some_and(|skips| matches!(skips.tree.expr(skips.expr).kind, ExprKind::Bool(true)));
        // an included file may add mocks
        if always_skips && self.is_unit() && !self.has_includes() {
            return modules::mocks_alone(&body);
        }
        let value = dependency(&body, folder.as_deref(), self.snapshot, self.budget, found);
        if self.is_unit() && !self.has_includes() {
            let label = top.view.labels.first().map_or("", |label| label.text);
            found.extend(super::mocks::unmocked(&body, label, &value));
        }
        value
    }

    fn has_includes(&self) -> bool {
        outline(&self.source.path, self.snapshot).is_none_or(|own| !own.includes.is_empty())
    }

    pub(super) fn locals(
        &self,
        tops: &[RootBlock<'t>],
        names: &Names,
        declared: &mut Declarations<'t, ()>,
        found: &mut Vec<Diagnostic>,
    ) {
        for top in tops.iter().filter(|top| top.kind() == "locals") {
            for one in top.attributes() {
                let written = top.expression(&one);
                for reference in references(written.tree, written.expr) {
                    if reference.root == "dependency" && !names.is_stack {
                        let place = reference.root_range.in_source(written.source);
                        let finding = Diagnostic::error(
                            codes::NOT_IN_SCOPE,
                            place,
                            "`dependency` is not available in `locals`",
                        );
                        found.push(
                            finding.help("use it in `inputs`: locals are evaluated before dependencies"),
                        );
                    }
                }
                let given = self.read_config(&written, found);
                let node = Declaration { value: Some(written), given, ..Declaration::unknown((), Type::ANY) };
                let _ = declared.add(
                    format!("local.{}", one.name),
                    one.name_range.in_source(written.source),
                    node,
                );
            }
        }
    }

    /// The value of `read_terragrunt_config("…")`, if the file exists.
    fn read_config(&self, written: &ExprRef<'t>, found: &mut Vec<Diagnostic>) -> Option<Value> {
        let (expr, steps) = match written.tree.expr(written.expr).kind {
            ExprKind::Traversal { base, steps } => (base, written.tree.slice(steps)),
            _ => (written.expr, &[][..]),
        };
        let call = statics::as_call(written.tree, written.source, expr)?;
        if call.name != "read_terragrunt_config" || call.tree.is_some() || self.is_read_from_elsewhere() {
            return None;
        }
        let path = path_of(written.tree, written.source, *call.args.first()?, &self.folder, self.snapshot)?;
        let folder = file_path::parent(&path);
        let mut value = parent(&path, folder, (self.snapshot, self.budget), self.depth + 1)?.value.clone();
        for step in steps {
            let TraverseKind::Attr(name) = step.kind else { return None };
            value = match ops::attribute(&value, written.tree.text(name), &DIALECT.rules) {
                Ok(member) => member,
                Err(fault) => {
                    found.push(fault.at(step.range.in_source(written.source)));
                    return None;
                }
            };
        }
        Some(value)
    }

    /// The source of the unit's module without secrets, if the module is not available.
    fn absent_module(&self, body: &FilledBody<'_>) -> Option<String> {
        let unit =
            outline(&self.source.path, self.snapshot).filter(|unit| unit.has_source && self.is_unit())?;
        if unit.module.is_some() {
            return None;
        }
        let block = body.blocks("terraform").next()?;
        let source = block.body.attribute("source")?;
        match source.value.as_str() {
            Some(text) => Some(credentials::without(text).into_owned()),
            None => {
                let tree = block.body.view.tree();
                let written = tree.written(tree.expr(source.view.value).range);
                Some(credentials::without(&written).into_owned())
            }
        }
    }

    /// Adds rows for the inputs.
    fn inputs_rows(&self, body: &FilledBody<'_>, rows: &mut Vec<TypeRow>) {
        let Some(inputs) = body.attribute("inputs") else { return };
        for (name, value, name_span, value_span) in hclx_module::entries(body, inputs) {
            rows.push(TypeRow::of_value(format!("inputs.{name}"), name_span, Some(value_span), value));
        }
    }

    fn rules(
        &self,
        body: &FilledBody<'_>,
        tops: &[RootBlock<'t>],
        judge: &mut Judge<'_, UnitNames<'_, Names>>,
        found: &mut Vec<Diagnostic>,
    ) {
        versions(body, found);
        if let Some(inputs) = body.attribute("inputs").filter(|one| one.good) {
            let ty = inputs.value.ty();
            let is_object = matches!(ty.kind(), TypeKind::Object(_) | TypeKind::Map(..) | TypeKind::Any);
            if !is_object {
                let message = format!("`inputs` must be an object, found {}", ty.shown());
                let finding = Diagnostic::error(codes::NOT_CONVERTIBLE, at(body, inputs), message);
                found.push(finding.help("for example `inputs = { name = value }`"));
            }
        }
        if self.is_stack {
            stacks::check(self, body, found);
            return;
        }
        self.paths(tops, found);
        self.read_paths(found);
        hooks(body, found);
        remote_state::check(body, found);
        if self.is_unit() && !self.is_parent(body) {
            let parents = self.parents(tops);
            let own = match body.attribute("inputs") {
                Some(inputs) => given(body, inputs, judge),
                None => Some(Vec::new()),
            };
            let unit = modules::Unit { folder: &self.folder, own, parents };
            modules::inputs(body, &unit, self.snapshot, self.budget, found);
        }
    }

    /// The files merged into the unit, with the place of each include. `None` if one of them is
    /// unknown.
    fn parents(&self, tops: &[RootBlock<'t>]) -> Option<Vec<(Span, Arc<Parent>)>> {
        let is_merged = |top: &&RootBlock<'t>| {
            let strategy = top.written("merge_strategy").and_then(|written| literal(&written));
            strategy.is_none_or(|strategy| strategy.as_str() != Some("no_merge"))
        };
        tops.iter()
            .filter(|top| top.kind() == "include")
            .filter(is_merged)
            .map(|top| {
                let path = self.path(top.written("path"))?;
                let read = parent(&path, &self.folder, (self.snapshot, self.budget), self.depth + 1)?;
                Some((top.place(), read))
            })
            .collect()
    }

    /// Checks that the given files and directories exist, and that there are no dependency cycles.
    fn paths(&self, tops: &[RootBlock<'t>], found: &mut Vec<Diagnostic>) {
        for top in tops {
            match top.kind() {
                "include" => {
                    let written = top.written("path");
                    if top.view.labels.is_empty() {
                        found.push(Self::without_label(top.place(), tops));
                    }
                    if let (Some(written), Some(path)) = (written, self.path(written))
                        && !is_file(&path, self.snapshot)
                    {
                        let mut finding = no_file(written.place(), &path, "file");
                        finding.severity = hclx_diag::Severity::Error;
                        found.push(finding);
                    } else if let Some(written) = written {
                        found.extend(self.included(&written));
                    }
                }
                "dependencies" if self.is_unit() => self.dependencies(top, found),
                // paths in an included file are relative to the unit
                "dependency" if self.is_unit() => {
                    let written = top.written("config_path");
                    if let (Some(written), Some(path)) = (written, self.path(written)) {
                        self.config_path(&written, &path, found);
                    }
                }
                "terraform" => {
                    let Some(written) = top.written("source") else { continue };
                    let ExprKind::String(text) = written.tree.expr(written.expr).kind else { continue };
                    let folder = module_folder(written.tree.text(text), &self.folder);
                    // paths in a parent are relative to the unit
                    let is_own = || self.is_unit() && !self.is_copied() && !self.is_read_from_elsewhere();
                    if let Some(folder) =
                        folder.filter(|folder| is_own() && !is_folder(folder, self.snapshot))
                    {
                        found.push(no_file(written.place(), &folder, "directory"));
                    }
                }
                _ => {}
            }
        }
    }

    /// Checks that the files that the unit reads with `read_terragrunt_config` exist.
    fn read_paths(&self, found: &mut Vec<Diagnostic>) {
        if !self.is_unit() || self.is_read_from_elsewhere() || self.is_copied() {
            return;
        }
        let tree = &self.source.parsed.tree;
        let guards = Guards::new(tree);
        for id in tree.expr_ids() {
            let place = tree.expr(id).range;
            let is_call = matches!(tree.expr(id).kind, ExprKind::Call(_));
            let call = || statics::as_call(tree, self.source.id, id);
            let Some(call) = is_call.then(call).flatten().filter(|call| call.tree.is_none()) else {
                continue;
            };
            let [path] = call.args[..] else { continue };
            if call.name != "read_terragrunt_config" || guards.is_tried(place) || guards.is_guarded(place) {
                continue;
            }
            let written = ExprRef { tree, source: self.source.id, expr: path };
            match self.path(Some(written)) {
                Some(path) if !path.ends_with("terragrunt.values.hcl") && !is_file(&path, self.snapshot) => {
                    found.push(no_file(written.place(), &path, "file"));
                }
                Some(_) => {}
                None => found.extend(self.not_above(&written)),
            }
        }
    }

    /// The finding about a file that does not exist in any parent directory.
    fn not_above(&self, written: &ExprRef<'_>) -> Option<Diagnostic> {
        let name = nowhere_above(written, &self.folder, self.snapshot).filter(|_| !self.is_copied())?;
        let message = format!("no `{name}` in any parent directory");
        // a copy, or a run in another directory, may find it
        let finding = Diagnostic::warning(codes::NO_SUCH_PATH, written.place(), message);
        Some(finding.help("add the file, or use the path of an existing one"))
    }

    /// Reports an include without a label, with a cause that all units of a repository share.
    fn without_label(place: Span, tops: &[RootBlock<'t>]) -> Diagnostic {
        let includes = tops.iter().filter(|top| top.kind() == "include");
        let is_used = includes.flat_map(|top| &top.view.labels).any(|label| label.text == "root");
        // a second include is often for the settings of an environment
        let label = if is_used { "env" } else { "root" };
        let message = "`include` without a label is deprecated";
        let words = SharedWords::Others(
            "another similar finding is not listed".into(),
            "similar findings are not listed".into(),
        );
        Diagnostic::warning(codes::DEPRECATED_NAME, place, message)
            .help(format!("write `include \"{label}\" {{ … }}`"))
            .caused_by(SharedCause::of_run("include without a label", words))
    }

    /// Reports a parent file that does not exist in any parent directory, or that itself has an
    /// include.
    fn included(&self, written: &ExprRef<'t>) -> Option<Diagnostic> {
        let Some(path) = self.path(Some(*written)) else {
            return self.not_above(written);
        };
        let read = outline(&path, self.snapshot)?;
        (self.is_unit() && !read.includes.is_empty()).then(|| {
            let message = format!("`{path}` itself includes another file");
            Diagnostic::error(codes::BLOCK_COUNT, written.place(), message)
                .label("Terragrunt follows only one level of includes")
        })
    }

    /// Checks the directories of units that must run before this one.
    fn dependencies(&self, top: &RootBlock<'t>, found: &mut Vec<Diagnostic>) {
        let Some(paths) = top.written("paths") else { return };
        for path in statics::as_list(paths.tree, paths.expr).unwrap_or_default() {
            let one = ExprRef { expr: *path, ..paths };
            if let Some(path) = self.path(Some(one))
                && !is_folder(&path, self.snapshot)
                && !self.is_copied()
            {
                found.push(no_file(one.place(), &path, "directory"));
            }
        }
    }

    /// Returns `true` if a stack copies the directory, so that its paths have other targets at run time. This is a
    /// stack of the run or, if the unit uses values that are not in its directory, one elsewhere.
    pub(super) fn is_copied(&self) -> bool {
        copied(self.snapshot).contains(&self.folder)
            || !is_file(&file_path::join(&self.folder, "terragrunt.values.hcl"), self.snapshot)
                && outline(&self.source.path, self.snapshot).is_some_and(|read| read.uses_values)
    }

    fn config_path(&self, written: &ExprRef<'t>, path: &str, found: &mut Vec<Diagnostic>) {
        let real = self.snapshot.reach(".", path).real;
        if real == self.snapshot.reach(".", &self.folder).real {
            let message = "this unit depends on itself";
            let finding = Diagnostic::error(codes::CYCLE, written.place(), message)
                .help("use another unit, or remove it");
            found.push(match real == path {
                true => finding,
                false => finding.label(format!("`{path}` is a link to this directory")),
            });
        } else if !is_folder(path, self.snapshot) && !is_file(path, self.snapshot) {
            if !self.is_copied() {
                found.push(no_file(written.place(), path, "directory"));
            }
        } else if let Some(way) = self.way_back(path) {
            // each cycle is reported in one of its units
            if way.iter().all(|folder| *self.folder <= **folder) {
                let folders: Vec<&str> =
                    std::iter::once(self.folder.as_str()).chain(way.iter().map(String::as_str)).collect();
                let message = hclx_diag::dependency_cycle(&folders);
                let finding = Diagnostic::error(codes::CYCLE, written.place(), message);
                found.push(finding.help("break the cycle: remove one of the dependencies"));
            }
        }
    }

    /// The directories on the path from a unit back to this one, if its dependencies lead here.
    fn way_back(&self, start: &str) -> Option<Vec<String>> {
        let snapshot = self.snapshot;
        let start = real_folder(snapshot, start);
        if snapshot.below(&UnitDependencies, &start) != CallExtent::Endless {
            return None;
        }
        let called = |folder: &str| UnitDependencies.called(snapshot, folder);
        calls::way(&start, &real_folder(snapshot, &self.folder), called)
    }
}

/// The dependencies of units.
#[derive(Clone, PartialEq, Eq, Hash)]
struct UnitDependencies;

/// The real path of a unit's directory, so that links to it count as the same unit.
fn real_folder(snapshot: &Snapshot, folder: &str) -> String {
    snapshot.reach(".", folder).real
}

impl Calls for UnitDependencies {
    fn called(&self, snapshot: &Snapshot, caller: &str) -> Vec<String> {
        let unit = outline(&file_path::join(caller, "terragrunt.hcl"), snapshot);
        let called = unit.iter().flat_map(|unit| unit.dependencies.values().flatten());
        called.map(|folder| real_folder(snapshot, folder)).collect()
    }
}

/// The value of an expression without references.
fn literal(written: &ExprRef<'_>) -> Option<Value> {
    let scope = hclx_eval::Scope::root();
    let env = hclx_eval::Environment::of(&DIALECT);
    let budget = Budget::constant(written.tree.expr(written.expr).range.len() as usize);
    let outcome = hclx_eval::evaluate(written.tree, written.source, written.expr, &scope, &env, &budget);
    (!outcome.has_errors()).then_some(outcome.value)
}

pub(super) fn no_file(place: Span, path: &str, what: &str) -> Diagnostic {
    let message = format!("{what} `{path}` does not exist");
    let cause = SharedCause::of_run(message.clone(), SharedWords::uses());
    Diagnostic::warning(codes::NO_SUCH_PATH, place, message).caused_by(cause)
}

/// Checks that hooks execute a command.
fn hooks(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    for terraform in body.blocks("terraform") {
        let is_hook = |block: &&FilledBlock<'_>| {
            matches!(block.view.block_type, "before_hook" | "after_hook" | "error_hook")
        };
        for hook in terraform.body.blocks.iter().filter(is_hook) {
            let Some(execute) = hook.body.attribute("execute").filter(|one| one.good) else { continue };
            if execute.value.elements().is_some_and(<[Value]>::is_empty) {
                let place = at(&hook.body, execute);
                let message = "`execute` must contain a command";
                let finding = Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message);
                found.push(finding.help("for example `execute = [\"COMMAND\", …]`"));
            }
        }
    }
}

/// Checks version constraints.
fn versions(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    for name in ["terraform_version_constraint", "terragrunt_version_constraint"] {
        let Some(attribute) = body.attribute(name).filter(|one| one.good) else { continue };
        let Some(text) = attribute.value.as_str() else { continue };
        if !is_version_constraint(text) {
            let message = format!("invalid version constraint `{text}`");
            let finding = Diagnostic::error(codes::VERSION_CONSTRAINT, at(body, attribute), message);
            found.push(finding.help("use conditions such as `>= 1.5, < 2.0`"));
        }
    }
}
