//! Checks references against the types of resources in schemas.

use hclx_analysis::graph::NodeId;
use hclx_core::{Number, Type, Value, ops};
use hclx_diag::{Diagnostic, SharedList, SourceId, Span, code_names as codes};
use hclx_module::ExprRef;
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::statics::{Reference, ReferenceKey};

use super::dependencies;
use crate::terraform::declare::declaration::Repetition;
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::schemas::kind::Kind;

/// Returns `true` if a result of a conditional refers to an instance that may not exist. If it does not exist, such a
/// reference fails, and a failing result that is not selected can have any type. A reference to all instances never
/// fails, even if there are none.
pub(crate) fn may_be_absent<'r>(
    module: &Module,
    values: &SharedList<Value>,
    mut references: impl Iterator<Item = &'r Reference<'r>>,
    finding: &Diagnostic,
    written: ExprRef<'_>,
) -> bool {
    let labels = finding.labels.iter().map(|label| label.span);
    let places: Vec<Span> = finding.span.into_iter().chain(labels).collect();
    references.any(|reference| {
        let at = reference.range().in_source(written.source);
        let is_arm = |place: &Span| place.contains(at);
        let repeated = |node: NodeId| {
            let is_open = values.get(node.index()).is_none_or(|value| !value.is_known());
            is_open && !matches!(module.declaration(node).repetition(), Repetition::One)
        };
        places.iter().any(is_arm)
            && dependencies::named(module, &reference.root, |at| reference.attribute(at))
                .is_some_and(|(node, taken)| repeated(node) && !is_of_all(written, reference, taken))
    })
}

/// Returns `true` if a reference in an expression, whose name has `taken` steps, refers to all instances: `x[*]`.
fn is_of_all(written: ExprRef<'_>, reference: &Reference<'_>, taken: usize) -> bool {
    let ExprRef { tree, expr, .. } = written;
    let is_source = |id: ExprId| match tree.expr(id).kind {
        ExprKind::Splat { source, .. } => tree.expr(source).range == reference.range(),
        _ => false,
    };
    reference.steps.len() == taken && tree.inside(expr).any(is_source)
}

/// The finding about a key that no instance of the referenced declaration has, if `finding` is about the key.
pub(crate) fn no_instance(
    module: &Module,
    values: &SharedList<Value>,
    reference: &Reference<'_>,
    finding: &Diagnostic,
    source: SourceId,
) -> Option<Diagnostic> {
    let is_missing = [codes::NO_ATTRIBUTE, codes::NO_INDEX].contains(&finding.code);
    let (node, taken) =
        dependencies::named(module, &reference.root, |at| reference.attribute(at)).filter(|_| is_missing)?;
    let declaration = module.declaration(node);
    let step = reference.steps.get(taken)?;
    if finding.span != Some(step.range.in_source(source)) {
        return None;
    }
    let whole = values.get(node.index())?;
    let (key, instances) = match (declaration.repetition(), &step.kind) {
        (Repetition::ForEach, ReferenceKey::Text(key)) => {
            let keys: Vec<String> =
                whole.iter_entries().take(SHOWN).map(|(key, _)| format!("{key:?}")).collect();
            let more = whole.length().unwrap_or_default().saturating_sub(keys.len());
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            (format!("{key:?}"), format!("{}{more}", keys.join(", ")))
        }
        (Repetition::Count, ReferenceKey::Number(key)) => {
            let last = whole.length().unwrap_or_default().checked_sub(1);
            (key.to_string(), last.map_or_else(String::new, |last| format!("0 to {last}")))
        }
        _ => return None,
    };
    let message = format!("`{}` has no instance {key}", declaration.address());
    let help = match instances.is_empty() {
        true => "there are no instances".to_owned(),
        false => format!("instances: {instances}"),
    };
    let finding = Diagnostic { message, help: Vec::new(), fixes: Vec::new(), ..finding.clone() };
    Some(finding.help(help))
}

/// The maximum number of instance keys in a message.
const SHOWN: usize = 8;

/// The finding for a reference to an attribute that is missing from the schema of a resource. The check precedes
/// evaluation, so it also applies inside `try` and `can`.
pub(crate) fn no_attribute(
    module: &Module,
    values: &SharedList<Value>,
    reference: &Reference<'_>,
    source: SourceId,
) -> Option<Diagnostic> {
    let (node, steps) = dependencies::named(module, &reference.root, |at| reference.attribute(at))?;
    if !matches!(module.declaration(node).kind, Kind::Resource | Kind::Data | Kind::Ephemeral) {
        return None;
    }
    // the type determines the attributes, regardless of the value
    let ty = values.get(node.index()).map(Value::ty).filter(|ty| **ty != Type::ANY)?;
    let mut value = Value::unknown(ty.clone());
    for step in reference.steps.get(steps..)? {
        let (next, is_attribute) = match &step.kind {
            ReferenceKey::Attr(name) => (ops::attribute(&value, name, &DIALECT.rules), true),
            ReferenceKey::Text(key) => (ops::index(&value, &Value::string(&**key), &DIALECT.rules), false),
            ReferenceKey::Number(text) => {
                let key = Value::number(Number::parse_literal(text).ok()?);
                (ops::index(&value, &key, &DIALECT.rules), false)
            }
            ReferenceKey::Bool(_) | ReferenceKey::Null => return None,
        };
        value = match next {
            Ok(next) => next,
            Err(fault) => {
                let is_object = value.ty().as_object().is_some();
                return (is_attribute && is_object).then(|| fault.at(step.range.in_source(source)));
            }
        };
    }
    None
}
