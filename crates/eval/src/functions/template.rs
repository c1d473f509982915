//! `templatefile` and `templatestring`: templates parsed and evaluated like all others, with only their
//! variables in scope.

use std::sync::{Arc, LazyLock};

use hclx_core::{Type, TypeKind, convert};
use hclx_diag::{Certainty, Diagnostic, SourceId};
use hclx_syntax::ast::{ExprId, ExprKind, Root, Tree};

use super::file::text_of;
use super::{Answer, Args, EarlyReturn, FunctionRow};
use crate::{Environment, Policy, Scope, UnresolvedKind, evaluate};

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "templatefile",
        "(path: string, vars: any) -> any",
        "the result of rendering a file as a template, with the variables of an object",
        &[("can(templatefile(\"hello.tftpl\", { name = \"you\" }))", "unknown(bool, not_null)")],
        |args| rendered(args, &text_of(args)?, "templatefile", TEMPLATES),
    )
    .typed(|args| vars_type(args, Type::ANY)),
    FunctionRow::new(
        "templatestring",
        "(template: string, vars: any) -> string",
        "the result of rendering a string as a template; it must be a reference, not a literal",
        &[("can(templatestring(\"a literal\", {}))", "false")],
        |args| {
            let value = rendered(args, args.string(0)?.scan()?, "templatestring", &FILES_AND_TEMPLATES)?;
            Ok(convert(&value, &Type::STRING, args.rules).map_err(|_| {
                let found = crate::values::describe::value(&value);
                args.fault(0, format!("must render to a string, found {found}"))
            })?)
        },
    )
    .typed(|args| vars_type(args, Type::STRING))
    .reference()
    .since(Some("1.9"), Some("1.7")),
];

/// The functions that templates cannot call: those that render templates.
const TEMPLATES: &[&str] = &["templatefile", "templatestring"];

/// The functions that template strings cannot call: they cannot access files either.
static FILES_AND_TEMPLATES: LazyLock<Vec<&str>> =
    LazyLock::new(|| super::file::ROWS.iter().map(|row| row.name).chain(TEMPLATES.iter().copied()).collect());

fn vars_type(args: &Args<'_>, result: Type) -> hclx_diag::Fallible<Type> {
    match args.get(1).ty().kind() {
        TypeKind::Object(_) | TypeKind::Map(..) | TypeKind::Any => Ok(result),
        _ => args.wrong_type(1, "an object or map"),
    }
}

/// Renders a template. Errors inside it are reported with their line.
fn rendered(
    args: &Args<'_>,
    template: &str,
    within: &'static str,
    withheld: &'static [&'static str],
) -> Answer {
    args.budget.spend(template.len() as u64)?;
    let parsed = hclx_syntax::parse_template(SOURCE, Arc::from(template.as_bytes()));
    refuse(args, (template, within), &parsed.diagnostics)?;
    let Root::Expr(root) = parsed.tree.root() else { return Err(EarlyReturn::Unknown) };
    let scope = variables(args)?;
    // Variables must be declared even in parts of the template that do not run.
    let env = Environment {
        withheld,
        names: None,
        unknown_names: Policy::Unknown,
        unknown_functions: Policy::Error,
        total: true,
        notation: false,
        application_unknown: false,
        trace: false,
        comparisons: false,
        ..*args.env
    };
    let outcome = evaluate(&parsed.tree, SOURCE, root, &scope, &env, args.budget);
    if let Some(missing) = outcome.unresolved.iter().find(|found| found.kind == UnresolvedKind::Variable) {
        let line = line_of(template, &parsed.tree, &missing.name);
        let file = of_file(args, within);
        let message = format!("must define `{}`, which the template uses in line {line}{file}", missing.name);
        return Err(args.fault(1, message).with_argument_in_message(0).into());
    }
    if let Some(name) = called_in_vain(&parsed.tree, withheld).filter(|_| outcome.has_errors()) {
        let message = format!("calls `{name}`, which is not allowed in a template of `{within}`");
        return Err(args.fault(0, message).help("pass its result as a variable").into());
    }
    refuse(args, (template, within), &outcome.diagnostics)?;
    if outcome.value.is_null() {
        return Err(args.fault(0, "renders to null").into());
    }
    Ok(outcome.value)
}

const SOURCE: SourceId = SourceId(0);

/// A function that the template calls although this is not allowed.
fn called_in_vain(tree: &Tree, withheld: &[&str]) -> Option<String> {
    let mut names = tree.expr_ids().filter_map(|id| match tree.expr(id).kind {
        ExprKind::Call(call) => Some(tree.text(tree.node(call).name.text)),
        _ => None,
    });
    let base = |name: &str| withheld.contains(&name.strip_prefix("core::").unwrap_or(name));
    names.find(|name| base(name)).map(str::to_owned)
}

fn variables(args: &Args<'_>) -> Result<Scope<'static>, EarlyReturn> {
    let mut scope = Scope::root();
    for (name, value) in args.known(1)?.iter_entries() {
        if !is_identifier(name) {
            let message = format!("must have valid variable names, found `{name}`");
            return Err(args.fault(1, message).help("use letters, digits and underscores").into());
        }
        scope.define(Arc::clone(name), value.clone());
    }
    Ok(scope)
}

/// Returns `true` if the parser reads a string as one name.
pub fn is_identifier(text: &str) -> bool {
    let parsed = hclx_syntax::parse_expression(SOURCE, Arc::from(text.as_bytes()));
    let Root::Expr(root) = parsed.tree.root() else { return false };
    let range = parsed.tree.expr(root).range;
    let kind = parsed.tree.expr(root).kind;
    let word = matches!(kind, ExprKind::Variable(_) | ExprKind::Null | ExprKind::Bool(_));
    word && parsed.diagnostics.is_empty() && (range.end - range.start) as usize == text.len()
}

/// The line of the template in which a name is first used.
fn line_of(template: &str, tree: &Tree, name: &str) -> usize {
    let is_use =
        |id: &ExprId| matches!(tree.expr(*id).kind, ExprKind::Variable(text) if tree.text(text) == name);
    let first = tree.expr_ids().filter(is_use).map(|id| tree.expr(id).range.start).min();
    line_and_column(template, first.unwrap_or_default() as usize).0
}

/// The file of the template, in words, if the function reads one.
fn of_file(args: &Args<'_>, within: &str) -> String {
    let file = args.peek(0).filter(|_| within == "templatefile");
    file.map(|file| format!(" of `{file}`")).unwrap_or_default()
}

fn line_and_column(template: &str, place: usize) -> (usize, usize) {
    let before = template.get(..place.min(template.len())).unwrap_or(template);
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// Fails with the first error and its line in the template.
fn refuse(args: &Args<'_>, (text, within): (&str, &str), found: &[Diagnostic]) -> Result<(), EarlyReturn> {
    let Some(first) = found.iter().find(|found| found.is_error() && found.certainty == Certainty::Must)
    else {
        return Ok(());
    };
    let place = first.span.map(|span| span.range.start as usize).unwrap_or_default();
    let (line, column) = line_and_column(text, place);
    let file = of_file(args, within);
    let message = format!("has a template error at line {line}, column {column}{file}: {}", first.message);
    let foreign = text.find("{%").map(|at| line_and_column(text, at).0);
    let foreign = foreign.map(|line| format!("`{{%` in line {line} is text: write `%{{`"));
    let helps = first.help.iter().map(ToString::to_string).chain(foreign);
    let fault = helps.fold(args.fault(0, message), |fault, help| fault.help(help));
    Err(fault.into())
}
