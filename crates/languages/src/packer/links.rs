//! References between the blocks of a unit: plugins, sources, and the builds that use them.

use hclx_diag::{
    Diagnostic, Ordered, OrderedSet, Severity, SourceId, Span, Suggestion, TextRange, code_names as codes,
    nearest,
};
use hclx_syntax::ast::{ExprKind, Tree};
use hclx_syntax::body::AttributeView;

use hclx_analysis::{Snapshot, file_name, file_path};

use super::{FACTS, is_template};
use crate::missing_names::text_at;
use crate::repository::absence::Surroundings;
use crate::terraform::{copied, is_linked, note_of_template};
use hclx_module::{RootBlock, SourceFile, SourceFiles, StringExpr, declared_twice};

/// Parses `source.TYPE.NAME`, `sources.TYPE.NAME` or `TYPE.NAME`: the first of three parts is
/// ignored.
pub(super) fn reference(text: &str) -> Option<(&str, &str)> {
    let parts: Vec<&str> = text.split('.').collect();
    match parts[..] {
        [kind, name] | [_, kind, name] => Some((kind, name)),
        _ => None,
    }
}

/// Reports duplicate declarations. Files that contain builds and contradict each other are meant to be built one by
/// one. That is not a mistake if each of them declares all names that it uses; otherwise, it is reported once for the
/// directory. The same applies to a file with builds that a script builds alone. Returns the number of files that are
/// built one by one, and whether some contradict each other.
pub(super) fn twice(
    tops: &[RootBlock<'_>],
    (sources, snapshot): (&SourceFiles, &Snapshot),
    again: Vec<(String, Span, Span)>,
    found: &mut Vec<Diagnostic>,
) -> (usize, bool) {
    let builds: OrderedSet<SourceId> =
        tops.iter().filter(|top| top.kind() == "build").map(|top| top.source.id).collect();
    let mut contrary: OrderedSet<SourceId> = OrderedSet::new();
    let mut summary = None;
    for (key, place, first) in again {
        let mut finding = declared_twice(&format!("declaration of `{key}`"), place, first);
        let (one, other) = (first.source, place.source);
        let has_build = |file: &SourceId| builds.contains(file);
        let is_apart = || {
            let with_build = sources.iter().filter(|source| [one, other].contains(&source.id));
            with_build.filter(|source| has_build(&source.id)).any(|source| is_built_alone(source, snapshot))
        };
        if one != other && (has_build(&one) && has_build(&other) || is_apart()) {
            contrary.extend([one, other].into_iter().filter(has_build));
            finding.severity = Severity::Warning;
            finding.help = vec!["check one of the files: Packer rejects the directory as a whole".into()];
            summary.get_or_insert(finding);
        } else {
            found.push(finding);
        }
    }
    let stands_alone = |source: &SourceFile| stands_alone(source, tops);
    if sources.iter().filter(|source| contrary.contains(&source.id)).all(stands_alone) {
        return (contrary.len(), !contrary.is_empty());
    }
    found.extend(summary);
    (0, true)
}

/// Returns `true` if a command of a script, a pipeline or a page passes the file by name, so that Packer does not read
/// the rest of the directory.
fn is_built_alone(source: &SourceFile, snapshot: &Snapshot) -> bool {
    let around = Surroundings::of(snapshot, file_path::parent(&source.path));
    let scripts = around.scripts(&**snapshot.host());
    scripts.is_some_and(|scripts| scripts.run_with("packer", file_name(&source.path)))
}

/// The finding about a values file that is named like a template, unless a script or a page passes it by name.
pub(super) fn values_as_template(
    source: &SourceFile,
    place: TextRange,
    snapshot: &Snapshot,
) -> Option<Diagnostic> {
    if !is_template(&source.path) || is_built_alone(source, snapshot) {
        return None;
    }
    let message = "`packer build .` rejects this file: it contains values, but has the name of a template";
    let finding = Diagnostic::warning(codes::UNSUPPORTED_ATTRIBUTE, place.in_source(source.id), message);
    let stem = file_name(&source.path).split(".pkr.").next().unwrap_or_default();
    Some(finding.help(format!("rename it to `{stem}.pkrvars.hcl`")))
}

/// Returns `true` if a file declares all variables, local values and data sources of the directory that it uses. A name
/// that no file declares is a mistake, whether the file is built alone or not.
fn stands_alone(source: &SourceFile, tops: &[RootBlock<'_>]) -> bool {
    let (own, others): (Vec<_>, Vec<_>) = tops.iter().partition(|top| top.source.id == source.id);
    let own: OrderedSet<String> = own.into_iter().flat_map(declared_names).collect();
    let others: OrderedSet<String> = others.into_iter().flat_map(declared_names).collect();
    let is_foreign = |name: String| others.contains(&name) && !own.contains(&name);
    !source.references().0.iter().any(|reference| {
        let Some(name) = reference.attribute(0) else { return false };
        match (&*reference.root, reference.attribute(1)) {
            ("var" | "local", _) => is_foreign(format!("{}.{name}", reference.root)),
            ("data", Some(inner)) => is_foreign(format!("data.{name}.{inner}")),
            _ => false,
        }
    })
}

/// Returns `true` for an unknown name in a file that other directories link to, or for a name that two such files
/// declare: these are checked where the links are.
pub(super) fn is_judged_elsewhere(snapshot: &Snapshot, finding: &Diagnostic) -> bool {
    let Some(place) = finding.span else { return false };
    let is_of_two = || {
        let mut others = finding.labels.iter().map(|label| label.span.source);
        others.any(|other| other != place.source && is_linked(snapshot, other))
    };
    let is_meant =
        finding.code == codes::UNKNOWN_NAME || finding.code == codes::DECLARED_TWICE && is_of_two();
    is_meant && is_linked(snapshot, place.source)
}

/// The names that a block declares, as they appear in references.
fn declared_names(top: &RootBlock<'_>) -> Vec<String> {
    let of_attributes =
        |root: &str| top.attributes().iter().map(|one| format!("{root}.{}", one.name)).collect();
    match top.kind() {
        "variable" => vec![format!("var.{}", top.label(0))],
        "local" => vec![format!("local.{}", top.label(0))],
        "data" => vec![format!("data.{}.{}", top.label(0), top.label(1))],
        "variables" => of_attributes("var"),
        "locals" => of_attributes("local"),
        _ => Vec::new(),
    }
}

/// Repeated declarations of sources: the block, and the places of the repeated and the first declaration.
pub(super) fn sources_again(tops: &[RootBlock<'_>]) -> Vec<(String, Span, Span)> {
    let mut first: Ordered<(&str, &str), &RootBlock<'_>> = Ordered::new();
    let mut again = Vec::new();
    for top in tops.iter().filter(|top| top.kind() == "source") {
        let key = (top.label(0), top.label(1));
        match first.get(&key) {
            Some(before) => again.push((format!("source.{}.{}", key.0, key.1), top.place(), before.place())),
            None => drop(first.insert(key, top)),
        }
    }
    again
}

/// Checks that builds refer to declared sources, and that every source is used. Returns the bodies of unused sources.
pub(super) fn sources_and_builds(
    tops: &[RootBlock<'_>],
    sources: &SourceFiles,
    found: &mut Vec<Diagnostic>,
) -> Vec<Span> {
    // In reverse, so that the first of several sources with the same name wins.
    let declared: Ordered<(&str, &str), &RootBlock<'_>> = tops
        .iter()
        .rev()
        .filter(|top| top.kind() == "source")
        .map(|top| ((top.label(0), top.label(1)), top))
        .collect();
    let names: Vec<String> = declared.keys().map(|(kind, name)| format!("source.{kind}.{name}")).collect();
    let mut used: OrderedSet<(String, String)> = OrderedSet::new();
    let mut open = has_mislabelled(sources);
    let builds: Vec<_> = tops.iter().filter(|top| top.kind() == "build").collect();
    for top in &builds {
        let (texts, all_known) = named_sources(top);
        open |= !all_known;
        for text in texts {
            let key = reference(&text.text);
            let known = key.map(|key| declared.contains_key(&key) || sources.may_declare(key.1));
            used.extend(key.map(|(kind, name)| (kind.to_owned(), name.to_owned())));
            if known == Some(true) || known.is_some() && has_mislabelled(sources) {
                continue;
            }
            let message = match known {
                Some(_) => format!("unknown source `{}`", text.text),
                None => format!("`{}` does not refer to a source", text.text),
            };
            open = true;
            let finding = Diagnostic::error(codes::UNKNOWN_TEXT, text.place, message);
            let meant = nearest(&text.text, names.iter().map(String::as_str));
            let finding = if known.is_none() { finding.help("write `source.TYPE.NAME`") } else { finding };
            found.push(finding.perhaps_meant_at(text.place, meant.map(Suggestion::quoted)));
        }
    }
    if builds.is_empty() || open {
        return Vec::new();
    }
    let mut ignored: Vec<Span> = Vec::new();
    for ((kind, name), top) in declared {
        if !used.contains(&(kind.to_owned(), name.to_owned())) {
            let message = format!("Packer ignores source `{kind}.{name}`: no build uses it");
            let finding = Diagnostic::warning(codes::IGNORED_NAME, top.place(), message);
            found.push(finding.help(format!("add `\"source.{kind}.{name}\"` to `sources` of a build")));
            ignored.push(body_of(top));
        }
    }
    ignored
}

/// Drops findings about names whose declarations are in files that scripts copy into the directory, or that git
/// ignores. Returns the note about the latter.
pub(super) fn drop_names_of_others(
    snapshot: &Snapshot,
    folder: &str,
    found: &mut Vec<Diagnostic>,
) -> Option<String> {
    let is_name = |finding: &Diagnostic| {
        [codes::UNKNOWN_TEXT, codes::UNKNOWN_NAME].contains(&finding.code) && finding.is_error()
    };
    if !found.iter().any(is_name) {
        return None;
    }
    if let Some(note) = note_of_template(snapshot, folder) {
        found.retain(|finding| !is_name(finding));
        return Some(note);
    }
    let copies = copied::into_module(snapshot, folder)?;
    found.retain(|finding| {
        let text = text_at(snapshot, finding).filter(|_| is_name(finding));
        let name = text.as_deref().and_then(|text| text.trim_matches('"').rsplit('.').next());
        !name.is_some_and(|name| copies.mention(name))
    });
    None
}

fn body_of(top: &RootBlock<'_>) -> Span {
    top.view.body.range().in_source(top.source.id)
}

/// Returns `true` if a `source` block has the wrong number of labels, so that its name is unknown.
fn has_mislabelled(sources: &SourceFiles) -> bool {
    let root = FACTS.body("root");
    sources.iter().any(|source| {
        let laid = hclx_schema::match_body(&source.body().0, &root);
        laid.mislabelled.iter().any(|block| block.block_type == "source")
    })
}

/// The names of the plugins that a unit requires, and the place of their declaration.
pub(super) fn plugin_requirements(tops: &[RootBlock<'_>]) -> (Vec<String>, Option<Span>) {
    let mut known: Vec<String> = Vec::new();
    let mut place = None;
    for top in tops.iter().filter(|top| top.kind() == "packer") {
        let laid = hclx_schema::match_body(&top.view.body, &top.body);
        for block in laid.content.blocks.iter().filter(|block| block.block_type == "required_plugins") {
            place = Some(block.def_range.in_source(top.source.id));
            for plugin in block.body.just_attributes().0 {
                known.push(plugin.name.to_owned());
                known.extend(name_in_source(&plugin, block.body.tree()));
            }
        }
    }
    (known, place)
}

/// The name of a plugin in its source, such as `proxmox` in `github.com/hashicorp/proxmox`. Packer finds installed plugins
/// by both names.
fn name_in_source(plugin: &AttributeView<'_>, tree: &Tree) -> Option<String> {
    let items = hclx_syntax::statics::as_map(tree, plugin.value)?;
    let source = items.iter().find(|item| tree.string(item.key) == Some("source"))?;
    Some(file_name(tree.string(source.value)?).to_owned())
}

/// Checks that the required plugins of a unit provide the source types that its builds use.
pub(super) fn plugins(tops: &[RootBlock<'_>], ignored: &[Span], found: &mut Vec<Diagnostic>) {
    let (known, place) = plugin_requirements(tops);
    let Some(place) = place else { return };
    let mut told: OrderedSet<&str> = OrderedSet::new();
    let is_used = |top: &&RootBlock<'_>| !ignored.contains(&body_of(top));
    for top in tops.iter().filter(|top| top.kind() == "source").filter(is_used) {
        let (kind, label) = (top.label(0), top.label_place(0));
        // a misspelled type is already reported
        if found.iter().any(|finding| finding.code == codes::UNKNOWN_TEXT && finding.span == Some(label)) {
            continue;
        }
        // A plugin `amazon` provides the types `amazon` and `amazon-…`.
        let is_of = |plugin: &&String| {
            kind.strip_prefix(plugin.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let is_built_in = FACTS.component("source", kind).is_some();
        if !is_built_in && known.iter().find(is_of).is_none() && told.insert(kind) {
            let message =
                format!("unknown source type `{kind}`: no plugin of `required_plugins` provides it");
            let finding = Diagnostic::warning(codes::UNKNOWN_TEXT, label, message);
            let name = kind.split('-').next().unwrap_or(kind);
            found.push(finding.also(place, "plugins are declared here").help(format!(
                "add `{name} = {{ source = …, version = … }}`, so that `packer init` installs it"
            )));
        }
    }
}

/// The strings of a build that refer to sources, and `true` if no others are possible.
fn named_sources(top: &RootBlock<'_>) -> (Vec<StringExpr>, bool) {
    let mut named = Vec::new();
    let mut all_known = true;
    if let Some(written) = top.written("sources") {
        let elements = hclx_syntax::statics::as_list(written.tree, written.expr);
        all_known &= elements.is_some();
        for element in elements.unwrap_or_default() {
            if let ExprKind::String(text) | ExprKind::JsonString { text, template: None } =
                written.tree.expr(*element).kind
            {
                let place = written.tree.expr(*element).range.in_source(written.source);
                named.push(StringExpr { text: written.tree.text(text).to_owned(), place });
            } else {
                all_known = false;
            }
        }
    }
    let laid = hclx_schema::match_body(&top.view.body, &top.body);
    all_known &= laid.content.blocks.iter().all(|block| block.block_type != "dynamic");
    for block in laid.content.blocks.iter().filter(|block| block.block_type == "source") {
        if let Some(label) = block.labels.first() {
            named.push(StringExpr {
                text: label.text.to_owned(),
                place: label.range.in_source(top.source.id),
            });
        }
    }
    (named, all_known)
}
