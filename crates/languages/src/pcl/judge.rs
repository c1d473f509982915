//! Checks one program: declarations in dependency order, each evaluated once.
//!
//! Out of scope: blocks of resources and components (`resource`, `component`).

use std::sync::{Arc, Mutex};

use hclx_analysis::graph::{Graph, references};
use hclx_analysis::{Snapshot, TypeRow};
use hclx_core::{Type, Value};
use hclx_diag::code_names as codes;
use hclx_diag::{
    Arrange, Batch, Certainty, Code, Diagnostic, Findings, Ordered, OrderedSet, Report, Severity, SourceId,
    Span, locked,
};
use hclx_eval::{Approximation, Budget, Environment, Policy, Scope};
use hclx_module::{ExprRef as Expression, SourceFiles, UnitNames};
use hclx_schema::{Block, Evaluated, FilledBody, Header, fill};
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::body::BodyView;

use super::calls::Invocations;
use super::fit::Fit;
use super::functions::DIALECT;
use super::names::Names;
use super::package::PackageSchemas;
use super::program::{Declaration, DeclarationView, Kind, Program};

/// The result of checking a program.
#[derive(Default)]
pub(super) struct ProgramJudgement {
    pub(super) findings: Findings,
    pub(super) rows: Vec<TypeRow>,
    pub(super) approximations: Vec<Approximation>,
    /// Notes about packages without a schema.
    pub(super) notes: Vec<String>,
    /// The inputs, if the directory is used as a component.
    pub(super) configs: Vec<ConfigInput>,
    /// The inputs with the values that their declarations mention.
    pub(super) allowed: Vec<OpenInput>,
    /// The outputs.
    pub(super) outputs: Vec<(Arc<str>, Value)>,
    /// The values of declarations, by index.
    pub(super) values: Vec<Value>,
    /// The names and dependencies of the declarations.
    pub(super) graph: Graph,
    pub(super) known: NameFacts,
}

/// A `config` block as an input of a component.
#[derive(Clone, Debug)]
pub(super) struct ConfigInput {
    pub(super) name: Arc<str>,
    pub(super) ty: Type,
    pub(super) required: bool,
}

/// An input, and the values that its declaration mentions.
#[derive(Clone, Debug)]
pub(super) struct OpenInput {
    pub(super) name: Arc<str>,
    pub(super) place: Span,
    /// The default, if it is known.
    pub(super) default: Option<Value>,
    pub(super) ty: Type,
}

/// Facts about names other than their values.
#[derive(Clone, Debug, Default)]
pub(super) struct NameFacts {
    /// Resources by name.
    pub(super) resources: Ordered<Arc<str>, KnownResource>,
    /// Tokens of resources in local values, by path, such as `pair.first`.
    pub(super) parts: Ordered<String, Arc<str>>,
    /// The kinds of hooks by name, with the places of their names.
    pub(super) hooks: Ordered<Arc<str>, (Arc<str>, Span)>,
}

/// A resource that a name refers to.
#[derive(Clone, Debug)]
pub(super) struct KnownResource {
    /// The token, if the schema contains it.
    pub(super) token: Option<Arc<str>>,
    /// Set if the name refers to several instances.
    pub(super) is_ranged: bool,
}

/// A program being checked.
pub(super) struct Judge<'a, 't> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) packages: &'a PackageSchemas,
    pub(super) budget: &'a Budget,
    pub(super) folder: &'a str,
    pub(super) program: &'a Program<'t>,
    pub(super) judged: ProgramJudgement,
    /// The places that refer to packages without a schema.
    missing: Mutex<Ordered<String, Vec<Span>>>,
}

/// The evaluator of expressions in a program.
pub(super) type ProgramJudge<'e> = hclx_module::Judge<'e, UnitNames<'e, Names<'e>>>;

/// The declarations of a program, and everything else that its expressions can use.
pub(super) struct Evaluator<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) packages: &'a PackageSchemas,
    pub(super) budget: &'a Budget,
    pub(super) sources: &'a SourceFiles,
    pub(super) graph: &'a Graph,
    /// The values of declarations, by index.
    pub(super) values: &'a [Value],
    pub(super) known: &'a NameFacts,
    /// The places that refer to packages without a schema.
    pub(super) missing: &'a Missing,
}

/// Packages without a schema, with the places that refer to them.
type Missing = Mutex<Ordered<String, Vec<Span>>>;

impl Evaluator<'_> {
    /// Calls a function with the evaluator of expressions in which some variables are in scope.
    pub(super) fn run<R>(&self, variables: &Scope<'static>, run: impl FnOnce(ProgramJudge<'_>) -> R) -> R {
        let Self { graph, values, sources, packages, known, missing, .. } = *self;
        let calls = Invocations { packages, known, missing };
        let env = Environment {
            unknown_names: Policy::Error,
            application_unknown: false,
            calls: Some(&calls),
            ..self.snapshot.settings().environment(&DIALECT)
        };
        let naming = Names { variables };
        let names = UnitNames { naming: &naming, graph, values, sources, scope: true };
        run(ProgramJudge::new(names, env, self.budget))
    }
}

impl Report for Judge<'_, '_> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.judged.findings
    }
}

impl<'a, 't> Judge<'a, 't> {
    pub(super) fn new(
        snapshot: &'a Snapshot,
        packages: &'a PackageSchemas,
        budget: &'a Budget,
        folder: &'a str,
        program: &'a Program<'t>,
    ) -> Self {
        let judged = ProgramJudgement::default();
        Self { snapshot, packages, budget, folder, program, judged, missing: Mutex::default() }
    }

    pub(super) fn run(mut self) -> ProgramJudgement {
        self.judged.values = vec![Value::dynamic(); self.program.declarations.len()];
        for node in &self.program.mutual {
            let declaration = &self.program.declarations[node.index()];
            self.judged.values[node.index()] = self.component_before(declaration);
        }
        for node in &self.program.order {
            let declaration = &self.program.declarations[node.index()];
            let value = self.declaration(declaration);
            if !self.program.circular[node.index()] || declaration.kind == Kind::Output {
                self.judged.values[node.index()] = value;
            }
        }
        self.packages_of_blocks();
        self.notes();
        self.judged.rows.arrange_by_key(|row| row.name_span);
        // an undeclared name may be declared in a part with syntax errors, which are already reported
        let mut said = Batch::from(std::mem::take(&mut self.judged.findings));
        if self.program.sources.are_broken() {
            let follows =
                |finding: &Diagnostic| finding.span.is_some_and(|span| self.program.is_broken(span));
            said = said.without(|finding| finding.code == codes::UNKNOWN_NAME || follows(finding));
        }
        let said = said.and(self.program.findings.iter().cloned());
        let undeclared = self.undeclared(&said);
        let mut findings = said.and(undeclared).map(|finding| Some(bound(finding))).into_vec();
        hclx_analysis::sort(&mut findings);
        self.judged.findings = findings.into();
        self.judged
    }

    /// Reports undeclared names that evaluation does not reach, or whose failure is caught.
    fn undeclared(&self, said: &Batch) -> Findings {
        let place =
            |finding: &Diagnostic| (finding.code == codes::UNKNOWN_NAME).then_some(finding.span).flatten();
        let said: OrderedSet<Span> = said.iter().filter_map(place).collect();
        let mut findings = Findings::new();
        let declared = &self.program.declared;
        let none = Scope::root();
        for (declaration, node) in self.program.declarations.iter().zip(&declared.nodes) {
            for reference in node.needs.iter().flat_map(|one| references(one.tree, one.expr)) {
                let (name, place) = (&*reference.root, reference.root_range.in_source(declaration.source));
                let known = self.program.declares(name, place)
                    || name == "range" && declaration.block().is_some()
                    || name == "args" && declaration.kind == Kind::Hook
                    || said.contains(&place)
                    || self.program.is_broken(place);
                if !known {
                    let names = Names { variables: &none };
                    findings.push(names.undeclared(&declared.graph, name).at(place, place));
                }
            }
        }
        findings
    }

    pub(super) fn declaration(&mut self, declaration: &Declaration<'t>) -> Value {
        match declaration.kind {
            Kind::Local => self.local(declaration),
            Kind::Config => self.config(declaration),
            Kind::Output => self.output(declaration),
            Kind::Resource | Kind::Read => self.resource(declaration),
            Kind::Component => self.component(declaration),
            Kind::Hook => self.hook(declaration),
            Kind::Pulumi => self.pulumi(declaration),
            Kind::Package => Value::dynamic(),
        }
    }

    fn local(&mut self, declaration: &Declaration<'t>) -> Value {
        let DeclarationView::Attribute(attribute) = &declaration.written else { return Value::dynamic() };
        let Declaration { tree, source, .. } = *declaration;
        let value = self.judging(&Scope::root(), |judge| {
            let Evaluated { value, diagnostics } =
                judge.value(Expression { tree, source, expr: attribute.value }, &[]);
            (value, diagnostics.into())
        });
        let place = tree.expr(attribute.value).range.in_source(source);
        self.row(declaration.name.to_owned(), declaration.name_span, Some(place), &value);
        self.judged.known.keep_parts(declaration.tree, declaration.name, attribute.value);
        value
    }

    // Evaluation.

    /// Evaluates with the names of the program and some variables, and keeps the findings.
    fn judging<R>(
        &mut self,
        variables: &Scope<'static>,
        run: impl FnOnce(&mut ProgramJudge<'_>) -> (R, Findings),
    ) -> R {
        let Self { snapshot, packages, budget, program, judged, missing, .. } = &*self;
        let (sources, graph) = (program.sources, &program.declared.graph);
        let (values, known) = (&*judged.values, &judged.known);
        let evaluator = Evaluator { snapshot, packages, budget, sources, graph, values, known, missing };
        let (result, findings, approximations) = evaluator.run(variables, |mut judge| {
            let (result, findings) = run(&mut judge);
            (result, findings, judge.approximations)
        });
        self.judged.findings.extend(findings);
        self.judged.approximations.extend(approximations);
        result
    }

    /// Fills a body with some variables in scope, and keeps the findings.
    pub(super) fn fill<'v>(
        &mut self,
        view: &BodyView<'v>,
        block: &Arc<Block>,
        header: &Header,
        variables: &Scope<'static>,
    ) -> FilledBody<'v> {
        self.judging(variables, |judge| {
            let filled = fill(view, block, header, judge);
            (filled.body, filled.findings)
        })
    }

    /// The body of a declaration, filled in the scope of the program.
    pub(super) fn body(
        &mut self,
        declaration: &Declaration<'t>,
        block: &Arc<Block>,
    ) -> Option<FilledBody<'t>> {
        let written = declaration.block()?;
        Some(self.fill(&written.body, block, &Header::of(written), &Scope::root()))
    }

    /// Checks a value against a type, and keeps the findings.
    pub(super) fn with_fit(
        &mut self,
        tree: &Tree,
        source: SourceId,
        check: impl FnOnce(&Fit<'_>) -> Vec<Diagnostic>,
    ) {
        let known = &self.judged.known;
        let resource_of = |tree: &Tree, expr: ExprId| known.token_of(tree, expr);
        let rules = DIALECT.rules;
        let fit = Fit {
            packages: self.packages,
            rules: &rules,
            budget: self.budget,
            tree,
            source,
            resource_of: &resource_of,
            token: None,
        };
        let findings = check(&fit);
        self.judged.findings.extend(findings);
    }

    // Findings and rows.

    pub(super) fn row(&mut self, path: String, name_span: Span, value_span: Option<Span>, value: &Value) {
        let ty = value.described_type();
        self.judged.rows.push(TypeRow { path, ty, name_span, value_span, value: value.clone() });
    }

    /// Adds the row of a declaration with an explicit type.
    pub(super) fn declared_row(&mut self, declaration: &Declaration<'_>, ty: Type, value: &Value) {
        let path = format!("{}.{}", declaration.kind.word(), declaration.name);
        let (ty, value) = (ty, value.clone());
        self.judged.rows.push(TypeRow {
            path,
            ty,
            name_span: declaration.name_span,
            value_span: None,
            value,
        });
    }

    /// Adds a row for each attribute of a body as written.
    pub(super) fn rows_of(&mut self, declaration: &Declaration<'_>, body: &FilledBody<'_>) {
        for attribute in &body.attributes {
            let view = &attribute.view;
            let place = |range: hclx_diag::TextRange| range.in_source(declaration.source);
            let path = format!("{}.{}.{}", declaration.kind.word(), declaration.name, view.name);
            let at = declaration.tree.expr(view.value).range;
            self.row(path, place(view.name_range), Some(place(at)), &attribute.value);
        }
    }

    /// Records a package without a schema.
    pub(super) fn without_schema(&self, package: &str, at: Span) {
        without_schema(&self.missing, package, at);
    }

    fn notes(&mut self) {
        let missing = std::mem::take(&mut *locked(&self.missing));
        for package in self.packages.opened() {
            let (name, version) = (package.name(), package.version().unwrap_or("of any version"));
            let origin = package.origin();
            self.judged
                .notes
                .push(format!("package `{name}` is checked with schema {version} from {origin}"));
        }
        for (package, places) in missing {
            if self.packages.names().any(|known| known == package) {
                self.judged.notes.push(format!(
                    "the stored schema of package `{package}` is corrupt or was written by another version of hclx; import it again with `hclx schema import`"
                ));
                continue;
            }
            let near = hclx_diag::nearest(&package, self.packages.names());
            let meant = hclx_diag::did_you_mean(near);
            self.judged.notes.push(format!(
                "no schema for package `{package}`: its resources were only partly checked; add one with `--provider-schema`{meant}"
            ));
            for span in places {
                let what = format!("no schema for package `{package}`");
                self.judged.approximations.push(Approximation { span, what: what.into() });
            }
        }
    }
}

/// Codes that Pulumi reports before anything runs, even in code that never runs.
const BOUND: [Code; 5] = [
    codes::UNKNOWN_NAME,
    codes::UNKNOWN_FUNCTION,
    codes::NO_ATTRIBUTE,
    codes::MISSING_ARGUMENT,
    codes::TOO_MANY_ARGUMENTS,
];

fn bound(finding: Diagnostic) -> Diagnostic {
    match BOUND.contains(&finding.code) {
        true => Diagnostic { certainty: Certainty::Must, severity: Severity::Error, ..finding },
        false => finding,
    }
}

pub(super) fn without_schema(missing: &Mutex<Ordered<String, Vec<Span>>>, package: &str, at: Span) {
    let mut missing = locked(missing);
    missing.or_default(package.to_owned()).push(at);
}
