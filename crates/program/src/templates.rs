//! One finding about the templates of each language in a run; the others are counted in a note.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, Ordered, code_names as codes, counted};

use crate::notes::first_names;

/// The templates that are not listed, by language.
#[derive(Default)]
pub struct UnlistedTemplates(Ordered<String, Vec<String>>);

impl UnlistedTemplates {
    /// The findings without those about templates of a language after the first.
    pub fn first_of_each(&mut self, snapshot: &Snapshot, all: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let is_first = |finding: &Diagnostic| {
            let cause = finding.cause.as_ref().filter(|_| finding.code == codes::FOREIGN_TEMPLATE);
            let (Some(cause), Some(place)) = (cause, finding.span) else { return true };
            match self.0.get_mut(&cause.name) {
                Some(later) => {
                    later.push(snapshot.path(place.source).to_string());
                    false
                }
                None => self.0.insert(cause.name.clone(), Vec::new()).is_none(),
            }
        };
        all.into_iter().filter(is_first).collect()
    }

    /// The sentences about the others.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        self.0.iter().filter(|(_, files)| !files.is_empty()).map(|(language, files)| {
            let names = first_names(&files.iter().map(|file| (&**file, 1)).collect());
            format!("{} of {language} not checked ({names})", counted(files.len(), "other file"))
        })
    }
}
