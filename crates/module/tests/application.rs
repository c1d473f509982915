//! A small application, processed like all others: variables, local values, and services with a port.

use std::sync::{Arc, LazyLock};

use hclx_analysis::graph::Graph;
use hclx_analysis::{
    Answer, Ask, FileRow, Language, LanguageRow, Memory, Pattern, Purpose, Question, Session, Settings,
};
use hclx_core::Type;
use hclx_diag::{Diagnostic, SourceId, code_names as codes};
use hclx_eval::{Budget, Dialect, dialect};
use hclx_module::{
    Application, Declarations, Evaluation, ExpressionPlace, NameResolver, NameTarget, SourceFiles, Traversal,
    Undeclared, UnitBlocks, UnitFiles, application, declared_twice, member, rows, variables_and_locals,
};
use hclx_schema::{Attribute, Block, Nested};

struct Services;

static ROW: LanguageRow =
    LanguageRow::new("services", "Services", &[FileRow::native(Pattern::Suffix(".svc"), "services")]);

static ROOT: LazyLock<Arc<Block>> = LazyLock::new(|| {
    let variable = Block::new().attribute(Attribute::new("default", Type::ANY));
    let service = Block::new().attribute(Attribute::new("port", Type::NUMBER).required());
    let root = Block::new()
        .nested(Nested::new("variable").labels(["name"]).holding(variable))
        .nested(Nested::new("locals").body(Block::opaque()))
        .nested(Nested::new("service").labels(["name"]).holding(service));
    Arc::new(root)
});

struct ServiceNames;

impl NameResolver for ServiceNames {
    type Scope = ();

    fn meaning(&self, graph: &Graph, (): (), name: &Traversal<'_>) -> NameTarget {
        match name.root {
            "var" => member(graph, "var", "variable", name),
            "local" => member(graph, "local", "local value", name),
            root => NameTarget::Undeclared(Undeclared::new(0, format!("unknown name `{root}`"))),
        }
    }
}

impl Application for Services {
    type Scope = ();
    type Names<'t> = ServiceNames;

    const DIALECT: &'static Dialect = &dialect::HCL;

    fn files(&self, ask: Ask<'_>) -> UnitFiles {
        UnitFiles::new(SourceFiles::read(&ask.unit.files, ask.snapshot), Arc::clone(&ROOT))
    }

    fn declare<'t>(
        &self,
        unit: UnitBlocks<'t>,
        declared: &mut Declarations<'t, ()>,
        found: &mut Vec<Diagnostic>,
    ) -> ServiceNames {
        let context = (unit.ask.snapshot, Self::DIALECT);
        let again = variables_and_locals(unit.blocks, declared, ((), ()), context);
        found.extend(again.iter().map(|(key, place, first)| declared_twice(key, *place, *first)));
        ServiceNames
    }

    fn scope_at<'t>(&self, _: &mut Evaluation<'_, 't, ServiceNames>, _: ExpressionPlace) {}

    fn judge<'t>(&self, unit: &mut Evaluation<'_, 't, ServiceNames>, found: &mut Vec<Diagnostic>) -> Answer {
        found.extend(unit.unit.blocks.iter().flat_map(|block| unit.filled(block, ()).findings));
        Answer { rows: rows(unit.declared, unit.values), ..Answer::default() }
    }
}

impl Language for Services {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        application::judge(self, ask, purpose)
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        Some(application::expression(self, ask, source, text))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        Some(application::value_at(self, ask, file, offset))
    }
}

/// The answer to a question about one file.
fn answer(text: &str, question: impl FnOnce(SourceId) -> Question) -> Answer {
    let mut session = Session::new(&[&Services], Arc::new(Memory::default()), Settings::default());
    let file = session.set("a.svc", text.as_bytes());
    let snapshot = session.snapshot();
    let [unit] = snapshot.units() else { panic!("one unit") };
    snapshot.answer(unit, &question(file), &Budget::default())
}

const SERVICES: &str = "variable \"port\" { default = 80 }\nlocals { next = var.port + 1 }\n";

#[test]
fn blocks_and_names_are_judged() {
    let text = format!("{SERVICES}service \"a\" {{ port = local.nxt }}\nservice \"b\" {{}}\n");
    let findings = answer(&text, |_| Question::Check).findings;
    let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [codes::UNKNOWN_NAME, codes::MISSING_ATTRIBUTE], "{findings:?}");
}

#[test]
fn errors_of_a_default_alone_are_warnings() {
    let text = "variable \"port\" { default = \"x\" }\nservice \"a\" { port = var.port }\n";
    let findings = answer(text, |_| Question::Check).findings;
    assert!(!findings.is_empty() && !findings.iter().any(Diagnostic::is_error), "{findings:?}");
}

#[test]
fn rows_expressions_and_places_have_values() {
    let rows = answer(SERVICES, |_| Question::Infer).rows;
    let shown: Vec<_> = rows.iter().map(|row| format!("{} = {}", row.path, row.value)).collect();
    assert_eq!(shown, ["variable.port = 80", "local.next = 81"]);
    let value =
        |question: fn(SourceId) -> Question| answer(SERVICES, question).value.map(|value| value.to_string());
    let expression = value(|source| Question::Expression { source, text: "local.next + 1".into() });
    assert_eq!(expression.as_deref(), Some("82"));
    let place =
        value(|file| Question::TypeAt { file, offset: SERVICES.find("port + 1").unwrap_or(0) as u32 });
    assert_eq!(place.as_deref(), Some("80"));
}

#[test]
fn tests_are_not_answered() {
    let question = |_| Question::Tests { directory: "tests".into(), has_values: false };
    assert!(answer(SERVICES, question).tests.is_empty());
}
