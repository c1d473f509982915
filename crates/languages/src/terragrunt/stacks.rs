//! Stack files: units and stacks, each generated in its own directory.

use hclx_analysis::{file_path, graph};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, Span, TextRange, code_names as codes, nearest};
use hclx_schema::{FilledBlock, FilledBody};
use hclx_syntax::ast::{ExprKind, Tree};

use super::modules::at;
use super::outline::is_folder;
use super::parents::folder_of_source;
use super::unit::{File, no_file};

/// Checks a stack file as a whole.
pub(super) fn check(file: &File<'_>, body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    paths(body, found);
    for block in body.blocks.iter().filter(|block| matches!(block.view.block_type, "unit" | "stack")) {
        sources(file, &block.body, found);
        if block.view.block_type == "unit" {
            values(file, block, found);
        }
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
    // if its parent directory is missing as well, the source belongs to another checkout
    let is_near = |folder: &str| {
        let around = file_path::parent(folder);
        !folder.starts_with("../..") && is_folder(around, file.snapshot) && around != ".."
    };
    let is_missing = |folder: &String| !is_folder(folder, file.snapshot) && is_near(folder);
    if let Some(folder) = folder.filter(|folder| is_missing(folder) && !file.is_copied()) {
        found.push(no_file(at(body, source), &folder, "directory"));
    }
}

/// Checks that a unit gets all values that its source always uses.
fn values(file: &File<'_>, unit: &FilledBlock<'_>, found: &mut Vec<Diagnostic>) {
    let (tree, id) = (unit.body.view.tree(), unit.body.view.source());
    let Some(source) = unit.body.attribute("source") else { return };
    let folder = folder_of_source(tree, id, source.view.value, &file.folder, file.snapshot);
    let path = folder.map(|folder| file_path::join(&folder, "terragrunt.hcl"));
    let Some(used) = path.and_then(|path| file.snapshot.find(&path).ok()) else { return };
    let given = unit.body.attribute("values");
    let names = match given {
        None => Some(OrderedSet::new()),
        Some(given) if given.good => given
            .value
            .ty()
            .as_object()
            .map(|object| object.attributes().iter().map(|one| one.name.to_string()).collect()),
        Some(_) => None,
    };
    let Some(names) = names else { return };
    let parsed = file.snapshot.parsed(used);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return;
    }
    let missing: Vec<(String, TextRange)> =
        always_used(&parsed.tree).into_iter().filter(|(name, _)| !names.contains(name)).collect();
    let Some((first, range)) = missing.first() else { return };
    let label = unit.view.labels.first().map_or("", |label| label.text);
    let mut listed: Vec<&str> = missing.iter().map(|(name, _)| name.as_str()).collect();
    listed.dedup();
    let values = if listed.len() == 1 { "value" } else { "values" };
    let listed = hclx_diag::listed_names(listed, "and");
    let place = match given {
        Some(given) => hclx_module::name_place(&unit.body, given),
        None => unit.view.def_range.in_source(id),
    };
    let finding = Diagnostic::error(
        codes::MISSING_INPUT,
        place,
        format!("missing {values} {listed} for unit `{label}`"),
    );
    found.push(
        finding
            .also(range.in_source(used), format!("`values.{first}` is used here"))
            .help(format!("add `{first} = …` to `values`, or read it with `try(values.{first}, …)`")),
    );
}

/// The attributes of `values` that a file reads in every run, with the first place of each. Reads in an argument of
/// `try` or `can`, an arm of a conditional, a loop, or an operand that may be skipped do not count.
fn always_used(tree: &Tree) -> Vec<(String, TextRange)> {
    let mut guards: Vec<TextRange> = Vec::new();
    for expr in tree.expr_ids().map(|id| tree.expr(id)) {
        match expr.kind {
            ExprKind::Call(call) if matches!(tree.text(tree.node(call).name.text), "try" | "can") => {
                guards.push(expr.range);
            }
            ExprKind::Conditional { yes, no, .. } => guards.extend([yes, no].map(|arm| tree.expr(arm).range)),
            ExprKind::For(_)
            | ExprKind::TemplateFor(_)
            | ExprKind::TemplateIf(_)
            | ExprKind::Binary { .. } => {
                guards.push(expr.range);
            }
            _ => {}
        }
    }
    let mut used: Vec<(String, TextRange)> = Vec::new();
    graph::each_reference_of_file(tree, &mut |mention| {
        let name = mention.attribute(0).filter(|_| mention.root == "values");
        let is_guarded = || guards.iter().any(|guard| guard.contains(mention.range()));
        if let Some(name) = name
            && !used.iter().any(|(known, _)| known == name)
            && !is_guarded()
        {
            used.push((name.to_owned(), mention.range()));
        }
    });
    used
}

/// Checks that `autoinclude` only refers to its own dependencies.
fn dependencies(file: &File<'_>, scope: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    let labels: Vec<&str> = scope
        .blocks("dependency")
        .filter_map(|block| block.view.labels.first().map(|label| label.text))
        .collect();
    // an include may add other dependencies
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
