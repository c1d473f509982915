//! Names that a module declares twice, and directories whose files are independent configurations, such as examples or
//! test data, each of which is run by itself.

use std::sync::Arc;

use hclx_analysis::{file_name, graph, is_in_tests};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, SourceId, Span, code_names as codes, listed_names};

use super::declaration::Declaration;
use super::part::FileDeclarations;
use crate::terraform::schemas::kind::Kind;

/// A declaration whose name is already declared.
pub(super) struct Duplicate {
    pub(super) second: Declaration,
    pub(super) first: Declaration,
}

impl Duplicate {
    fn address(&self) -> String {
        match self.second.kind {
            Kind::Provider => format!("provider.{}", self.second.name),
            _ => self.second.address(),
        }
    }

    fn is_across_files(&self) -> bool {
        self.second.written.source != self.first.written.source
    }
}

/// The directories whose files are examples, unless the examples have directories of their own.
const EXAMPLES: &[&str] = &["examples", "samples", "snippets"];

/// The minimum number of files that must repeat declarations of others to be independent, because so many do not do so
/// by mistake.
const MANY_COPIES: usize = 4;

/// The minimum number of repeated names in one file that are reported together.
const MANY_REPEATS: usize = 3;

/// The files of a module with their declarations.
pub(super) struct ModuleParts<'m> {
    pub(super) folder: &'m str,
    pub(super) files: &'m [SourceId],
    pub(super) parts: &'m [Arc<FileDeclarations>],
    pub(super) declarations: &'m [Declaration],
    /// Declarations whose names are already declared.
    pub(super) duplicates: &'m [Declaration],
}

impl ModuleParts<'_> {
    fn all(&self) -> impl Iterator<Item = &Declaration> {
        self.declarations.iter().chain(self.duplicates)
    }

    /// The files in which at least half of the names are already declared by earlier files.
    fn copies(&self, all: &[Duplicate]) -> OrderedSet<SourceId> {
        let mut repeated: Ordered<SourceId, usize> = Ordered::new();
        for duplicate in all.iter().filter(|one| one.is_across_files()) {
            *repeated.or_default(duplicate.second.written.source) += 1;
        }
        let declared = |file: SourceId| self.all().filter(|one| one.written.source == file).count();
        repeated
            .into_iter()
            .filter(|(file, count)| 2 * count >= declared(*file))
            .map(|(file, _)| file)
            .collect()
    }

    /// Returns `true` if the files of a directory are configurations of their own. Either at least three of them
    /// declare the same names (two among examples or test data) and each declares all names that it mentions, so that
    /// nothing connects them; or so many repeat the names of others that they cannot be meant to run together.
    pub(super) fn are_independent(&self) -> bool {
        let mut repeated: Ordered<SourceId, usize> = Ordered::new();
        for duplicate in self.duplicates {
            *repeated.or_default(duplicate.written.source) += 1;
        }
        let with_several = repeated.values().filter(|count| **count > 1).count();
        if repeated.len() >= MANY_COPIES || with_several >= MANY_COPIES - 1 {
            return true;
        }
        let is_of_examples = EXAMPLES.contains(&file_name(self.folder));
        let fewest = if is_of_examples || is_in_tests(self.folder) { 1 } else { 2 };
        let copies: OrderedSet<SourceId> = self.duplicates.iter().map(|one| one.written.source).collect();
        if copies.len() < fewest {
            return false;
        }
        let mut owners: Ordered<String, OrderedSet<SourceId>> = Ordered::new();
        for declaration in self.all().filter(|one| one.kind != Kind::Provider) {
            owners.or_default(declaration.address()).insert(declaration.written.source);
        }
        self.files.iter().zip(self.parts).all(|(file, part)| {
            let mut is_alone = true;
            graph::each_reference_of_file(&part.parsed.tree, &mut |mention| {
                let (Some(name), inner) = (mention.attribute(0), mention.attribute(1)) else { return };
                let address = match (mention.root, inner) {
                    ("data" | "ephemeral", Some(inner)) => format!("{}.{name}.{inner}", mention.root),
                    (root, _) => format!("{root}.{name}"),
                };
                is_alone &= owners.get(&address).is_none_or(|files| files.contains(file));
            });
            is_alone
        })
    }
}

/// The findings about duplicate names: one for all files that mostly repeat the declarations of others, and one for
/// each remaining name.
pub(super) fn findings(
    module: &ModuleParts<'_>,
    all: &[Duplicate],
    name: &dyn Fn(SourceId) -> String,
) -> Vec<Diagnostic> {
    let are_independent = module.are_independent();
    let copies = match are_independent {
        true => all.iter().filter(|one| one.is_across_files()).map(|one| one.second.written.source).collect(),
        false => module.copies(all),
    };
    let is_of_copy = |one: &&Duplicate| one.is_across_files() && copies.contains(&one.second.written.source);
    let (of_copies, others): (Vec<&Duplicate>, Vec<&Duplicate>) = all.iter().partition(is_of_copy);
    // a single name needs no summary
    if of_copies.len() < 2 && !(are_independent && of_copies.len() == 1) {
        return one_by_one(&all.iter().collect::<Vec<_>>());
    }
    let files: Vec<String> = copies.iter().map(|file| name(*file)).collect();
    let repeat = if files.len() == 1 { "repeats" } else { "repeat" };
    let files = listed_names(files.iter().map(String::as_str), "and");
    let names: OrderedSet<String> = of_copies.iter().map(|one| one.address()).collect();
    let names = listed_names(names.iter().map(String::as_str), "and");
    let (place, first) = (header(&of_copies[0].second), header(&of_copies[0].first));
    if are_independent && is_in_tests(module.folder) {
        // tests read these files one by one, as a note says
        return one_by_one(&others);
    }
    let summary = match are_independent {
        // such a directory is never run as a whole, so nothing fails
        true => {
            let message =
                format!("several independent configurations in one directory: {files} {repeat} {names}");
            Diagnostic::warning(codes::DECLARED_TWICE, place, message)
                .help("move each to its own directory: all files of a directory are one module")
        }
        false => {
            let message = format!("{files} {repeat} {names} of other files");
            Diagnostic::error(codes::DECLARED_TWICE, place, message)
                .help("remove one of the copies: all files of a directory are one module")
        }
    };
    std::iter::once(summary.also(first, "first declared here")).chain(one_by_one(&others)).collect()
}

/// One finding for each name, or for each file that declares many names twice.
fn one_by_one(all: &[&Duplicate]) -> Vec<Diagnostic> {
    let mut by_file: Ordered<SourceId, Vec<&Duplicate>> = Ordered::new();
    for duplicate in all.iter().filter(|duplicate| !duplicate.is_across_files()) {
        by_file.or_default(duplicate.second.written.source).push(duplicate);
    }
    let by_file: Ordered<SourceId, Vec<&Duplicate>> =
        by_file.into_iter().filter(|(_, repeated)| repeated.len() >= MANY_REPEATS).collect();
    let is_listed = |duplicate: &&&Duplicate| {
        !duplicate.is_across_files() && by_file.contains_key(&duplicate.second.written.source)
    };
    let others = all.iter().filter(|duplicate| !is_listed(duplicate)).map(|duplicate| twice(duplicate));
    let summary = |repeated: &Vec<&Duplicate>| {
        let names: OrderedSet<String> = repeated.iter().map(|duplicate| duplicate.address()).collect();
        let listed = listed_names(names.iter().map(String::as_str), "and");
        let message = match (names.len(), names.len() == repeated.len()) {
            (1, _) => format!("{listed} is declared {} times in this file", repeated.len() + 1),
            (count, true) => format!("{count} names are declared twice in this file: {listed}"),
            (count, false) => format!("{count} names are declared more than once in this file: {listed}"),
        };
        Diagnostic::error(codes::DECLARED_TWICE, header(&repeated[0].second), message)
            .also(header(&repeated[0].first), "first declared here")
            .help("remove one of the copies: a merge may have kept both")
    };
    by_file.values().map(summary).chain(others).collect()
}

/// The place of a declaration's header, or of a local value's name.
pub(crate) fn header(declaration: &Declaration) -> Span {
    match declaration.kind {
        Kind::Local => declaration.name_span,
        _ => declaration.written.place(),
    }
}

fn twice(Duplicate { second, first }: &Duplicate) -> Diagnostic {
    let what = match second.kind {
        Kind::Provider if !second.name.contains('.') => {
            format!("default configuration of provider `{}`", second.name)
        }
        kind => format!("{} `{}`", kind.noun(), second.address()),
    };
    let finding = Diagnostic::error(codes::DECLARED_TWICE, header(second), format!("duplicate {what}"))
        .also(header(first), "first declared here");
    match second.kind {
        Kind::Provider => finding.help("add an `alias` to one of them"),
        _ => finding.help("rename one of them, or remove it"),
    }
}
