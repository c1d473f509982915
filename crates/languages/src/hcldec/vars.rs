//! Variables for decoding: constants, and unknowns in hclx's notation.

use std::sync::Arc;

use hclx_analysis::{Settings, ask};
use hclx_core::Value;
use hclx_diag::SourceId;
use hclx_eval::{Budget, Environment, Scope, evaluate};
use hclx_syntax::ast::Language;
use hclx_syntax::body::BodyView;

use super::decode::Input;
use super::finding::{ReferenceFinding, any_error};
use super::places::placed;

/// Reads the attributes of a source as values. As in the reference, JSON strings are literal and no names
/// are in scope; `unknown(…)`, or `{"$hclx": "unknown(…)"}` in JSON, is an unknown value.
pub fn read_vars(
    source: SourceId,
    bytes: Arc<[u8]>,
    language: Language,
    budget: &Budget,
) -> (Vec<(Arc<str>, Value)>, Vec<ReferenceFinding>) {
    let (input, wrong) = Input::read(source, bytes.clone(), language);
    let mut findings = placed(wrong, &bytes, language);
    if any_error(&findings) {
        return (Vec::new(), findings);
    }
    let (body, wrong) = BodyView::root(&input.tree, source);
    findings.extend(wrong.map(ReferenceFinding::from));
    let (attributes, wrong) = body.just_attributes();
    findings.extend(wrong.into_iter().map(ReferenceFinding::from));
    let env = Environment { notation: language == Language::Native, ..Environment::without_names() };
    let mut values = Vec::new();
    for attribute in attributes {
        let outcome = evaluate(&input.tree, source, attribute.value, &Scope::root(), &env, budget);
        let mut wrong = outcome.diagnostics;
        let value = match language {
            Language::Native => outcome.value,
            Language::Json => {
                let place = input.tree.expr(attribute.value).range.in_source(source);
                ask::with_unknowns(&outcome.value, place, (&Settings::default(), budget), &mut wrong)
            }
        };
        findings.extend(wrong.into_iter().map(ReferenceFinding::from));
        values.push((attribute.name.into(), value));
    }
    (values, findings)
}
