//! Changes of a configuration that an editor offers at a place. They may change the findings, so the caller
//! must check the changed files and compare the results.

mod conversion;
mod count;
mod declare;
mod expose;
mod extract;
mod guards;
mod inline;
mod jsonencode;
mod missing;
mod place;
mod relocate;
mod sort;
mod switch;
mod typed;
mod unwrap;

use hclx_analysis::Snapshot;
use hclx_diag::{Arrange, Edit, SourceId, TextRange};
use hclx_eval::Budget;

use place::Place;

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActionKind {
    /// Performs the addition or removal that a finding requests.
    QuickFix,
    /// Gives an expression a name.
    Extract,
    /// Replaces a name by its expression.
    Inline,
    /// Moves a block.
    Move,
    /// Rewrites code in an equivalent form.
    Rewrite,
}

/// The edits of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Edits of files, which do not overlap.
    pub edits: Vec<Edit>,
    /// Files to create, with their contents.
    pub created: Vec<(String, String)>,
}

/// An action at a place.
pub struct Action<'p> {
    /// The title: a lower-case instruction, unique among the actions of a place.
    pub title: String,
    /// The kind.
    pub kind: ActionKind,
    make: Box<dyn Fn() -> Option<Changes> + 'p>,
}

impl std::fmt::Debug for Action<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}", self.kind, self.title)
    }
}

impl<'p> Action<'p> {
    fn new(kind: ActionKind, title: impl Into<String>, make: impl Fn() -> Option<Changes> + 'p) -> Self {
        Self { title: title.into(), kind, make: Box::new(make) }
    }

    /// Computes its edits; `None` if it turns out to be impossible.
    pub fn changes(&self) -> Option<Changes> {
        let is_possible = |changes: &Changes| {
            (!changes.edits.is_empty() || !changes.created.is_empty()) && are_apart(&changes.edits)
        };
        (self.make)().filter(is_possible)
    }
}

/// Returns `true` if no two edits overlap: an edit cannot change what another one removes, such as a reference inside
/// the declaration that it refers to.
fn are_apart(edits: &[Edit]) -> bool {
    let mut ranges: Vec<_> =
        edits.iter().map(|edit| (edit.span.source, edit.span.range.start, edit.span.range.end)).collect();
    ranges.arrange();
    ranges.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1)
}

/// The actions at a place, with one function for each subject.
const ALL: &[for<'p, 'a> fn(&'p Place<'a>, &mut Vec<Action<'p>>)] = &[
    declare::offer,
    missing::offer,
    extract::offer,
    inline::offer,
    expose::offer,
    switch::offer,
    relocate::offer,
    count::offer,
    jsonencode::offer,
    unwrap::offer,
    typed::offer,
    sort::offer,
];

/// Passes the actions for a selection in a file to `take`. Each evaluation is limited by `budget`.
pub fn actions<T>(
    snapshot: &Snapshot,
    file: SourceId,
    range: TextRange,
    budget: &dyn Fn() -> Budget,
    take: impl FnOnce(&[Action<'_>]) -> T,
) -> Option<T> {
    let place = Place::new(snapshot, file, range, budget)?;
    let mut all = Vec::new();
    ALL.iter().for_each(|offer| offer(&place, &mut all));
    Some(take(&all))
}

/// The start of the innermost attribute or block that covers an offset of a file in native syntax.
pub fn item_start(snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<u32> {
    place::innermost(&snapshot.parsed(file).tree, offset).map(|range| range.start)
}
