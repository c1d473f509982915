//! The processing of an application whose files declare names: files, declarations, values in dependency order, blocks,
//! and rules. An application implements what is specific to it ([`Application`]).
//!
//! Out of scope: the names and blocks of specific applications.

use std::sync::Arc;

use hclx_analysis::{Answer, Ask, Purpose, TypeRow, sort};
use hclx_core::Value;
use hclx_diag::{Diagnostic, Ordered, SourceId};
use hclx_eval::{CustomFunctions, Dialect, Environment, Host};

use super::defaults::{DefaultedVariable, Defaults, with_defaults};
use super::unit_blocks::{ExpressionPlace, UnitBlocks, UnitFiles};
use super::{Declarations, Evaluation, NameResolver, RootBlock, root_blocks};

/// An application whose files declare names.
pub trait Application: Sync {
    /// The context of an expression.
    type Scope: Copy + Sync;

    /// The meaning of the names of a unit.
    type Names<'t>: NameResolver<Scope = Self::Scope>;

    /// The dialect of expressions.
    const DIALECT: &'static Dialect;

    /// The variables whose values are their defaults.
    const DEFAULTS: Defaults = Defaults::All;

    /// The prefix of the keys of variables, which messages omit.
    const VARIABLES: &'static str = "var.";

    /// The files of a unit.
    fn files(&self, ask: Ask<'_>) -> UnitFiles;

    /// The root blocks that are checked, and findings about other contents of the root bodies.
    fn blocks<'t>(&self, files: &'t UnitFiles, found: &mut Vec<Diagnostic>) -> Vec<RootBlock<'t>> {
        root_blocks(&files.sources, &files.root, found)
    }

    /// Declares the names that expressions can refer to, and returns their meanings.
    fn declare<'t>(
        &self,
        unit: UnitBlocks<'t>,
        declared: &mut Declarations<'t, Self::Scope>,
        found: &mut Vec<Diagnostic>,
    ) -> Self::Names<'t>;

    /// The functions that a unit declares.
    fn functions<'t>(
        &self,
        unit: UnitBlocks<'t>,
        names: &mut Self::Names<'t>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<CustomFunctions> {
        let _ = (unit, names, found);
        None
    }

    /// The file access of functions; by default that of the settings.
    fn host(&self, ask: Ask<'_>) -> Option<Arc<dyn Host>> {
        let _ = ask;
        None
    }

    /// The context of the expressions at a place.
    fn scope_at<'t>(
        &self,
        evaluation: &mut Evaluation<'_, 't, Self::Names<'t>>,
        place: ExpressionPlace,
    ) -> Self::Scope;

    /// Checks the blocks of a unit, and returns the parts of an answer other than findings.
    fn judge<'t>(
        &self,
        evaluation: &mut Evaluation<'_, 't, Self::Names<'t>>,
        found: &mut Vec<Diagnostic>,
    ) -> Answer;

    /// The findings to report: those in selected files that are not consequences of syntax errors.
    fn filter<'t>(
        &self,
        evaluation: &Evaluation<'_, 't, Self::Names<'t>>,
        found: Vec<Diagnostic>,
        answer: &mut Answer,
    ) -> Vec<Diagnostic> {
        let _ = (evaluation, answer);
        found
    }
}

/// The part of a unit that an answer is about.
#[derive(Clone, Copy)]
enum Part<'q> {
    Whole,
    /// An expression that is not in a file.
    Expression(SourceId, &'q str),
    /// The smallest expression at an offset of a file.
    Place(SourceId, u32),
}

/// Checks a unit. Errors that only a default causes are warnings.
pub fn judge<A: Application>(application: &A, ask: Ask<'_>, purpose: Purpose) -> Answer {
    let judge = |defaults| answer(application, ask, defaults, Part::Whole);
    let mut answer = with_defaults(ask.budget, A::DEFAULTS, &judge);
    answer.value = (purpose == Purpose::Eval).then(|| value(&answer.rows));
    answer
}

/// The value of an expression in the scope of a unit.
pub fn expression<A: Application>(application: &A, ask: Ask<'_>, source: SourceId, text: &str) -> Answer {
    answer(application, ask, A::DEFAULTS, Part::Expression(source, text)).0
}

/// The value of the smallest expression at a place in a file, or of the declaration whose name is there.
pub fn value_at<A: Application>(application: &A, ask: Ask<'_>, file: SourceId, offset: u32) -> Answer {
    answer(application, ask, A::DEFAULTS, Part::Place(file, offset)).0
}

/// The answer about a part of a unit, and the variables whose defaults may cause its errors.
fn answer<A: Application>(
    application: &A,
    ask: Ask<'_>,
    defaults: Defaults,
    part: Part<'_>,
) -> (Answer, Vec<DefaultedVariable>) {
    let files = application.files(ask);
    let mut found = Vec::new();
    let blocks = application.blocks(&files, &mut found);
    let unit = UnitBlocks { ask, files: &files, blocks: &blocks };
    let mut declared = Declarations { defaults, ..Declarations::default() };
    let mut names = application.declare(unit, &mut declared, &mut found);
    declared.connect(&names);
    let custom = application.functions(unit, &mut names, &mut found);
    let host = application.host(ask);
    let environment = ask.snapshot.settings().environment(A::DIALECT);
    let host = host.as_deref().unwrap_or(environment.host);
    let env = Environment { host, custom: custom.as_ref(), ..environment };
    let (values, cycles) = declared.values(&names, &files.sources, &env, ask.budget);
    found.extend(cycles.iter().map(|cycle| declared.cycle(cycle, str::to_owned)));
    let (names, declared, values) = (&mut names, &declared, &*values);
    let evaluation = &mut Evaluation { unit, names, declared, values, env };
    let answer = match part {
        Part::Whole => return unit_answer(application, evaluation, found),
        Part::Expression(source, text) => {
            let scope = application.scope_at(evaluation, ExpressionPlace::Apart);
            evaluation.judge(scope).asked(source, text)
        }
        Part::Place(file, offset) => {
            let scope = application.scope_at(evaluation, unit.place(file, offset));
            evaluation.judge(scope).at(file, offset)
        }
    };
    (answer, Vec::new())
}

/// The answer about a whole unit, and the variables whose defaults may cause its errors.
fn unit_answer<'t, A: Application>(
    application: &A,
    evaluation: &mut Evaluation<'_, 't, A::Names<'t>>,
    mut found: Vec<Diagnostic>,
) -> (Answer, Vec<DefaultedVariable>) {
    let mut answer = application.judge(evaluation, &mut found);
    let unit = evaluation.unit;
    let mut found = application.filter(evaluation, unit.without_consequences(found), &mut answer);
    sort(&mut found);
    answer.rows.retain(|row| unit.is_reported(row.name_span.source));
    let sources = &unit.files.sources;
    let defaulted = evaluation.declared.defaulted(evaluation.values, A::VARIABLES, (sources, &found));
    answer.findings = found;
    (answer, defaulted)
}

/// The value of a unit: an object of its rows, nested by the first two parts of their paths.
pub fn value(rows: &[TypeRow]) -> Value {
    let mut kinds: Ordered<Arc<str>, Ordered<Arc<str>, Value>> = Ordered::new();
    let mut all: Ordered<Arc<str>, Value> = Ordered::new();
    for row in rows {
        match row.path.split_once('.') {
            Some((kind, name)) => {
                kinds.or_default(kind.into()).insert(name.into(), row.value.clone());
            }
            None => {
                all.insert(row.path.as_str().into(), row.value.clone());
            }
        }
    }
    all.extend(kinds.into_iter().map(|(kind, members)| (kind, Value::object(members))));
    Value::object(all)
}
