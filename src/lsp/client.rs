//! The client: its capabilities, and the messages sent to it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use serde_json::{Value, json};

use super::settings::Settings;
use super::wire::message::{self, ServerMessage};
use super::wire::positions::Encoding;

/// A client capability that affects the messages sent to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ability {
    /// It pulls diagnostics.
    Pull,
    /// It supports requests to pull diagnostics again.
    Refresh,
    /// It watches files.
    Watch,
    /// It accepts definitions as location links.
    Links,
    /// It supports snippets.
    Snippets,
    /// It can either insert before the rest of a word or replace it.
    InsertReplace,
    /// It shows types next to names.
    LabelDetails,
    /// It resolves the edits of an action when the user selects it.
    Resolve,
    /// It accepts edits that create files.
    Creates,
    /// It shows the purpose of an edit.
    Annotates,
    /// It accepts edits of a version of a document.
    Versions,
    /// It shows the progress of work that the server starts.
    Progress,
    /// The client receives the status of folders.
    Status,
}

/// The capability field of each ability: `true`, an object, or a list that contains `create`.
const ABILITIES: &[(Ability, &str)] = &[
    (Ability::Pull, "/textDocument/diagnostic"),
    (Ability::Refresh, "/workspace/diagnostics/refreshSupport"),
    (Ability::Watch, "/workspace/didChangeWatchedFiles/dynamicRegistration"),
    (Ability::Links, "/textDocument/definition/linkSupport"),
    (Ability::Snippets, "/textDocument/completion/completionItem/snippetSupport"),
    (Ability::InsertReplace, "/textDocument/completion/completionItem/insertReplaceSupport"),
    (Ability::LabelDetails, "/textDocument/completion/completionItem/labelDetailsSupport"),
    (Ability::Resolve, "/textDocument/codeAction/resolveSupport"),
    (Ability::Creates, "/workspace/workspaceEdit/resourceOperations"),
    (Ability::Annotates, "/workspace/workspaceEdit/changeAnnotationSupport"),
    (Ability::Versions, "/workspace/workspaceEdit/documentChanges"),
    (Ability::Progress, "/window/workDoneProgress"),
    (Ability::Status, "/experimental/hclxStatus"),
];

/// The abilities of a client, as a bit set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Abilities(u64);

impl Abilities {
    /// Reads the capabilities of a client.
    fn read(capabilities: &Value) -> Self {
        let has = |place: &&(Ability, &str)| {
            capabilities.pointer(place.1).is_some_and(|value| match value {
                Value::Array(operations) => operations.iter().any(|one| one == "create"),
                value => *value == Value::Bool(true) || value.is_object(),
            })
        };
        Self(ABILITIES.iter().filter(has).fold(0, |all, (ability, _)| all | 1 << *ability as u32))
    }

    /// Returns `true` if the client has an ability.
    pub(crate) const fn has(self, ability: Ability) -> bool {
        self.0 & 1 << ability as u32 != 0
    }
}

/// The client.
pub(crate) struct Client {
    sender: Sender<ServerMessage>,
    /// The encoding of positions.
    pub(crate) encoding: Encoding,
    pub(crate) abilities: Abilities,
    pub(crate) settings: Settings,
    /// The command that shows references.
    pub(crate) show_references: Option<Arc<str>>,
    /// The version and result id of the findings that were last pushed, by URI.
    pushed: HashMap<String, (Option<i64>, String)>,
    /// The number of requests sent so far.
    asked: u64,
    /// The messages that were shown.
    shown: Vec<String>,
}

impl Client {
    /// A client before its capabilities are known.
    pub(crate) fn new(sender: Sender<ServerMessage>) -> Self {
        Self {
            sender,
            encoding: Encoding::default(),
            abilities: Abilities::default(),
            settings: Settings::default(),
            show_references: None,
            pushed: HashMap::new(),
            asked: 0,
            shown: Vec::new(),
        }
    }

    /// Reads the capabilities and the settings of a client.
    pub(crate) fn introduce(&mut self, params: &Value) {
        let capabilities = &params["capabilities"];
        let encodings = capabilities["general"]["positionEncodings"].as_array();
        self.encoding = Encoding::offered(encodings.into_iter().flatten().filter_map(Value::as_str));
        self.abilities = Abilities::read(capabilities);
        let command = capabilities["experimental"]["showReferencesCommandId"].as_str();
        self.show_references = command.map(Arc::from);
    }

    /// Applies settings, and reports those that are invalid.
    pub(crate) fn configure(&mut self, options: &Value) {
        let (settings, refused) = Settings::read(options);
        self.settings = settings;
        refused.into_iter().for_each(|text| self.show(text));
    }

    /// Sends a message. If the client is gone, the reader detects this.
    pub(crate) fn send(&self, message: impl Into<ServerMessage>) {
        let _ = self.sender.send(message.into());
    }

    /// Sends a request whose answer does not matter.
    pub(crate) fn ask(&mut self, method: &str, params: Value) {
        self.asked += 1;
        self.send(message::request(&format!("hclx-{}", self.asked), method, params));
    }

    /// Shows a message, once.
    pub(crate) fn show(&mut self, text: String) {
        if !self.shown.contains(&text) {
            self.send(message::notification(
                "window/showMessage",
                json!({"type": 2, "message": format!("hclx: {text}")}),
            ));
            self.shown.push(text);
        }
    }

    /// Logs a message.
    pub(crate) fn log(&self, text: &str) {
        self.send(message::notification("window/logMessage", json!({"type": 4, "message": text})));
    }

    /// Pushes the findings of a file, unless the client already has them. `version` is the version of the
    /// document, if it is open.
    pub(crate) fn push(&mut self, uri: &str, version: Option<i64>, diagnostics: &[Value], name: &str) {
        let known = self.pushed.get(uri);
        let is_known = match known {
            Some((pushed, known)) => *pushed == version && known == name,
            None => version.is_none() && diagnostics.is_empty(),
        };
        if is_known {
            return;
        }
        let mut params =
            message::object([("uri", uri.into()), ("diagnostics", Value::Array(diagnostics.to_vec()))]);
        if let Some(version) = version {
            params["version"] = version.into();
        }
        self.send(message::notification("textDocument/publishDiagnostics", params));
        self.pushed.insert(uri.to_owned(), (version, name.to_owned()));
    }

    /// The URIs with pushed findings.
    pub(crate) fn pushed(&self) -> Vec<String> {
        self.pushed.keys().cloned().collect()
    }
}
