//! Outlines of other Terragrunt files: literal paths, keys and names.

use std::sync::Arc;

use hclx_analysis::{GeneratedFiles, Language, Snapshot, file_name, file_path, query};
use hclx_diag::{Ordered, SourceId};
use hclx_eval::Entry;
use hclx_eval::functions::bodies::dirname;
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, ExprKind, ObjectItem, Tree};
use hclx_syntax::body::{BlockView, BodyNames, BodyView};
use hclx_syntax::statics::{self, ReferenceKey, ReferenceStep};

use super::extra_arguments::ExtraArguments;
use crate::repository::{self, absence};
use crate::terraform::{Bounds, Toolchain, Version, bounds, is_module_name};
use hclx_module::literal_key;

/// The facts about a file that other files need.
#[derive(Default)]
pub(crate) struct Outline {
    /// The names of dependencies, with their directories if these are literal.
    pub dependencies: Ordered<String, Option<String>>,
    /// The names of features.
    pub features: Vec<String>,
    /// The included paths; `None` for one that is not literal.
    pub includes: Vec<Option<String>>,
    /// The literal ends of included paths that are not literal.
    pub ends_of_includes: Vec<String>,
    /// The directory of its module, if the path is literal.
    pub module: Option<String>,
    /// Set if the file sets a module source of any kind.
    pub has_source: bool,
    /// The last directory in the source, as written, even if the whole path is unknown; one for each arm of a
    /// conditional.
    pub last_of_source: Vec<String>,
    /// The variables that extra arguments set.
    pub extra_arguments: ExtraArguments,
    /// The version constraint on Terragrunt, if it is literal.
    pub versions: Option<String>,
    /// Set if the file uses values from a stack.
    pub uses_values: bool,
    /// The files that it generates in the module's directory.
    pub generated: GeneratedFiles,
    /// The files whose contents it copies into generated ones.
    pub copied: Vec<String>,
}

impl Outline {
    /// Adds a generated file that is a copy of another file.
    fn copy(&mut self, (path, text): (String, Arc<[u8]>)) {
        self.generated.sources.push(text);
        self.copied.push(path);
    }

    /// Reads the source of the module.
    fn read_source(&mut self, tree: &Tree, source: Option<ExprId>, folder: &str) {
        self.last_of_source = source.map_or_else(Vec::new, |expr| last_folders(tree, expr));
        self.has_source |= source.is_some();
        self.module = source.and_then(|expr| match tree.expr(expr).kind {
            ExprKind::String(text) => module_folder(tree.text(text), folder),
            _ => None,
        });
    }
}

/// The file that an expression reads with `file("…")` as a whole: its path and contents.
fn file_read(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    (folder, snapshot): (&str, &Snapshot),
) -> Option<(String, Arc<[u8]>)> {
    let call = statics::as_call(tree, source, expr).filter(|call| call.name == "file")?;
    let [path] = call.args[..] else { return None };
    let path = path_of(call.tree.as_deref().unwrap_or(tree), source, path, folder, snapshot)?;
    let contents = snapshot.bytes(snapshot.find(&path).ok()?).ok()?;
    Some((path, contents))
}

/// Adds the contents of a generated file: all strings that an expression may evaluate to, including those of local
/// values.
fn take(generated: &mut GeneratedFiles, tree: &Tree, locals: &Ordered<&str, ExprId>, contents: ExprId) {
    // local values may refer to each other
    const MOST_ARMS: usize = 16;
    let mut open = vec![contents];
    for _ in 0..MOST_ARMS {
        let Some(expr) = open.pop() else { return };
        match tree.expr(expr).kind {
            ExprKind::Conditional { yes, no, .. } => open.extend([no, yes]),
            ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => open.push(inner),
            _ => match local_name(tree, expr).and_then(|name| locals.get(&*name)) {
                Some(value) => open.push(*value),
                None => take_text(generated, tree, expr),
            },
        }
    }
    generated.is_open |= !open.is_empty();
}

/// The name in `local.NAME`.
fn local_name(tree: &Tree, expr: ExprId) -> Option<String> {
    let reference = statics::as_reference(tree, SourceId(0), expr).filter(|one| one.root == "local")?;
    match reference.steps.as_slice() {
        [ReferenceStep { kind: ReferenceKey::Attr(name), .. }] => Some(name.to_string()),
        _ => None,
    }
}

/// The expressions of local values.
fn local_values<'t>(blocks: &[BlockView<'t>]) -> Ordered<&'t str, ExprId> {
    let locals = blocks.iter().filter(|block| block.block_type == "locals");
    let attributes = locals.flat_map(|block| block.body.just_attributes().0);
    attributes.map(|attribute| (attribute.name, attribute.value)).collect()
}

/// Adds a literal string as the contents of a generated file.
fn take_text(generated: &mut GeneratedFiles, tree: &Tree, contents: ExprId) {
    let range = tree.expr(contents).range;
    let text = tree.source().get(range.start as usize..range.end as usize).unwrap_or_default();
    let is_written = match tree.expr(contents).kind {
        ExprKind::String(_) | ExprKind::JsonString { .. } => true,
        ExprKind::Template(_) | ExprKind::TemplateWrap(_) => names_are_written(text),
        _ => false,
    };
    generated.is_open |= !is_written;
    generated.sources.push(text.into());
}

/// Returns `true` if none of the names that a template declares depends on a value: no part is repeated or conditional,
/// and no header or alias contains a value.
fn names_are_written(text: &[u8]) -> bool {
    let holds = |line: &[u8], part: &[u8]| line.windows(part.len()).any(|window| window == part);
    text.split(|byte| *byte == b'\n').all(|line| {
        let line = line.trim_ascii();
        let declares = line.ends_with(b"{") || line.starts_with(b"alias");
        !holds(line, b"%{") && !(holds(line, b"${") && (declares || line.starts_with(b"${")))
    })
}

/// The files that Terragrunt adds to the module in a directory, as far as the units of the run determine them: units
/// with the module as their source, and those in its directory. If a source is not literal, its last directory is
/// compared. A module without a unit in the run may belong to a unit elsewhere, which is assumed to add the same files
/// as the units here, as far as their contents are known. A directory containing a file that is copied into modules
/// need not be a module by itself.
pub(crate) fn generated(folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
    let all = snapshot.get(&GeneratedByUnits);
    let mut found = GeneratedFiles::default();
    let outside = unit_outside_of_run(folder, snapshot).map(|path| files_of_unit(&path, snapshot));
    for (of, is_last, generated) in all.iter().chain(outside.iter().flatten()) {
        if of.as_deref() == Some(if *is_last { file_name(folder) } else { folder }) {
            found.extend(generated);
        }
    }
    if found.sources.is_empty() && !found.is_open {
        return (*snapshot.get(&GeneratedAnywhere)).clone();
    }
    found
}

query! {
    /// The files generated anywhere by units of the run and by files that units may include.
    struct GeneratedAnywhere -> GeneratedFiles;
    |_, snapshot| {
        let mut anywhere = GeneratedFiles::default();
        let mut add = |generated: &GeneratedFiles| {
            anywhere.extend(&GeneratedFiles { is_open: false, ..generated.clone() });
        };
        snapshot.get(&GeneratedByUnits).iter().for_each(|(_, _, generated)| add(generated));
        // the units that include them may be in directories that are not searched
        let is_parent = |file: &SourceId| {
            let is_terragrunt = |language: &&'static dyn Language| language.row().name == "terragrunt";
            let own = snapshot.row(*file).filter(|(language, _)| is_terragrunt(language));
            match own {
                Some((_, row)) => row.role == "parent",
                None => {
                    snapshot.path(*file).ends_with(".hcl")
                        && snapshot.language(*file).as_ref().is_some_and(is_terragrunt)
                }
            }
        };
        for file in snapshot.selected().iter().filter(|file| is_parent(file)) {
            if let Some(parent) = outline(&snapshot.path(*file), snapshot) {
                add(&parent.generated);
            }
        }
        anywhere
    }
}

/// Generated files, with the directory that they are for, or the last part of its path.
pub(super) type ByFolder = Vec<(Option<String>, bool, GeneratedFiles)>;

query! {
    /// The files that the units of the run generate.
    struct GeneratedByUnits -> ByFolder;
    |_, snapshot| {
        let mut all = ByFolder::new();
        for unit in snapshot.units().iter().filter(|unit| unit.language.row().name == "terragrunt") {
            let Some(file) = unit.files.first() else { continue };
            let path = snapshot.path(*file);
            if matches!(file_name(&path), "terragrunt.hcl" | "terragrunt.hcl.json") {
                all.extend(files_of_unit(&path, snapshot));
            }
        }
        all
    }
}

/// The unit of a directory if it is not part of the run, for example because a file next to it is checked by itself.
fn unit_outside_of_run(folder: &str, snapshot: &Snapshot) -> Option<String> {
    let paths = ["terragrunt.hcl", "terragrunt.hcl.json"].map(|name| file_path::join(folder, name));
    let path = paths.into_iter().find(|path| snapshot.host().look(path) == Ok(Entry::File))?;
    let is_selected = snapshot.find(&path).is_ok_and(|file| snapshot.is_selected(file));
    (!is_selected).then_some(path)
}

/// The files that the unit at a path generates.
pub(super) fn files_of_unit(path: &str, snapshot: &Snapshot) -> ByFolder {
    let mut all = ByFolder::new();
    let Some(own) = outline(path, snapshot) else { return all };
    let mut generated = own.generated.clone();
    let mut sources = vec![Arc::clone(&own)];
    let folder = file_path::parent(path);
    let ends = own.ends_of_includes.iter().map(|end| in_parents(end, folder, snapshot));
    for path in own.includes.iter().cloned().chain(ends).flatten() {
        if let Some(parent) = outline(&path, snapshot) {
            generated.extend(&parent.generated);
            sources.push(parent);
        }
    }
    // an included file that is absent may generate anything
    generated.is_open |= sources.len() <= own.includes.len();
    // Terragrunt copies the files next to a unit into the module of its source, where they declare more names.
    let source = sources.iter().find(|outline| outline.has_source);
    if source.is_some_and(|outline| outline.module.as_deref() != Some(folder)) {
        let open = GeneratedFiles { is_open: true, ..GeneratedFiles::default() };
        all.push((Some(folder.to_owned()), false, open));
        generated.sources.extend(module_files(folder, snapshot));
    }
    if generated.sources.is_empty() && !generated.is_open {
        return all;
    }
    for copied in sources.iter().flat_map(|outline| &outline.copied) {
        let open = GeneratedFiles { is_open: true, ..GeneratedFiles::default() };
        all.push((Some(file_path::parent(copied).to_owned()), false, open));
    }
    match source {
        None => all.push((Some(folder.to_owned()), false, generated)),
        Some(outline) => match &outline.module {
            Some(module) if Arc::ptr_eq(outline, &own) => {
                all.push((Some(module.clone()), false, generated));
            }
            _ if outline.last_of_source.is_empty() => all.push((None, true, generated)),
            _ => {
                let ends = outline.last_of_source.iter();
                all.extend(ends.map(|end| (Some(end.clone()), true, generated.clone())));
            }
        },
    }
    all
}

/// The contents of the module files in a directory.
fn module_files(folder: &str, snapshot: &Snapshot) -> Vec<Arc<[u8]>> {
    let listed = snapshot.list(folder).ok();
    let names = listed.iter().flat_map(|listed| listed.iter().map(|(name, _)| &**name));
    let file = |name| snapshot.bytes(snapshot.find(&file_path::join(folder, name)).ok()?).ok();
    names.filter(|name| is_module_name(name)).filter_map(file).collect()
}

/// A path as Terragrunt computes it.
struct ComputedPath {
    text: String,
    /// Set if the path is absolute, as returned by functions; it is then written relative to the working directory.
    /// Other paths are relative to the directory of the file.
    is_absolute: bool,
}

impl ComputedPath {
    fn absolute(text: String) -> Self {
        Self { text, is_absolute: true }
    }

    /// The path of its directory, which depends on the notation: the directory of `a/` is `a`.
    fn parent(self) -> Self {
        let text = match self.is_absolute {
            // the parent of the working directory is not part of the text
            true if !self.text.ends_with('/') => file_path::join(&self.text, ".."),
            _ => dirname(&self.text),
        };
        Self { text, ..self }
    }
}

/// The path that an expression denotes relative to a directory, as far as it is literal.
pub(crate) fn path_of(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    folder: &str,
    snapshot: &Snapshot,
) -> Option<String> {
    let path = computed_path(tree, source, expr, folder, snapshot)?;
    Some(if path.is_absolute { file_path::clean(&path.text) } else { file_path::join(folder, &path.text) })
}

/// The path that an expression computes, as far as it is literal.
fn computed_path(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    folder: &str,
    snapshot: &Snapshot,
) -> Option<ComputedPath> {
    match tree.expr(expr).kind {
        ExprKind::String(text) | ExprKind::JsonString { text, template: None } => {
            let text = tree.text(text);
            Some(ComputedPath { text: text.to_owned(), is_absolute: file_path::is_absolute(text) })
        }
        ExprKind::Template(parts) => {
            let (first, rest) = tree.slice(parts).split_first()?;
            let mut path = computed_path(tree, source, *first, folder, snapshot)?;
            for part in rest {
                let part = hclx_diag::grow(|| computed_path(tree, source, *part, folder, snapshot))?;
                path.text.push_str(&part.text);
            }
            Some(path)
        }
        ExprKind::TemplateWrap(inner) | ExprKind::Paren(inner) => {
            hclx_diag::grow(|| computed_path(tree, source, inner, folder, snapshot))
        }
        ExprKind::Call(_) => path_of_call(tree, source, expr, folder, snapshot),
        _ => None,
    }
}

/// The path that a call returns.
fn path_of_call(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    folder: &str,
    snapshot: &Snapshot,
) -> Option<ComputedPath> {
    let call = statics::as_call(tree, source, expr)?;
    let inner = call.tree.as_deref().unwrap_or(tree);
    let absolute = match (&*call.name, &call.args[..]) {
        // the default of the function
        ("find_in_parent_folders", []) => in_parents("terragrunt.hcl", folder, snapshot)?,
        ("find_in_parent_folders", [name] | [name, _]) => match inner.expr(*name).kind {
            ExprKind::String(text) => in_parents(inner.text(text), folder, snapshot)?,
            _ => return None,
        },
        ("dirname", [path]) => {
            let path = hclx_diag::grow(|| computed_path(inner, source, *path, folder, snapshot))?;
            return Some(path.parent());
        }
        ("basename", [path]) => {
            let path = hclx_diag::grow(|| computed_path(inner, source, *path, folder, snapshot))?;
            let real = snapshot.host().resolve(&path.text).ok().filter(|_| path.is_absolute);
            let text = file_name(real.as_deref().unwrap_or(&path.text)).to_owned();
            return Some(ComputedPath { text, is_absolute: false });
        }
        ("get_terragrunt_dir" | "get_original_terragrunt_dir", []) => folder.to_owned(),
        ("get_repo_root", []) => {
            let root = repository::top_folder(&**snapshot.host(), folder)?;
            snapshot.host().look(&file_path::join(&root, ".git")).is_ok().then_some(root)?
        }
        _ => return None,
    };
    Some(ComputedPath::absolute(absolute))
}

/// The name in `find_in_parent_folders("NAME")`, if no such file exists, not even above the checked files.
pub(crate) fn nowhere_above(
    written: &hclx_module::ExprRef<'_>,
    folder: &str,
    snapshot: &Snapshot,
) -> Option<String> {
    const HIGHEST: usize = 16;
    let call = statics::as_call(written.tree, written.source, written.expr)?;
    let [name] = call.args[..] else { return None };
    let inner = call.tree.as_deref().unwrap_or(written.tree);
    let ExprKind::String(text) = inner.expr(name).kind else { return None };
    let name = inner.text(text);
    if call.name != "find_in_parent_folders" || in_parents(name, folder, snapshot).is_some() {
        return None;
    }
    let above = (1..=HIGHEST).map(|depth| format!("{}{name}", "../".repeat(depth)));
    let is_there = |path: String| snapshot.host().look(&path).is_ok();
    (!file_path::is_absolute(folder) && !folder.starts_with("..") && !above.into_iter().any(is_there))
        .then(|| name.to_owned())
}

/// The file in a directory or above it that matches the literal end of a path.
pub(super) fn below_parents(tree: &Tree, expr: ExprId, folder: &str, snapshot: &Snapshot) -> Option<String> {
    let end = end_of_path(tree, expr)?;
    let own = file_path::join(folder, &end);
    if snapshot.find(&own).is_ok() { Some(own) } else { in_parents(&end, folder, snapshot) }
}

/// The nearest file or directory with a name in the directories above a directory.
fn in_parents(name: &str, folder: &str, snapshot: &Snapshot) -> Option<String> {
    let above = repository::upward(&**snapshot.host(), folder).into_iter().skip(1);
    let mut paths = above.map(|folder| file_path::join(&folder, name));
    paths.find(|path| snapshot.host().look(path).is_ok() || snapshot.find(path).is_ok())
}

/// The items with literal keys in an object, or in the objects that `merge` combines.
pub(crate) fn literal_items(tree: &Tree, expr: ExprId) -> Vec<(&str, &ObjectItem)> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let Some(items) = statics::as_map(tree, expr) {
            found.extend(items.iter().filter_map(|item| Some((literal_key(tree, item)?, item))));
        } else if let ExprKind::Call(call) = tree.expr(expr).kind {
            let call = tree.node(call);
            if tree.text(call.name.text) == "merge" {
                open.extend(tree.slice(call.args).iter().rev());
            }
        }
    }
    found
}

/// Returns `true` for a file that exists, that the repository says will exist, or that is outside of the repository.
pub(crate) fn is_file(path: &str, snapshot: &Snapshot) -> bool {
    snapshot.find(path).is_ok() || is_elsewhere(path, snapshot)
}

/// Returns `true` for a path that leads out of the repository, or that the repository says will exist.
fn is_elsewhere(path: &str, snapshot: &Snapshot) -> bool {
    let host = &**snapshot.host();
    repository::is_outside(host, ".", path) || absence::reason(host, path).is_some()
}

/// Returns `true` for a directory that exists, that the repository says will exist, or that is outside of the
/// repository.
pub(crate) fn is_folder(path: &str, snapshot: &Snapshot) -> bool {
    snapshot.list(path).is_ok()
        || matches!(snapshot.host().look(path), Ok(Entry::Directory))
        || is_elsewhere(path, snapshot)
}

/// The directory of a module's source, if the source is a path.
pub(crate) fn module_folder(source: &str, folder: &str) -> Option<String> {
    // `//` separates the part of a source that is downloaded from the directory inside of it.
    let source = source.split('?').next().unwrap_or(source).replace("//", "/");
    let source = source.as_str();
    let is_path = source.starts_with("./") || source.starts_with("../") || matches!(source, "." | "..");
    is_path.then(|| file_path::join(folder, source))
}

/// Returns `true` if a file uses the values of `terragrunt.values.hcl`.
fn uses_values(tree: &Tree) -> bool {
    let is_values = |id| match tree.expr(id).kind {
        ExprKind::Variable(name) => tree.is_text(name, "values"),
        _ => false,
    };
    tree.expr_ids().any(is_values)
}

/// The literal part of a path after its last interpolation.
fn end_of_path(tree: &Tree, expr: ExprId) -> Option<String> {
    let parts = string_parts(tree, expr);
    let end = parts.last().filter(|_| parts.len() > 1).copied().flatten()?.strip_prefix('/')?;
    (!end.is_empty()).then(|| end.to_owned())
}

/// The literal end of a file's name.
fn end_of_name(tree: &Tree, path: Option<ExprId>) -> Arc<str> {
    let last = path.and_then(|path| string_parts(tree, path).last().copied().flatten());
    last.map_or("", |last| last.rsplit('/').next().unwrap_or(last)).into()
}

/// The literal end of a source that starts with a computed part, without its version.
pub(crate) fn end_of_source(tree: &Tree, source: ExprId) -> Option<String> {
    let end = end_of_path(tree, source)?;
    let end = end.split('?').next().unwrap_or(&end).replace("//", "/");
    Some(end.trim_matches('/').to_owned()).filter(|end| !end.is_empty())
}

/// The parts of a string; `None` for an interpolation or a directive. Empty if the expression is not a string.
fn string_parts(tree: &Tree, expr: ExprId) -> Vec<Option<&str>> {
    let literal = |expr: ExprId| match tree.expr(expr).kind {
        ExprKind::String(text) => Some(tree.text(text)),
        _ => None,
    };
    match tree.expr(expr).kind {
        ExprKind::String(text) | ExprKind::JsonString { text, template: None } => vec![Some(tree.text(text))],
        ExprKind::JsonString { template: Some(template), .. } => string_parts(tree, template.into()),
        ExprKind::Template(parts) => tree.slice(parts).iter().map(|part| literal(*part)).collect(),
        ExprKind::TemplateWrap(_) => vec![None],
        _ => Vec::new(),
    }
}

/// The last directories in a source, as far as they are literal; one for each arm of a conditional.
fn last_folders(tree: &Tree, expr: ExprId) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![expr]);
    while let Some(expr) = open.pop() {
        match tree.expr(expr).kind {
            ExprKind::Conditional { yes, no, .. } => open.extend([no, yes]),
            ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => open.push(inner),
            _ => found.extend(last_folder(tree, expr).filter(|last| !found.contains(last))),
        }
    }
    found
}

/// The last directory in a source, if it is literal.
fn last_folder(tree: &Tree, expr: ExprId) -> Option<String> {
    // a character that never occurs in paths
    const UNKNOWN: &str = "\0";
    let path: String = string_parts(tree, expr).into_iter().map(|part| part.unwrap_or(UNKNOWN)).collect();
    let path = path.split("?ref=").next().unwrap_or(&path).trim_end_matches('/');
    let last = path.rsplit('/').next().filter(|last| !last.is_empty() && !last.contains(UNKNOWN));
    last.map(str::to_owned)
}

/// The outline of the file at a path.
pub(crate) fn outline(path: &str, snapshot: &Snapshot) -> Option<Arc<Outline>> {
    let file = snapshot.find(path).ok()?;
    Some(snapshot.get(&OutlineQuery(file, path.into())))
}

query! {
    /// The outline of a file with a path.
    struct OutlineQuery(SourceId, Box<str>) -> Outline;
    |OutlineQuery(file, path), snapshot| read(&snapshot.parsed(*file), *file, file_path::parent(path), snapshot)
}

/// The attribute with the constraint on versions of Terragrunt.
const VERSIONS: &str = "terragrunt_version_constraint";

/// Returns `true` if the repository, the file at a path or a file that it includes only allows versions of Terragrunt
/// before a release.
pub(super) fn is_before(release: Version, path: &str, snapshot: &Snapshot) -> bool {
    version_bounds(path, snapshot).is_some_and(|bounds| bounds.are_all_before(release))
}

/// Returns `true` if the repository, the file at a path or a file that it includes only allows versions of Terragrunt
/// from a release on.
pub(super) fn is_from(release: Version, path: &str, snapshot: &Snapshot) -> bool {
    version_bounds(path, snapshot).is_some_and(|bounds| bounds.are_all_from(release))
}

/// The versions of Terragrunt that the repository, the file at a path and the files that it includes allow.
fn version_bounds(path: &str, snapshot: &Snapshot) -> Option<Bounds> {
    let outlines = with_includes(path, snapshot);
    let required = outlines.iter().filter_map(|outline| outline.versions.clone());
    let pinned = Toolchain::of(snapshot, file_path::parent(path)).terragrunt().map(str::to_owned);
    let all = required.chain(pinned).filter_map(|text| bounds(&text));
    all.reduce(Bounds::and)
}

/// The outlines of the file at a path and of the files that it includes.
pub(super) fn with_includes(path: &str, snapshot: &Snapshot) -> Vec<Arc<Outline>> {
    let own = outline(path, snapshot);
    let included = own.iter().flat_map(|own| own.includes.iter().flatten());
    let included: Vec<_> = included.filter_map(|path| outline(path, snapshot)).collect();
    own.into_iter().chain(included).collect()
}

/// The attributes and blocks of a file that its outline is based on.
fn parts_of_outline() -> BodyNames {
    BodyNames::new()
        .object_attribute("generate")
        .object_attribute(VERSIONS)
        .block("dependency", &["name"])
        .block("feature", &["name"])
        .block("generate", &["name"])
        .block_or_bare("include", &["name"])
        .block("locals", &[])
        .block("terraform", &[])
}

fn read(parsed: &Parsed, source: SourceId, folder: &str, snapshot: &Snapshot) -> Outline {
    let tree = &parsed.tree;
    let (root, _) = BodyView::root(tree, source);
    let (content, ..) = root.partial_content(&parts_of_outline());
    let locals = local_values(&content.blocks);
    let mut outline = Outline { uses_values: uses_values(tree), ..Outline::default() };
    let contents_of =
        |outline: &mut Outline, contents: ExprId| match file_read(tree, source, contents, (folder, snapshot))
        {
            Some(file) => outline.copy(file),
            None => take(&mut outline.generated, tree, &locals, contents),
        };
    for attribute in &content.attributes {
        if attribute.name == VERSIONS {
            let parts: Option<Vec<&str>> = string_parts(tree, attribute.value).into_iter().collect();
            outline.versions = parts.map(|parts| parts.concat());
            continue;
        }
        match statics::as_map(tree, attribute.value) {
            Some(files) => {
                for file in files {
                    let items = statics::as_map(tree, file.value).unwrap_or_default();
                    let of = |key: &str| items.iter().find(|item| literal_key(tree, item) == Some(key));
                    contents_of(&mut outline, of("contents").map_or(file.value, |item| item.value));
                    outline.generated.ends.push(end_of_name(tree, of("path").map(|item| item.value)));
                }
            }
            None => outline.generated.is_open = true,
        }
    }
    for block in &content.blocks {
        let attributes = block.body.just_attributes().0;
        let value = |name: &str| attributes.iter().find(|one| one.name == name).map(|one| one.value);
        let path = |name: &str| value(name).and_then(|expr| path_of(tree, source, expr, folder, snapshot));
        let label = block.labels.first().map_or("", |label| label.text).to_owned();
        match block.block_type {
            "dependency" => drop(outline.dependencies.insert(label, path("config_path"))),
            "feature" => outline.features.push(label),
            "locals" => {}
            "include" => {
                let end = value("path").and_then(|expr| end_of_path(tree, expr));
                outline.ends_of_includes.extend(end);
                outline.includes.push(path("path"));
            }
            "generate" => {
                match value("contents") {
                    Some(contents) => contents_of(&mut outline, contents),
                    None => outline.generated.is_open = true,
                }
                outline.generated.ends.push(end_of_name(tree, value("path")));
            }
            _ => {
                outline.extra_arguments = ExtraArguments::new(&block.body, &|file| {
                    path_of(tree, source, file, folder, snapshot)
                        .or_else(|| below_parents(tree, file, folder, snapshot))
                });
                outline.read_source(tree, value("source"), folder);
            }
        }
    }
    outline
}
