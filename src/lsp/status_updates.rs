//! Informs the client of the status of folders, and shows invalid settings.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::client::Ability;
use super::main_loop::Server;
use super::status::Status;
use super::wire::message;
use crate::names;

impl Server {
    /// Informs the client of the status of a folder, if it changed.
    pub(crate) fn tell_status(&mut self, root: PathBuf, status: Status) {
        let before = self.statuses.insert(root.clone(), status.clone());
        if before.as_ref() == Some(&status) {
            return;
        }
        if self.client.abilities.has(Ability::Status) {
            let params = self.status_of(&root, &status);
            self.client.send(message::notification("hclx/status", params));
        }
        let was_valid = before.is_none_or(|before| before.settings.is_none());
        match (&status.settings, was_valid) {
            (Some(why), true) => self.begin(&root, why),
            (None, false) => self.end(&root),
            _ => {}
        }
    }

    /// The status of a folder in the form that is sent.
    pub(crate) fn status_of(&self, root: &Path, status: &Status) -> Value {
        json!({
            "folder": names::uri(root),
            "settings": if status.settings.is_some() { "invalid" } else { "valid" },
            "message": status.settings,
            "isPolling": !self.client.abilities.has(Ability::Watch),
            "notes": status.notes,
        })
    }

    /// Says that the settings of a folder are invalid.
    fn begin(&mut self, root: &Path, why: &str) {
        let text = format!("invalid settings in {}, nothing is checked: {why}", names::text(root));
        self.client.show(text);
        if self.client.abilities.has(Ability::Progress) {
            let token = token(root);
            self.client.ask("window/workDoneProgress/create", json!({"token": token}));
            let value = json!({"kind": "begin", "title": "hclx", "message": "settings are invalid"});
            self.client.send(message::notification("$/progress", json!({"token": token, "value": value})));
        }
    }

    fn end(&self, root: &Path) {
        if self.client.abilities.has(Ability::Progress) {
            let params = json!({"token": token(root), "value": {"kind": "end"}});
            self.client.send(message::notification("$/progress", params));
        }
    }
}

/// The token of the progress of a folder.
fn token(root: &Path) -> String {
    format!("hclx-settings {}", names::uri(root))
}
