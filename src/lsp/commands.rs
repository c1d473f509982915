//! Commands that an editor runs.

use hclx_analysis::Question;
use hclx_diag::{counted, find_code};
use hclx_ide::Graph;
use serde_json::{Value, json};

use super::events::Task;
use super::main_loop::Server;
use super::query::{Query, Way};
use super::wire::message::{Failure, INVALID_PARAMS, REQUEST_FAILED};
use crate::drawing::drawing;
use crate::redaction::GivenValues;

/// A command.
struct Command {
    name: &'static str,
    run: Run,
}

/// The target of a command.
#[derive(Clone, Copy)]
enum Run {
    /// The server.
    Server(fn(&mut Server, &Value) -> Result<Value, Failure>),
    /// A document, given by `uri` in the first argument.
    Document(fn(&Query<'_>) -> Result<Value, Failure>),
}

/// The table of commands.
static TABLE: &[Command] = &[
    Command { name: "hclx.explain", run: Run::Server(explain) },
    Command { name: "hclx.infer", run: Run::Document(infer) },
    Command { name: "hclx.graph", run: Run::Document(graph) },
    Command { name: "hclx.restart", run: Run::Server(restart) },
    Command { name: "hclx.status", run: Run::Server(status) },
];

/// The capability.
pub(crate) fn capability() -> Value {
    json!({"commands": TABLE.iter().map(|command| command.name).collect::<Vec<_>>()})
}

impl Server {
    /// Runs a command; `None` if the answer follows later.
    pub(crate) fn command(&mut self, id: &Value, params: Value) -> Option<Result<Value, Failure>> {
        let name = params["command"].as_str().unwrap_or_default();
        match TABLE.iter().find(|command| command.name == name).map(|command| command.run) {
            Some(Run::Server(run)) => Some(run(self, &params["arguments"][0])),
            Some(Run::Document(run)) => self.ask(id, params, Way::Document(run)),
            None => Some(Err(Failure::new(INVALID_PARAMS, format!("unknown command `{name}`")))),
        }
    }
}

/// Returns the explanation of a code, in markdown.
fn explain(_: &mut Server, argument: &Value) -> Result<Value, Failure> {
    let name = argument.as_str().or_else(|| argument["code"].as_str()).unwrap_or_default();
    let code =
        find_code(name).ok_or_else(|| Failure::new(INVALID_PARAMS, format!("unknown code `{name}`")))?;
    Ok(hclx_present::explanation(code).into())
}

/// Returns the type of the selected expression.
fn infer(query: &Query<'_>) -> Result<Value, Failure> {
    let range = query.range_of(&query.params()["arguments"][0]["range"])?;
    let nothing = || Failure::new(REQUEST_FAILED, "no expression is selected");
    let unit = query.snapshot.unit_of(query.file).ok_or_else(nothing)?;
    let bytes = query.snapshot.bytes(query.file).map_err(|_| nothing())?;
    let text = bytes.get(range.range()).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default();
    let question = Question::Expression { source: query.file, text: text.into() };
    let value = query.snapshot.answer(unit, &question, &query.budget()).value.ok_or_else(nothing)?;
    let concealed = GivenValues::of(query.snapshot);
    Ok(concealed.hide_in_text(value.described_type().to_string()).into())
}

/// Returns the graph of references in the module of a document, as a Mermaid diagram.
fn graph(query: &Query<'_>) -> Result<Value, Failure> {
    let unit = query.snapshot.unit_of(query.file);
    let unit = unit.ok_or_else(|| Failure::new(REQUEST_FAILED, "the document is not checked"))?;
    Ok(drawing(&Graph::of(query.snapshot, &unit.root), &[]).mermaid().into())
}

/// Drops everything that was read, and checks it again.
fn restart(server: &mut Server, _: &Value) -> Result<Value, Failure> {
    server.give(Task::Restart);
    Ok(Value::Null)
}

/// Returns the state of the server in a few lines.
fn status(server: &mut Server, _: &Value) -> Result<Value, Failure> {
    let files: usize = server.found.values().map(|files| files.len()).sum();
    let findings: usize =
        server.found.values().flat_map(|files| files.values()).map(|one| one.diagnostics.len()).sum();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "folders": server.folders.iter().map(|(root, _)| crate::names::text(root)).collect::<Vec<_>>(),
        "documents": server.documents.len(),
        "findings": format!("{} in {}", counted(findings, "finding"), counted(files, "file")),
        "isSettled": server.is_settled(),
        "statuses": server.statuses.iter().map(|(root, one)| server.status_of(root, one)).collect::<Vec<_>>(),
    }))
}
