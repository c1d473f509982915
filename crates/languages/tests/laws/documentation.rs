//! Every block type and attribute in a language's own schemas is documented, and every description belongs to
//! one.

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_analysis::bodies::{self, Documentation};
use hclx_schema::{Block, Nested};
use hclx_syntax::body::LabelView;

/// The paths of a schema without documentation, and those of the rows that were used.
struct Walk {
    table: &'static Documentation,
    missing: BTreeSet<String>,
    used: BTreeSet<&'static str>,
    /// The bodies being traversed: some contain themselves.
    open: Vec<*const Block>,
}

/// A word of a path; `true` for a label.
type Word<'w> = (&'w str, bool);

impl Walk {
    /// Looks up the description of a path, with or without labels.
    fn look(&mut self, path: &[Word<'_>]) {
        let all: Vec<&str> = path.iter().map(|(word, _)| *word).collect();
        let plain: Vec<&str> = path.iter().filter(|(_, label)| !label).map(|(word, _)| *word).collect();
        let is_label = path.last().is_some_and(|(_, label)| *label);
        let found = [self.table.find(&all), self.table.find(&plain).filter(|_| !is_label)];
        let found = found.into_iter().flatten().max_by_key(|(row, _)| row.split('.').count());
        match found {
            Some((row, _)) => drop(self.used.insert(row)),
            None => drop(self.missing.insert(all.join("."))),
        }
    }

    fn body(&mut self, path: &[Word<'_>], block: &Arc<Block>) {
        if self.open.contains(&Arc::as_ptr(block)) {
            return;
        }
        self.open.push(Arc::as_ptr(block));
        let settable = block.attributes().iter().filter(|one| one.removed.is_none());
        for attribute in settable {
            self.look(&[path, &[(&*attribute.name, false)]].concat());
        }
        for nested in block.blocks().iter().filter(|one| one.removed.is_none()) {
            self.nested(path, nested);
        }
        if bodies::has_dynamic(block) {
            self.look(&[("dynamic", false)]);
            self.body(&[("dynamic", false)], &bodies::dynamic(&Nested::new("generated")));
        }
        self.open.pop();
    }

    fn nested(&mut self, path: &[Word<'_>], nested: &Nested) {
        let path = [path, &[(&*nested.block_type, false)]].concat();
        self.look(&path);
        let Some((index, known)) = nested.body.by() else { return self.body(&path, &nested.body.fixed()) };
        assert_eq!(index, 0, "the first label selects the contents: {path:?}");
        let range = hclx_diag::TextRange::at(0);
        for label in known {
            let path = [&*path, &[(&**label, true)]].concat();
            let body = nested.body.of(&[LabelView { text: label, range }]);
            self.look(&path);
            self.body(&path, &body);
        }
        let any = nested.body.of(&[LabelView { text: "?", range }]);
        self.body(&path, &any);
    }
}

#[test]
fn every_row_of_a_language_is_documented() {
    let mut problems = Vec::new();
    for language in hclx_languages::ALL {
        let Some(table) = language.row().documentation else { continue };
        let mut walk = Walk { table, missing: BTreeSet::new(), used: BTreeSet::new(), open: Vec::new() };
        language.file_schemas().iter().for_each(|(_, root)| walk.body(&[], root));
        let name = language.row().name;
        problems.extend(walk.missing.iter().map(|path| format!("{name}: `{path}` has no sentence")));
        for (path, sentence) in table.rows() {
            let first = sentence.chars().next().unwrap_or(' ');
            if !walk.used.contains(path) {
                problems.push(format!("{name}: no schema has `{path}`"));
            }
            if !sentence.ends_with('.') || first.is_lowercase() || sentence.len() > 160 {
                problems.push(format!("{name}: `{path}`: not a short sentence: {sentence}"));
            }
        }
        let rows: Vec<&str> = table.rows().map(|(path, _)| path).collect();
        let distinct: BTreeSet<&str> = rows.iter().copied().collect();
        assert_eq!(rows.len(), distinct.len(), "{name}: a path has two sentences");
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}
