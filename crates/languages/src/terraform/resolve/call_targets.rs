//! The targets of module calls, determined without values.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use hclx_analysis::calls::{self, CallExtent, Calls, MOST_INSTANCES};
use hclx_analysis::{Snapshot, file_path, graph, query};
use hclx_diag::{Diagnostic, Findings, Ordered, OrderedSet, SourceId, Span, code_names as codes};
use hclx_eval::{Budget, Environment, Scope, evaluate};
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::body::AttributeView;

use super::modules;
use crate::credentials;
use crate::repository::{self, absence};
use crate::terraform::declare::changes::ModuleDiff;
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::module::Module;
use crate::terraform::declare::part::{self, Place};
use crate::terraform::files::installed;
use crate::terraform::files::roles::{self, Flavor, ModuleKey};
use crate::terraform::files::run::Run;
use crate::terraform::files::sources::{is_local, is_made_by_init, wrong};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The constant source of a call, and its place.
pub(crate) fn source(declaration: &Declaration) -> Option<(String, Span)> {
    let block = schemas::module();
    let (written, attribute) = declaration.attribute(&block, "source")?;
    let tree = &written.parsed.tree;
    let text = match tree.expr(attribute.value).kind {
        ExprKind::String(text) | ExprKind::JsonString { text, template: None } => tree.text(text).to_owned(),
        // Valid since OpenTofu 1.8 and Terraform 1.15; the target of such a source depends on values.
        _ if !graph::references(tree, attribute.value).is_empty() => return None,
        // a template of constants
        _ => {
            let env = Environment { json_templates: true, ..Environment::without_names() };
            let budget = Budget::constant(tree.expr(attribute.value).range.len() as usize);
            let outcome = evaluate(tree, written.source, attribute.value, &Scope::root(), &env, &budget);
            outcome.value.as_str().filter(|_| !outcome.has_errors())?.to_owned()
        }
    };
    Some((text, written.expr_span(attribute.value)))
}

/// Modules that are not installed, by source, with the number of their calls. The arguments and outputs of
/// these calls are not checked.
pub(crate) fn absent(run: Run<'_>, module: &Module) -> Ordered<String, usize> {
    let children = children(run, module);
    let is_absent = |call: &&Declaration| children.modules.get(&call.name).is_some_and(Option::is_none);
    let mut absent = Ordered::new();
    for source in module.of_kind(Kind::Module).filter(is_absent).filter_map(absent_source) {
        *absent.or_default(source) += 1;
    }
    absent
}

/// The reasons why directories of called modules are absent, if the repository states them.
pub(crate) fn absences(run: Run<'_>, module: &Module) -> Vec<String> {
    let children = children(run, module);
    let is_absent = |call: &&Declaration| children.modules.get(&call.name).is_some_and(Option::is_none);
    let reason = |call: &Declaration| {
        let (text, place) = source(call)?;
        if !is_local(&text) {
            return absence::reason_of_placeholder(&text).filter(|_| wrong(&text, place).is_some());
        }
        let folder = file_path::join(&module.folder, &text);
        match run.snapshot.list(&folder) {
            Err(_) => absence::reason(&**run.snapshot.host(), &folder),
            Ok(listed) => absence::reason_of_kept(&folder, &listed),
        }
    };
    module.of_kind(Kind::Module).filter(is_absent).filter_map(reason).collect()
}

/// The source of a call without secrets, if its module is absent and this is not an error.
pub(crate) fn absent_source(call: &Declaration) -> Option<String> {
    if let Some((text, place)) = source(call) {
        let is_elsewhere = !is_local(&text) && wrong(&text, place).is_none();
        return (is_elsewhere || is_made_by_init(&text)).then(|| credentials::without(&text).into_owned());
    }
    let (written, attribute) = call.attribute(&schemas::module(), "source")?;
    let tree = &written.parsed.tree;
    let written = tree.written(tree.expr(attribute.value).range);
    Some(credentials::without(&written).into_owned())
}

/// The directory that a call refers to, if it is in the same tree or installed.
pub(crate) fn folder(snapshot: &Snapshot, module: &Module, declaration: &Declaration) -> Option<String> {
    let (source, _) = source(declaration)?;
    folder_of(snapshot, &module.folder, &declaration.name, &source)
}

/// The directory that a call refers to, given the directory of its module, its name and its source.
fn folder_of(snapshot: &Snapshot, caller: &str, name: &str, source: &str) -> Option<String> {
    match is_local(source) {
        true => Some(snapshot.reach(caller, source).real),
        false => installed::folder(snapshot, caller, name, source),
    }
}

/// The module that a call refers to, if it can be read.
pub(crate) fn called_module(run: Run<'_>, module: &Module, call: &Declaration) -> Option<Arc<Module>> {
    let folder = folder(run.snapshot, module, call)?;
    if is_endless(run.snapshot, run.flavor, &folder) {
        return None;
    }
    let child = modules::load(run.snapshot, &folder, run.flavor);
    (!child.files.is_empty()).then_some(child)
}

/// A call whose target is known.
#[derive(Clone, PartialEq)]
pub(crate) struct Call {
    /// The name of the call.
    pub(crate) name: Arc<str>,
    /// The directory that it refers to.
    pub(crate) folder: String,
}

/// The calls of the module in a directory, each with the place of the source. Without OpenTofu files, both languages
/// read the same files.
pub(crate) fn called_by(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> Arc<Vec<(Call, Span)>> {
    snapshot.get(&CallsWithPlaces(CallingModule::of(snapshot, flavor, folder)))
}

/// A module that makes calls. Without OpenTofu files, both languages read the same files, so they share one key.
#[derive(Clone)]
struct CallingModule {
    module: ModuleKey,
    has_tofu: bool,
}

impl CallingModule {
    fn of(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> Self {
        Self { module: ModuleKey::new(folder, flavor), has_tofu: roles::has_tofu(snapshot, folder) }
    }
}

impl PartialEq for CallingModule {
    fn eq(&self, other: &Self) -> bool {
        let is_same_language = !self.has_tofu || self.module.flavor == other.module.flavor;
        self.has_tofu == other.has_tofu && self.module.folder == other.module.folder && is_same_language
    }
}

impl Eq for CallingModule {}

impl Hash for CallingModule {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.module.folder.hash(to);
    }
}

query! {
    /// The calls of the module in a directory, each with the place of the source.
    struct CallsWithPlaces(CallingModule) -> Vec<(Call, Span)>;
    |CallsWithPlaces(CallingModule { module, .. }), snapshot| {
        let module = modules::load(snapshot, &module.folder, module.flavor);
        let called = |call: &Declaration| {
            let folder = self::folder(snapshot, &module, call)?;
            Some((Call { name: Arc::clone(&call.name), folder }, source(call)?.1))
        };
        module.of_kind(Kind::Module).filter_map(called).collect()
    }
}

/// The calls of the module in a directory without places, for callers that do not show them.
pub(crate) fn calls_of(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> Arc<Vec<Call>> {
    snapshot.get(&CallsWithoutPlaces(CallingModule::of(snapshot, flavor, folder)))
}

query! {
    /// The calls of the module in a directory.
    struct CallsWithoutPlaces(CallingModule) -> Vec<Call>, when Revision(PartialEq::eq);
    |CallsWithoutPlaces(CallingModule { module: ModuleKey { folder, flavor }, .. }), snapshot| {
        let called = || called_by(snapshot, *flavor, folder).iter().map(|(call, _)| call.clone()).collect();
        calls_in_files(snapshot, *flavor, folder).unwrap_or_else(called)
    }
}

/// The directories that a module calls, without places.
pub(crate) fn folders_called(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> Vec<String> {
    calls_of(snapshot, flavor, folder).iter().map(|call| call.folder.clone()).collect()
}

query! {
    /// The calls that a file declares, by name, with their constant sources.
    struct CallsInFile(SourceId) -> Vec<(Arc<str>, Option<String>)>, when Revision(PartialEq::eq),
        of File |CallsInFile(file)| *file;
    |CallsInFile(file), snapshot| {
        let part = part::of(snapshot, *file, Place::Primary);
        let calls = part.declared.iter().filter(|declaration| declaration.kind == Kind::Module);
        calls.map(|call| (Arc::clone(&call.name), source(call).map(|(text, _)| text))).collect()
    }
}

/// The calls of a module, from facts about its files; `None` if these are insufficient.
fn calls_in_files(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> Option<Vec<Call>> {
    let files = modules::apart(snapshot, folder, flavor)?;
    let mut declared: OrderedSet<Arc<str>> = OrderedSet::new();
    let mut called = Vec::new();
    for file in &files.primary {
        for (name, source) in &*snapshot.get(&CallsInFile(*file)) {
            // a second declaration of a name does not count
            if declared.insert(Arc::clone(name))
                && let Some(source) = source
            {
                let target = folder_of(snapshot, folder, name, source);
                called.extend(target.map(|folder| Call { name: Arc::clone(name), folder }));
            }
        }
    }
    Some(called)
}

/// The calls of modules in one of the two languages.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ModuleCalls(Flavor);

impl Calls for ModuleCalls {
    fn called(&self, snapshot: &Snapshot, caller: &str) -> Vec<String> {
        folders_called(snapshot, self.0, caller)
    }
}

/// The extent of the calls below the module in a directory.
pub(crate) fn below(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> CallExtent {
    snapshot.below(&ModuleCalls(flavor), folder)
}

/// Returns `true` if the calls below a directory contain a cycle.
pub(crate) fn is_endless(snapshot: &Snapshot, flavor: Flavor, start: &str) -> bool {
    below(snapshot, flavor, start) == CallExtent::Endless
}

/// Returns `true` if a directory can be reached through calls from another one.
fn leads_to(snapshot: &Snapshot, flavor: Flavor, start: &str, wanted: &str) -> bool {
    calls::way(start, wanted, |folder| folders_called(snapshot, flavor, folder)).is_some()
}

/// The modules that a module calls.
#[derive(Default)]
pub(crate) struct Children {
    /// The modules by the name of the call; `None` if the target is uncertain.
    pub(crate) modules: Ordered<Arc<str>, Option<Arc<Module>>>,
    /// The findings about sources.
    pub(crate) findings: Findings,
}

/// The called modules and facts about them, computed once.
#[derive(Default)]
struct CallFacts {
    children: OnceLock<Arc<Children>>,
    /// Set if the module, or one that it calls, refers to its path.
    is_told: OnceLock<bool>,
}

fn kept(module: &Module) -> &CallFacts {
    module.memory.resolve.get()
}

/// The modules that a module calls, computed once.
pub(crate) fn children(run: Run<'_>, module: &Module) -> Arc<Children> {
    if module.is_unknown() {
        return Arc::default();
    }
    let find = || {
        let mut children = Children::default();
        let mut instances = 0;
        let duplicates = module.duplicates.iter().filter(|one| one.kind == Kind::Module);
        for call in module.of_kind(Kind::Module).chain(duplicates) {
            let child = match too_many(run, module, call, &mut instances) {
                Some(finding) => {
                    children.findings.push(finding);
                    None
                }
                None if instances > MOST_INSTANCES => None,
                None => child(run, module, call, &mut children.findings),
            };
            // References resolve to the first call of a name; duplicates are only read for the findings about their
            // sources.
            children.modules.or_insert(Arc::clone(&call.name), child);
        }
        Arc::new(children)
    };
    let known = || ModuleDiff::look(module, |changes| taken_over(changes, module));
    let find = || module.later.during(|| run.snapshot.inner(find));
    Arc::clone(kept(module).children.get_or_init(|| known().unwrap_or_else(find)))
}

/// The children of the module before an edit, if the calls have the same sources, so that the results of looking them
/// up still apply.
fn taken_over(changes: &ModuleDiff, module: &Module) -> Option<Arc<Children>> {
    if !changes.has_same_children {
        return None;
    }
    // the places of findings may have changed
    let before = kept(&changes.before);
    let children = before.children.get().filter(|children| children.findings.is_empty())?;
    let target = |call: &Declaration| {
        let written = |(written, attribute): (&BlockSource, AttributeView<'_>)| {
            let tree = &written.parsed.tree;
            tree.written(tree.expr(attribute.value).range).into_owned()
        };
        ["source", "version"].map(|name| call.attribute(&schemas::module(), name).map(written))
    };
    if !changes.has_same_calls(module, &|old, new| target(old) == target(new)) {
        return None;
    }
    let is_told = before.is_told.get().filter(|_| changes.before.mentions_path() == module.mentions_path());
    if let Some(is_told) = is_told {
        let _ = kept(module).is_told.set(*is_told);
    }
    Some(Arc::clone(children))
}

/// Returns `true` if a module, or one that it calls, refers to its path.
pub(crate) fn is_told(run: Run<'_>, module: &Module) -> bool {
    // they may depend on an earlier version
    let children = children(run, module);
    let of_children = || children.modules.values().flatten().any(|child| is_told(run, child));
    let look = || module.mentions_path() || hclx_diag::grow(of_children);
    *kept(module).is_told.get_or_init(|| module.later.during(|| run.snapshot.inner(look)))
}

/// Counts the instances of calls below a call, and reports the one that exceeds the limit.
fn too_many(run: Run<'_>, module: &Module, call: &Declaration, instances: &mut u64) -> Option<Diagnostic> {
    let folder = folder(run.snapshot, module, call)?;
    let CallExtent::Ends { instances: own, .. } = below(run.snapshot, run.flavor, &folder) else {
        return None;
    };
    let is_within = *instances <= MOST_INSTANCES;
    *instances = instances.saturating_add(own).saturating_add(1);
    let (_, place) = source(call).filter(|_| is_within && *instances > MOST_INSTANCES)?;
    let message = format!("this needs more than the limit of {MOST_INSTANCES} instances of module calls");
    let finding = Diagnostic::error(codes::EVALUATION_LIMIT, place, message);
    Some(finding.help("call fewer modules from each other: every path of calls counts"))
}

/// Returns `true` if a local source of a module is a link.
fn is_link(snapshot: &Snapshot, module: &Module, source: &str) -> bool {
    is_local(source) && snapshot.reach(&module.folder, source).is_linked()
}

/// The finding about a directory without a module; `missing` if the directory does not exist.
fn without_module(
    (snapshot, caller): (&Snapshot, &Module),
    call: &Declaration,
    folder: &str,
    (place, missing): (Span, bool),
) -> Diagnostic {
    let no_folder =
        snapshot.list(folder).is_err_and(|refusal| matches!(refusal, hclx_eval::Refusal::Other(_)));
    // such a module is copied elsewhere before it runs
    let is_outside = repository::is_outside(&**snapshot.host(), &caller.folder, folder);
    let folder = credentials::without(folder);
    let message = match missing {
        true => format!("module directory `{folder}` does not exist"),
        false if no_folder => format!("`{folder}` is not a directory"),
        false => format!("directory `{folder}` contains no module"),
    };
    // an empty module is valid as long as no arguments are passed to it
    let gives = call
        .written
        .view()
        .just_attributes()
        .0
        .iter()
        .any(|one| schemas::module().find_attribute(one.name).is_none());
    let finding = match (missing || no_folder || gives) && !is_outside {
        true => Diagnostic::error(codes::MODULE_SOURCE, place, message),
        false => Diagnostic::warning(codes::MODULE_SOURCE, place, message),
    };
    finding.help("use a path relative to the directory of the calling module")
}

fn child(run: Run<'_>, module: &Module, call: &Declaration, findings: &mut Findings) -> Option<Arc<Module>> {
    let (text, place) = source(call)?;
    if text.is_empty() {
        let message = "the source of a module cannot be empty";
        findings.push(Diagnostic::error(codes::MODULE_SOURCE, place, message));
        return None;
    }
    let is_installed = !is_local(&text);
    let folder = folder(run.snapshot, module, call);
    let Some(folder) = folder else {
        // it is reported in a note
        findings.extend(wrong(&text, place).filter(|_| absence::reason_of_placeholder(&text).is_none()));
        return None;
    };
    let Run { snapshot, flavor, .. } = run;
    if is_endless(snapshot, flavor, &folder) {
        let direct = *folder == *module.folder;
        // a module that merely calls one in the cycle is not part of it
        if direct || leads_to(snapshot, flavor, &folder, &module.folder) {
            let message = format!("module `{}` calls itself", call.name);
            let finding = Diagnostic::error(codes::MODULE_CYCLE, place, message);
            findings.push(match direct {
                true if is_link(snapshot, module, &text) => {
                    finding.label(format!("`{text}` is a link to this directory"))
                }
                true => finding.label("this is the directory of the module itself"),
                false => finding.label("calls from this directory lead back to it"),
            });
        }
        return None;
    }
    let child = modules::load(snapshot, &folder, flavor);
    // its declarations are unknown
    if !snapshot.is_whole_folder(&folder) {
        return None;
    }
    if (is_installed || is_made_by_init(&text)) && child.files.is_empty() {
        return None;
    }
    if child.files.is_empty() {
        let listed = snapshot.list(&folder);
        let is_empty = listed.as_ref().is_ok_and(|entries| entries.is_empty());
        let is_kept =
            listed.as_ref().is_ok_and(|entries| absence::reason_of_kept(&folder, entries).is_some());
        let missing = listed.is_err_and(|refusal| refusal == hclx_eval::Refusal::Missing);
        // it is reported in a note
        let is_added = || module.added().is_some() || absence::reason(&**snapshot.host(), &folder).is_some();
        if is_kept || (missing || is_empty) && is_added() {
            return None;
        }
        findings.push(without_module((snapshot, module), call, &folder, (place, missing)));
        return None;
    }
    // OpenTofu treats null as absent
    let is_left_out = |written: &BlockSource, expr: ExprId| {
        run.flavor == Flavor::OpenTofu && matches!(written.parsed.tree.expr(expr).kind, ExprKind::Null)
    };
    if let Some((written, version)) = call.attribute(&schemas::module(), "version").filter(|_| !is_installed)
        && !is_left_out(written, version.value)
    {
        let message = "`version` is not allowed for a module in a local directory";
        let finding = Diagnostic::error(codes::MODULE_SOURCE, written.span(version.name_range), message)
            .also(place, "this source is a directory")
            .help("remove `version`");
        findings.push(finding);
    }
    Some(child)
}
