//! Mull as a language of a session: its documents, and the answers about them.
//!
//! Out of scope: flags and printing.

use std::sync::Arc;

use hclx_analysis::{
    Answer, Ask, Document, FileRow, Language, LanguageRow, Pattern, PlainData, Purpose, Snapshot, Unit, query,
};
use hclx_core::Rules;
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::Dialect;
use hclx_eval::functions::none;

use crate::answers::{self, DocumentQuestion, Inputs};
use crate::files::Files;
use crate::linked::declares_types;
use crate::value::Val;

/// Mull's row among the dialects: its own evaluator provides the functions.
pub static DIALECT: Dialect = Dialect {
    name: "mull",
    summary: "Mull: typed YAML and JSON with quotations",
    rules: Rules::extended(),
    functions_are_all: false,
    functions: none,
    reference: none,
};

/// The role of documents.
const DOCUMENT: &str = "document";
/// The role of YAML that is plain data unless it declares otherwise.
const DATA: &str = "data";

/// Mull documents, each of which is a unit. A run's [`Inputs`] are among the inputs of the settings.
#[derive(Clone, Copy, Debug)]
pub struct Mull;

const FILES: &[FileRow] = {
    use Pattern::{Name, Suffix};
    &[
        FileRow::native(Name("Mu.yaml"), DOCUMENT),
        FileRow::native(Name("Mu.yml"), DOCUMENT),
        FileRow::json(Name("Mu.json"), DOCUMENT),
        FileRow::native(Suffix(".mull"), DOCUMENT),
        FileRow::native(Suffix(".mull.yaml"), DOCUMENT),
        FileRow::native(Suffix(".mull.yml"), DOCUMENT),
        FileRow::json(Suffix(".mull.json"), DOCUMENT),
        FileRow::native(Suffix(".yaml"), DATA).only_named(),
        FileRow::native(Suffix(".yml"), DATA).only_named(),
    ]
};

static ROW: LanguageRow = LanguageRow::new("mull", "Mull", FILES);

impl Language for Mull {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    /// Returns `true` if other units can depend on a unit: a document that declares types affects the
    /// documents that import it.
    fn is_shared(&self, unit: &Unit, snapshot: &Snapshot) -> bool {
        let declares = |file: &SourceId| declares_types(&Files::new(snapshot, None).read(*file).document);
        unit.files.iter().any(declares)
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        let answer = about_document(ask, |asked| answers::answer(purpose, asked));
        let Some(answer) = answer else { return Answer::default() };
        let document = Document {
            types: answer.types,
            properties: answer.properties,
            lets: answer.lets,
            body: answer.body,
            data: answer.value.map(|value| Box::new(value) as Box<dyn PlainData>),
        };
        Answer { findings: answer.diagnostics, document: Some(Arc::new(document)), ..Answer::default() }
    }

    fn failing_inputs(&self, ask: Ask<'_>) -> Vec<Diagnostic> {
        about_document(ask, answers::failing_inputs).unwrap_or_default()
    }
}

query! {
    /// The inputs of the run.
    struct InputsQuery -> Inputs;
    |_, snapshot| Inputs::read(&snapshot.settings().documents)
}

/// Asks a question about the document of a unit; `None` if it cannot be read.
fn about_document<T>(ask: Ask<'_>, question: impl FnOnce(&DocumentQuestion<'_>) -> T) -> Option<T> {
    let Ask { unit, snapshot, budget } = ask;
    let file = *unit.files.first()?;
    snapshot.bytes(file).ok()?;
    // If the user names the language, YAML is a document rather than plain data.
    let forced = snapshot.settings().language.is_some();
    let data = !forced && snapshot.row(file).is_some_and(|(_, row)| row.role == DATA);
    let inputs = &*snapshot.get(&InputsQuery);
    let schema = inputs.schema.as_deref().or(data.then_some(answers::DATA));
    Some(question(&DocumentQuestion { snapshot, file, schema, inputs, budget }))
}

impl PlainData for Val {
    fn to_json(&self, sort_keys: bool) -> Option<String> {
        if sort_keys { Val::to_json(&self.clone().with_sorted_keys()) } else { Val::to_json(self) }
    }

    fn to_yaml(&self, sort_keys: bool) -> Option<String> {
        if sort_keys { Val::to_yaml(&self.clone().with_sorted_keys()) } else { Val::to_yaml(self) }
    }
}
