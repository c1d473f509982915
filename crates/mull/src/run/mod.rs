//! Evaluation of Mull documents, whose values may be partly unknown (Mull §8.4, §9, §12, §13).
//!
//! Documents are evaluated only after they have been typed without errors, so type mismatches only occur here
//! in values of type `any`. Unknown values stay unknown, within their ranges. A failing evaluation reports the
//! reason and returns [`ReportedFailure`]; its dependents report nothing. Out of scope: static types, files,
//! printing.

mod access;
mod call;
mod collection;
mod compare;
mod construct;
mod document;
mod expected;
mod expression;
mod fit;
mod frame;
mod loops;
mod operator;
mod sequence;
mod spec;
mod text;

use crate::maps::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::syntax::ast::{NodeId, NodeKind};
use hclx_diag::mull_codes::{MULL_LIMIT, UNRECOGNIZED_PROPERTY};
use hclx_diag::{Code, Diagnostic, Fallible, Fault, Span, TextRange};

use super::declare::{DocId, Program, Types};
use super::ty::Ty;
use super::value::Val;
pub(crate) use fit::literal_value;
use frame::{Frame, LazyObject};
use hclx_eval::Budget;

/// The inputs of a document.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The parameters.
    pub properties: Parameters,
    /// The value of `ctx.options`; by default empty, or unknown if the parameters are.
    pub ctx: Option<Val>,
}

/// The parameters of a document.
#[derive(Clone, Debug)]
pub enum Parameters {
    /// Known parameters; missing ones are undefined or have their default.
    Known(Vec<(Arc<str>, Val)>),
    /// These parameters are known, all others are unknown values of their types (`check`).
    Unknown(Vec<(Arc<str>, Val)>),
}

/// The maximum number of steps of an evaluation, unless its budget is spent earlier: nodes evaluated,
/// elements enumerated, parts compared. This and the following limits are those of Mull §13.
const MAX_STEPS: u64 = 10_000_000;
/// The maximum number of nodes of a body.
const MAX_NODES: usize = 1_000_000;
/// The maximum number of characters of a string.
const MAX_TEXT: usize = 1_000_000;
/// The maximum length of a chain of values that depend on each other.
const MAX_CHAIN: usize = 50_000;
/// The maximum depth of objects that are created by each other's defaults.
const MAX_DEFAULTS: usize = 128;

/// The result of evaluating a document.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The body; entries with errors are omitted, undetermined values are unknown.
    pub value: Val,
    /// The findings, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves the path of an import in a document.
pub type ImportResolver<'a> = dyn Fn(DocId, &str) -> Option<DocId> + 'a;

/// The input of an evaluation: bound and typed documents.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a function has nothing to show")]
pub struct Job<'a> {
    /// The documents.
    pub program: &'a Program,
    /// The declared types.
    pub types: &'a Types,
    /// The static types of the nodes of each document.
    pub nodes: &'a [&'a [Option<Ty>]],
    /// Resolves imports.
    pub imported: &'a ImportResolver<'a>,
    /// The budget of the evaluation.
    pub budget: &'a Budget,
}

/// Evaluates a document that has no static errors.
pub fn run(job: &Job<'_>, doc: DocId, inputs: &Inputs) -> Outcome {
    let checking = matches!(inputs.properties, Parameters::Unknown(_));
    let options = match &inputs.ctx {
        Some(options) => options.clone(),
        None if checking => Val::unknown(),
        None => Val::object([]),
    };
    let mut machine = Machine {
        job,
        checking,
        options,
        frame: Frame::new(doc),
        quiet: 0,
        steps: 0,
        started: job.budget.used().0,
        exhausted: false,
        spent: None,
        seen: HashSet::default(),
        forcing: Vec::new(),
        constructing: 0,
        specs: HashMap::default(),
        diagnostics: Vec::new(),
    };
    machine.probe_defaults(doc);
    let value = machine.document(doc, &inputs.properties, None);
    let mut diagnostics = std::mem::take(&mut machine.diagnostics);
    // a function may have exhausted the budget while findings are dropped
    let said = diagnostics.iter().any(|finding| finding.code.is_limit());
    machine.exhausted |= job.budget.is_spent();
    if machine.exhausted && machine.spent.is_none() && !said {
        let place = job
            .program
            .doc(doc)
            .header
            .root
            .map_or_else(|| machine.place(TextRange::at(0)), |root| machine.span(root));
        let fault = nothing_left();
        machine.report(fault.at(place));
    }
    diagnostics.extend(machine.spent.take());
    Diagnostic::sort(&mut diagnostics);
    Outcome { value, diagnostics }
}

/// A marker that the evaluation failed and that the reason has been reported.
#[derive(Clone, Copy, Debug)]
struct ReportedFailure;

type Answer = Result<Val, ReportedFailure>;

/// The state of an evaluation.
struct Machine<'a> {
    job: &'a Job<'a>,
    /// Set if parameters are unknown.
    checking: bool,
    /// The value of `ctx.options`.
    options: Val,
    /// The meaning of names at the current node.
    frame: Frame,
    /// If greater than zero, findings are dropped, because the evaluated code may not run.
    quiet: u32,
    steps: u64,
    /// The steps of the budget that were spent before.
    started: u64,
    /// Set once the budget is exhausted; no further code is evaluated.
    exhausted: bool,
    /// The finding about the exceeded limit. It is separate from `diagnostics`, because it counts even if
    /// other findings are dropped.
    spent: Option<Diagnostic>,
    seen: HashSet<(Code, Span, String)>,
    /// The parts that are being computed, outermost first.
    forcing: Vec<(Rc<LazyObject>, usize)>,
    /// The nesting of objects whose defaults are being constructed.
    constructing: usize,
    /// The values of `type` by declaration.
    specs: HashMap<frame::Spec, Val>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Machine<'a> {
    fn types(&self) -> &'a Types {
        self.job.types
    }

    fn kind(&self, node: NodeId) -> &'a NodeKind {
        self.job.program.doc(self.frame.doc).document.kind(node)
    }

    fn span(&self, node: NodeId) -> Span {
        self.job.program.span(self.frame.doc, node)
    }

    /// The location of a key.
    fn key_span(&self, key: NodeId) -> Span {
        self.place(self.job.program.doc(self.frame.doc).document.key_range(key))
    }

    /// The location of a range of the current document.
    fn place(&self, range: hclx_diag::TextRange) -> Span {
        range.in_source(self.job.program.doc(self.frame.doc).source)
    }

    /// The static type of a node.
    fn ty(&self, node: NodeId) -> Ty {
        let of_doc = self.job.nodes.get(self.frame.doc.0 as usize);
        of_doc.and_then(|nodes| nodes.get(node.0 as usize)?.clone()).unwrap_or_else(Ty::any)
    }

    /// Reports a finding, unless the code may not run or it was reported before.
    fn report(&mut self, diagnostic: Diagnostic) {
        let Some(span) = diagnostic.span else { return };
        if self.exhausted && diagnostic.code.is_limit() {
            self.spent.get_or_insert(diagnostic);
            return;
        }
        // inputs that are not declared share one location
        let telling = diagnostic.code == UNRECOGNIZED_PROPERTY;
        let message = if telling { diagnostic.message.clone() } else { String::new() };
        if self.quiet == 0 && self.seen.insert((diagnostic.code, span, message)) {
            self.diagnostics.push(diagnostic);
        }
    }

    fn fail(&mut self, code: Code, span: Span, message: impl Into<String>) -> ReportedFailure {
        self.report(Diagnostic::error(code, span, message));
        ReportedFailure
    }

    fn fail_at(&mut self, code: Code, node: NodeId, message: impl Into<String>) -> ReportedFailure {
        let span = self.span(node);
        self.fail(code, span, message)
    }

    /// Counts steps; once the limit is exceeded, the evaluation ends with a single finding.
    fn spend(&mut self, steps: u64, node: NodeId) -> Result<(), ReportedFailure> {
        if self.exhausted {
            return Err(ReportedFailure);
        }
        self.count(steps).map_err(|fault| {
            let span = self.span(node);
            self.report(fault.at(span));
            ReportedFailure
        })
    }

    /// Counts steps, and adds the cost of values since the last call.
    fn count(&mut self, steps: u64) -> Fallible<()> {
        self.steps = self.steps.saturating_add(steps);
        let counted = self.job.budget.step().map_err(Fault::in_mull);
        // Work is also charged as steps.
        let steps = self.steps.max(self.job.budget.used().0.saturating_sub(self.started));
        let counted = if steps > MAX_STEPS { Err(nothing_left()) } else { counted };
        self.exhausted |= counted.is_err();
        counted
    }

    /// Evaluates code that may not run, and drops its findings.
    fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.quiet;
        self.quiet = before + 1;
        let result = work(self);
        self.quiet = before;
        result
    }

    /// An unknown of a type; if it may be null or undefined, it has no range.
    fn unknown(&self, ty: &Ty) -> Val {
        if self.types().takes_none(ty) { Val::unknown() } else { self.types().unknown_of(ty) }
    }

    /// Returns `true` if an unknown value may be null or undefined.
    fn may_be_none(&self, value: &Val, node: NodeId) -> bool {
        !value.is_known() && self.types().takes_none(&self.ty(node))
    }
}

/// The fault for an exceeded step limit.
fn nothing_left() -> Fault {
    Fault::new(MULL_LIMIT, format!("evaluation needs more than the limit of {MAX_STEPS} steps"))
}

#[cfg(test)]
mod tests;
