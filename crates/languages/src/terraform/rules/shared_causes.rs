//! Findings that one mistake repeats: a directory that several calls refer to, an interface that a module no longer
//! has, a sensitive value that many outputs pass on, the syntax of Terraform before 0.12, a value that no run can set.

use std::mem::discriminant;

use hclx_analysis::{Snapshot, file_name, file_path};
use hclx_core::{Type, TypeKind};
use hclx_diag::{
    Code, Diagnostic, Ordered, OrderedSet, SharedCause, SharedWords, SourceId, Span, code_names as codes,
    is_identifier,
};
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::body::{AttributeView, BodyView};

use crate::missing_names::{text_at, text_in};
use crate::misspelled::is_slip;
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::files::sources::is_local;
use crate::terraform::schemas::kind::Kind;

/// The minimum number of findings about parts of one interface that are reported together.
const FEWEST_PARTS: usize = 6;

/// The minimum for arguments of a call that its module does not declare, along with those that the call lacks.
const FEWEST_OF_ANOTHER: usize = 3;

/// The minimum number of findings about outputs of one call that are reported together.
const FEWEST_OUTPUTS: usize = 3;

/// The minimum number of findings about syntax before Terraform 0.12 that are reported together.
const FEWEST_OLD: usize = 3;

/// The cause that several findings may share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// A source of module calls, by its topmost missing directory, or else by the message about it.
    Source(Option<String>, String),
    /// The arguments of a call, by its address.
    Arguments(String),
    /// The attributes of an object, by the reference to it and its file.
    Object(SourceId, String),
    /// Attributes of a value that is not an object, by the reference to it and its file; the flag is set for errors.
    NoObject(SourceId, String, bool),
    /// A condition that inputs of calls violate, by the message about it.
    Condition(String),
    /// Arguments of a file that are outside of blocks.
    Outside(SourceId),
    /// Messages of conditions that cannot be shown, by the finding about them.
    Messages(String),
    /// A sensitive value, by its place.
    Sensitive(Span),
    /// Types in quotes, as before Terraform 0.12.
    QuotedTypes,
    /// References as keys of objects without parentheses in a file: before Terraform 0.12, these were keys with dots.
    Keys(SourceId),
    /// A type without its argument, by the message about it.
    BareType(String),
    /// A function that does not exist, by its name; the flag is set for errors.
    Function(String, bool),
    /// An attribute that is dropped because the type of a variable lacks it, by its name and the place of the type.
    Dropped(String, Span),
    /// A value for an undeclared variable, by the message about it.
    Undeclared(String),
    /// Values in one file for undeclared variables.
    UndeclaredIn(SourceId),
    /// A malformed version constraint, by the message about it.
    Constraint(String),
    /// Placeholders for version constraints.
    VersionPlaceholders,
    /// An experiment that has ended, with its function.
    Experiment,
    /// Several kinds of syntax of releases before 0.12.
    OldSyntax,
    /// References without the key of an instance, by the message about them.
    Instance(String),
    /// Names that are unavailable without instances, such as `each.value`, by the place of the block.
    OutOfScope(Span, String),
    /// Quoted references and keywords, as before Terraform 0.12, by the message about them.
    Quoted(String),
    /// Outputs of remote states without `outputs`, as before Terraform 0.12.
    RemoteStates,
    /// Outputs of a call, by the reference to it; the flag is set for errors.
    Outputs(String, bool),
    /// An argument that is repeated in calls of a function, by the function and the argument as written; the flag is
    /// set for errors.
    Argument(String, String, bool),
    /// An attribute that an object lacks, by the references to the object and to the attribute.
    Member(String, String),
    /// References in a line that must be constant, by the file, the line number and the message.
    InConstant(SourceId, usize, String),
    /// Allowed inputs for which one template fails, by its place.
    Inputs(Span),
    /// The same error about the same source text in a file, by the message and the text.
    Same(SourceId, String, String),
}

/// The minimum number of equal errors about the same source text that count as one mistake.
const FEWEST_SAME: usize = 4;

/// The data source for outputs of another configuration.
const REMOTE_STATE: &str = "data.terraform_remote_state.";

/// A finding with its cause, and the name that it is about.
struct Consequence {
    cause: Cause,
    name: String,
    /// Set if the finding reports that the name is missing.
    is_lacking: bool,
}

/// The number of findings with one cause.
struct CauseExtent {
    names: usize,
    /// The number of required arguments that a call lacks.
    lacking: usize,
    shared: SharedCause,
}

impl Consequence {
    fn with_name(cause: Cause, name: String) -> Self {
        Self { cause, name, is_lacking: false }
    }

    fn new(snapshot: &Snapshot, module: &Module, finding: &Diagnostic) -> Option<Self> {
        let span = finding.span.filter(|span| snapshot.is_selected(span.source))?;
        let text = || text_at(snapshot, finding).map(|text| text.trim_start_matches('.').to_owned());
        if let Some(cause) = cause_of_part(snapshot, module, (finding, span)) {
            return Some(Self::with_name(cause, text()?));
        }
        if finding.code == codes::MODULE_SOURCE {
            let missing = missing_above(snapshot, module, &text()?);
            let message = if missing.is_some() { String::new() } else { finding.message.clone() };
            return Some(Self::with_name(Cause::Source(missing, message), text()?));
        }
        if finding.code == codes::SENSITIVE_VALUE {
            let name = declaration_at(module, Kind::Output, span)?.name.to_string();
            let origin = finding.labels.last().map(|label| label.span)?;
            return Some(Self::with_name(Cause::Sensitive(origin), name));
        }
        if finding.code == codes::UNDECLARED_VALUE && !is_slip(finding) {
            return Some(Self::with_name(Cause::UndeclaredIn(span.source), text()?));
        }
        if finding.code == codes::QUOTED_REFERENCE {
            let cause = Cause::Quoted(finding.message.clone());
            return Some(Self::with_name(cause, text()?));
        }
        if let Some(consequence) = Self::of_name(snapshot, (finding, span)) {
            return Some(consequence);
        }
        finding.is_error().then(|| Self::of_error(snapshot, module, (finding, span)))?
    }

    /// The cause of an error, or of a value for an undeclared variable, that is repeated unchanged.
    fn of_repeated(snapshot: &Snapshot, finding: &Diagnostic) -> Option<Self> {
        if finding.code == codes::UNDECLARED_VALUE {
            let name = text_at(snapshot, finding)?;
            return Some(Self::with_name(Cause::Undeclared(finding.message.clone()), name));
        }
        let span = finding.span.filter(|span| finding.is_error() && snapshot.is_selected(span.source))?;
        let text = text_at(snapshot, finding)?;
        let message = || finding.message.to_string();
        let cause = if finding.code == codes::NO_ATTRIBUTE {
            Cause::Member(reference_before(snapshot, span)?, text.clone())
        } else if finding.code == codes::NOT_CONSTANT {
            Cause::InConstant(span.source, line_of(snapshot, span)?, message())
        } else {
            Cause::Same(span.source, message(), text.clone())
        };
        Some(Self::with_name(cause, text.trim_start_matches('.').to_owned()))
    }

    /// The cause of a finding about a name, which may be a warning.
    fn of_name(snapshot: &Snapshot, (finding, span): (&Diagnostic, Span)) -> Option<Self> {
        let text = || text_at(snapshot, finding).map(|text| text.trim_start_matches('.').to_owned());
        if is_of_experiment(finding.code, &text()?) {
            return Some(Self::with_name(Cause::Experiment, text()?));
        }
        if finding.code == codes::ARGUMENT {
            let cause = Cause::Argument(function_before(snapshot, span)?, text()?, finding.is_error());
            return Some(Self::with_name(cause, text()?));
        }
        if finding.code == codes::UNKNOWN_FUNCTION {
            return Some(Self::with_name(Cause::Function(text()?, finding.is_error()), text()?));
        }
        if finding.code == codes::DROPPED_ATTRIBUTE && !finding.labels.is_empty() {
            let place = finding.labels.first()?.span;
            return Some(Self::with_name(Cause::Dropped(text()?, place), text()?));
        }
        if finding.code == codes::NO_ATTRIBUTE
            && let Some(call) = reference_before(snapshot, span).filter(|call| call.starts_with("module."))
        {
            return Some(Self::with_name(Cause::Outputs(call, finding.is_error()), text()?));
        }
        None
    }

    fn of_error(snapshot: &Snapshot, module: &Module, (finding, span): (&Diagnostic, Span)) -> Option<Self> {
        let text = || text_at(snapshot, finding).map(|text| text.trim_start_matches('.').to_owned());
        let text_here = || text_at(snapshot, finding).unwrap_or_default();
        let cause = if finding.code == codes::UNSUPPORTED_BLOCK && is_old_map(&text()?) {
            Cause::OldSyntax
        } else if finding.code == codes::TYPE_SYNTAX && text_here().starts_with('"') {
            Cause::QuotedTypes
        } else if finding.code == codes::INVALID_KEY && text_here().contains('.') {
            Cause::Keys(span.source)
        } else if finding.code == codes::TYPE_SYNTAX && is_identifier(&text_here()) {
            Cause::BareType(finding.message.clone())
        } else if finding.code == codes::NOT_IN_SCOPE {
            let owner = module.declarations.iter().find(|declaration| declaration.covers(span))?;
            let root = text()?.split('.').next().unwrap_or_default().to_owned();
            Cause::OutOfScope(owner.written.place(), root)
        } else if finding.code == codes::INSTANCE_KEY {
            Cause::Instance(finding.message.clone())
        } else if finding.code == codes::UNSUPPORTED_ATTRIBUTE && !is_slip(finding) {
            // a typo is a separate mistake
            Cause::Arguments(declaration_at(module, Kind::Module, span)?.address())
        } else if finding.code == codes::MISSING_ATTRIBUTE {
            let call = module.of_kind(Kind::Module).find(|call| call.written.place() == span)?;
            let variable = finding.labels.last().map(|label| text_in(snapshot, label.span))??;
            let name = variable.trim_matches('"').to_owned();
            return Some(Self { cause: Cause::Arguments(call.address()), name, is_lacking: true });
        } else if finding.code == codes::NO_ATTRIBUTE {
            let object = reference_before(snapshot, span)?;
            if object.starts_with(REMOTE_STATE) {
                let name = format!("{object}.{}", text()?);
                return Some(Self::with_name(Cause::RemoteStates, name));
            }
            Cause::Object(span.source, object)
        } else {
            return None;
        };
        Some(Self::with_name(cause, text()?))
    }
}

impl Cause {
    /// The minimum number of findings with this cause that are reported together.
    fn fewest(&self, extent: &CauseExtent) -> usize {
        match self {
            Self::Undeclared(_) | Self::Constraint(_) => 2,
            Self::UndeclaredIn(_) => FEWEST_OUTPUTS,
            Self::Dropped(..) | Self::InConstant(..) | Self::Inputs(..) => 2,
            Self::NoObject(..) | Self::Messages(_) | Self::Outside(_) => 2,
            // each part of `each` has a separate edit
            Self::OutOfScope(_, root) if root != "each" => 2,
            // findings of other modules share these causes
            Self::Experiment | Self::VersionPlaceholders | Self::Source(..) | Self::Condition(_) => 1,
            Self::BareType(_) => 1,
            Self::Same(..) => FEWEST_SAME,
            Self::OldSyntax => FEWEST_OLD,
            Self::QuotedTypes | Self::Quoted(..) | Self::Function(..) | Self::Member(..) => FEWEST_OLD,
            Self::RemoteStates | Self::Instance(_) | Self::OutOfScope(..) | Self::Argument(..) => FEWEST_OLD,
            Self::Outputs(..) => FEWEST_OUTPUTS,
            // unknown arguments, possibly along with missing ones: those of another module
            Self::Arguments(_) if extent.names > 0 => FEWEST_OF_ANOTHER,
            _ => FEWEST_PARTS,
        }
    }

    /// The words of the finding that represents all of them.
    fn words(&self) -> SharedWords {
        let others = |one: &str, many: &str| SharedWords::Others(one.into(), many.into());
        let names = |before: &str, after: &str| SharedWords::Names(before.into(), after.into());
        match self {
            Self::Source(Some(missing), _) => SharedWords::Others(
                format!("another call has a source in `{missing}`, which does not exist"),
                format!("other calls have sources in `{missing}`, which does not exist"),
            ),
            Self::Source(None, _) => {
                others("another call has the same source", "other calls have the same source")
            }
            Self::Condition(_) => others(
                "another call does not meet the same condition",
                "other calls do not meet the same condition",
            ),
            Self::Quoted(_) => others(
                "another similar finding in this directory is not listed",
                "similar findings in this directory are not listed",
            ),
            Self::Same(..) => others(
                "another similar finding in this file is not listed",
                "similar findings in this file are not listed",
            ),
            Self::Outside(_) => names("", " arguments are outside of blocks"),
            Self::UndeclaredIn(_) => names("", " values are for variables that the module does not declare"),
            Self::Outputs(call, _) => names(&format!("`{call}` does not have "), " outputs"),
            Self::QuotedTypes => SharedWords::Count(String::new(), " types are quoted".into()),
            Self::Keys(_) => names("", " keys are references without parentheses"),
            Self::RemoteStates => names("", " outputs of remote states are read without `outputs`"),
            Self::Arguments(call) => SharedWords::Arguments(call.clone()),
            Self::Object(_, object) => names(&format!("`{object}` does not have "), " attributes"),
            Self::Sensitive(_) => names("", " outputs pass on a sensitive value"),
            _ => {
                let (noun, place) = self.unlisted_parts();
                let one = format!("another {noun} {place} is not listed");
                SharedWords::Others(one, format!("other {noun}s {place} are not listed"))
            }
        }
    }

    /// The noun for the findings that are not listed, and their location.
    fn unlisted_parts(&self) -> (&'static str, String) {
        let (noun, place) = match self {
            Self::OutOfScope(_, root) => return ("use", format!("of `{root}` in this block")),
            Self::Argument(function, argument, _) => {
                return ("call", format!("of `{function}` with `{argument}`"));
            }
            Self::InConstant(..) => ("reference", "in this line"),
            Self::Inputs(..) => ("failure", "of this template with an allowed input"),
            Self::Instance(_) => ("reference", "to it"),
            Self::Messages(_) => ("message", "like it in this directory"),
            Self::NoObject(_, object, _) => return ("attribute", format!("of `{object}`")),
            Self::Function(..) => ("call", "of it"),
            Self::Undeclared(_) => ("value", "of it"),
            Self::VersionPlaceholders => ("placeholder", "of a version"),
            Self::BareType(_) => ("type", "without an argument"),
            Self::Experiment => ("use", "of an experiment that has ended"),
            Self::OldSyntax => ("finding", "in this directory about syntax before Terraform 0.12"),
            _ => ("use", "of it"),
        };
        (noun, place.to_owned())
    }

    /// Returns `true` if one edit fixes all findings with this cause.
    fn is_mended_at_once(&self) -> bool {
        let is_of_words = matches!(self, Self::Quoted(..) | Self::Member(..) | Self::Same(..));
        let is_of_releases = matches!(self, Self::QuotedTypes | Self::RemoteStates | Self::OldSyntax);
        is_of_words || is_of_releases || matches!(self, Self::Function(..))
    }

    /// Returns `true` for syntax that only releases before 0.12 accept, or accept without a warning.
    fn is_old_syntax(&self) -> bool {
        match self {
            Self::Function(name, _) => matches!(&**name, "list" | "map"),
            Self::QuotedTypes | Self::RemoteStates | Self::Quoted(..) | Self::OldSyntax => true,
            _ => false,
        }
    }

    /// The cause in the form that findings share; `first` is the first of them.
    fn common(&self, first: &Diagnostic) -> SharedCause {
        let shared = match self {
            Self::Experiment => SharedCause::of_run("an experiment that has ended", self.words()),
            Self::Source(Some(missing), _) => {
                SharedCause::of_run(format!("sources below {missing}"), self.words())
            }
            Self::Source(None, message) => SharedCause::of_run(format!("source {message}"), self.words()),
            Self::Condition(message) => SharedCause::of_run(format!("condition {message}"), self.words()),
            Self::VersionPlaceholders => SharedCause::of_run("placeholders for versions", self.words()),
            Self::BareType(message) => SharedCause::of_run(message.clone(), self.words()),
            Self::Outside(_) => SharedCause {
                help: Some("write them in a block: its header may be missing before them".to_owned()),
                ..first.shared_cause(self.words())
            },
            Self::UndeclaredIn(_) => SharedCause {
                help: Some("declare these variables, or remove the values".to_owned()),
                ..first.shared_cause(self.words())
            },
            _ => first.shared_cause(self.words()),
        };
        if self.is_mended_at_once() { shared.fixing_all() } else { shared }
    }
}

/// Gives findings their shared cause if there are many of them.
pub(crate) fn summary(
    snapshot: &Snapshot,
    module: &Module,
    mut findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    findings = without_failures_of_errors(snapshot, without_failures_of_comparisons(findings));
    findings = without_repeated_defaults(snapshot, module, findings);
    findings.sort_by_key(|finding| finding.span);
    let consequence = |finding: &Diagnostic| Consequence::new(snapshot, module, finding);
    findings = match is_left_behind(&findings, &consequence) {
        true => with_common_causes(findings, |finding| as_old_syntax(finding, consequence(finding))),
        false => with_common_causes(findings, consequence),
    };
    with_common_causes(findings, |finding| Consequence::of_repeated(snapshot, finding))
}

/// Returns `true` if a module has several kinds of syntax from before Terraform 0.12 that later releases reject.
fn is_left_behind(findings: &[Diagnostic], consequence: &dyn Fn(&Diagnostic) -> Option<Consequence>) -> bool {
    let causes = findings.iter().filter_map(consequence).map(|consequence| consequence.cause);
    let old: Vec<Cause> = causes.filter(Cause::is_old_syntax).collect();
    let is_other = |cause: &Cause| discriminant(cause) != discriminant(&old[0]);
    let is_refused = |cause: &Cause| !matches!(cause, Cause::Quoted(..));
    old.len() >= FEWEST_OLD && old.iter().any(is_other) && old.iter().any(is_refused)
}

/// The consequence in a module with syntax from before Terraform 0.12, which includes blocks in place of attributes and
/// references to the only instance.
fn as_old_syntax(finding: &Diagnostic, consequence: Option<Consequence>) -> Option<Consequence> {
    let of_old = [codes::UNSUPPORTED_BLOCK, codes::NEWER_RELEASE, codes::INSTANCE_KEY];
    let is_old = |consequence: &Consequence| consequence.cause.is_old_syntax();
    match of_old.contains(&finding.code) || consequence.as_ref().is_some_and(is_old) {
        true => Some(Consequence::with_name(Cause::OldSyntax, String::new())),
        false => consequence,
    }
}

/// The cause of a finding about a part of a module that repeats a mistake: an input that violates a condition of the
/// called module, a version constraint, an argument outside of blocks, a message, an attribute of a value without
/// attributes.
fn cause_of_part(
    snapshot: &Snapshot,
    module: &Module,
    (finding, span): (&Diagnostic, Span),
) -> Option<Cause> {
    let is_refused = finding.code == codes::VALIDATION_FAILED && finding.is_error();
    if is_refused && declaration_at(module, Kind::Module, span).is_some() {
        return Some(Cause::Condition(finding.message.clone()));
    }
    if finding.code == codes::VERSION_CONSTRAINT {
        return Some(match finding.is_error() {
            true => Cause::Constraint(finding.message.clone()),
            false => Cause::VersionPlaceholders,
        });
    }
    if finding.code == codes::INPUT_FAILS {
        return template_around(snapshot, span).map(Cause::Inputs);
    }
    if is_outside(snapshot, finding, span) {
        return Some(Cause::Outside(span.source));
    }
    if finding.code == codes::SENSITIVE_VALUE && !finding.is_error() && finding.labels.is_empty() {
        return Some(Cause::Messages(finding.message.clone()));
    }
    let object = reference_before(snapshot, span).filter(|_| finding.code == codes::NO_ATTRIBUTE)?;
    let ty = type_of_input(module, &object)?;
    ty.as_object().is_none().then_some(Cause::NoObject(span.source, object, finding.is_error()))
}

/// The template that contains an expression.
fn template_around(snapshot: &Snapshot, span: Span) -> Option<Span> {
    let parsed = snapshot.parsed(span.source);
    let tree = &parsed.tree;
    let is_part = |part: &ExprId| tree.expr(*part).range == span.range;
    let is_around = |id: &ExprId| match tree.expr(*id).kind {
        ExprKind::Template(parts) => tree.slice(parts).iter().any(is_part),
        _ => false,
    };
    tree.expr_ids().find(is_around).map(|id| tree.expr(id).range.in_source(span.source))
}

/// The number of lines before a place.
fn line_of(snapshot: &Snapshot, span: Span) -> Option<usize> {
    let bytes = snapshot.bytes(span.source).ok()?;
    Some(memchr::memchr_iter(b'\n', bytes.get(..span.range.start as usize)?).count())
}

/// The type of a reference to an input, if it is declared.
fn type_of_input(module: &Module, reference: &str) -> Option<Type> {
    let mut steps = reference.strip_prefix("var.")?.split('.');
    let (_, declaration) = module.get(Kind::Variable, "", steps.next()?)?;
    let mut ty = declaration.variable.as_ref()?.ty.clone();
    for step in steps {
        ty = ty.as_object()?.get(step)?.ty.clone();
    }
    let has_elements = matches!(ty.kind(), TypeKind::Map(_));
    (!ty.is_any() && !has_elements).then_some(ty)
}

/// Returns `true` for an error about an argument at the root of a file, or about a block there next to arguments.
fn is_outside(snapshot: &Snapshot, finding: &Diagnostic, span: Span) -> bool {
    let of_items = [codes::UNSUPPORTED_ATTRIBUTE, codes::UNSUPPORTED_BLOCK, codes::DUPLICATE_ATTRIBUTE];
    if !finding.is_error() || !of_items.contains(&finding.code) || is_slip(finding) {
        return false;
    }
    let parsed = snapshot.parsed(span.source);
    let (attributes, _) = BodyView::root(&parsed.tree, span.source).0.just_attributes();
    let is_here = |attribute: &AttributeView<'_>| attribute.name_range == span.range;
    let is_block = finding.code == codes::UNSUPPORTED_BLOCK && is_at_line_start(snapshot, span);
    !attributes.is_empty() && (is_block || attributes.iter().any(is_here))
}

/// Returns `true` for a place at the start of a line.
fn is_at_line_start(snapshot: &Snapshot, span: Span) -> bool {
    let start = span.range.start as usize;
    snapshot.bytes(span.source).is_ok_and(|bytes| start == 0 || bytes.get(start - 1) == Some(&b'\n'))
}

/// Returns `true` for a map that releases before 0.12 accepted as a block.
fn is_old_map(text: &str) -> bool {
    let name = text.split([' ', '{']).next().unwrap_or_default();
    matches!(name, "config" | "tags" | "triggers" | "vars" | "variables")
}

/// The topmost missing directory above that of a source; `None` if only the latter is missing. A directory inside of
/// the module's own is returned as written, because other modules may have the same source: those that are written to
/// be run elsewhere.
fn missing_above(snapshot: &Snapshot, module: &Module, source: &str) -> Option<String> {
    let source = Some(source.trim_matches('"')).filter(|source| is_local(source))?;
    let folder = snapshot.reach(&module.folder, source).real;
    let is_missing = |folder: &&str| snapshot.host().look(folder).is_err();
    let missing = file_path::upward(&folder).take_while(is_missing).last()?;
    let inside = file_path::parent(missing) == &*module.folder;
    let shown = || if inside { format!("./{}", file_name(missing)) } else { missing.to_owned() };
    (*missing != *folder).then(shown)
}

/// Returns `true` for a finding about the experiment for optional attributes, or its function.
fn is_of_experiment(code: Code, text: &str) -> bool {
    code == codes::STATIC_EXPRESSION && text == "module_variable_optional_attrs"
        || code == codes::UNKNOWN_FUNCTION && text == "defaults"
}

/// Gives findings without a cause the one that a function finds, if several share it.
fn with_common_causes(
    findings: Vec<Diagnostic>,
    consequence: impl Fn(&Diagnostic) -> Option<Consequence>,
) -> Vec<Diagnostic> {
    let mut all: Ordered<Cause, CauseExtent> = Ordered::new();
    let mut consequences = Vec::with_capacity(findings.len());
    for finding in &findings {
        let is_alone = finding.cause.is_none();
        let consequence = is_alone.then(|| consequence(finding)).flatten();
        if let Some(Consequence { cause, is_lacking, .. }) = &consequence {
            let extent = || CauseExtent { names: 0, lacking: 0, shared: cause.common(finding) };
            let extent = all.or_insert_with(cause.clone(), extent);
            *(if *is_lacking { &mut extent.lacking } else { &mut extent.names }) += 1;
        }
        consequences.push(consequence);
    }
    let with_cause = |(finding, consequence): (Diagnostic, Option<Consequence>)| {
        let Some(Consequence { cause, name, is_lacking }) = consequence else { return finding };
        let is_repeated = |extent: &&CauseExtent| extent.names + extent.lacking >= cause.fewest(extent);
        match all.get(&cause).filter(is_repeated) {
            Some(extent) => finding.caused_by(SharedCause { name, is_lacking, ..extent.shared.clone() }),
            None => finding,
        }
    };
    findings.into_iter().zip(consequences).map(with_cause).collect()
}

/// Drops the failures of conditions that contain a comparison with a constant result, because that is already reported.
fn without_failures_of_comparisons(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let of_comparison = findings.iter().filter(|finding| finding.code == codes::CONSTANT_CONDITION);
    let compared: OrderedSet<Span> = of_comparison.filter_map(|finding| finding.span).collect();
    let covers = |place: Span| compared.iter().any(|span| place.contains(*span));
    let is_consequence = |finding: &Diagnostic| {
        finding.code == codes::VALIDATION_FAILED && !finding.is_error() && finding.span.is_some_and(covers)
    };
    findings.into_iter().filter(|finding| !is_consequence(finding)).collect()
}

/// Drops one of two findings about the default of a variable and an equal value in a values file: that of the file unless it
/// alone is an error.
fn without_repeated_defaults(
    snapshot: &Snapshot,
    module: &Module,
    findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let of_default = |finding: &&Diagnostic| {
        let place = finding.span?;
        let (declaration, _) = module
            .variables()
            .find(|(_, variable)| variable.default_span.is_some_and(|default| default.contains(place)))?;
        Some((declaration, place, finding.is_error()))
    };
    let of_defaults: Vec<(&Declaration, Span, bool)> =
        findings.iter().filter_map(|finding| of_default(&finding)).collect();
    if of_defaults.is_empty() {
        return findings;
    }
    let mut dropped: OrderedSet<Span> = OrderedSet::new();
    for finding in &findings {
        let Some(place) = finding.span.filter(|place| !module.files.contains(&place.source)) else {
            continue;
        };
        let same = of_defaults.iter().find(|(declaration, default, _)| {
            finding.labels.iter().any(|label| declaration.covers(label.span))
                && text_in(snapshot, *default) == text_in(snapshot, place)
        });
        if let Some((_, default, is_error)) = same {
            dropped.insert(if *is_error || !finding.is_error() { place } else { *default });
        }
    }
    let is_dropped = |finding: &Diagnostic| finding.span.is_some_and(|place| dropped.contains(&place));
    findings.into_iter().filter(|finding| !is_dropped(finding)).collect()
}

/// Drops the failures of conditions in a line with an error, because the error explains them.
fn without_failures_of_errors(snapshot: &Snapshot, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let errors = findings.iter().filter(|finding| finding.is_error());
    let errors: OrderedSet<Span> = errors.filter_map(|finding| finding.span).collect();
    if errors.is_empty() {
        return findings;
    }
    let is_beside = |span: Span| {
        let Ok(bytes) = snapshot.bytes(span.source) else { return false };
        let is_one_line = |error: &Span| {
            let (error, span) = (error.range.start as usize, span.range.start as usize);
            !bytes[error.min(span)..error.max(span)].contains(&b'\n')
        };
        errors.iter().filter(|error| error.source == span.source).any(is_one_line)
    };
    let is_consequence = |finding: &Diagnostic| {
        finding.code == codes::VALIDATION_FAILED && !finding.is_error() && finding.span.is_some_and(is_beside)
    };
    findings.into_iter().filter(|finding| !is_consequence(finding)).collect()
}

/// The declaration of a kind whose body covers a place.
fn declaration_at(module: &Module, kind: Kind, span: Span) -> Option<&Declaration> {
    module.of_kind(kind).find(|declaration| declaration.covers(span))
}

/// The reference to the object whose attribute is at a place.
fn reference_before(snapshot: &Snapshot, span: Span) -> Option<String> {
    let bytes = snapshot.bytes(span.source).ok()?;
    let before = bytes.get(..span.range.start as usize)?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let start = before.iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
    let text = String::from_utf8_lossy(&before[start..]).trim_end_matches('.').to_owned();
    (!text.is_empty()).then_some(text)
}

/// The function of the call around an argument, as far as the brackets show.
fn function_before(snapshot: &Snapshot, span: Span) -> Option<String> {
    let bytes = snapshot.bytes(span.source).ok()?;
    let before = bytes.get(..span.range.start as usize)?;
    let mut depth = 0usize;
    let open = before.iter().rposition(|byte| {
        match byte {
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' if depth > 0 => depth -= 1,
            b'(' | b'[' | b'{' => return true,
            _ => {}
        }
        false
    })?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':');
    let start = before[..open].iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
    let name = String::from_utf8_lossy(&before[start..open]).into_owned();
    (before[open] == b'(' && !name.is_empty()).then_some(name)
}
