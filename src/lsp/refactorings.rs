//! Code actions that are derived from the declarations of a run. Their edits are checked for new errors
//! before the client sees them.

use hclx_analysis::{Question, Snapshot};
use hclx_diag::{Diagnostic, Edit, SourceId, TextRange};
use hclx_eval::{Budget, Limits};
use hclx_ide::{ActionKind, Changes};
use hclx_syntax::tokens::{Lexeme, LexemeKind};
use serde_json::{Value, json};

use super::actions::{FIXES, asked_kinds, is_kind};
use super::layout;
use super::query::{Annotation, Query};
use super::wire::findings::View;
use super::wire::message::{Failure, REQUEST_FAILED};
use crate::judging::Run;
use crate::verdict;

/// The protocol's name of an action kind.
const fn kind(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::QuickFix => "quickfix",
        ActionKind::Extract => "refactor.extract",
        ActionKind::Inline => "refactor.inline",
        ActionKind::Move => "refactor.move",
        ActionKind::Rewrite => "refactor.rewrite",
    }
}

/// The actions for a selection, without edits, listed after those for findings.
pub(crate) fn offered(query: &Query<'_>) -> Result<Value, Failure> {
    let (snapshot, file, params) = (query.snapshot, query.file, query.params());
    let range = query.range_of(&params["range"])?;
    let only = asked_kinds(params);
    let asks = |kind: &str| only.is_empty() || only.iter().any(|one| is_kind(kind, one));
    let mut all = params[FIXES].as_array().cloned().unwrap_or_default();
    all.iter_mut().filter_map(|action| action.get_mut("edit")).for_each(|edit| layout::lay_out(query, edit));
    let budget = || query.budget();
    let data =
        json!({"uri": params["textDocument"]["uri"], "range": query.view.range(range.in_source(file))});
    hclx_ide::actions(snapshot, file, range, &budget, |actions| {
        for action in actions.iter().filter(|action| asks(kind(action.kind))) {
            all.push(json!({"title": action.title, "kind": kind(action.kind), "data": data}));
        }
    });
    if asks("quickfix") {
        all.extend(super::runs::actions(query, range));
    }
    // an editor requests this when a file is saved
    if !only.is_empty() && asks("source.format.hclx") {
        let edits = super::formatting::whole(query)?;
        if edits.as_array().is_some_and(|edits| !edits.is_empty()) {
            let mut changes = serde_json::Map::new();
            changes.insert(params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned(), edits);
            let (title, kind) = ("Format the document with hclx", "source.format.hclx");
            all.push(json!({"title": title, "kind": kind, "edit": {"changes": changes}}));
        }
    }
    Ok(all.into())
}

/// The changes of the action with a title.
fn changes(
    snapshot: &Snapshot,
    file: SourceId,
    range: TextRange,
    title: &str,
    limits: Limits,
) -> Option<Changes> {
    let budget = || Budget::new(limits);
    let found = hclx_ide::actions(snapshot, file, range, &budget, |actions| {
        actions.iter().find(|action| action.title == title)?.changes()
    });
    found.flatten()
}

/// The changes of an action if they cause no new errors; `fixes` is set if it fixes several findings. Afterwards the
/// run contains the changed sources.
///
/// # Errors
/// The reason why it is refused.
pub(crate) fn resolve(
    run: &mut Run,
    (file, range): (SourceId, TextRange),
    action: &Value,
    fixes: Option<Vec<Edit>>,
    limits: Limits,
) -> Result<Changes, Failure> {
    let refused = |why: String| Failure::new(REQUEST_FAILED, why);
    let snapshot = run.snapshot.clone();
    let made = match (fixes, action["data"]["suppress"].as_str()) {
        (Some(edits), _) => Some(Changes { edits, created: Vec::new() }),
        (None, Some(code)) => suppressed(&snapshot, file, range.start, code),
        (None, None) => changes(&snapshot, file, range, action["title"].as_str().unwrap_or_default(), limits),
    };
    let made = made.ok_or_else(|| refused("this is not possible here".to_owned()))?;
    let changed =
        verdict::changes(&snapshot, made.edits.into_iter().map(|edit| layout::in_lines_of(&snapshot, edit)));
    let made = Changes {
        edits: changed.iter().filter_map(|change| layout::of_change(&snapshot, change)).collect(),
        created: made
            .created
            .into_iter()
            .map(|(path, text)| {
                (path, layout::of_new_file(&snapshot, file, layout::with_breaks(&snapshot, file, &text)))
            })
            .collect(),
    };
    // The layout has changed the edits.
    let changed = verdict::changes(&snapshot, made.edits.iter().cloned());
    if verdict::keeps_meaning(&snapshot, (&changed, &made.created)) {
        return Ok(made);
    }
    run.answer(&Question::Check, limits, |_| true, None);
    let new = verdict::fresh(run, (&changed, &made.created), verdict::MatchScope::Run, limits);
    match new.into_iter().find(Diagnostic::is_error) {
        Some(new) => Err(refused(format!("this would be an error: {}", new.message))),
        None => Ok(made),
    }
}

/// Inserts a comment that suppresses a code, above the line of an offset. A comment on its own line covers only the
/// next line, not a whole attribute. It cannot be inserted above a line that starts inside a string.
fn suppressed(snapshot: &Snapshot, file: SourceId, offset: u32, code: &str) -> Option<Changes> {
    if snapshot.syntax(file) != hclx_syntax::ast::Language::Native {
        return None;
    }
    let bytes = snapshot.bytes(file).ok()?;
    hclx_ide::item_start(snapshot, file, offset)?;
    let line = bytes.get(..offset as usize)?.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let indent = bytes[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let indent = std::str::from_utf8(&bytes[line..line + indent]).ok()?;
    let text = format!("{indent}# hclx: ignore[{code}] TODO: the reason\n");
    let after = [&bytes[..line], text.as_bytes(), &bytes[line..]].concat();
    let start = (line + indent.len()) as u32;
    let tokens = hclx_syntax::tokens::lexemes_around_errors(&after);
    let is_comment = |token: &Lexeme| token.range.start == start && token.kind == LexemeKind::Comment;
    if !tokens.iter().any(is_comment) {
        return None;
    }
    let span = TextRange::at(line as u32).in_source(file);
    Some(Changes { edits: vec![Edit { span, text }], created: Vec::new() })
}

/// Changes in the protocol's form.
///
/// # Errors
/// If a file would be created and the client does not support that.
pub(crate) fn workspace_edit(
    changes: &Changes,
    view: &View<'_>,
    creates: bool,
    uri_of: &dyn Fn(&str) -> String,
) -> Result<Value, Failure> {
    if changes.created.is_empty() {
        return Ok(view.workspace_edit(&changes.edits));
    }
    if !creates {
        return Err(Failure::new(REQUEST_FAILED, "the editor cannot create files"));
    }
    // Only `documentChanges` can create files.
    let mut all = Vec::new();
    for (path, text) in &changes.created {
        let uri = uri_of(path);
        let start = json!({"line": 0, "character": 0});
        all.push(json!({"kind": "create", "uri": uri, "options": {"ignoreIfExists": false}}));
        all.push(json!({
            "textDocument": {"uri": uri, "version": null},
            "edits": [{"range": {"start": start, "end": start}, "newText": text}],
        }));
    }
    let edited = view.workspace_edit(&changes.edits);
    for (uri, edits) in edited["changes"].as_object().into_iter().flatten() {
        all.push(json!({"textDocument": {"uri": uri, "version": null}, "edits": edits}));
    }
    Ok(json!({"documentChanges": all}))
}

/// Edits in the protocol's form, one of them with an annotation.
pub(crate) fn annotated_edit(edits: &[Edit], annotation: &Annotation, view: &View<'_>) -> Value {
    let edited = view.workspace_edit(edits);
    let own = view.workspace_edit(std::slice::from_ref(&annotation.edit));
    // Only the edits in `documentChanges` can have annotations.
    let mut all = Vec::new();
    for (uri, edits) in edited["changes"].as_object().into_iter().flatten() {
        let mut edits = edits.clone();
        for edit in edits.as_array_mut().into_iter().flatten() {
            if *edit == own["changes"][uri][0] {
                edit["annotationId"] = "purpose".into();
            }
        }
        all.push(json!({"textDocument": {"uri": uri, "version": null}, "edits": edits}));
    }
    let mut purpose = json!({"label": annotation.label});
    if let Some(warning) = &annotation.warning {
        purpose["description"] = warning.as_str().into();
        purpose["needsConfirmation"] = true.into();
    }
    json!({"documentChanges": all, "changeAnnotations": {"purpose": purpose}})
}
