//! Stack files: units and stacks, each generated in its own directory.

use hclx_analysis::file_path;
use hclx_diag::{Diagnostic, Ordered, OrderedSet, Span, TextRange, code_names as codes, nearest};
use hclx_schema::FilledBody;

use super::judged::{File, no_file};
use super::modules::at;
use super::outline::is_folder;
use super::parents::folder_of_source;

/// Checks a stack file as a whole.
pub(super) fn check(file: &File<'_>, body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    paths(body, found);
    for block in body.blocks.iter().filter(|block| matches!(block.view.block_type, "unit" | "stack")) {
        sources(file, &block.body, found);
        for scope in block.body.blocks("autoinclude") {
            dependencies(file, &scope.body, found);
        }
    }
}

/// Checks that units and stacks are generated in distinct directories.
fn paths(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: Ordered<String, Span> = Ordered::new();
    let mut told: OrderedSet<Span> = OrderedSet::new();
    for block in body.blocks.iter().filter(|block| matches!(block.view.block_type, "unit" | "stack")) {
        let Some(path) = block.body.attribute("path") else { continue };
        let Some(text) = path.value.as_str() else { continue };
        let place = at(&block.body, path);
        if let Some(before) = first.insert(text.to_owned(), place)
            && told.insert(place)
        {
            let finding =
                Diagnostic::error(codes::DECLARED_TWICE, place, format!("duplicate unit directory `{text}`"));
            found.push(finding.also(before, "first declared here").help("change the `path` of one of them"));
        }
    }
}

/// Checks that a source that is a path refers to an existing directory.
fn sources(file: &File<'_>, body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let Some(source) = body.attribute("source") else { return };
    let (tree, id) = (body.view.tree(), body.view.source());
    let folder = folder_of_source(tree, id, source.view.value, &file.folder, file.snapshot);
    // if its parent directory is missing too, the source belongs to another checkout
    let is_near = |folder: &str| {
        let around = file_path::parent(folder);
        !folder.starts_with("../..") && is_folder(around, file.snapshot) && around != ".."
    };
    let is_missing = |folder: &String| !is_folder(folder, file.snapshot) && is_near(folder);
    if let Some(folder) = folder.filter(|folder| is_missing(folder) && !file.is_copied()) {
        found.push(no_file(at(body, source), &folder, "directory"));
    }
}

/// Checks that `autoinclude` only refers to its own dependencies.
fn dependencies(file: &File<'_>, scope: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let labels: Vec<&str> = scope
        .blocks("dependency")
        .filter_map(|block| block.view.labels.first().map(|label| label.text))
        .collect();
    // an include may add others
    if scope.blocks("include").next().is_some() {
        return;
    }
    let range = scope.view.range();
    let inside = |one: &TextRange| range.start <= one.start && one.end <= range.end;
    for reference in file.source.references().0 {
        let Some(step) = reference.steps.first().filter(|_| reference.root == "dependency") else { continue };
        let hclx_syntax::statics::ReferenceKey::Attr(label) = &step.kind else { continue };
        if inside(&reference.root_range) && !labels.contains(&&**label) {
            let place = TextRange::new(step.range.start + 1, step.range.end).in_source(file.source.id);
            let message = format!("unknown dependency `{label}`");
            let finding = Diagnostic::error(codes::UNKNOWN_NAME, place, message);
            let near = nearest(label, labels.iter().copied());
            found.push(finding.meant_or(near, "use only dependencies that `autoinclude` declares itself"));
        }
    }
}
