//! Checks a Packer unit: declarations in order, then every block, then sources, builds and values.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_analysis::{Answer, Ask, CoverageGaps, Pace, Snapshot, TypeRow};
use hclx_core::{Type, Value};
use hclx_diag::{
    Arrange, Batch, Diagnostic, Ordered, OrderedSet, SourceId, Span, Suggestion, Zone, code_names as codes,
    is_identifier, nearest,
};
use hclx_eval::{Budget, Dialect, Environment, Host, Scope};
use hclx_schema::{FilledAttribute, FilledBlock, FilledBody, Site, conform};
use hclx_syntax::body::{AttributeView, BodyView};

use super::functions::DIALECT;
use super::links::reference;
use super::names::{NameScope, Names, misspelled_build_values};
use super::{FACTS, Packer, components, files, links, role, steps};
use hclx_module::{
    Application, Declaration, Declarations, Evaluation, ExpressionPlace, RootBlock, SourceFile, SourceFiles,
    UnitBlocks, UnitFiles, entries, is_version_constraint, name_place, rows, texts, value_place,
    variables_and_locals,
};

/// Returns `true` for a template in the legacy JSON format.
fn is_old_template(snapshot: &Snapshot, file: SourceId) -> bool {
    let path = snapshot.path(file);
    let has_builders = |bytes: &[u8]| {
        let roots = serde_json::from_slice::<BTreeMap<String, serde::de::IgnoredAny>>(bytes);
        roots.is_ok_and(|roots| roots.contains_key("builders"))
    };
    path.ends_with(".json")
        && !path.ends_with(".pkr.json")
        && snapshot.bytes(file).is_ok_and(|bytes| has_builders(&bytes))
}

impl Application for Packer {
    type Scope = NameScope;
    type Names<'t> = Names;

    const DIALECT: &'static Dialect = &DIALECT;

    /// Packer reads a directory as one template, in the order of its file names. Templates in the legacy JSON format
    /// are not checked.
    fn files(&self, ask: Ask<'_>) -> UnitFiles {
        let mut files = ask.unit.files.clone();
        files.retain(|file| !is_old_template(ask.snapshot, *file));
        files.arrange_by_key(|file| ask.snapshot.path(*file));
        let is_module = |file: &SourceId| role(*file, ask.snapshot) == "module";
        let (modules, values): (Vec<_>, Vec<_>) = files.into_iter().partition(is_module);
        let values = SourceFiles::read(&values, ask.snapshot);
        UnitFiles { values, ..UnitFiles::new(SourceFiles::read(&modules, ask.snapshot), FACTS.body("root")) }
    }

    fn declare<'t>(
        &self,
        unit: UnitBlocks<'t>,
        declared: &mut Declarations<'t, NameScope>,
        found: &mut Vec<Diagnostic>,
    ) -> Names {
        let UnitBlocks { ask: Ask { snapshot, .. }, files, blocks } = unit;
        let scopes = (NameScope::Constant, NameScope::Local);
        let mut again = variables_and_locals(blocks, declared, scopes, (snapshot, &DIALECT));
        again.extend(data_sources(blocks, declared));
        again.extend(links::sources_again(blocks));
        let (apart, is_contrary) = links::twice(blocks, (&files.sources, snapshot), again, found);
        values_files((&files.values, snapshot), declared, blocks, found);
        Names { variables: variable_names(blocks), apart, is_contrary }
    }

    fn host(&self, ask: Ask<'_>) -> Option<Arc<dyn Host>> {
        Some(files::host(&ask.unit.root, ask.snapshot))
    }

    fn scope_at<'t>(&self, template: &mut Evaluation<'_, 't, Names>, place: ExpressionPlace) -> NameScope {
        match place {
            ExpressionPlace::Apart => NameScope::Build,
            ExpressionPlace::Root => NameScope::Local,
            ExpressionPlace::Block(index) => scope(&template.unit.blocks[index]),
        }
    }

    fn judge<'t>(&self, evaluation: &mut Evaluation<'_, 't, Names>, found: &mut Vec<Diagnostic>) -> Answer {
        let UnitBlocks { ask, files: UnitFiles { sources, .. }, blocks } = evaluation.unit;
        let mut rows = rows(evaluation.declared, evaluation.values);
        let mut plugins = Ordered::new();
        let mut of_links = Vec::new();
        let mut ignored = Vec::new();
        // a source or plugin that seems to be missing may be in the part that could not be read
        if !sources.are_broken() {
            ignored = links::sources_and_builds(blocks, sources, &mut of_links);
            // the plugins of one template say nothing about another
            if !evaluation.names.is_contrary {
                links::plugins(blocks, &ignored, &mut of_links);
            }
        }
        let mut of_blocks = Vec::new();
        let mut notes = notes(ask, evaluation.names.apart);
        notes.extend(Template(evaluation).blocks(&mut of_blocks, (&mut rows, &mut plugins)));
        environment(sources, blocks, &mut of_blocks);
        misspelled_build_values(sources, &mut of_blocks);
        // Packer does not decode the bodies of sources that no build uses
        let undecoded: Vec<Zone> = ignored.into_iter().map(Zone::without_errors).collect();
        found.extend(Batch::from(of_blocks).under(&undecoded));
        found.extend(of_links);
        let unchecked = CoverageGaps { plugins, ..CoverageGaps::default() };
        Answer { rows, unchecked, notes, ..Answer::default() }
    }

    fn filter<'t>(
        &self,
        evaluation: &Evaluation<'_, 't, Names>,
        mut found: Vec<Diagnostic>,
        answer: &mut Answer,
    ) -> Vec<Diagnostic> {
        let snapshot = evaluation.unit.ask.snapshot;
        found.retain(|finding| !links::is_judged_elsewhere(snapshot, finding));
        let folder = &evaluation.unit.ask.unit.root;
        answer.notes.extend(links::drop_names_of_others(snapshot, folder, &mut found));
        if snapshot.settings().pace == Pace::Once {
            // an editor shows each name at its place, with its actions
            let graph = &evaluation.declared.graph;
            found = crate::missing_names::summary(snapshot, found, graph.len() - graph.unused().len());
        }
        found
    }
}

/// The notes about templates that are built alone, of which there are `apart`, and about those that are not checked.
fn notes(ask: Ask<'_>, apart: usize) -> Vec<String> {
    let Ask { unit, snapshot, .. } = ask;
    let of_apart = || {
        let of = directory(&unit.root);
        match apart {
            1 => format!("a template of {of} declares names of other files: it is built alone"),
            _ => format!("{apart} templates of {of} declare the same names: each is built alone"),
        }
    };
    let of_old = |file: &SourceId| {
        let path = snapshot.path(*file);
        format!(
            "`{path}` is a legacy JSON template of Packer, which is not checked; `packer hcl2_upgrade` converts it"
        )
    };
    let old = unit.files.iter().filter(|file| is_old_template(snapshot, **file));
    (apart > 0).then(of_apart).into_iter().chain(old.map(of_old)).collect()
}

/// A directory as it appears in a note.
fn directory(folder: &str) -> String {
    if matches!(folder, "" | ".") { "this directory".to_owned() } else { format!("`{folder}`") }
}

fn variable_names(tops: &[RootBlock<'_>]) -> Vec<String> {
    tops.iter().filter(|top| top.kind() == "variable").map(|top| top.label(0).to_owned()).collect()
}

/// Adds data sources. Their values are unknown, but references to them determine the order. Returns duplicate
/// declarations together with the first ones.
fn data_sources<'t>(
    tops: &[RootBlock<'t>],
    declared: &mut Declarations<'t, NameScope>,
) -> Vec<(String, Span, Span)> {
    let mut again = Vec::new();
    for top in tops.iter().filter(|top| top.kind() == "data") {
        let (kind, name) = (top.label(0), top.label(1));
        // data sources run before the build, so their results are unknown, and only their types are certain
        let outputs = FACTS.component("data_output", kind).map_or(Type::ANY, |block| block.ty().clone());
        let needs = top.attributes().iter().map(|one| top.expression(one)).collect();
        let node = Declaration { needs, ..Declaration::unknown(NameScope::Local, outputs) };
        let key = format!("data.{kind}.{name}");
        if let Err(first) = declared.add(key.as_str(), top.label_place(1), node) {
            again.push((key, top.place(), declared.graph.place(first)));
        }
    }
    again
}

/// Checks the values files that are loaded automatically.
fn values_files(
    (files, snapshot): (&SourceFiles, &Snapshot),
    declared: &mut Declarations<'_, NameScope>,
    tops: &[RootBlock<'_>],
    found: &mut Vec<Diagnostic>,
) {
    for file in files.iter() {
        let (view, wrong) = file.body();
        found.extend(wrong);
        let (attributes, blocks) = view.just_attributes();
        for mut finding in blocks {
            finding.help.push("use `NAME = …`: a values file contains only assignments".into());
            found.push(finding);
        }
        if let Some(first) = attributes.first().filter(|_| !tops.is_empty()) {
            found.extend(links::values_as_template(file, first.name_range, snapshot));
        }
        for one in attributes {
            found.extend(value((file, snapshot), &view, &one, declared, tops));
        }
    }
}

fn value(
    (file, snapshot): (&SourceFile, &Snapshot),
    view: &BodyView<'_>,
    one: &AttributeView<'_>,
    declared: &mut Declarations<'_, NameScope>,
    tops: &[RootBlock<'_>],
) -> Vec<Diagnostic> {
    let place = one.name_range.in_source(file.id);
    let env = Environment::without_names();
    let budget = Budget::constant(view.tree().expr(one.value).range.len() as usize);
    let outcome = hclx_eval::evaluate(view.tree(), file.id, one.value, &Scope::root(), &env, &budget);
    let failed = outcome.has_errors();
    let mut found = outcome.diagnostics;
    // Without a template in the directory, the values belong to one elsewhere.
    if tops.is_empty() {
        return found;
    }
    let Some(node) = declared.graph.find(&format!("var.{}", one.name)) else {
        let names: Vec<&str> =
            tops.iter().filter(|top| top.kind() == "variable").map(|top| top.label(0)).collect();
        let message = format!("Packer ignores the value of unknown variable `{}`", one.name);
        let finding = Diagnostic::warning(codes::UNDECLARED_VALUE, place, message);
        found.push(finding.perhaps_meant_at(place, nearest(one.name, names)));
        return found;
    };
    if failed {
        return found;
    }
    let ty = declared.nodes[node.index()].ty.clone();
    let site = Site { tree: view.tree(), source: file.id, expr: one.value, name: one.name };
    match conform(&outcome.value, &ty, &site, &DIALECT.rules) {
        // a file that is only loaded by name is checked, but its values do not apply to every run
        Ok(value) if role(file.id, snapshot) == "values" => declared.nodes[node.index()].given = Some(value),
        Ok(_) => {}
        Err(finding) => found.push(finding.also(declared.graph.place(node), "declared here")),
    }
    found
}

/// The context of a block's expressions.
fn scope(top: &RootBlock<'_>) -> NameScope {
    match top.kind() {
        "variable" | "variables" | "packer" => NameScope::Constant,
        "source" => NameScope::SourceFile,
        "build" => NameScope::Build,
        _ => NameScope::Local,
    }
}

struct Template<'s, 'a, 't>(&'s Evaluation<'a, 't, Names>);

impl<'t> Template<'_, '_, 't> {
    /// Checks the root blocks, and returns the reasons why files that they read need not exist.
    fn blocks(
        &self,
        found: &mut Vec<Diagnostic>,
        (rows, plugins): (&mut Vec<TypeRow>, &mut Ordered<String, usize>),
    ) -> OrderedSet<String> {
        let ask = self.0.unit.ask;
        let mut reasons = OrderedSet::new();
        let mut variables = 0;
        let (required, _) = links::plugin_requirements(self.0.unit.blocks);
        for top in self.0.unit.blocks {
            let scope = scope(top);
            named(top, found);
            if top.kind() == "variable" {
                self.variable(top, variables, found);
                variables += 1;
                continue;
            }
            let mut filled = self.0.filled(top, scope);
            let batch = Batch::from(std::mem::take(&mut filled.findings));
            let batch = one_cause(top, batch);
            let wrong = batch.has_errors();
            found.extend(batch);
            components::count_unknown(top, &filled.body, (&required, plugins), found);
            match top.kind() {
                "packer" => requirements(&filled.body, found),
                "build" => {
                    build(top, &filled.body, wrong, found);
                    let groups = filled.body.blocks("post-processors").flat_map(|group| &group.body.blocks);
                    for step in filled.body.blocks.iter().chain(groups) {
                        steps::missing_files((ask.snapshot, &ask.unit.root), step, &mut reasons, found);
                    }
                }
                "source" => rows.push(source_row(top, &filled.body)),
                "hcp_packer_registry" => registry(&filled.body, found),
                _ => {}
            }
        }
        reasons
    }

    /// Checks a variable: its default cannot refer to anything, and a validation only to the
    /// variable itself.
    fn variable(&self, top: &RootBlock<'t>, index: usize, found: &mut Vec<Diagnostic>) {
        let body = self.0.variable(top, (NameScope::Constant, NameScope::Validation(index)), found);
        for validation in body.blocks("validation") {
            let Some(message) = validation.body.attribute("error_message").filter(|one| one.good) else {
                continue;
            };
            let Some(text) = message.value.as_str() else { continue };
            // Packer inherited this rule from Terraform 0.13, which has since dropped it
            let starts = text.chars().next().is_some_and(|first| !first.is_lowercase());
            if !starts || !text.ends_with(['.', '?', '!']) {
                let place = value_place(&validation.body, message);
                let finding =
                    Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, "`error_message` must be a sentence");
                found.push(finding.help("start it with a capital letter and end it with `.`, `?` or `!`"));
            }
        }
    }
}

/// The row for the attributes of a source.
fn source_row(top: &RootBlock<'_>, body: &FilledBody<'_>) -> TypeRow {
    let path = format!("source.{}.{}", top.label(0), top.label(1));
    TypeRow::of_value(path, top.label_place(1), Some(top.place()), body.written())
}

/// Removes follow-up findings from a local value with two names.
fn one_cause(top: &RootBlock<'_>, batch: Batch) -> Batch {
    let is_stranger = |one: &Diagnostic| one.code == codes::UNSUPPORTED_ATTRIBUTE;
    let is_lacking = |one: &Diagnostic| one.code == codes::MISSING_ATTRIBUTE;
    // `local "a" { value = … }` is one mistake: the unexpected argument is the missing one
    if top.kind() != "local" || !batch.iter().any(is_stranger) || !batch.iter().any(is_lacking) {
        return batch;
    }
    let mut helps = Some("set the value with `expression = …`");
    batch.without(is_lacking).changed(is_stranger, |one| match helps.take() {
        Some(help) => one.help(help),
        None => one,
    })
}

/// Checks that names are identifiers.
fn named(top: &RootBlock<'_>, found: &mut Vec<Diagnostic>) {
    let position = match top.kind() {
        "variable" | "local" => 0,
        "source" | "data" => 1,
        _ => return,
    };
    let name = top.label(position);
    // Packer refers to these names in traversals, where other names are not valid
    if !is_identifier(name) {
        let message = format!("invalid {} name `{name}`", top.kind());
        let finding = Diagnostic::error(codes::INVALID_NAME, top.label_place(position), message);
        found.push(finding.help("start with a letter or `_`, followed by letters, digits, `_` and `-`"));
    }
}

/// Reports calls of `env` outside of defaults.
fn environment(sources: &SourceFiles, tops: &[RootBlock<'_>], found: &mut Vec<Diagnostic>) {
    for source in sources.iter() {
        let calls = source.calls("env");
        if calls.is_empty() {
            continue;
        }
        let is_constant = |top: &&RootBlock<'_>| {
            top.source.id == source.id && matches!(top.kind(), "variable" | "variables")
        };
        let mut allowed: Vec<_> = tops.iter().filter(is_constant).map(|top| top.view.body.range()).collect();
        allowed.arrange();
        for name in calls {
            // blocks at the root do not overlap, so the last one that starts before the call is the one to check
            let before = allowed.partition_point(|range| range.start <= name.start);
            if before.checked_sub(1).is_some_and(|at| name.end <= allowed[at].end) {
                continue;
            }
            let message = "`env` is only allowed in the default of a variable";
            let finding = Diagnostic::error(codes::UNKNOWN_FUNCTION, name.in_source(source.id), message);
            found.push(finding.help("declare a variable with `default = env(…)` and use `var.NAME`"));
        }
    }
}

/// Checks version constraints.
fn requirements(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let mut check = |text: Option<&str>, place: Span, name: &str| {
        if let Some(text) = text.filter(|text| !is_version_constraint(text)) {
            let message = format!("`{name}` must be a version constraint, found `{text}`");
            let finding = Diagnostic::error(codes::VERSION_CONSTRAINT, place, message);
            found.push(finding.help("separate conditions with commas, such as `>= 1.2.0, < 2.0.0`"));
        }
    };
    if let Some(version) = body.attribute("required_version") {
        check(version.value.as_str(), value_place(body, version), "required_version");
    }
    for plugins in body.blocks("required_plugins") {
        for plugin in &plugins.body.attributes {
            let text = plugin.value.get_attr_value("version").and_then(Value::as_str);
            let items = hclx_syntax::statics::as_map(body.view.tree(), plugin.view.value).unwrap_or_default();
            let item =
                items.iter().find(|item| hclx_module::literal_key(body.view.tree(), item) == Some("version"));
            let place = item.map_or_else(
                || value_place(&plugins.body, plugin),
                |item| body.view.tree().expr(item.value).range.in_source(body.view.source()),
            );
            check(text, place, "version");
        }
    }
    for plugins in body.blocks("required_plugins") {
        for plugin in &plugins.body.attributes {
            found.extend(plugin_source(&plugins.body, plugin));
        }
    }
}

/// Checks that the source of a plugin consists of a host, a namespace and a type.
fn plugin_source(body: &FilledBody<'_>, plugin: &FilledAttribute<'_>) -> Option<Diagnostic> {
    let text = plugin.value.get_attr_value("source").and_then(Value::as_str)?;
    let tree = body.view.tree();
    let items = hclx_syntax::statics::as_map(tree, plugin.view.value).unwrap_or_default();
    let item = items.iter().find(|item| hclx_module::literal_key(tree, item) == Some("source"))?;
    // `packer init` downloads from the host, so unlike in Terraform there is no default
    (text.split('/').filter(|part| !part.is_empty()).count() < 3).then(|| {
        let place = tree.expr(item.value).range.in_source(body.view.source());
        let message = format!("`source` of a plugin must be `HOST/NAMESPACE/TYPE`, found `{text}`");
        Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, message)
            .help(format!("write `github.com/{}`", text.trim_start_matches('/')))
    })
}

/// Checks a build as a whole: it must have sources, and its steps must refer only to these.
fn build(top: &RootBlock<'_>, body: &FilledBody<'_>, wrong: bool, found: &mut Vec<Diagnostic>) {
    let has_sources = body.attribute("sources").is_some() || body.blocks("source").next().is_some();
    let is_empty = body.attributes.is_empty() && body.blocks.is_empty();
    if !has_sources && !is_empty && !body.view.mentions("source") && !body.view.mentions("sources") && !wrong
    {
        let finding =
            Diagnostic::error(codes::MISSING_ATTRIBUTE, top.place(), "missing `sources` in this build");
        found.push(finding.help("add `sources = [\"source.TYPE.NAME\"]`"));
    }
    for registries in body.blocks("hcp_packer_registry") {
        registry(&registries.body, found);
    }
    for step in body.blocks.iter().filter(|block| block.known && block.dynamic.is_none()) {
        if let Some(label) = step.view.labels.first()
            && step.view.block_type.ends_with("provisioner")
        {
            let place = step.view.def_range.in_source(step.body.view.source());
            components::check(label.text, &step.body, place, found);
        }
        if let (Some(only), Some(except)) = (step.body.attribute("only"), step.body.attribute("except")) {
            let finding = Diagnostic::error(
                codes::EXCLUSIVE,
                name_place(&step.body, except),
                "`only` and `except` cannot be used together",
            );
            found.push(finding.also(name_place(&step.body, only), "`only` is set here"));
        }
    }
    steps(body, found);
}

/// Checks `only` and `except`, which refer to sources of the build; Packer skips the step for other sources.
fn steps(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let listed = body.attribute("sources").map(|one| texts(body, one)).unwrap_or_default();
    let is_known = body.attribute("sources").is_none_or(|one| one.value.is_wholly_known());
    let references = listed.iter().filter_map(|text| reference(&text.text));
    let mut names: Vec<String> = references.map(|(kind, name)| format!("{kind}.{name}")).collect();
    for source in body.blocks("source") {
        let Some((kind, name)) = source.view.labels.first().and_then(|label| reference(label.text)) else {
            return;
        };
        let own = source.body.attribute("name");
        let own = own.map_or(Some(name.to_owned()), |one| one.value.as_str().map(str::to_owned));
        // A source with an unknown name may be any of those that steps refer to.
        let Some(own) = own else { return };
        names.push(format!("{kind}.{own}"));
    }
    if !is_known || body.blocks.iter().any(|block| block.dynamic.is_some()) {
        return;
    }
    for step in body
        .blocks
        .iter()
        .filter(|block| matches!(block.view.block_type, "provisioner" | "error-cleanup-provisioner"))
    {
        overrides(step, &names, found);
        for name in ["only", "except"] {
            let Some(attribute) = step.body.attribute(name) else { continue };
            for text in texts(&step.body, attribute) {
                let meant = text.text.strip_prefix("source.").unwrap_or(&text.text);
                let known = names.iter().any(|known| meant == known || meant.ends_with(&format!(".{known}")));
                if !known && !meant.contains(['*', '?']) {
                    let message = format!("this build has no source `{meant}`; Packer ignores this");
                    let finding = Diagnostic::warning(codes::UNKNOWN_TEXT, text.place, message);
                    let near = nearest(meant, names.iter().map(String::as_str));
                    found.push(finding.perhaps_meant_at(text.place, near.map(Suggestion::quoted)));
                }
            }
        }
    }
}

/// Checks `override`, which sets attributes for sources by name.
fn overrides(step: &FilledBlock<'_>, names: &[String], found: &mut Vec<Diagnostic>) {
    let Some(attribute) = step.body.attribute("override").filter(|one| one.good) else { return };
    for (key, _, place, _) in entries(&step.body, attribute) {
        let is_known =
            |name: &String| *name == key || name.split_once('.').is_some_and(|(_, own)| *own == *key);
        if !names.iter().any(is_known) {
            let message = format!("this build has no source `{key}`; Packer ignores this");
            let finding = Diagnostic::warning(codes::UNKNOWN_TEXT, place, message);
            let own = names.iter().filter_map(|name| Some(name.split_once('.')?.1));
            found.push(finding.perhaps_meant_at(place, nearest(&key, own)));
        }
    }
}

fn registry(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    if let (Some(old), Some(new)) = (body.attribute("labels"), body.attribute("bucket_labels")) {
        let message = "`labels` and `bucket_labels` cannot be used together";
        let finding = Diagnostic::error(codes::EXCLUSIVE, name_place(body, new), message);
        found.push(finding.also(name_place(body, old), "`labels` is the old name").help("remove `labels`"));
    }
    if let Some(name) = body.attribute("bucket_name").filter(|one| one.good)
        && let Some(text) = name.value.as_str()
        && !is_bucket_name(text)
    {
        let message = format!("invalid bucket name `{text}`");
        let finding = Diagnostic::error(codes::VALUE_NOT_ALLOWED, value_place(body, name), message);
        found.push(finding.help("use 3 to 36 letters, digits and hyphens"));
    }
}

/// Returns `true` for a name that the registry accepts.
fn is_bucket_name(text: &str) -> bool {
    (3..=36).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
