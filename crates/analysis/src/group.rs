//! Grouping: the language of each selected file, and the division of files into units.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use hclx_diag::{Arrange, Ordered, SourceId};

use crate::{Language, Recognition, Snapshot, Unit, UnitKey, query};

/// The units of a snapshot, and files without a unit.
#[derive(Default)]
pub(crate) struct Groups {
    pub(crate) units: Vec<Unit>,
    pub(crate) foreign: Vec<(SourceId, &'static str)>,
    /// The indices of the units with a root.
    by_root: OnceLock<HashMap<Arc<str>, Vec<usize>>>,
}

impl Groups {
    /// The unit with a key.
    pub(crate) fn find(&self, UnitKey { language, root }: &UnitKey) -> Option<&Unit> {
        let by_root = self.by_root.get_or_init(|| {
            let mut by_root: HashMap<Arc<str>, Vec<usize>> = HashMap::new();
            for (index, unit) in self.units.iter().enumerate() {
                by_root.entry(Arc::clone(&unit.root)).or_default().push(index);
            }
            by_root
        });
        let units = by_root.get(root)?.iter().map(|index| &self.units[*index]);
        units.into_iter().find(|unit| unit.language.row().name == *language)
    }
}

impl PartialEq for Groups {
    fn eq(&self, other: &Self) -> bool {
        self.foreign == other.foreign && self.units == other.units
    }
}

/// The language of one file.
enum Class {
    Language(usize, Option<Arc<str>>),
    Foreign(&'static str),
}

pub(crate) fn groups(snapshot: &Snapshot) -> Groups {
    let mut groups = Groups::default();
    // in the order in which languages are registered, so that the result does not depend on hashing
    let mut by_language: Ordered<(usize, Option<Arc<str>>), Vec<SourceId>> = Ordered::new();
    for &file in snapshot.selected().iter() {
        match class(snapshot, file) {
            Class::Language(language, argument) => {
                by_language.or_default((language, argument)).push(file);
            }
            Class::Foreign(language) => groups.foreign.push((file, language)),
        }
    }
    for ((index, argument), files) in by_language {
        let language = snapshot.languages()[index];
        groups.units.extend(language.group(&files, snapshot).into_iter().map(|draft| Unit {
            language,
            files: draft.files,
            root: draft.root,
            argument: argument.clone(),
        }));
    }
    groups.units.arrange_by_key(|unit| unit.files.first().map(|file| snapshot.path(*file)));
    groups
}

/// The language of a file; `None` if it is not a known one.
pub(crate) fn language(snapshot: &Snapshot, file: SourceId) -> Option<&'static dyn Language> {
    match class(snapshot, file) {
        Class::Language(index, _) => Some(snapshot.languages()[index]),
        Class::Foreign(_) => None,
    }
}

/// Classifies a file. A setting takes precedence, then the name, then, if the name is not
/// conclusive, the contents.
fn class(snapshot: &Snapshot, file: SourceId) -> Class {
    let languages = snapshot.languages();
    let settings = snapshot.settings();
    let index_of = |name: &str| languages.iter().position(|language| language.row().name == name);
    let path = snapshot.path(file);
    // The session may lack the language that a setting names; the name of the file decides then.
    if let Some(binding) = settings.bindings.iter().find(|binding| (binding.applies)(&path))
        && let Some(index) = index_of(binding.language)
    {
        return Class::Language(index, binding.argument.clone());
    }
    if let Some(index) = settings.language.and_then(index_of) {
        return Class::Language(index, None);
    }
    let row = snapshot.row(file);
    let by_name = row.and_then(|(language, _)| index_of(language.row().name)).unwrap_or(0);
    let row = row.map(|(_, row)| row);
    // the name of the file that a template generates, with a word for templates inside
    let is_template_by_name = [".tpl.", ".tmpl."].iter().any(|word| path.contains(word));
    if (row.is_some_and(|row| row.by_use) || is_template_by_name)
        && let Some(index) = languages.iter().position(|language| language.claims(&path, snapshot))
    {
        return Class::Language(index, None);
    }
    if row.is_some_and(|row| row.by_content) {
        match *snapshot.get(&RecognizedLanguageQuery(file)) {
            RecognizedLanguage::Mine(index) => return Class::Language(index, None),
            RecognizedLanguage::Foreign(language) => return Class::Foreign(language),
            RecognizedLanguage::Unknown => {}
        }
    }
    Class::Language(by_name, None)
}

/// The language that the contents of a file suggest.
#[derive(PartialEq)]
enum RecognizedLanguage {
    Mine(usize),
    Foreign(&'static str),
    Unknown,
}

query! {
    /// The language that the contents of a file suggest.
    struct RecognizedLanguageQuery(SourceId) -> RecognizedLanguage, when Revision(PartialEq::eq),
        of File |RecognizedLanguageQuery(file)| *file;
    |RecognizedLanguageQuery(file), snapshot| recognised(snapshot, *file)
}

fn recognised(snapshot: &Snapshot, file: SourceId) -> RecognizedLanguage {
    let languages = snapshot.languages();
    let (path, row) = (snapshot.path(file), snapshot.row(file));
    let bytes = snapshot.bytes(file).unwrap_or_else(|_| Arc::from(&[][..]));
    // the language that the name suggests is asked first
    let named = |language: &&&'static dyn Language| {
        row.is_some_and(|(named, _)| named.row().name == language.row().name)
    };
    let is_later = |language: &&&'static dyn Language| !named(language);
    for language in languages.iter().filter(named).chain(languages.iter().filter(is_later)) {
        let index =
            || languages.iter().position(|one| one.row().name == language.row().name).unwrap_or_default();
        match language.recognise(&path, &bytes) {
            Recognition::Mine => return RecognizedLanguage::Mine(index()),
            Recognition::Foreign(language) => return RecognizedLanguage::Foreign(language),
            Recognition::Unknown => {}
        }
    }
    RecognizedLanguage::Unknown
}
