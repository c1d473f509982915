//! The modules that the page shows next to findings: declarations, and the references between them.

use serde_json::{Value, json};

use super::paths::Paths;
use crate::text;

/// The maximum number of declarations on the page.
const MOST_DECLARATIONS: usize = 100_000;

/// The maximum number of characters of a table cell.
const LONGEST_CELL: usize = 300;

/// The maximum number of characters of a description.
const LONGEST_TEXT: usize = 2_000;

/// A module, or another unit of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The directory, or the path of the only file.
    pub root: String,
    /// The title of the language.
    pub language: &'static str,
    /// Set if another module calls it.
    pub is_called: bool,
    /// Lines about the entire module, such as requirements.
    pub about: Vec<String>,
    /// The declarations, in source order.
    pub declarations: Vec<Declaration>,
    /// References as pairs of declaration numbers: the source and the target.
    pub references: Vec<(usize, usize)>,
    /// The calls of other modules on the page.
    pub calls: Vec<Call>,
}

/// A declaration of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declaration {
    /// The kind, such as `input`.
    pub kind: String,
    /// The address, as in references.
    pub address: String,
    /// The type; empty if it has none.
    pub ty: String,
    /// The path of its file.
    pub path: String,
    /// The line of its name; 0 if it is unknown.
    pub line: u32,
    /// The most important property, on one line.
    pub note: String,
    /// All other properties, in lines.
    pub about: String,
}

/// A call of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The index of the calling declaration.
    pub declaration: usize,
    /// The index of the called module.
    pub module: usize,
    /// The declarations of the called module that receive their values from the call.
    pub inputs: Vec<usize>,
}

/// The number of modules, from the start, that fit on the page.
pub(super) fn shown(modules: &[Module]) -> usize {
    let mut room = MOST_DECLARATIONS;
    let fits = |module: &&Module| {
        let needed = module.declarations.len() + 1;
        let fits = needed <= room;
        room -= needed.min(room);
        fits
    };
    modules.iter().take_while(fits).count()
}

/// The modules as data for the page. The module at the top is named after the repository.
pub(super) fn data(modules: &[Module], repository: &str, paths: &mut Paths) -> Vec<Value> {
    let named = |module: &Module| match &*module.root {
        "" | "." if !repository.is_empty() => repository.to_owned(),
        root => text::lines(root),
    };
    modules.iter().map(|module| row(module, named(module), modules.len(), paths)).collect()
}

/// A module as data. Calls of modules that do not fit on the page, from number `end` on, are omitted.
fn row(module: &Module, root: String, end: usize, paths: &mut Paths) -> Value {
    let declarations: Vec<Value> = module.declarations.iter().map(|one| declaration(one, paths)).collect();
    let calls = module.calls.iter().filter(|call| call.module < end);
    json!({
        "root": root,
        "language": module.language,
        "called": module.is_called,
        "about": module.about.iter().map(|line| cut(line, LONGEST_TEXT)).collect::<Vec<_>>(),
        "declarations": declarations,
        "references": module.references,
        "calls": calls.map(|call| json!([call.declaration, call.module, call.inputs])).collect::<Vec<_>>(),
    })
}

/// A declaration as data: kind, address, type, path, line, note, and everything else.
fn declaration(one: &Declaration, paths: &mut Paths) -> Value {
    json!([
        one.kind,
        cut(&one.address, LONGEST_CELL),
        cut(&one.ty, LONGEST_TEXT),
        paths.number(&one.path),
        one.line,
        cut(&one.note, LONGEST_CELL),
        cut(&one.about, LONGEST_TEXT),
    ])
}

/// A text with invisible characters made visible, truncated if it is long.
fn cut(shown: &str, most: usize) -> String {
    let shown = text::lines(shown);
    match shown.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_shown_as_far_as_there_is_room() {
        let module =
            |count| Module { declarations: vec![Declaration::default(); count], ..Module::default() };
        let small = [module(3), module(0)];
        assert_eq!(shown(&small), 2);
        let mut caller = module(1);
        caller.calls = vec![Call { module: 1, ..Call::default() }, Call { module: 0, ..Call::default() }];
        let large = [caller, module(MOST_DECLARATIONS)];
        assert_eq!(shown(&large), 1);
        let data = data(&large[..1], "", &mut Paths::default());
        assert_eq!(data[0]["calls"], json!([[0, 0, []]]), "a call of a module that is not shown is left out");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(cut("äöü", 2), "äö…");
        assert_eq!(cut("äöü", 3), "äöü");
    }
}
