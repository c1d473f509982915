//! Modules: their files, read into declarations, with all errors in these declarations.
//!
//! Out of scope: references (`references`), values (`instance`).

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use hclx_analysis::graph::{Graph, NodeId, NodeRenumbering, Order};
use hclx_analysis::{LazyDependencies, Snapshot, SyntaxErrors, file_name};
use hclx_diag::{Arrange, Diagnostic, Findings, Ordered, SourceId, TextRange};
use hclx_eval::Approximation;
use hclx_schema::Block;
use hclx_syntax::ast::{ExprId, Tree};

use super::declaration::{BlockSource, Declaration, Variable, find};
pub(crate) use super::duplicates::header;
use super::duplicates::{self, Duplicate, ModuleParts};
use super::holes::{Hole, Holes};
use super::leads::{Leads, OfValues};
use super::memory::Memory;
use super::part::{self, FileDeclarations, Place};
use super::provider_calls::ProviderCall;
use super::{absent_parts, leftovers, merge, variable};
use crate::terraform::files::roles::ModuleFiles;
use crate::terraform::files::versions::RightSide;
use crate::terraform::files::{provider_examples, test_steps};
use crate::terraform::schemas::kind::Kind;

/// A module before evaluation.
pub(crate) struct Module {
    pub(crate) folder: Arc<str>,
    pub(crate) files: Vec<SourceId>,
    /// The parts of the module, one for each file.
    pub(super) parts: Vec<Arc<FileDeclarations>>,
    /// The declarations, by their index in the graph.
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) names: Graph,
    /// The targets of its references, resolved on first use.
    pub(crate) links: OnceLock<Links>,
    /// Declarations with a duplicate key: they are checked, but no reference resolves to them.
    pub(crate) duplicates: Vec<Declaration>,
    /// Blocks that declare no name: `terraform`, `moved`, `import`, `removed`.
    pub(crate) others: Vec<Arc<BlockSource>>,
    /// The findings about sources and declarations.
    pub(crate) findings: Findings,
    /// Files with syntax errors, and the places of the errors.
    pub(crate) broken: Ordered<SourceId, SyntaxErrors>,
    /// The first unclosed bracket of each file.
    pub(super) unclosed: Ordered<SourceId, u32>,
    pub(crate) provider_calls: Vec<ProviderCall>,
    /// The schema for calls of the module.
    pub(crate) call_block: OnceLock<Arc<Block>>,
    /// The indices of variables sorted by name, computed on demand.
    by_name: OnceLock<Vec<usize>>,
    /// Set if an allowed version loses the sensitivity of a child's output.
    pub(crate) may_forget_sensitive: OnceLock<bool>,
    /// Set to how the allowed versions evaluate the right side of `&&` and `||`.
    pub(crate) right_side: OnceLock<RightSide>,
    /// The data of higher layers, including dependencies between evaluations.
    pub(crate) memory: Memory,
    pub(crate) later: Arc<LazyDependencies>,
    /// Set if the query files of its directory are included.
    pub(crate) has_queries: bool,
    /// The parts of the module that could not be read.
    pub(crate) holes: Holes,
}

/// The targets of the references of a module.
pub(crate) struct Links {
    /// The declarations with their references.
    pub(crate) graph: Graph,
    /// The evaluation order.
    pub(crate) order: Arc<Order>,
    /// The references to values that may be unknown in a plan.
    pub(crate) leads: Leads,
    /// The expressions that only refer to declared variables and local values.
    pub(crate) of_values: OfValues,
    /// Set if a block without a name mentions `path`.
    pub(crate) others_mention_path: bool,
    /// The declarations that mention `path`, by index.
    pub(crate) with_path: Vec<bool>,
    /// The declarations that mention an undeclared name, by index.
    pub(crate) with_unknown: Vec<bool>,
}

impl Module {
    /// A module about which nothing is known.
    pub(crate) fn unknown() -> Self {
        Module {
            folder: Arc::from(""),
            files: Vec::new(),
            parts: Vec::new(),
            declarations: Vec::new(),
            names: Graph::default(),
            links: OnceLock::new(),
            duplicates: Vec::new(),
            others: Vec::new(),
            findings: Findings::new(),
            broken: Ordered::new(),
            unclosed: Ordered::new(),
            provider_calls: Vec::new(),
            call_block: OnceLock::new(),
            by_name: OnceLock::new(),
            may_forget_sensitive: OnceLock::new(),
            right_side: OnceLock::new(),
            memory: Memory::default(),
            later: Arc::default(),
            has_queries: false,
            holes: Holes::from(Hole::Module),
        }
    }

    /// Reads the files of a module, including query files if requested. References are not resolved yet.
    pub(crate) fn read(
        snapshot: &Snapshot,
        folder: &str,
        files: &ModuleFiles,
        queries: Option<&[SourceId]>,
    ) -> Self {
        let mut loading = ModuleLoader::new(snapshot, folder);
        loading.module.has_queries = queries.is_some();
        loading.run(files, queries.unwrap_or_default())
    }

    /// Reads the files of a module after an edit in some of them; `None` if a name is declared twice or anything is
    /// overridden.
    pub(crate) fn read_again(
        snapshot: &Snapshot,
        before: &Self,
        files: &ModuleFiles,
    ) -> Option<(Self, Reread)> {
        // overrides and duplicates affect declarations of other files, so their files cannot be reused one by one
        let is_plain = files.overrides.is_empty() && before.duplicates.is_empty() && !before.has_queries;
        if !is_plain || before.is_unknown() || *before.files != *files.primary {
            return None;
        }
        let mut loading = ModuleLoader::new(snapshot, &before.folder);
        let mut reread = Reread { files: Vec::new(), edited: Vec::new(), numbers: None };
        let (mut replaced, mut earlier, mut count) = (Vec::new(), 0, 0);
        for (file, old) in files.primary.iter().zip(&before.parts) {
            let new = part::of(snapshot, *file, Place::Primary);
            let before = earlier..earlier + old.declared.len();
            let now = count..count + new.declared.len();
            (earlier, count) = (before.end, now.end);
            if !Arc::ptr_eq(old, &new) {
                reread.edited.push(*file);
                if !old.declares_like(&new) {
                    replaced.push((before, new.declared.iter().map(|one| Arc::clone(&one.key)).collect()));
                }
            }
            reread.files.push((*file, now));
            loading.gather(*file, &new, Place::Primary);
        }
        if !replaced.is_empty() {
            reread.numbers = Some(before.names.renumbered(&replaced)?);
        }
        let ModuleLoader { mut module, of_variables, .. } = loading;
        module.findings.extend(of_variables.into_vec());
        module.declarations = Vec::with_capacity(count);
        for part in &module.parts {
            module.declarations.extend(part.declared.iter().map(Declaration::again));
        }
        let places = module.declarations.iter().map(|one| one.name_span);
        module.names = match &reread.numbers {
            Some(numbers) => numbers.keys_alone().at_places(places),
            None => before.names.keys_alone().at_places(places),
        };
        Some((module, reread))
    }

    /// Returns `true` if the blocks without names are the same as in another version of the module.
    pub(crate) fn has_same_others(&self, before: &Self) -> bool {
        let mut pairs = self.others.iter().zip(&before.others);
        self.others.len() == before.others.len() && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }

    /// Returns `true` if variables are named like meta-arguments, as modules before Terraform 0.13 could do.
    pub(crate) fn takes_meta_arguments(&self) -> bool {
        ["count", "for_each"].iter().any(|name| self.get(Kind::Variable, "", name).is_some())
    }

    /// Finds a declaration by kind, type and name.
    pub(crate) fn get(&self, kind: Kind, of_type: &str, name: &str) -> Option<(NodeId, &Declaration)> {
        let node = find(&self.names, kind, of_type, name)?;
        Some((node, self.declaration(node)))
    }

    pub(crate) fn declaration(&self, node: NodeId) -> &Declaration {
        &self.declarations[node.index()]
    }

    /// All declarations of a kind, ordered by file and place.
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Declaration> {
        self.declarations.iter().filter(move |one| one.kind == kind)
    }

    /// The variables with their properties.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&Declaration, &Arc<Variable>)> {
        self.of_kind(Kind::Variable).filter_map(|one| Some((one, one.variable.as_ref()?)))
    }

    /// The variables with their properties, sorted by name.
    pub(crate) fn variables_by_name(&self) -> impl Iterator<Item = (&Declaration, &Arc<Variable>)> {
        let numbers = self.by_name.get_or_init(|| {
            let is_variable = |number: &usize| self.declarations[*number].kind == Kind::Variable;
            let mut numbers: Vec<usize> = (0..self.declarations.len()).filter(is_variable).collect();
            numbers.arrange_by_key(|number| &*self.declarations[*number].name);
            numbers
        });
        let declarations = numbers.iter().map(|number| &self.declarations[*number]);
        declarations.filter_map(|one| Some((one, one.variable.as_ref()?)))
    }

    /// Returns `true` if the name of a declaration is declared twice, which makes it ambiguous.
    pub(crate) fn is_doubled(&self, one: &Declaration) -> bool {
        let same = |other: &Declaration| {
            (other.kind, &other.of_type, &other.name) == (one.kind, &one.of_type, &one.name)
        };
        self.duplicates.iter().any(same)
    }

    /// Returns `true` if nothing is known about the module.
    pub(crate) fn is_unknown(&self) -> bool {
        self.holes.is_whole_module()
    }

    /// Returns `true` if a name may be declared in a part that could not be read.
    pub(crate) fn may_declare(&self, name: &str) -> bool {
        self.holes.may_declare(name)
    }

    /// The ends of the paths of files that other programs add to the module.
    pub(crate) fn ends_of_added(&self) -> impl Iterator<Item = &str> {
        self.holes.ends_of_added()
    }

    fn as_parts(&self) -> ModuleParts<'_> {
        let Self { folder, files, parts, declarations, duplicates, .. } = self;
        ModuleParts { folder, files, parts, declarations, duplicates }
    }

    /// Returns `true` if several files declare the same names and nothing connects them.
    pub(crate) fn has_independent_files(&self) -> bool {
        self.as_parts().are_independent()
    }

    /// The note that unknown names were not reported, because other programs add files to the module, or because it is
    /// only part of one.
    pub(crate) fn writer_note(&self) -> Option<String> {
        if self.holes.is_fragment() {
            let part = match provider_examples::is_fragment(&self.folder) {
                true => "an example for the documentation of a provider",
                false => "a step of a test",
            };
            return Some(format!("names that {part} does not declare, or declares twice, were not reported"));
        }
        let made = self.holes.made_files()?;
        Some(format!("unknown names of a module were not reported: {made}"))
    }

    /// The approximation caused by files that other programs add to the module.
    pub(crate) fn added(&self) -> Option<Approximation> {
        let (file, made) = (self.files.first()?, self.holes.made_files()?);
        let what = format!("unknown names of this directory are not reported: {made}");
        Some(Approximation { span: TextRange::at(0).in_source(*file), what: what.into() })
    }

    /// Returns `true` if a finding is about code swallowed by an unclosed bracket.
    pub(crate) fn is_swallowed(&self, finding: &Diagnostic) -> bool {
        part::is_swallowed_from(finding, |span| self.unclosed.get(&span.source).copied())
    }

    /// Returns `true` if there is a syntax error in or next to a range.
    pub(crate) fn is_broken(&self, source: SourceId, range: TextRange) -> bool {
        // most modules have no syntax errors
        !self.broken.is_empty() && self.broken.get(&source).is_some_and(|broken| broken.touches(range))
    }

    /// Returns `true` if a file has any syntax error.
    pub(crate) fn has_broken(&self, source: SourceId) -> bool {
        self.broken.contains_key(&source)
    }

    /// Like [`Self::is_broken`], up to the end of the line, because the tokens after a value may be meant as part of
    /// it.
    pub(crate) fn is_broken_behind(&self, tree: &Tree, source: SourceId, range: TextRange) -> bool {
        broken_behind(&self.broken, tree, source, range)
    }
}

fn broken_behind(
    broken: &Ordered<SourceId, SyntaxErrors>,
    tree: &Tree,
    source: SourceId,
    range: TextRange,
) -> bool {
    // most files have no syntax errors
    let Some(broken) = broken.get(&source) else { return false };
    broken.touches(part::with_line(tree, range))
}

/// The files of a module that is read again after an edit.
pub(crate) struct Reread {
    /// All files, with the indices of their declarations.
    pub(crate) files: Vec<(SourceId, Range<usize>)>,
    pub(crate) edited: Vec<SourceId>,
    /// The renumbering of declarations, if the declared names have changed.
    pub(crate) numbers: Option<NodeRenumbering>,
}

/// A module being loaded.
struct ModuleLoader<'s> {
    snapshot: &'s Snapshot,
    module: Module,
    /// The findings about variables, which are added last.
    of_variables: Findings,
    /// Names that are declared twice.
    twice: Vec<Duplicate>,
}

impl<'s> ModuleLoader<'s> {
    fn new(snapshot: &'s Snapshot, folder: &str) -> Self {
        let mut holes = Holes::from(Hole::Generated(snapshot.generated(folder)));
        let is_fragment = provider_examples::is_fragment(folder) || test_steps::are_steps(snapshot, folder);
        holes.extend(is_fragment.then_some(Hole::Fragment));
        holes.extend(absent_parts::part_of(snapshot, folder).map(Hole::Absent));
        let module = Module { folder: folder.into(), holes, ..Module::unknown() };
        Self { snapshot, module, of_variables: Findings::new(), twice: Vec::new() }
    }

    fn run(mut self, files: &ModuleFiles, queries: &[SourceId]) -> Module {
        self.module.holes.extend(leftovers::module_of(self.snapshot, &files.primary));
        // overrides come after all declarations, whatever the names of their files, as in Terraform
        let kinds = [
            (&*files.primary, Place::Primary),
            (&*files.overrides, Place::Override),
            (queries, Place::Query),
        ];
        for (files, place) in kinds {
            let parts = files.iter().map(|file| (*file, part::of(self.snapshot, *file, place)));
            let parts: Vec<(SourceId, Arc<FileDeclarations>)> = parts.collect();
            let count = parts.iter().map(|(_, part)| part.declared.len()).sum();
            if place != Place::Override {
                self.module.declarations.reserve(count);
                self.module.names.reserve(count);
            }
            parts.iter().for_each(|(file, part)| self.add(*file, part, place));
        }
        let mut module = self.module;
        if !self.twice.is_empty() {
            let name = |file| file_name(&self.snapshot.path(file)).to_owned();
            if !module.holes.is_fragment() {
                let findings = duplicates::findings(&module.as_parts(), &self.twice, &name);
                module.findings.extend(findings);
            }
        }
        module.findings.extend(self.of_variables.into_vec());
        let broken = &module.broken;
        let is_broken = |written: &BlockSource, expr: ExprId| {
            let tree = &*written.parsed.tree;
            broken_behind(broken, tree, written.source, tree.expr(expr).range)
        };
        // Without overrides, a variable has already been read with its file.
        let declarations = module.declarations.iter_mut().filter(|one| !one.overrides.is_empty());
        for declaration in declarations.filter(|one| one.kind == Kind::Variable) {
            let read = variable::read(declaration, &is_broken, &mut module.findings);
            declaration.change().variable = Some(Arc::new(read));
        }
        module
    }

    /// Adds the parts of one file that do not depend on others.
    fn gather(&mut self, file: SourceId, part: &Arc<FileDeclarations>, place: Place) {
        let module = &mut self.module;
        module.files.push(file);
        module.parts.push(Arc::clone(part));
        module.findings.extend(part.findings.iter().cloned());
        module.holes.extend(part.holes.iter().cloned());
        if let Some(start) = part.unclosed {
            module.unclosed.insert(file, start);
        }
        if let Some(broken) = &part.broken {
            module.broken.insert(file, broken.clone());
        }
        module.provider_calls.extend(part.provider_calls.iter().cloned());
        module.others.extend(part.others.iter().cloned());
        // a variable with overrides is checked as a whole
        if place != Place::Override {
            self.of_variables.extend(part.of_variables.iter().cloned());
        }
    }

    /// Adds the declarations of one file.
    fn add(&mut self, file: SourceId, part: &Arc<FileDeclarations>, place: Place) {
        self.gather(file, part, place);
        let module = &mut self.module;
        for declaration in &part.declared {
            if place == Place::Override {
                merge::merge(module, declaration);
                continue;
            }
            match module.names.declare(Arc::clone(&declaration.key), declaration.name_span) {
                Ok(_) => module.declarations.push(declaration.clone()),
                Err(first) => {
                    let first = module.declaration(first).clone();
                    self.twice.push(Duplicate { second: declaration.clone(), first });
                    module.duplicates.push(declaration.clone());
                }
            }
        }
    }
}
