//! Dispatches the messages of a client by method.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use hclx_analysis::file_path;
use hclx_diag::Arrange;
use hclx_eval::Cancel;
use serde_json::{Value, json};

use super::actions;
use super::client::Ability;
use super::documents::{Document, Text, document_of};
use super::events::Task;
use super::main_loop::{PendingRequest, Phase, PublishedFindings, Server};
use super::query::{ClientRequest, FindingRequest, Way};
use super::wire::edits::add_versions;
use super::wire::findings::{at_start, result_id};
use super::wire::message::{
    ClientMessage, Failure, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, NOT_INITIALIZED,
    REQUEST_CANCELLED,
};
use super::{requests, watching};
use crate::{config, names};

impl Server {
    /// Handles a message.
    pub(crate) fn handle(&mut self, message: ClientMessage) {
        match message {
            ClientMessage::Request { id, method, params } => {
                if self.client.settings.logs {
                    self.logged.insert(id.to_string(), (method.clone(), Instant::now()));
                }
                if let Some(result) = self.request(&id, &method, params) {
                    self.respond(id, result);
                }
            }
            ClientMessage::Notification { method, params } if self.phase == Phase::Running => {
                self.notification(&method, &params);
            }
            ClientMessage::Notification { .. } | ClientMessage::Response => {}
        }
    }

    /// Handles a request; `None` if the answer comes later.
    fn request(&mut self, id: &Value, method: &str, params: Value) -> Option<Result<Value, Failure>> {
        let refused = |code, why: &str| Some(Err(Failure::new(code, why)));
        match (method, self.phase) {
            ("initialize", Phase::Started) => Some(Ok(self.initialize(&params))),
            (_, Phase::Started) => refused(NOT_INITIALIZED, "the server is not initialized"),
            ("initialize", _) => refused(INVALID_REQUEST, "the server is already initialized"),
            (_, Phase::ShutDown) => refused(INVALID_REQUEST, "the server is shut down"),
            ("shutdown", _) => {
                self.phase = Phase::ShutDown;
                Some(Ok(Value::Null))
            }
            _ => match requests::row(method) {
                Some(row) => self.ask(id, params, row.way),
                None => refused(METHOD_NOT_FOUND, &format!("unknown method `{method}`")),
            },
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Running;
        self.client.introduce(params);
        self.client.configure(&params["initializationOptions"]);
        self.start();
        let of_workspace = params["workspaceFolders"].as_array();
        let mut roots: Vec<PathBuf> = of_workspace.into_iter().flatten().filter_map(folder_of).collect();
        // Clients without workspace folders use these older fields.
        if roots.is_empty() {
            let root = params["rootUri"].as_str().and_then(names::of_uri);
            roots.extend(root.or_else(|| params["rootPath"].as_str().map(PathBuf::from)));
        }
        roots.into_iter().for_each(|root| self.add(root, false));
        let mut capabilities = requests::capabilities();
        capabilities["positionEncoding"] = self.client.encoding.name().into();
        let info = json!({"name": "hclx", "version": env!("CARGO_PKG_VERSION")});
        json!({"serverInfo": info, "capabilities": capabilities})
    }

    fn notification(&mut self, method: &str, params: &Value) {
        match method {
            // The protocol has no static registration for changes of files.
            "initialized" if self.client.abilities.has(Ability::Watch) => {
                self.client.ask("client/registerCapability", watching::registration());
            }
            "textDocument/didOpen" => self.open(params),
            "textDocument/didChange" => self.change(params),
            "textDocument/didClose" => self.close(params),
            "textDocument/didSave" => {
                self.release(document_of(params).unwrap_or_default());
                // settings and ignore files take effect when they are saved
                let path = document_of(params).and_then(names::of_uri);
                let is_settings = |path: &PathBuf| {
                    path.file_name().is_some_and(|name| crate::rows().of(&name.to_string_lossy()).is_none())
                };
                if let Some(path) = path.filter(is_settings) {
                    self.give(Task::Disk { paths: vec![path] });
                }
            }
            "workspace/didChangeWatchedFiles" => {
                let changes = params["changes"].as_array().into_iter().flatten();
                let paths: Vec<PathBuf> =
                    changes.filter_map(|change| names::of_uri(change["uri"].as_str()?)).collect();
                if !paths.is_empty() {
                    self.give(Task::Disk { paths });
                }
            }
            "workspace/didChangeWorkspaceFolders" => {
                let list = |name: &str| params["event"][name].as_array().cloned().unwrap_or_default();
                list("removed").iter().filter_map(folder_of).for_each(|root| self.remove(&root));
                list("added").iter().filter_map(folder_of).for_each(|root| self.add(root, false));
            }
            "workspace/didChangeConfiguration" => {
                self.client.configure(&params["settings"]);
                self.use_threads();
            }
            "$/cancelRequest" => {
                let id = &params["id"];
                if let Some(at) = self.waiting.iter().position(|waiting| waiting.id == *id) {
                    let PendingRequest { id, .. } = self.waiting.remove(at);
                    let failure = Failure::new(REQUEST_CANCELLED, "canceled by the client");
                    self.respond(id, Err::<Value, _>(failure));
                }
                // A request that was passed to the worker is answered by the worker.
                if let Some(interest) = self.interests.get(&id.to_string()) {
                    interest.store(1, Ordering::Relaxed);
                }
            }
            _ => {}
        }
    }

    /// Adds a folder. Open documents in it belong to it from now on.
    fn add(&mut self, root: PathBuf, is_single: bool) {
        let root = config::plain(&root);
        if self.folders.iter().any(|(known, _)| *known == root) {
            return;
        }
        self.folders.push((root.clone(), is_single));
        self.give(Task::Add { root, is_single });
        // `place` adds such a folder itself, for the document that it places.
        if !is_single {
            self.place_all();
        }
    }

    fn remove(&mut self, root: &Path) {
        let root = config::plain(root);
        self.folders.retain(|(known, _)| *known != root);
        self.statuses.remove(&root);
        if let Some(found) = self.found.remove(&root) {
            for uri in found.keys().filter(|uri| !self.documents.contains_key(*uri)) {
                self.client.push(uri, None, &[], &result_id(&[]));
            }
        }
        self.give(Task::Remove { root });
        self.place_all();
    }

    /// Informs the worker again which folder each document belongs to.
    fn place_all(&mut self) {
        for uri in self.documents.keys().cloned().collect::<Vec<_>>() {
            let place = self.place(&uri);
            let Some(document) = self.documents.get_mut(&uri) else { continue };
            if document.place != place {
                let old = std::mem::replace(&mut document.place, place);
                self.tell_closed(old, &uri);
                self.tell(&uri);
            }
        }
    }

    /// The innermost folder that contains a document, and the document's path there.
    fn place(&mut self, uri: &str) -> Option<(PathBuf, String)> {
        let known = self.inside(uri);
        if known.is_none() {
            let path = config::plain(&names::of_uri(uri)?);
            self.add(path.parent()?.to_owned(), true);
        }
        known.or_else(|| self.inside(uri))
    }

    /// The innermost known folder that contains a file, and the file's path there.
    fn inside(&self, uri: &str) -> Option<(PathBuf, String)> {
        let path = config::plain(&names::of_uri(uri)?);
        let innermost = |path: &Path, root_of: &dyn Fn(&Path) -> PathBuf| {
            let own = self.folders.iter().map(|(root, is_single)| (root, root_of(root), *is_single));
            let own = own.filter(|(_, known, is_single)| match is_single {
                true => path.parent() == Some(known),
                false => path.starts_with(known),
            });
            let (root, known, _) = own.max_by_key(|(_, known, _)| known.components().count())?;
            let inside = file_path::clean(&names::text(path.strip_prefix(&known).ok()?));
            Some((root.clone(), inside))
        };
        // a document and its real path are the same, whichever of them contains links
        let by_real_path = || {
            let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            let path = real(path.parent()?).join(path.file_name()?);
            innermost(&path, &|root| config::plain(&real(root)))
        };
        innermost(&path, &Path::to_owned).or_else(by_real_path)
    }

    fn open(&mut self, params: &Value) {
        let document = &params["textDocument"];
        let (Some(uri), Some(text)) = (document["uri"].as_str(), document["text"].as_str()) else { return };
        let place = self.place(uri);
        let version = document["version"].as_i64().unwrap_or_default();
        self.documents.insert(uri.to_owned(), Document::new(version, text.to_owned(), place));
        self.tell(uri);
    }

    fn change(&mut self, params: &Value) {
        let encoding = self.client.encoding;
        let uri = document_of(params).unwrap_or_default();
        let Some(document) = self.documents.get_mut(uri) else {
            return self.client.log(&format!("a change of `{uri}`, which is not open, was dropped"));
        };
        let Some(changes) = params["contentChanges"].as_array() else { return };
        document.change(changes, encoding);
        document.version = params["textDocument"]["version"].as_i64().unwrap_or(document.version + 1);
        self.is_held = self.client.settings.findings.on_save;
        self.tell(uri);
    }

    /// Checks changes whose check was delayed until the document is saved.
    fn release(&mut self, uri: &str) {
        if std::mem::take(&mut self.is_held) {
            self.tell(uri);
        }
    }

    /// Tells the worker the number of threads.
    pub(crate) fn use_threads(&mut self) {
        let threads = self.client.settings.threads;
        if std::mem::replace(&mut self.threads, threads) != threads {
            self.give(Task::Threads(threads));
        }
    }

    fn close(&mut self, params: &Value) {
        let Some(uri) = document_of(params) else { return };
        let Some(document) = self.documents.remove(uri) else { return };
        let root = document.place.as_ref().map(|(root, _)| root.clone());
        self.tell_closed(document.place, uri);
        if let Some(root) = root.filter(|root| self.folders.contains(&(root.clone(), true))) {
            let is_used = |one: &Document| one.place.as_ref().is_some_and(|(own, _)| *own == root);
            if !self.documents.values().any(is_used) {
                self.remove(&root);
                self.client.push(uri, None, &[], &result_id(&[]));
            }
        }
    }

    /// Tells the worker that a document was closed.
    fn tell_closed(&mut self, place: Option<(PathBuf, String)>, uri: &str) {
        if let Some((root, path)) = place {
            self.give(Task::Text { root, path, uri: uri.to_owned(), text: None, is_held: false });
        }
    }

    /// Informs the worker of the text of a document.
    fn tell(&mut self, uri: &str) {
        let most = self.client.settings.max_file_bytes;
        let Some(document) = self.documents.get_mut(uri) else { return };
        let Some((root, path)) = document.place.clone() else { return };
        document.is_too_long = document.text.len() > most;
        let (version, length) = (document.version, document.text.len());
        if document.is_too_long {
            let message = format!(
                "this document has {length} bytes, more than the limit of {most}, and is not checked\n\
                 help: raise the setting `hclx.maxFileBytes`"
            );
            let warning = json!({"range": at_start(), "severity": 2, "source": "hclx", "message": message});
            return self.client.push(uri, Some(version), &[warning], &format!("{length}"));
        }
        let text = Text { bytes: document.text.as_bytes().into(), version };
        let is_held = self.is_held;
        let task = self.give(Task::Text { root, path, uri: uri.to_owned(), text: Some(text), is_held });
        if let Some(document) = self.documents.get_mut(uri) {
            document.task = task;
        }
    }

    /// Passes a request on to the worker, or queues it until findings are known.
    pub(crate) fn ask(&mut self, id: &Value, params: Value, way: Way) -> Option<Result<Value, Failure>> {
        if let Way::Command = way {
            return self.command(id, params);
        }
        let uri = document_of(&params).map(str::to_owned);
        let id = id.clone();
        let is_about_all = matches!(way, Way::Folders(..) | Way::Findings(FindingRequest::OfWorkspace));
        if uri.is_none() && !is_about_all {
            return Some(Err(Failure::new(INVALID_PARAMS, "missing textDocument.uri")));
        }
        if let Way::Findings(wanted) = way {
            self.wait(PendingRequest { id, params, wanted });
            return None;
        }
        let (settings, abilities) = (self.client.settings.clone(), self.client.abilities);
        let show_references = self.client.show_references.clone();
        let interest = Arc::<AtomicU64>::default();
        let cancel = Cancel::new(&interest, 0).about(&self.edits);
        let asked = Box::new(ClientRequest { way, params, settings, abilities, show_references, cancel });
        let place = uri.and_then(|uri| match self.documents.get(&uri) {
            Some(document) => document.place.clone(),
            None => self.inside(&uri).filter(|(root, _)| self.folders.contains(&(root.clone(), false))),
        });
        match (way, place) {
            (Way::Folders(answer, whole), _) => {
                self.interests.insert(id.to_string(), interest);
                self.give(Task::AskAll { id, asked, answer, whole });
            }
            (_, Some((root, path))) => {
                self.interests.insert(id.to_string(), interest);
                self.give(Task::Ask { id, root, path, asked });
            }
            _ => return Some(Ok(Value::Null)),
        }
        None
    }

    /// Answers a request for findings once everything is checked, and a request for actions once the findings of its
    /// document are known.
    pub(crate) fn wait(&mut self, waiting: PendingRequest) {
        let is_for_actions = waiting.wanted == FindingRequest::Actions;
        match self.is_settled() || is_for_actions && self.known_findings(waiting.uri()).is_some() {
            true => self.report(waiting),
            false => self.waiting.push(waiting),
        }
    }

    /// Answers a request for findings.
    pub(crate) fn report(&mut self, waiting: PendingRequest) {
        let PendingRequest { id, params, wanted } = waiting;
        let uri = document_of(&params).unwrap_or_default();
        let result = match wanted {
            FindingRequest::Actions => return self.offer(id, params),
            FindingRequest::OfDocument => self.report_of(uri, params["previousResultId"].as_str()),
            FindingRequest::OfWorkspace => self.report_all(&params),
        };
        self.respond(id, Ok(result));
    }

    /// Answers with the code actions for a range of a document: those for findings, and those that the worker
    /// adds.
    fn offer(&mut self, id: Value, mut params: Value) {
        let uri = document_of(&params).unwrap_or_default();
        let found = self.known_findings(uri).unwrap_or_default();
        let mut fixes = actions::of_range(uri, found, &params["range"], &actions::asked_kinds(&params));
        let version_of = |uri: &str| self.documents.get(uri).map(|document| document.version);
        let data = fixes.iter_mut().filter_map(|fix| fix.get_mut("data"));
        let data = data.filter(|data| data.get("edits").is_some());
        data.for_each(|data| data["version"] = version_of(uri).into());
        if self.client.abilities.has(Ability::Versions) {
            let edits = fixes.iter_mut().filter_map(|fix| fix.get_mut("edit"));
            edits.for_each(|edit| add_versions(edit, &version_of));
        }
        params[actions::FIXES] = fixes.clone().into();
        // a document that is not open has no other actions
        if self.ask(&id, params, Way::Actions).is_some() {
            self.respond(id, Ok(actions::with_edits(fixes)));
        }
    }

    /// The report of one document.
    fn report_of(&self, uri: &str, previous: Option<&str>) -> Value {
        let found = self.found.values().find_map(|files| files.get(uri));
        let empty = PublishedFindings { diagnostics: Vec::new(), name: result_id(&[]) };
        let found = found.unwrap_or(&empty);
        match previous == Some(&*found.name) {
            true => json!({"kind": "unchanged", "resultId": found.name}),
            false => json!({"kind": "full", "resultId": found.name, "items": found.diagnostics}),
        }
    }

    /// The reports for all files that have or had findings.
    fn report_all(&self, params: &Value) -> Value {
        let known = params["previousResultIds"].as_array().into_iter().flatten();
        let known: Vec<(&str, &str)> =
            known.filter_map(|one| Some((one["uri"].as_str()?, one["value"].as_str()?))).collect();
        let found = self.found.values().flat_map(|files| files.keys().map(String::as_str));
        let mut uris: Vec<&str> = found.chain(known.iter().map(|(uri, _)| *uri)).collect();
        uris.arrange();
        uris.dedup();
        let item = |uri: &str| {
            let previous = known.iter().find(|(known, _)| *known == uri).map(|(_, name)| *name);
            let mut report = self.report_of(uri, previous);
            report["uri"] = uri.into();
            report["version"] =
                self.documents.get(uri).map_or(Value::Null, |document| document.version.into());
            report
        };
        json!({"items": uris.into_iter().map(item).collect::<Vec<_>>()})
    }
}

/// The path of a workspace folder.
fn folder_of(folder: &Value) -> Option<PathBuf> {
    names::of_uri(folder["uri"].as_str()?)
}
