//! The variables that `extra_arguments` of a unit set for its module, through values files, flags and the environment.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Diagnostic, OrderedSet};
use hclx_formats::stand_in;
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::body::{BodyNames, BodyView};
use hclx_syntax::statics;

use crate::repository::set_variables::SetVariables;
use crate::repository::upward;
use crate::terraform::{is_values_file, set_variables};

/// The variables that are set, as far as they are literal.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExtraArguments {
    /// The paths of values files; `None` for one that is not literal.
    files: Vec<Option<String>>,
    /// Set if other arguments or the environment set variables.
    sets_others: bool,
}

/// The names of variables that are set.
#[derive(Debug, Default)]
pub(super) struct ArgumentNames {
    names: OrderedSet<String>,
    /// Set if other variables may be set.
    is_open: bool,
    /// The variables that the repository sets for runs in the directory.
    set: Arc<SetVariables>,
}

impl ExtraArguments {
    /// The extra arguments of a `terraform` block; `path_of` resolves a path in it.
    pub(super) fn new(terraform: &BodyView<'_>, path_of: &dyn Fn(ExprId) -> Option<String>) -> Self {
        let (content, ..) = terraform.partial_content(&BodyNames::new().block("extra_arguments", &["name"]));
        let tree = terraform.tree();
        let mut found = Self::default();
        for attribute in content.blocks.iter().flat_map(|block| block.body.just_attributes().0) {
            match attribute.name {
                "required_var_files" | "optional_var_files" => {
                    match statics::as_list(tree, attribute.value) {
                        Some(files) => found.files.extend(files.iter().map(|file| path_of(*file))),
                        None => found.files.push(None),
                    }
                }
                "arguments" => found.sets_others |= mentions(tree, attribute.value, "-var"),
                "env_vars" => found.sets_others |= mentions(tree, attribute.value, "TF_VAR_"),
                _ => {}
            }
        }
        found
    }

    /// Adds the names of the variables that the arguments set.
    pub(super) fn add_names(&self, snapshot: &Snapshot, given: &mut ArgumentNames) {
        given.is_open |= self.sets_others;
        for file in &self.files {
            match file.as_deref().and_then(|path| names_in(path, snapshot)) {
                Some(names) => given.names.extend(names),
                None => given.is_open = true,
            }
        }
    }
}

impl ArgumentNames {
    /// Returns `true` if a variable may be set.
    pub(super) fn may_have(&self, name: &str) -> bool {
        self.is_open || self.names.contains(name) || self.set.may_have(name)
    }

    /// Adds the variables that may be set without an argument of the unit: by its environment, and by the values files in
    /// the directories from its own upward, which scripts may pass.
    pub(super) fn add_unwritten(&mut self, snapshot: &Snapshot, folder: &str) {
        self.set = set_variables(snapshot, folder);
        for folder in upward(&**snapshot.host(), folder) {
            let listed = snapshot.list(&folder).ok();
            let names = listed.iter().flat_map(|listed| listed.iter().map(|(name, _)| &**name));
            for name in names.filter(|name| is_values_file(name)) {
                self.add_file(&file_path::join(&folder, name), snapshot);
            }
        }
    }

    fn add_file(&mut self, path: &str, snapshot: &Snapshot) {
        match names_in(path, snapshot) {
            Some(names) => self.names.extend(names),
            None => self.is_open = true,
        }
    }
}

/// Returns `true` if the source of an expression contains a word.
fn mentions(tree: &Tree, expr: ExprId, word: &str) -> bool {
    tree.written(tree.expr(expr).range).contains(word)
}

/// The names that a values file sets; `None` if it cannot be read.
fn names_in(path: &str, snapshot: &Snapshot) -> Option<Vec<String>> {
    let file = snapshot.find(path).ok()?;
    let bytes = snapshot.bytes(file).ok()?;
    let parsed = snapshot.parsed(file);
    if stand_in(&bytes).is_some() || parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let (root, _) = BodyView::root(&parsed.tree, file);
    Some(root.just_attributes().0.iter().map(|value| value.name.to_owned()).collect())
}
