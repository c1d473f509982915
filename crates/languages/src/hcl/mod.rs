//! Plain HCL: every file is a unit, and any name may exist. This covers the files of applications that hclx does not
//! support.

use std::collections::{HashMap, HashSet};

use hclx_analysis::{
    Answer, Ask, FileRow, Language, LanguageRow, Pattern, Purpose, Recognition, ReportedFiles, Snapshot,
    TypeRow,
};
use hclx_analysis::{BodyItem, Items, as_value, ask, file_name, judge_in, paths, value_at};
use hclx_core::{Type, Value};
use hclx_diag::code_names::{UNKNOWN_FUNCTION, UNKNOWN_NAME};
use hclx_diag::{
    Applicability, Arrange, Diagnostic, Edit, Fix, Ordered, SourceId, TextRange, one_edit_apart,
};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_eval::{Dialect, Unresolved, UnresolvedKind, dialect};
use hclx_syntax::ast::{ExprId, ExprKind, Language as Syntax, Tree};

use Pattern::Suffix;

/// The language without rules of an application.
pub struct Plain;

/// HCL itself.
pub static HCL: Plain = Plain;

const FILES: &[FileRow] = &[
    FileRow::json(Suffix(".hcl.json"), "body").asks_content(),
    FileRow::native(Suffix(".hcl"), "body").asks_content(),
    FileRow::json(Suffix(".json"), "body").only_named(),
    // recognized, but not HCL
    FileRow::native(Suffix(".sentinel"), "policy").asks_content(),
];

static ROW: LanguageRow = LanguageRow {
    has_rules: false,
    reports_in: ReportedFiles::OwnUnit,
    ..LanguageRow::new("hcl", "HCL", FILES)
};

impl Language for Plain {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    /// Recognizes Powerpipe files, which have the same suffix as Pulumi programs.
    fn recognise(&self, path: &str, bytes: &[u8]) -> Recognition {
        let is_native = path.ends_with(".hcl");
        if let Some((syntax, _)) = crate::shape::foreign_template(bytes).filter(|_| is_native) {
            return Recognition::Foreign(syntax.titles());
        }
        match () {
            () if path.ends_with(".sentinel") => Recognition::Foreign("Sentinel"),
            // Terragrunt and the tables take precedence for `root.hcl`
            () if path.ends_with(".pp") || file_name(path) == "root.hcl" => Recognition::Mine,
            () if is_native && crate::shape::are_pack_variables(bytes) => {
                Recognition::Foreign("nomad-pack variables")
            }
            () if file_name(path) == "metadata.hcl" && crate::shape::is_pack_metadata(bytes) => {
                Recognition::Foreign("nomad-pack metadata")
            }
            // programs that read HCL 1 accept JSON under any name
            () if is_native && is_json(bytes) => Recognition::Foreign("JSON"),
            // a format with its own finding may also look like HCL 1
            () if is_native && crate::foreign_format(bytes).is_some() => Recognition::Unknown,
            () if is_native && crate::old::is_hcl1(bytes) => Recognition::Foreign("HCL1"),
            () => Recognition::Unknown,
        }
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        body(ask, &dialect::HCL, purpose)
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        Some(Answer::of_outcome(ask::expression(source, text, ask.snapshot.settings(), ask.budget)))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        let settings = ask.snapshot.settings();
        let environment = settings.environment(&dialect::HCL);
        let parsed = ask.snapshot.parsed(file);
        let scope = settings.scope_of(&ask.snapshot.path(file));
        let found = value_at(&parsed.tree, file, offset, &scope, &environment, ask.budget);
        Some(Answer::of_value(found.map(|(_, value)| value)))
    }
}

/// Returns `true` for an object in JSON.
fn is_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
        && serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok()
}

/// Evaluates everything in the file of a unit.
pub fn body(ask: Ask<'_>, dialect: &Dialect, purpose: Purpose) -> Answer {
    let Ask { unit, snapshot, budget } = ask;
    let Some(&file) = unit.files.first() else { return Answer::default() };
    let scope = snapshot.settings().scope_of(&snapshot.path(file));
    let parsed = snapshot.parsed(file);
    let items = if purpose.is_check() { Items::Dropped } else { Items::Kept };
    let mut judged = judge_in(&scope, file, &parsed, dialect, snapshot.settings(), budget, items);
    // the keywords of type expressions, which are not names
    let mut words: Vec<TextRange> = Vec::new();
    let mut expressions = Expressions::default();
    let row = |(path, item): (String, &BodyItem)| match item {
        BodyItem::Attribute { name_range, value_range, value, .. } => {
            let (name_span, value_span) = (name_range.in_source(file), Some(value_range.in_source(file)));
            let denoted = expressions.denoted_type(&parsed.tree, &path, value, *value_range);
            let row = TypeRow::of_value(path, name_span, value_span, value.clone());
            words.extend(denoted.is_some().then_some(*value_range));
            Some(match denoted {
                Some(ty) => TypeRow { ty, ..row },
                None => row,
            })
        }
        BodyItem::Open { .. } | BodyItem::Close => None,
    };
    let rows: Vec<TypeRow> = match (purpose == Purpose::Infer).then(|| paths(&judged.items, budget)) {
        Some(Ok(paths)) => paths.into_iter().filter_map(row).collect(),
        Some(Err((fault, place))) => {
            let finding = fault.at(place.in_source(file));
            budget.note(&finding);
            judged.diagnostics.push(finding);
            Vec::new()
        }
        None => Vec::new(),
    };
    judged.unresolved.retain(|name| !words.iter().any(|word| word.contains(name.span.range)));
    Answer {
        rows,
        value: (purpose == Purpose::Eval).then(|| as_value(&judged.items)),
        findings: with_slips(judged.diagnostics, &judged.unresolved, dialect, snapshot),
        items: judged.items,
        unresolved: judged.unresolved,
        approximations: judged.approximations,
        ..Answer::default()
    }
}

/// The expressions of a tree by their ranges, collected on first use.
#[derive(Default)]
struct Expressions(Option<HashMap<TextRange, ExprId>>);

impl Expressions {
    /// The type that an attribute `type` denotes: a type expression whose keywords are not declared as names.
    fn denoted_type(&mut self, tree: &Tree, path: &str, value: &Value, range: TextRange) -> Option<Type> {
        let is_open = value.is_plain_unknown() && value.ty().is_any();
        let is_type = path == "type" || path.ends_with(".type");
        if !is_open || !is_type || tree.language() != Syntax::Native {
            return None;
        }
        let all = || tree.expr_ids().map(|id| (tree.expr(id).range, id)).collect();
        let expr = *self.0.get_or_insert_with(all).get(&range)?;
        let read = parse_type(tree, SourceId(0), expr, &TypeOptions::with_defaults());
        (!read.has_errors()).then_some(read.ty)
    }
}

/// Adds a warning to the findings for each undeclared name that is one typo away from an existing one: a function of
/// the dialect, a given variable or, for two swapped letters, a name used elsewhere in the file.
fn with_slips(
    mut findings: Vec<Diagnostic>,
    unresolved: &[Unresolved],
    dialect: &Dialect,
    snapshot: &Snapshot,
) -> Vec<Diagnostic> {
    let functions = snapshot.settings().dialect.unwrap_or(dialect).functions();
    let used = VariableUses::of(unresolved);
    // Found on first use: most files have no undeclared names.
    let mut traversed = None;
    for name in unresolved {
        let meant = match name.kind {
            UnresolvedKind::Function => functions.names().find(|known| is_slip(&name.name, known)),
            UnresolvedKind::Variable => {
                let given = snapshot.settings().scope.names().find(|known| is_slip(&name.name, known));
                given.or_else(|| used.exchanged(&name.name))
            }
        };
        let Some(meant) = meant else {
            let traversed =
                traversed.get_or_insert_with(|| traversed_names(&snapshot.parsed(name.span.source).tree));
            findings.extend(bare_word(name, traversed));
            continue;
        };
        let (code, what) = match name.kind {
            UnresolvedKind::Function => (UNKNOWN_FUNCTION, "function"),
            UnresolvedKind::Variable => (UNKNOWN_NAME, "name"),
        };
        let start = name.span.range.start;
        let place = TextRange::new(start, start + name.name.len() as u32).in_source(name.span.source);
        let message = format!("unknown {what} `{}`; did you mean `{meant}`?", name.name);
        let edit = Edit { span: place, text: meant.to_owned() };
        findings.push(Diagnostic::warning(code, place, message).fix(Fix {
            title: format!("write `{meant}`"),
            edits: vec![edit],
            applicability: Applicability::Suggested,
        }));
    }
    hclx_analysis::sort(&mut findings);
    findings
}

/// The ranges of names that are followed by an attribute or an index.
fn traversed_names(tree: &Tree) -> HashSet<TextRange> {
    let exprs = tree.expr_ids().map(|id| tree.expr(id).kind);
    let base = |kind| match kind {
        ExprKind::Traversal { base: name, .. } | ExprKind::Splat { source: name, .. } => {
            Some(tree.expr(name).range)
        }
        _ => None,
    };
    exprs.filter_map(base).collect()
}

/// Reports a single name that contains a `-`, such as `eu-west-1`: an unquoted string.
fn bare_word(name: &Unresolved, traversed: &HashSet<TextRange>) -> Option<Diagnostic> {
    let alone = name.span.range.len() as usize == name.name.len() && !traversed.contains(&name.span.range);
    if name.kind != UnresolvedKind::Variable || !alone || !name.name.contains('-') {
        return None;
    }
    let quoted = format!("\"{}\"", name.name);
    let message = format!("`{}` is a bare word; did you mean `{quoted}`?", name.name);
    Some(Diagnostic::warning(UNKNOWN_NAME, name.span, message).fix(Fix {
        title: format!("write `{quoted}`"),
        edits: vec![Edit { span: name.span, text: quoted }],
        applicability: Applicability::Suggested,
    }))
}

/// The minimum length of compared names: shorter ones too often differ by one letter.
const SHORTEST_SLIP: usize = 4;
/// The maximum length of names that are checked for swapped letters.
const LONGEST_SLIP: usize = 64;

fn is_slip(name: &str, known: &str) -> bool {
    is_exchange(name, known) || (name.chars().count() >= SHORTEST_SLIP && one_edit_apart(name, known))
}

/// The undeclared variables of a file: the index of the first use, and the number of uses.
struct VariableUses<'u>(Ordered<&'u str, (usize, usize)>);

impl<'u> VariableUses<'u> {
    fn of(unresolved: &'u [Unresolved]) -> Self {
        let mut used: Ordered<&str, (usize, usize)> = Ordered::new();
        for (at, name) in unresolved.iter().enumerate().filter(|(_, it)| it.kind == UnresolvedKind::Variable)
        {
            used.or_insert(&name.name, (at, 0)).1 += 1;
        }
        Self(used)
    }

    /// A name with two adjacent letters swapped that is used more than once; the first one if there are
    /// several.
    fn exchanged(&self, name: &str) -> Option<&'u str> {
        let letters: Vec<char> = name.chars().take(LONGEST_SLIP + 1).collect();
        if letters.len() > LONGEST_SLIP {
            return None;
        }
        let turned = (1..letters.len()).filter(|at| letters[at - 1] != letters[*at]).map(|at| {
            let mut turned = letters.clone();
            turned.swap(at - 1, at);
            turned.into_iter().collect::<String>()
        });
        let found = turned.filter_map(|other| self.0.get_key_value(other.as_str()));
        let (meant, (_, count)) = found.min_by_key(|(_, (first, _))| *first)?;
        (*count > 1).then_some(*meant)
    }
}

/// Returns `true` if two names differ by two swapped adjacent letters.
fn is_exchange(name: &str, known: &str) -> bool {
    name.len() == known.len() && one_edit_apart(name, known) && {
        let (mut a, mut b): (Vec<char>, Vec<char>) = (name.chars().collect(), known.chars().collect());
        a.arrange();
        b.arrange();
        a == b
    }
}
