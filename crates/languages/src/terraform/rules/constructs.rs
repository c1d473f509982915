//! Language constructs with the versions of Terraform and OpenTofu that introduced them, checked against the
//! versions that a module allows.
//!
//! Source of the rows: the changelogs of Terraform and OpenTofu.

use std::fmt;

use hclx_analysis::bodies::Header;
use hclx_analysis::{Snapshot, graph, query};
use hclx_diag::{
    Diagnostic, Findings, OrderedSet, Severity, SharedCause, SharedWords, SourceId, Span, TextRange,
    code_names as codes,
};
use hclx_schema::Block;
use hclx_syntax::ast::ExprKind;
use hclx_syntax::body::{BlockView, BodyView};

use super::backend_versions::{BACKENDS, BackendVersions, Removal};
use super::since::{Since, both, old, only_opentofu, only_terraform};
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::expressions::references_in;
use crate::terraform::declare::module::Module;
use crate::terraform::declare::provider_calls::PREFIX;
use crate::terraform::declare::required_versions::{
    Constraint, LAST_OF_OPENTOFU, RequiredVersions, asked_of_runs,
};
use crate::terraform::files::environment::runs_terraform_alone;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::run::Run;
use crate::terraform::files::toolchain::{PinOrigin, PinnedVersion, Toolchain};
use crate::terraform::files::versions::{Bounds, Version, bounds, version};
use crate::terraform::functions::DIALECT;
use crate::terraform::packages::admits;
use crate::terraform::plan::early_evaluation;
use crate::terraform::resolve::{callers, zones};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The constructs in blocks of a type.
struct BlockConstructs {
    block_type: &'static str,
    arguments: &'static [Since],
    blocks: &'static [Since],
}

/// Block types at the root of files.
const BLOCKS: &[Since] = &[
    old("moved", (1, 1)),
    old("check", (1, 5)),
    old("import", (1, 5)),
    both("removed", (1, 7), (1, 7)),
    both("ephemeral", (1, 10), (1, 11)),
    only_terraform("action", (1, 14)),
    only_terraform("list", (1, 14)),
    only_opentofu("language", (1, 12)),
];

/// Arguments and nested block types of the language.
const INSIDE: &[BlockConstructs] = &[
    BlockConstructs {
        block_type: "variable",
        arguments: &[
            old("nullable", (1, 1)),
            both("ephemeral", (1, 10), (1, 11)),
            both("const", (1, 15), (1, 12)),
            both("deprecated", (1, 15), (1, 10)),
        ],
        blocks: &[],
    },
    BlockConstructs {
        block_type: "output",
        arguments: &[
            both("ephemeral", (1, 10), (1, 11)),
            both("deprecated", (1, 15), (1, 10)),
            only_terraform("type", (1, 15)),
        ],
        blocks: &[old("precondition", (1, 2))],
    },
    BlockConstructs {
        block_type: "import",
        arguments: &[both("for_each", (1, 7), (1, 7)), both("identity", (1, 12), (1, 12))],
        blocks: &[],
    },
    BlockConstructs {
        block_type: "removed",
        arguments: &[],
        blocks: &[both("lifecycle", (1, 7), (1, 10)), both("provisioner", (1, 9), (1, 10))],
    },
    BlockConstructs {
        block_type: "module",
        arguments: &[only_terraform("ignore_nested_deprecations", (1, 15))],
        blocks: &[],
    },
    BlockConstructs { block_type: "provider", arguments: &[only_opentofu("for_each", (1, 9))], blocks: &[] },
    BlockConstructs {
        block_type: "terraform",
        arguments: &[],
        blocks: &[old("cloud", (1, 1)), only_opentofu("encryption", (1, 7))],
    },
];

/// The properties of attributes in types, which are written like calls.
const IN_TYPES: &[Since] = &[old("optional", (1, 3))];

/// The oldest versions; functions that they have are in all versions.
const OLDEST: (Version, Version) = ((1, 0), (1, 6));

/// The versions that introduced a function, from its row in the table of functions; `None` if all versions have it.
fn of_function(name: &str) -> Option<Since> {
    if let Some(row) = IN_TYPES.iter().find(|row| row.name == name) {
        return Some(row.clone());
    }
    let row = &DIALECT.functions().get(name)?.row;
    let version = |text: &str| version(text).expect("a version in a row");
    let (terraform, opentofu) = (row.since.terraform.map(version), row.since.opentofu.map(version));
    let is_old = (terraform, opentofu) == (Some(OLDEST.0), Some(OLDEST.1));
    (!is_old).then_some(Since { name: row.name, terraform, opentofu })
}

/// The version of Terraform that allows `import` blocks in called modules.
pub(crate) const IMPORTS_IN_MODULES: Version = (1, 16);

/// `import` blocks in called modules.
const CALLED_IMPORT: Since = only_terraform("an `import` block in a called module", IMPORTS_IN_MODULES);

/// A lifecycle argument that refers to other objects.
const DYNAMIC_PREVENT: Since = only_opentofu("a `prevent_destroy` that is not constant", (1, 12));

/// The block of the built-in `terraform_data`.
const STORE: Since = only_terraform("store", (1, 16));

/// Arguments of the lifecycle of a resource or call.
const LIFECYCLE: &[Since] = &[only_opentofu("enabled", (1, 11)), both("destroy", (1, 16), (1, 12))];

/// Module sources that contain references.
const EARLY: Since = both("a module source that is not constant", (1, 15), (1, 8));

/// Backends that contain references.
const EARLY_BACKEND: Since = only_opentofu("a backend that is not constant", (1, 8));

/// Provider functions.
const OF_PROVIDERS: Since = both("a provider function", (1, 8), (1, 7));

/// Provider functions with the alias of a provider configuration.
const OF_ALIASES: Since = only_opentofu("a function of a provider configuration with an alias", (1, 7));

/// The name of OpenTofu for `terraform.workspace` and its siblings, which Terraform reads as a resource type.
const OPENTOFU_ROOT: Since = only_opentofu("tofu", (1, 9));

/// Module sources in registries of container images.
const OCI_SOURCE: Since = only_opentofu("a module source `oci://…`", (1, 10));

/// Conditions of a variable that refer to other objects.
const CROSS: Since = both("a validation that refers to other objects", (1, 9), (1, 9));

/// The constructs of a module that are newer than the versions that it allows, each at its first use.
pub(crate) fn judge(run: Run<'_>, module: &Module) -> Vec<Diagnostic> {
    let admission = Admission::of(run.snapshot, run.flavor, module);
    if !admission.names_versions() {
        return Vec::new();
    }
    let mut finder = Finder { admission, told: OrderedSet::new(), findings: Findings::new() };
    finder.findings.extend(finder.admission.pin_conflict());
    if module.others.iter().any(|written| has_optional_attributes(written)) {
        finder.told.extend(IN_TYPES.iter().map(|row| ("", row.name)));
    }
    finder.blocks(run, module);
    for declaration in &module.declarations {
        finder.declaration(module, declaration);
    }
    for file in &module.files {
        finder.names(run.snapshot, *file);
    }
    finder.findings.into_vec()
}

/// Returns `true` for a block that enables the experiment for optional attributes in earlier versions.
fn has_optional_attributes(written: &BlockSource) -> bool {
    let tree = &written.parsed.tree;
    written.attribute(&schemas::terraform(), "experiments").is_some_and(|attribute| {
        tree.written(tree.expr(attribute.value).range).contains("module_variable_optional_attrs")
    })
}

query! {
    /// The functions and other names in a file that some versions lack.
    struct NewNames(SourceId) -> Vec<NewName>, of File |NewNames(file)| *file;
    |NewNames(file), snapshot| {
        let tree = &snapshot.parsed(*file).tree;
        let mut new = Vec::new();
        let mut has_root = false;
        for expr in tree.expr_ids() {
            match tree.expr(expr).kind {
                ExprKind::Call(call) => {
                    let name = tree.node(call).name;
                    new.extend(NewName::of_call(tree.text(name.text), name.range.in_source(*file)));
                }
                ExprKind::Variable(name) => has_root |= tree.is_text(name, OPENTOFU_ROOT.name),
                _ => {}
            }
        }
        if has_root {
            graph::each_reference_of_file(tree, &mut |mention| {
                if mention.root == OPENTOFU_ROOT.name {
                    let (notation, place) = (Notation::Name, mention.root_range().in_source(*file));
                    new.push(NewName { row: OPENTOFU_ROOT, notation, place });
                }
            });
        }
        new
    }
}

/// A function or another name that some versions lack.
struct NewName {
    row: Since,
    notation: Notation,
    place: Span,
}

/// The form of a construct in messages.
#[derive(Clone, Copy)]
enum Notation {
    /// The name of a function.
    Call,
    /// Another name.
    Name,
    /// A phrase.
    Phrase,
}

impl NewName {
    /// The called function, if some versions lack it.
    fn of_call(name: &str, place: Span) -> Option<Self> {
        if let Some(row) = of_function(name) {
            return Some(Self { row, notation: Notation::Call, place });
        }
        let parts = name.strip_prefix(PREFIX)?.split("::").count();
        let row = if parts > 2 { OF_ALIASES } else { OF_PROVIDERS };
        Some(Self { row, notation: Notation::Phrase, place })
    }
}

/// The reason why only Terraform runs a module.
enum TerraformAlone {
    /// A constraint that excludes all known releases of OpenTofu.
    Constraint(Span),
    /// A pipeline that runs Terraform, in a repository whose pipelines never mention OpenTofu.
    Pipeline(String),
}

impl TerraformAlone {
    /// Adds a reason to a finding.
    fn describe(reason: Option<&Self>, finding: Diagnostic) -> Diagnostic {
        match reason {
            Some(Self::Constraint(place)) => finding
                .also(*place, "this allows no known version of OpenTofu")
                .help("move it to a file `*.tofu`, which Terraform does not read"),
            Some(Self::Pipeline(path)) => finding.help(format!("`{path}` runs Terraform")),
            None => finding,
        }
    }

    /// The reason in a repository that does not pin OpenTofu.
    fn find(
        snapshot: &Snapshot,
        flavor: Flavor,
        module: &Module,
        asked: Option<&RequiredVersions>,
    ) -> Option<Self> {
        if flavor == Flavor::OpenTofu
            || Toolchain::of(snapshot, &module.folder).get(Flavor::OpenTofu).is_some()
        {
            return None;
        }
        let mut constraints = asked.into_iter().flat_map(|asked| &asked.constraints);
        let is_later = |constraint: &&Constraint| constraint.bounds.are_all_after(LAST_OF_OPENTOFU);
        match constraints.find(is_later) {
            Some(constraint) => Some(Self::Constraint(constraint.place)),
            None => runs_terraform_alone(snapshot, &module.folder).map(Self::Pipeline),
        }
    }
}

struct Finder {
    admission: Admission,
    /// The constructs reported so far, with the type of the enclosing block.
    told: OrderedSet<(&'static str, &'static str)>,
    findings: Findings,
}

impl Finder {
    /// Checks the blocks that declare no name.
    fn blocks(&mut self, run: Run<'_>, module: &Module) {
        for written in &module.others {
            self.block(&written.block_type, written);
            self.backends(written);
            if &*written.block_type == "import"
                && callers::is_called(run.snapshot, run.flavor, &module.folder)
            {
                self.found(&CALLED_IMPORT, format_args!("{}", CALLED_IMPORT.name), written.place());
            }
            // in Terraform, it is an error
            if run.flavor == Flavor::OpenTofu
                && let Some(place) = backend_reference(written)
            {
                self.found(&EARLY_BACKEND, format_args!("{}", EARLY_BACKEND.name), place);
            }
        }
    }

    /// Checks the functions and other names in a file.
    fn names(&mut self, snapshot: &Snapshot, file: SourceId) {
        for NewName { row, notation, place } in snapshot.get(&NewNames(file)).iter() {
            let name = row.name;
            match notation {
                Notation::Call => self.found(row, format_args!("`{name}(…)`"), *place),
                Notation::Name => self.found(row, format_args!("`{name}`"), *place),
                Notation::Phrase => self.found(row, format_args!("{name}"), *place),
            }
        }
    }

    fn declaration(&mut self, module: &Module, declaration: &Declaration) {
        let written = &declaration.written;
        match declaration.kind {
            Kind::Local => {}
            Kind::Module => {
                self.block("module", written);
                self.lifecycle(written, &schemas::module());
                self.source(module, written);
            }
            Kind::Variable => {
                self.block("variable", written);
                if let Some(place) = reference_in_validation(module, declaration) {
                    self.found(&CROSS, format_args!("{}", CROSS.name), place);
                }
            }
            _ => {
                self.block(&written.block_type, written);
                if matches!(declaration.kind, Kind::Resource | Kind::Data | Kind::Ephemeral) {
                    self.lifecycle(written, &schemas::resource());
                }
                if declaration.kind == Kind::Resource && &*declaration.of_type == "terraform_data" {
                    self.data(written);
                }
            }
        }
    }

    /// Checks the source of a module call.
    fn source(&mut self, module: &Module, call: &BlockSource) {
        let Some(attribute) = call.attribute(&schemas::module(), "source") else { return };
        let tree = &call.parsed.tree;
        let place = call.expr_span(attribute.value);
        // a source that is not constant is an error here
        let is_constant =
            |expr| early_evaluation::judge(self.admission.flavor, module, call, expr, EARLY.name).is_none();
        if !graph::references(tree, attribute.value).is_empty() && is_constant(attribute.value) {
            self.found(&EARLY, format_args!("{}", EARLY.name), place);
        }
        if tree.written(place.range).trim_matches('"').starts_with("oci://") {
            self.found(&OCI_SOURCE, format_args!("{}", OCI_SOURCE.name), place);
        }
    }

    /// Checks the arguments in the lifecycle of a block.
    fn lifecycle(&mut self, written: &BlockSource, schema: &Block) {
        for argument in zones::arguments(written, schema) {
            let (name, place) = (argument.name, written.span(argument.name_range));
            if let Some(row) = LIFECYCLE.iter().find(|row| row.name == name) {
                self.found_in("lifecycle", row, format_args!("`{name}` in `lifecycle`"), place);
            }
            // in Terraform, it is an error
            let is_dynamic = || !graph::references(&written.parsed.tree, argument.value).is_empty();
            if name == "prevent_destroy" && self.admission.flavor == Flavor::OpenTofu && is_dynamic() {
                self.found(&DYNAMIC_PREVENT, format_args!("{}", DYNAMIC_PREVENT.name), place);
            }
        }
    }

    /// Checks the blocks of a `terraform_data`.
    fn data(&mut self, written: &BlockSource) {
        let schema = schemas::built_in(Kind::Resource, "terraform_data");
        if let Some(place) = schema.and_then(|schema| inner(written, &schema, STORE.name)) {
            let place = written.span(place);
            self.found_in(
                "terraform_data",
                &STORE,
                format_args!("`{}` in `terraform_data`", STORE.name),
                place,
            );
        }
    }

    /// Checks a block, its arguments and its nested blocks.
    fn block(&mut self, block_type: &str, written: &BlockSource) {
        if let Some(row) = BLOCKS.iter().find(|row| row.name == block_type) {
            self.found(row, format_args!("`{block_type}`"), written.place());
            // A block that is reported as a whole is not reported again for each of its arguments.
            if self.told.contains(&("", row.name)) {
                return;
            }
        }
        let Some(inside) = INSIDE.iter().find(|inside| inside.block_type == block_type) else { return };
        let Some(schema) = schema_of(block_type) else { return };
        for row in inside.arguments {
            if let Some(attribute) = written.attribute(&schema, row.name) {
                let place = written.span(attribute.name_range);
                self.found_in(
                    inside.block_type,
                    row,
                    format_args!("`{}` of `{block_type}`", row.name),
                    place,
                );
            }
        }
        for row in inside.blocks {
            if let Some(place) = inner(written, &schema, row.name) {
                let place = written.span(place);
                self.found_in(
                    inside.block_type,
                    row,
                    format_args!("`{}` in `{block_type}`", row.name),
                    place,
                );
            }
        }
    }

    /// Checks the backend in a `terraform` block, and its arguments.
    fn backends(&mut self, written: &BlockSource) {
        let view = written.view();
        for backend in backends_of(written, &view) {
            let Some(label) = backend.labels.first() else { continue };
            let Some(versions) = BACKENDS.iter().find(|backend| backend.name == label.text) else { continue };
            if let Some(row) = &versions.since {
                self.found_in(
                    "backend",
                    row,
                    format_args!("backend `{}`", row.name),
                    written.span(label.range),
                );
            }
            for argument in backend.body.just_attributes().0 {
                let place = written.span(argument.name_range);
                if let Some(row) = versions.arguments.iter().find(|row| row.name == argument.name) {
                    let name = versions.name;
                    self.found_in(name, row, format_args!("`{}` of backend `{name}`", row.name), place);
                }
                let removal = versions.removed.iter().find(|row| row.name == argument.name);
                let finding = removal.and_then(|row| self.removal(versions.name, row, place));
                self.findings.extend(finding);
            }
        }
    }

    /// The finding about an argument that all allowed versions of Terraform have removed.
    fn removal(&self, backend: &str, row: &Removal, place: Span) -> Option<Diagnostic> {
        let running = self.admission.running.as_ref().filter(|constraint| {
            bounds(&constraint.version).is_some_and(|bounds| bounds.are_all_from(row.until))
        });
        let asked = self.admission.asked.as_ref().filter(|asked| asked.bounds.are_all_from(row.until));
        let asked = asked.and_then(|asked| {
            asked.constraints.iter().find(|constraint| constraint.bounds.are_all_from(row.until))
        });
        // OpenTofu reads the same `required_version`, and supports the argument
        if self.admission.flavor != Flavor::Terraform || asked.is_none() && running.is_none() {
            return None;
        }
        let (major, minor) = row.until;
        let message = format!("Terraform {major}.{minor} removed `{}` of backend `{backend}`", row.name);
        let finding = Diagnostic::warning(codes::REMOVED_NAME, place, message);
        let finding = finding.help(format!("write `assume_role = {{ {} = … }}`", row.instead));
        Some(match (asked, running) {
            (Some(asked), _) => finding.also(asked.place, "this allows only versions without it"),
            (None, Some(running)) => finding.help(format!(
                "{} selects Terraform {}",
                self.admission.place_of(running),
                running.version
            )),
            (None, None) => finding,
        })
    }

    fn found(&mut self, row: &Since, what: fmt::Arguments<'_>, place: Span) {
        self.found_in("", row, what, place);
    }

    fn found_in(&mut self, block_type: &'static str, row: &Since, what: fmt::Arguments<'_>, place: Span) {
        let admission = &self.admission;
        let Some(Lack { own, since, by_module, running }) = admission.lack(row) else { return };
        let alone = admission.alone.as_ref().filter(|_| own.is_none());
        let is_admitted = by_module.is_none() && running.is_none() && alone.is_none();
        if is_admitted || self.told.contains(&(block_type, row.name)) {
            return;
        }
        let name = |language: &str, version: Option<Version>| {
            version.map(|(major, minor)| format!("{language} {major}.{minor}"))
        };
        let both = [name("Terraform", row.terraform), name("OpenTofu", row.opentofu)];
        let both: Vec<String> = both.into_iter().flatten().collect();
        let message = format!("{what} requires {}", both.join(" and "));
        let finding = Diagnostic::warning(codes::LATER_VERSION, place, message);
        let finding = match (by_module, running) {
            (_, Some(running)) if own.is_none() || by_module.is_none() => {
                let (title, version) = (admission.flavor.title(), &running.version);
                finding.help(format!("{} selects {title} {version}", admission.place_of(running)))
            }
            (Some(asked), _) => {
                let is_refused =
                    admission.asked.as_ref().is_some_and(|asked| are_all_without(&asked.bounds, row));
                let finding = match is_refused {
                    true => finding
                        .with_severity(Severity::Error)
                        .also(asked.place, "this allows only versions without it"),
                    false => finding.also(asked.place, "this allows versions without it"),
                };
                finding.help(format!("require `>= {}.{}`", since.0, since.1))
            }
            (None, _) => TerraformAlone::describe(alone, finding),
        };
        self.findings.push(finding);
        self.told.insert((block_type, row.name));
    }
}

/// Returns `true` if all versions of both languages within bounds reject a construct. An unknown function only fails
/// where it is called, and a property of types may be an experiment.
fn are_all_without(bounds: &Bounds, row: &Since) -> bool {
    let mut versions = [row.terraform, row.opentofu].into_iter().flatten();
    of_function(row.name).is_none() && versions.all(|since| bounds.are_all_before(since))
}

/// The reasons why allowed versions of a module lack a construct.
struct Lack<'a> {
    /// The version of the module's language that introduced it.
    own: Option<Version>,
    /// The same version, or else that of the other language.
    since: Version,
    /// The constraint that allows older versions.
    by_module: Option<&'a Constraint>,
    /// The pinned version, if it lacks the construct.
    running: Option<&'a PinnedVersion>,
}

/// The availability of a construct in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Available in all allowed versions.
    Admitted,
    /// Only available in the other language.
    Foreign,
    /// Reported by this rule.
    Excluded,
}

/// The availability of constructs in the versions of a module, according to this rule.
pub(crate) struct Admission {
    flavor: Flavor,
    asked: Option<RequiredVersions>,
    /// The version that the repository runs.
    running: Option<PinnedVersion>,
    alone: Option<TerraformAlone>,
}

impl Admission {
    /// The admission for a module.
    pub(crate) fn of(snapshot: &Snapshot, flavor: Flavor, module: &Module) -> Self {
        let running = Toolchain::of(snapshot, &module.folder).get(flavor).cloned();
        let asked = asked_of_runs(snapshot, flavor, module);
        let alone = TerraformAlone::find(snapshot, flavor, module, asked.as_ref());
        Self { flavor, asked, running, alone }
    }

    /// Returns `true` if the module or its repository names versions, or one of the languages.
    const fn names_versions(&self) -> bool {
        self.asked.is_some() || self.running.is_some() || self.alone.is_some()
    }

    /// Reports a pinned version that the constraints of the module exclude.
    fn pin_conflict(&self) -> Option<Diagnostic> {
        let (asked, running) = (self.asked.as_ref()?, self.running.as_ref()?);
        // if several versions are configured, some of them may be allowed
        let is_one = running.version.starts_with(|c: char| c.is_ascii_digit());
        let range = bounds(&running.version)?;
        let excludes = |constraint: &&Constraint| match is_one {
            true => !admits(&constraint.text, &running.version),
            false => constraint.bounds.exclude(&range),
        };
        let asked = asked.constraints.iter().find(excludes)?;
        let message = format!("this excludes {}, the version of {}", running.version, self.place_of(running));
        let words = SharedWords::Others(
            "another constraint that excludes it is not listed".into(),
            "other constraints that exclude it are not listed".into(),
        );
        let cause = SharedCause::of_run(message.clone(), words);
        let finding = Diagnostic::warning(codes::LATER_VERSION, asked.place, message).caused_by(cause);
        Some(finding.help(match running.origin {
            PinOrigin::Settings => "change one of them: the setting selects the version",
            PinOrigin::File(_) => "change one of them: the file selects the version",
        }))
    }

    /// The place that pins a version, formatted for a message.
    fn place_of(&self, running: &PinnedVersion) -> String {
        match &running.origin {
            PinOrigin::Settings => format!("`terraform.versions.{}`", self.flavor.name()),
            PinOrigin::File(path) => format!("`{path}`"),
        }
    }

    /// The availability of an attribute or block in the innermost of the given blocks.
    pub(crate) fn of_part(&self, around: &[Header<'_>], name: &str) -> Bound {
        let row = match around {
            [] => BLOCKS.iter().find(|row| row.name == name),
            [("resource", labels)] if labels.first() == Some(&"terraform_data") && name == STORE.name => {
                Some(&STORE)
            }
            [("terraform", _), ("backend", labels)] => {
                let name_of = |one: &&BackendVersions| labels.first().is_some_and(|label| *label == one.name);
                let versions = BACKENDS.iter().find(name_of);
                versions.and_then(|backend| backend.arguments.iter().find(|row| row.name == name))
            }
            [(block_type, _)] => {
                let inside = INSIDE.iter().find(|inside| inside.block_type == *block_type);
                inside.and_then(|one| one.arguments.iter().chain(one.blocks).find(|row| row.name == name))
            }
            [.., ("lifecycle", _)] => LIFECYCLE.iter().find(|row| row.name == name),
            _ => None,
        };
        row.map_or(Bound::Admitted, |row| self.bound(row))
    }

    /// The availability of a function.
    pub(crate) fn of_function(&self, name: &str) -> Bound {
        of_function(name).map_or(Bound::Admitted, |row| self.bound(&row))
    }

    /// The reasons why the versions that a module allows, or the pinned one, lack a construct; `None` if neither language
    /// has it.
    fn lack(&self, row: &Since) -> Option<Lack<'_>> {
        let (own, other) = match self.flavor {
            Flavor::Terraform => (row.terraform, row.opentofu),
            Flavor::OpenTofu => (row.opentofu, row.terraform),
        };
        // A construct that this language lacks is compared with the version of the other one, because both read the same
        // `required_version`.
        let since = own.or(other)?;
        let by_module = self.asked.as_ref().filter(|asked| asked.bounds.leave_out(since));
        let by_module = by_module
            .and_then(|asked| asked.constraints.iter().find(|constraint| constraint.bounds.leave_out(since)));
        // The pinned version is one of this language, which lacks constructs of the other one.
        let lacks = |running: &&PinnedVersion| match own {
            Some(since) => bounds(&running.version).is_some_and(|bounds| bounds.leave_out(since)),
            None => true,
        };
        Some(Lack { own, since, by_module, running: self.running.as_ref().filter(lacks) })
    }

    fn bound(&self, row: &Since) -> Bound {
        match self.lack(row) {
            Some(lack) if lack.by_module.is_some() || lack.running.is_some() => Bound::Excluded,
            Some(lack) if lack.own.is_some() => Bound::Admitted,
            // a module that specifies versions is not written for both languages
            _ if self.names_versions() => Bound::Excluded,
            _ => Bound::Foreign,
        }
    }
}

/// The first reference of a variable to another declaration, outside of its default, which must be constant in all
/// versions.
fn reference_in_validation(module: &Module, variable: &Declaration) -> Option<Span> {
    let written = &variable.written;
    let uses = module.links().graph.uses(variable.find_in(&module.names)?);
    uses.first()?;
    let default = written.attribute(&schemas::variable(), "default");
    let default = default.map(|attribute| written.expr_span(attribute.value));
    let is_in_default = |place: &Span| default.is_some_and(|span| span.contains(*place));
    uses.iter().map(|(_, place)| *place).find(|place| !is_in_default(place))
}

/// The backends in a `terraform` block.
fn backends_of<'v>(written: &BlockSource, view: &BodyView<'v>) -> Vec<BlockView<'v>> {
    if &*written.block_type != "terraform" || !view.mentions("backend") {
        return Vec::new();
    }
    let blocks = view.sorted(schemas::terraform().prepared()).content.blocks;
    blocks.into_iter().filter(|block| block.block_type == "backend").collect()
}

/// The first reference in a backend.
fn backend_reference(written: &BlockSource) -> Option<Span> {
    let view = written.view();
    let blocks = backends_of(written, &view);
    blocks.iter().find_map(|block| references_in(&block.body).into_iter().next())
}

fn schema_of(block_type: &str) -> Option<std::sync::Arc<Block>> {
    Some(match block_type {
        "variable" => schemas::variable(),
        "output" => schemas::output(),
        "import" => schemas::import(),
        "removed" => schemas::removed(),
        "module" => schemas::module(),
        "provider" => schemas::provider(),
        "terraform" => schemas::terraform(),
        _ => return None,
    })
}

/// The header of a nested block.
fn inner(written: &BlockSource, schema: &Block, name: &str) -> Option<TextRange> {
    let view = written.view();
    if !view.mentions(name) {
        return None;
    }
    let found = view.sorted(schema.prepared()).content.blocks;
    found.into_iter().find(|block| block.block_type == name).map(|block| block.def_range)
}
