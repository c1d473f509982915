//! The declarations and references of a file, for editors.

use std::sync::Arc;

use hclx_analysis::graph::each_reference_of_file;
use hclx_analysis::symbols::{How, Mention, Symbol, SymbolKey, SymbolKind, SymbolList, is_torn, unquoted};
use hclx_analysis::{CursorAt, ScopeName, Snapshot, Unit};
use hclx_diag::TextRange;

use super::Table;
use super::names::{KnownNames, Target};
use super::scopes::NameScope;

/// The reason why names in a project of several files cannot be renamed.
const OF_PROJECT: &str = "other projects may refer to it";

pub(crate) fn symbols_of(table: &Table, unit: &Unit, snapshot: &Snapshot) -> SymbolList {
    let mut list = SymbolList::default();
    let files: &[_] = if table.has_names { &unit.files } else { &[] };
    for file in files {
        let parsed = snapshot.parsed(*file);
        if is_torn(&parsed) {
            list.torn.push(*file);
        }
        let known = KnownNames::new(table, (*file, &parsed), snapshot);
        for scope in &known.scopes {
            let is_shared = scope.range.is_none() && table.together.is_some();
            list.declared.extend(scope.all.iter().map(|declaration| {
                let (kind, noun) = kind_of(&declaration.kind.root);
                Symbol {
                    key: SymbolKey { root: Arc::clone(&unit.root), key: key_in(scope, &declaration.key) },
                    kind,
                    noun,
                    name: unquoted(&parsed.tree, declaration.name).in_source(*file),
                    whole: declaration.whole.in_source(*file),
                    fixed: (is_shared && kind == SymbolKind::Block).then_some(OF_PROJECT),
                }
            }));
        }
        each_reference_of_file(&parsed.tree, &mut |mention| match known.target(&mention) {
            Target::Known { key, words, scope, file: Some(declared) } => {
                let Some(last) = words.last() else { return };
                let root = if declared == *file { Arc::clone(&unit.root) } else { snapshot.path(declared) };
                let key = SymbolKey { root, key: key_in(&known.scopes[scope], &key) };
                list.mentions.push(Mention { place: last.in_source(*file), key, how: How::Reads });
            }
            Target::Unknown { .. } => list.open.push(*file),
            _ => {}
        });
    }
    list
}

pub(crate) fn names_at(table: &Table, snapshot: &Snapshot, at: &CursorAt<'_>) -> Vec<ScopeName> {
    if !table.has_names {
        return Vec::new();
    }
    let parsed = snapshot.parsed(at.file);
    let known = KnownNames::new(table, (at.file, &parsed), snapshot);
    let around = known.scopes_around(TextRange::at(at.offset));
    let names = around.flat_map(|(_, _, names)| names.keys.keys());
    names
        .map(|key| {
            let root = key.split('.').next().unwrap_or_default();
            ScopeName::new(&**key, kind_of(root).1)
        })
        .collect()
}

/// The key of a name; in nested blocks, it begins with the enclosing block.
fn key_in(scope: &NameScope, key: &str) -> Arc<str> {
    match &*scope.block {
        "" => key.into(),
        block => format!("{block}.{key}").into(),
    }
}

/// The kind of a declaration, and its noun.
fn kind_of(root: &str) -> (SymbolKind, &'static str) {
    match root {
        "var" => (SymbolKind::Variable, "variable"),
        "local" => (SymbolKind::Local, "local value"),
        "data" => (SymbolKind::Data, "data source"),
        _ => (SymbolKind::Block, "block"),
    }
}
