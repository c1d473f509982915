//! The client: its capabilities, and what it is told.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use serde_json::{Value, json};

use super::settings::Settings;
use super::wire::message;
use super::wire::positions::Encoding;

/// An ability of a client that changes what it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ability {
    /// It asks for findings.
    Pull,
    /// It can be told to ask for findings again.
    Refresh,
    /// It watches files.
    Watch,
    /// It takes definitions with the place that leads to them.
    Links,
    /// It knows places to fill in.
    Snippets,
    /// It chooses between inserting before the rest of a word and replacing it.
    InsertReplace,
    /// It shows types beside names.
    LabelDetails,
    /// It asks for the edits of an action when the user takes it.
    Resolve,
    /// It takes edits that create files.
    Creates,
}

/// The capabilities that tell abilities: each is true, an object, or a list with `create`.
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
];

/// The abilities of a client.
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

    /// Returns `true` if the client can do something.
    pub(crate) const fn has(self, ability: Ability) -> bool {
        self.0 & 1 << ability as u32 != 0
    }
}

/// The client.
pub(crate) struct Client {
    sender: Sender<Value>,
    /// The unit of characters in positions.
    pub(crate) encoding: Encoding,
    pub(crate) abilities: Abilities,
    pub(crate) settings: Settings,
    /// The command that shows references.
    pub(crate) show_references: Option<Arc<str>>,
    /// Version and name of the findings that were pushed last, by URI.
    pushed: HashMap<String, (Option<i64>, String)>,
    /// The number of questions so far.
    asked: u64,
    /// Sentences that were shown.
    shown: Vec<String>,
}

impl Client {
    /// A client that nothing is known of.
    pub(crate) fn new(sender: Sender<Value>) -> Self {
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

    /// Takes settings, and says which of them cannot be used.
    pub(crate) fn configure(&mut self, options: &Value) {
        let (settings, refused) = Settings::read(options);
        self.settings = settings;
        refused.into_iter().for_each(|text| self.show(text));
    }

    /// Sends a message. A client that is gone is noticed by the reader.
    pub(crate) fn send(&self, message: Value) {
        let _ = self.sender.send(message);
    }

    /// Asks the client something whose answer does not matter.
    pub(crate) fn ask(&mut self, method: &str, params: Value) {
        self.asked += 1;
        self.send(message::request(&format!("hclx-{}", self.asked), method, params));
    }

    /// Shows a sentence, once.
    pub(crate) fn show(&mut self, text: String) {
        if !self.shown.contains(&text) {
            self.send(message::notification(
                "window/showMessage",
                json!({"type": 2, "message": format!("hclx: {text}")}),
            ));
            self.shown.push(text);
        }
    }

    /// Logs a sentence.
    pub(crate) fn log(&self, text: &str) {
        self.send(message::notification("window/logMessage", json!({"type": 4, "message": text})));
    }

    /// Pushes the findings of a file, unless the client has them. `version` is that of the document, if it is open.
    pub(crate) fn push(&mut self, uri: &str, version: Option<i64>, diagnostics: &[Value], name: &str) {
        let known = self.pushed.get(uri);
        let is_known = match known {
            Some((pushed, known)) => *pushed == version && known == name,
            None => version.is_none() && diagnostics.is_empty(),
        };
        if is_known {
            return;
        }
        let mut params = json!({"uri": uri, "diagnostics": diagnostics});
        if let Some(version) = version {
            params["version"] = version.into();
        }
        self.send(message::notification("textDocument/publishDiagnostics", params));
        self.pushed.insert(uri.to_owned(), (version, name.to_owned()));
    }

    /// The URIs that have findings which were pushed.
    pub(crate) fn pushed(&self) -> Vec<String> {
        self.pushed.keys().cloned().collect()
    }
}
