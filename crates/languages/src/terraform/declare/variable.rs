//! Properties of a variable: type, default, nullability.

use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::{Batch, Diagnostic, Findings, Fix, Policy, Report, Span, code_names as codes, nearest};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_eval::{Budget, Environment, Scope, evaluate};
use hclx_schema::{Block, Site, conform};

use super::declaration::{BlockSource, Declaration, DeclaredMarks, Variable};
use crate::terraform::functions::DIALECT;
use crate::terraform::schemas;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};

/// Reads the attributes of a variable, and adds findings about its type and default unless these have syntax errors.
pub(crate) fn read(
    declaration: &Declaration,
    is_broken: &dyn Fn(&BlockSource, ExprId) -> bool,
    findings: &mut Findings,
) -> Variable {
    let block = schemas::variable();
    let flag = |name: &str, unset: bool| declaration.flag(&block, name).unwrap_or(unset);
    let mut variable = Variable {
        nullable: flag("nullable", true),
        marks: DeclaredMarks { sensitive: flag("sensitive", false), ephemeral: flag("ephemeral", false) },
        has_rules: std::iter::once(&declaration.written)
            .chain(&declaration.overrides)
            .any(|written| written.view().mentions("validation")),
        ..Variable::of_any_type()
    };
    if let Some((written, attribute)) = declaration.attribute(&block, "type") {
        variable.is_doubtful = is_broken(written, attribute.value);
        if !variable.is_doubtful {
            let (_, batch) =
                findings.trial(|findings| constraint(&mut variable, written, attribute.value, findings));
            // the meaning of an unknown type keyword is uncertain, and so are the values that match it
            variable.is_doubtful = batch.iter().any(|one| one.code == codes::TYPE_WORD);
            findings.keep(batch, Policy::AsIs);
        }
    }
    if let Some((written, attribute)) = declaration.attribute(&block, "default") {
        let (value, batch) = findings.trial(|findings| match is_broken(written, attribute.value) {
            true => None,
            false => default(&variable, written, attribute.value, findings),
        });
        findings.keep(overridden(declaration, &block, batch), Policy::AsIs);
        variable.default_span = Some(written.expr_span(attribute.value));
        variable.is_doubtful |= value.is_none();
        variable.default = Some(value.unwrap_or_else(Value::dynamic));
    } else if has_misspelt_default(&declaration.written, &block) {
        // already reported, and the default is not missing
        variable.default = Some(Value::unknown(variable.ty.without_optional()));
    }
    variable
}

/// The type constraint of an output, in the form of a variable's; `None` if there is none, or if it is invalid.
pub(crate) fn of_output(declaration: &Declaration) -> Option<Variable> {
    let (written, attribute) = declaration.attribute(&schemas::output(), "type")?;
    let mut variable = Variable::of_any_type();
    let mut findings = Findings::new();
    constraint(&mut variable, written, attribute.value, &mut findings);
    (!findings.into_vec().iter().any(Diagnostic::is_error)).then_some(variable)
}

/// Returns `true` if an unknown attribute is probably meant as the default.
fn has_misspelt_default(written: &BlockSource, block: &Block) -> bool {
    let names = || block.attributes().iter().map(|one| &*one.name);
    let mut strangers = written.view().sorted(block.prepared()).strangers.into_iter();
    strangers.any(|one| nearest(one.name(), names()) == Some("default"))
}

/// Checks the default again if an override changes the variable.
fn overridden(declaration: &Declaration, block: &Block, batch: Batch) -> Batch {
    let changes = |written: &&Arc<BlockSource>| {
        ["type", "default", "nullable"].iter().any(|name| written.attribute(block, name).is_some())
    };
    let Some(change) = declaration.overrides.iter().rev().find(changes) else { return batch };
    batch.map(|one| Some(one.also(change.place(), "overridden here")))
}

fn constraint(variable: &mut Variable, written: &BlockSource, expr: ExprId, findings: &mut Findings) {
    let tree = &written.parsed.tree;
    // older modules use `list` and `map` for collections of any type
    let word = hclx_schema::keyword(tree, written.source, expr);
    let quoted = matches!(tree.expr(expr).kind, ExprKind::String(_)) && written.view().native_id().is_some();
    match word.as_deref() {
        Some("list") if !quoted => variable.ty = Type::list(Type::ANY),
        Some("map") if !quoted => variable.ty = Type::map(Type::ANY),
        _ => {
            // a quoted type is now an error, but its meaning before 0.12 is clear
            let meant = word.as_deref().filter(|_| quoted).and_then(quoted_type);
            let options = TypeOptions { rules: DIALECT.rules, ..TypeOptions::with_defaults() };
            let read = parse_type(tree, written.source, expr, &options);
            // the intended attribute is unknown in that case, and may be optional
            let is_torn = |one: &Diagnostic| one.is_error() && one.code != codes::TYPE_DEFAULT;
            if !read.diagnostics.iter().any(is_torn) {
                variable.ty = read.ty;
                variable.defaults = read.defaults;
                variable.places = Some(Arc::new(read.places));
            } else if let Some(meant) = meant {
                variable.ty = meant;
            }
            findings.extend(read.diagnostics.into_iter().map(not_constant));
        }
    }
}

/// The type that a quoted keyword denoted before Terraform 0.12.
fn quoted_type(word: &str) -> Option<Type> {
    match word {
        "string" => Some(Type::STRING),
        "list" => Some(Type::list(Type::ANY)),
        "map" => Some(Type::map(Type::ANY)),
        _ => None,
    }
}

/// The default converted to the type of the variable; `None` if that fails.
fn default(
    variable: &Variable,
    written: &BlockSource,
    expr: ExprId,
    findings: &mut Findings,
) -> Option<Value> {
    let tree = &written.parsed.tree;
    let unknown = || Value::unknown(variable.ty.without_optional());
    let env = Environment { rules: DIALECT.rules, ..Environment::without_names() };
    let budget = Budget::constant(tree.expr(expr).range.len() as usize);
    let outcome = evaluate(tree, written.source, expr, &Scope::root(), &env, &budget);
    if outcome.has_errors() {
        let tree = &written.parsed.tree;
        match tree.expr(expr).kind {
            ExprKind::Variable(word) => findings.push(unquoted(tree.text(word), written.expr_span(expr))),
            _ => findings.extend(outcome.diagnostics.into_iter().map(not_constant)),
        }
        return Some(unknown());
    }
    findings.extend(outcome.diagnostics);
    if outcome.value.is_null() {
        if !variable.nullable {
            let place = written.expr_span(expr);
            let message = "the default is null, but the variable has `nullable = false`";
            findings.push(Diagnostic::error(codes::TYPE_DEFAULT, place, message));
            return Some(unknown());
        }
        return Some(Value::null(variable.ty.without_optional()));
    }
    let fitted = fitted(variable, &outcome.value, (written, expr), "default");
    findings.extend(dropped(
        variable,
        &outcome.value,
        (written, expr),
        "default",
        fitted.as_ref().err().map(|wrong| &**wrong),
    ));
    match fitted {
        Ok(value) => Some(value),
        Err(finding) => {
            findings.push(*finding);
            None
        }
    }
}

/// The finding for an unquoted word as the default, which is usually meant as a string.
fn unquoted(word: &str, place: Span) -> Diagnostic {
    let message = format!("the default of a variable must be constant, found a reference to `{word}`");
    let help = format!("if this is a string, quote it: `\"{word}\"`");
    let fix = Fix::suggested(help.as_str(), place, format!("\"{word}\""));
    Diagnostic::error(codes::NOT_CONSTANT, place, message).fix(fix)
}

/// The finding for a default that is not constant.
pub(crate) fn not_constant(finding: Diagnostic) -> Diagnostic {
    if !finding.code.is_undeclared() {
        return finding;
    }
    let what = if finding.code == codes::UNKNOWN_NAME { "refer to anything" } else { "call functions" };
    Diagnostic {
        code: codes::NOT_CONSTANT,
        message: format!("the default of a variable must be constant: it cannot {what}"),
        help: vec!["move this expression into a local value".into()],
        fixes: Vec::new(),
        ..finding
    }
}

/// Converts a value to the type of a variable, and fills in the defaults of optional attributes.
pub(crate) fn fitted(
    variable: &Variable,
    value: &Value,
    (written, expr): (&BlockSource, ExprId),
    name: &str,
) -> Result<Value, Box<Diagnostic>> {
    let tree = &*written.parsed.tree;
    let value = match &variable.defaults {
        // As in Terraform, defaults are filled in before the conversion, so they are converted too.
        Some(defaults) => defaults.apply(value, &DIALECT.rules),
        None => value.clone(),
    };
    let site = Site { tree, source: written.source, expr, name };
    conform(&value, &variable.ty, &site, &DIALECT.rules)
        .map_err(|finding| Box::new(of_value(at_type(variable, *finding), tree, written.expr_span(expr))))
}

/// The attributes of a literal value that are missing from the type of the variable and therefore dropped. Those that
/// the finding `wrong` covers are omitted.
pub(crate) fn dropped(
    variable: &Variable,
    value: &Value,
    (written, expr): (&BlockSource, ExprId),
    name: &str,
    wrong: Option<&Diagnostic>,
) -> Vec<Diagnostic> {
    let tree = &*written.parsed.tree;
    let site = Site { tree, source: written.source, expr, name };
    let all = hclx_schema::dropped(value, &variable.ty, &site).into_iter();
    let all = all.filter(|one| !wrong.is_some_and(|wrong| is_part(one, wrong)));
    all.map(|finding| of_value(at_type(variable, finding), tree, written.expr_span(expr))).collect()
}

/// Returns `true` if a finding is about a part of the value that another finding is about.
pub(crate) fn is_part(finding: &Diagnostic, of: &Diagnostic) -> bool {
    let (Some(part), Some(whole)) = (finding.span, of.span) else { return false };
    whole.contains(part)
}

/// Labels a finding with the place that declares the type of the affected part.
pub(crate) fn at_type(variable: &Variable, finding: Diagnostic) -> Diagnostic {
    match &variable.places {
        Some(places) => {
            let place = places.at(&finding.path);
            finding.also(place, "the type is declared here")
        }
        None => finding,
    }
}

/// Labels a finding in a multi-line value with the place where the value starts.
pub(crate) fn of_value(finding: Diagnostic, tree: &Tree, start: Span) -> Diagnostic {
    let Some(place) = finding.span.filter(|span| span.source == start.source) else { return finding };
    let (from, to) = (start.range.start, place.range.start);
    let between = hclx_diag::TextRange::new(from, to.max(from));
    if tree.is_on_one_line(between) {
        return finding;
    }
    let end = tree.first_line(between).end.max(from + 1);
    finding.also(hclx_diag::TextRange::new(from, end).in_source(start.source), "in this value")
}
