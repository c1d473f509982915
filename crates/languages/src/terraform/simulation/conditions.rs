//! Conditions: validations, preconditions, postconditions, checks and assertions.

use hclx_analysis::{Cause, CauseKind, RunCommand};
use hclx_core::{Type, Value, convert};
use hclx_diag::{Diagnostic, OrderedSet, Span, code_names as codes};
use hclx_syntax::body::BlockView;

use super::expressions::{Evaluation, ScopeNames};
use super::journal::{CheckedObject, FailureOrigin};
use super::open::CauseId;
use super::options::PlanMode;
use super::setting::SimulationContext;
use crate::terraform::functions::DIALECT;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The truth of a condition.
#[derive(Clone, Debug)]
pub(crate) enum Truth {
    Holds,
    /// False for all values of the open parts, with the message.
    False {
        message: Option<String>,
        open: OrderedSet<CauseId>,
    },
    /// Unknown to Terraform.
    Deferred,
    Open(OrderedSet<CauseId>),
    /// An error in the condition or in its message.
    Error(Vec<Diagnostic>),
}

/// A condition with its place.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) place: Span,
    pub(crate) truth: Truth,
    /// Set if the condition uses a value whose own condition fails, so that Terraform does not evaluate it.
    is_skipped: bool,
}

/// Evaluates the condition in a block and its message.
pub(crate) fn evaluate(names: &ScopeNames<'_>, block: &BlockView<'_>) -> Condition {
    let schema = schemas::check().find_block("assert").map(|nested| nested.body.fixed());
    let content = schema.map(|schema| block.body.sorted(schema.prepared()).content);
    let (tree, source) = (block.body.tree(), block.body.source());
    let part = |name: &str| content.as_ref().and_then(|content| content.attribute(name)).map(|one| one.value);
    let header = block.def_range.in_source(source);
    let open = |what: &str| {
        let cause = Cause::new(CauseKind::Errors, what).at(header);
        Truth::Open(OrderedSet::from_iter([names.setting.causes.id(cause)]))
    };
    let (Some(condition), Some(message)) = (part("condition"), part("error_message")) else {
        let truth = open("this condition is incomplete");
        return Condition { place: header, truth, is_skipped: false };
    };
    let place = tree.expr(condition).range.in_source(source);
    let condition = names.evaluate((tree, source, condition), &[]);
    let message = names.evaluate((tree, source, message), &[]);
    let is_skipped = condition.open.iter().any(|id| names.setting.causes.is_skipped(*id));
    let hidden = ["sensitive", "ephemeral"];
    let is_hidden = hidden.iter().any(|mark| message.value.marks_within().contains(mark));
    let truth = match truth(condition, place) {
        Truth::Open(causes) => Truth::Open(causes),
        Truth::Error(errors) => Truth::Error(errors),
        _ if !message.errors.is_empty() => Truth::Error(message.errors),
        Truth::False { open, .. } if !message.may_fail && !is_hidden => {
            let text = message.value.unmark_deep().0;
            Truth::False { message: text.as_str().map(|text| text.trim_end_matches('.').to_owned()), open }
        }
        _ if message.may_fail => Truth::Open(message.open),
        _ if is_hidden => open("the message shows a sensitive value"),
        _ if message.value.is_null() => open("the message is null"),
        other => other,
    };
    Condition { place, truth, is_skipped }
}

fn truth(evaluation: Evaluation, place: Span) -> Truth {
    let Evaluation { value, open, errors, may_fail } = evaluation;
    if !errors.is_empty() {
        return Truth::Error(errors);
    }
    let value = value.unmark_deep().0;
    let wrong = |message: String| {
        let finding = Diagnostic::error(codes::VALIDATION_FAILED, place, message);
        if open.is_empty() { Truth::Error(vec![finding]) } else { Truth::Open(open.clone()) }
    };
    if value.is_null() {
        return wrong("`condition` is null; it must be true or false".to_owned());
    }
    let Ok(value) = convert(&value, &Type::BOOL, &DIALECT.rules) else {
        return wrong(format!("the condition must be a bool, found {}", value.ty()));
    };
    match value.as_bool() {
        // false for some values of an open part and an error for the others, so it is never true
        Some(false) if may_fail => Truth::False { message: None, open },
        Some(false) => Truth::False { message: None, open: OrderedSet::new() },
        Some(true) if !may_fail => Truth::Holds,
        _ if !open.is_empty() => Truth::Open(open),
        Some(true) => Truth::Holds,
        None => Truth::Deferred,
    }
}

/// Checks the conditions of an object, and records failures. Returns `false` if the object fails or may fail, so that
/// its dependents may not be evaluated.
pub(crate) fn judge(
    names: &ScopeNames<'_>,
    object: &CheckedObject,
    kind: Kind,
    blocks: &[BlockView<'_>],
) -> bool {
    let setting = names.setting;
    let mut is_good = true;
    for block in blocks {
        let Condition { place, truth, is_skipped } = evaluate(names, block);
        if is_skipped {
            setting.skip(object);
            is_good = false;
            continue;
        }
        let name = if object.module.is_empty() {
            object.key.to_string()
        } else {
            format!("{}.{}", object.module, object.key)
        };
        let finding = |message: String| Diagnostic::error(codes::VALIDATION_FAILED, place, message);
        match truth {
            Truth::Holds => {}
            Truth::Deferred if kind == Kind::Check && is_left_unknown(setting) => {
                let what = format!("`{name}` is only known after apply, which a test reports as an error");
                setting.failed(FailureOrigin::Deferred(object.clone()), finding(what));
            }
            Truth::Deferred => {}
            Truth::False { open, .. } if open.is_empty() && is_warning(setting, kind) => {}
            Truth::Open(causes) if is_warning(setting, kind) => setting.doubts(None, causes),
            Truth::False { message, open } if open.is_empty() => {
                let message = message.unwrap_or_else(|| "the condition is false".to_owned());
                setting.failed(
                    FailureOrigin::Condition(object.clone()),
                    finding(format!("`{name}` fails: {message}")),
                );
                is_good = false;
            }
            Truth::Open(causes) | Truth::False { open: causes, .. } => {
                setting.doubts(Some(object), causes);
                is_good = false;
            }
            Truth::Error(errors) => {
                errors.into_iter().for_each(|error| setting.error(error));
                is_good = false;
            }
        }
    }
    is_good
}

/// Returns `true` if values that are unknown in a plan remain unknown, because an apply that only refreshes creates
/// nothing.
fn is_left_unknown(setting: &SimulationContext<'_>) -> bool {
    setting.stage == RunCommand::Plan || setting.options.mode == PlanMode::RefreshOnly
}

/// Returns `true` if a failure of a condition is only a warning.
fn is_warning(setting: &SimulationContext<'_>, kind: Kind) -> bool {
    setting.options.mode == PlanMode::RefreshOnly
        && match kind {
            Kind::Resource | Kind::Data => true,
            Kind::Output => setting.stage == RunCommand::Plan,
            _ => false,
        }
}

/// The value of an object whose condition fails. Terraform does not evaluate expressions that use it.
pub(crate) fn stopped(names: &ScopeNames<'_>, object: &CheckedObject, value: Value) -> Value {
    let setting = names.setting;
    let is_failing = setting.is_failing(object);
    let what = match is_failing {
        true => format!("`{}` fails, and what depends on it is not evaluated", object.key),
        false => format!("`{}` may fail, and what depends on it is then not evaluated", object.key),
    };
    let id = setting.causes.id(Cause::new(CauseKind::State, what));
    if is_failing {
        setting.causes.skip(id);
    }
    value.with_marks(&super::open::mark(id))
}
