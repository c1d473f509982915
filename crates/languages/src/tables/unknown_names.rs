//! References to undeclared names.

use hclx_analysis::Snapshot;
use hclx_analysis::graph::each_reference_of_file;
use hclx_diag::{Diagnostic, Severity, SourceId, TextRange, code_names as codes, nearest};
use hclx_module::Guards;
use hclx_syntax::Parsed;

use super::Table;
use super::names::{KnownNames, Target, after_root};
use super::scopes::Declaration;

/// Reports references to undeclared names. In a declaration that the application does not read, they are warnings.
pub(super) fn unknown_names(
    table: &Table,
    (file, parsed): (SourceId, &Parsed),
    snapshot: &Snapshot,
) -> Vec<Diagnostic> {
    if !table.has_names {
        return Vec::new();
    }
    let known = KnownNames::new(table, (file, parsed), snapshot);
    let mut found = Vec::new();
    let mut read: Vec<(String, TextRange)> = Vec::new();
    each_reference_of_file(&parsed.tree, &mut |mention| match known.target(&mention) {
        Target::Known { key, .. } => read.push((key, mention.root_range())),
        Target::Unknown { key, words, kind, near } => {
            let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
            let place = first.cover(*last);
            let message = format!("unknown {} `{key}`", kind.noun);
            let finding = Diagnostic::error(codes::UNKNOWN_NAME, place.in_source(file), message);
            let same_root = near.iter().map(String::as_str);
            let meant = after_root(&key, &kind.root).and_then(|words| nearest(words, same_root));
            found.push((finding.perhaps_meant(meant), place));
        }
        Target::Open => {}
    });
    if found.is_empty() {
        return Vec::new();
    }
    let guards = Guards::new(&parsed.tree);
    let ignored = ignored_ranges(&known, &read);
    let judged = found.into_iter().filter(|(_, place)| !guards.is_tried(*place));
    let graded = judged.map(|(finding, place)| match ignored.iter().any(|range| range.contains(place)) {
        true => finding.with_severity(Severity::Warning),
        false => finding,
    });
    graded.collect()
}

/// The ranges of lazy declarations that are only referred to by each other, if at all.
fn ignored_ranges(known: &KnownNames, read: &[(String, TextRange)]) -> Vec<TextRange> {
    let all = known.scopes.iter().flat_map(|scope| &scope.all);
    let mut ignored: Vec<&Declaration> = all.filter(|declaration| declaration.kind.is_lazy).collect();
    loop {
        let is_inside = |place: TextRange| ignored.iter().any(|other| other.whole.contains(place));
        let is_read = |declaration: &&Declaration| {
            read.iter().any(|(key, place)| *declaration.key == **key && !is_inside(*place))
        };
        let left: Vec<&Declaration> =
            ignored.iter().copied().filter(|declaration| !is_read(declaration)).collect();
        if left.len() == ignored.len() {
            return left.into_iter().map(|declaration| declaration.whole).collect();
        }
        ignored = left;
    }
}
