//! The requests that the server answers, and its capabilities, as one table.

use serde_json::{Value, json};

use super::query::{FindingRequest, Row, Way};
use super::{
    actions, colors, commands, completion, formatting, hierarchy, hints, hover, moves, places, renames,
    structure,
};

/// The table. A feature is a row here and a file in this directory.
static ROWS: &[Row] = &[
    Row::document("textDocument/formatting", formatting::whole)
        .announced("documentFormattingProvider", || true.into()),
    Row::document("textDocument/rangeFormatting", formatting::range)
        .announced("documentRangeFormattingProvider", || true.into()),
    Row::document("textDocument/onTypeFormatting", formatting::typed).announced(
        "documentOnTypeFormattingProvider",
        || json!({"firstTriggerCharacter": "}", "moreTriggerCharacter": ["\n"]}),
    ),
    Row::document("textDocument/documentSymbol", places::outline)
        .announced("documentSymbolProvider", || true.into()),
    Row::document("textDocument/definition", places::definition)
        .announced("definitionProvider", || true.into()),
    Row::document("textDocument/declaration", places::declaration)
        .announced("declarationProvider", || true.into()),
    Row::document("textDocument/typeDefinition", places::type_definition)
        .announced("typeDefinitionProvider", || true.into()),
    Row::across("textDocument/implementation", places::implementation)
        .announced("implementationProvider", || true.into()),
    Row::across("textDocument/references", places::references)
        .announced("referencesProvider", || true.into()),
    Row::document("textDocument/documentHighlight", places::highlights)
        .announced("documentHighlightProvider", || true.into()),
    Row::document("textDocument/hover", hover::of).announced("hoverProvider", || true.into()),
    Row::written("textDocument/completion", completion::of)
        .announced("completionProvider", completion::capability),
    Row::document("completionItem/resolve", completion::resolve),
    Row::document("textDocument/signatureHelp", completion::signature)
        .announced("signatureHelpProvider", || json!({"triggerCharacters": ["(", ","]})),
    Row::across("textDocument/prepareRename", renames::prepare),
    Row::new("textDocument/rename", Way::Trial(renames::rename))
        .announced("renameProvider", || json!({"prepareProvider": true})),
    Row::document("textDocument/foldingRange", structure::folding)
        .announced("foldingRangeProvider", || true.into()),
    Row::document("textDocument/selectionRange", structure::selection)
        .announced("selectionRangeProvider", || true.into()),
    Row::written("textDocument/semanticTokens/full", colors::full)
        .announced("semanticTokensProvider", colors::capability),
    Row::written("textDocument/semanticTokens/full/delta", colors::delta),
    Row::written("textDocument/semanticTokens/range", colors::range),
    Row::document("textDocument/inlayHint", hints::inlay).announced("inlayHintProvider", || true.into()),
    Row::document("textDocument/documentLink", hints::links)
        .announced("documentLinkProvider", || json!({"resolveProvider": false})),
    Row::document("textDocument/codeLens", hints::lenses)
        .announced("codeLensProvider", || json!({"resolveProvider": false})),
    Row::new("textDocument/codeAction", Way::Findings(FindingRequest::Actions)).announced(
        "codeActionProvider",
        || json!({"codeActionKinds": actions::KINDS, "resolveProvider": true}),
    ),
    Row::new("codeAction/resolve", Way::Resolve),
    Row::new("textDocument/diagnostic", Way::Findings(FindingRequest::OfDocument)).announced(
        "diagnosticProvider",
        || json!({"identifier": "hclx", "interFileDependencies": true, "workspaceDiagnostics": true}),
    ),
    Row::new("workspace/diagnostic", Way::Findings(FindingRequest::OfWorkspace)),
    Row::new("workspace/executeCommand", Way::Command)
        .announced("executeCommandProvider", commands::capability),
    Row::new("workspace/symbol", Way::Folders(places::symbols, Value::Array))
        .announced("workspaceSymbolProvider", || true.into()),
    Row::document("textDocument/prepareCallHierarchy", hierarchy::prepare)
        .announced("callHierarchyProvider", || true.into()),
    Row::across("callHierarchy/incomingCalls", hierarchy::incoming),
    Row::document("callHierarchy/outgoingCalls", hierarchy::outgoing),
    Row::new("workspace/willRenameFiles", Way::Folders(moves::edits, moves::joined)),
];

/// The row of a method.
pub(crate) fn row(method: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.method == method)
}

/// The capabilities of the server, except for the encoding of positions.
pub(crate) fn capabilities() -> Value {
    let mut all = json!({
        // Kind 2 is `Incremental`.
        "textDocumentSync": {"openClose": true, "change": 2, "save": {"includeText": false}},
        "workspace": {
            "workspaceFolders": {"supported": true, "changeNotifications": true},
            "fileOperations": {"willRename": moves::capability()},
        },
    });
    for (field, value) in ROWS.iter().filter_map(|row| row.capability) {
        all[field] = value();
    }
    all
}
