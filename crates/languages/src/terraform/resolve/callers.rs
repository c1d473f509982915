//! Possible calls between directories, found in the sources before any module is read.
//!
//! The roots of a run must be known before the first module is checked. Reading all modules to find them would keep all
//! of them in memory at once. The sources provide nearly as much information without parsing: a call needs a `module`
//! block header and a literal source. A module is only read if a source is inconclusive.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_analysis::{Snapshot, file_name, file_path, query};
use hclx_diag::{Arrange, OrderedSet, SourceId, Span};
use hclx_eval::Entry;
use memchr::memmem;

use super::call_targets::{self, called_by};
use crate::terraform::files::roles::{self, Flavor, ModuleKey, Role};
use crate::terraform::files::run::Run;
use crate::terraform::files::{Folder, configured, installed, sources};

/// The possible calls between the directories of a run.
#[derive(Default, PartialEq)]
pub(crate) struct CandidateCalls {
    /// The possible targets of a directory's calls.
    called: HashMap<Folder, Arc<[Folder]>, foldhash::fast::RandomState>,
    /// The directories of the run that may call a directory, sorted.
    callers: HashMap<Folder, Vec<Folder>, foldhash::fast::RandomState>,
}

query! {
    /// The possible calls between the directories of the run.
    struct CandidateCallsQuery -> CandidateCalls, when Revision(PartialEq::eq);
    |_, snapshot| {
        let mut all = CandidateCalls::default();
        for caller in roles::selected_folders(snapshot).iter() {
            let caller = Folder::from(caller.as_str());
            let called = targets(snapshot, &caller);
            for folder in called.iter() {
                all.callers.entry(Arc::clone(folder)).or_default().push(Arc::clone(&caller));
            }
            all.called.insert(caller, called);
        }
        all
    }
}

impl CandidateCalls {
    /// The possible calls in a run, computed once. They include every call of a selected module.
    pub(crate) fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.get(&CandidateCallsQuery)
    }

    /// The directories that calls in a directory may refer to.
    pub(crate) fn called(&self, folder: &str) -> &[Folder] {
        self.called.get(folder).map(|called| &**called).unwrap_or_default()
    }

    /// The directories of the run with calls that may refer to a directory, sorted.
    pub(crate) fn callers(&self, folder: &str) -> &[Folder] {
        self.callers.get(folder).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The directories that calls in a directory may refer to, also for modules outside of the run.
pub(crate) fn called_from(snapshot: &Snapshot, folder: &str) -> Arc<[Folder]> {
    let known = CandidateCalls::of(snapshot).called.get(folder).cloned();
    known.unwrap_or_else(|| targets(snapshot, folder))
}

/// The distinct directories that calls in a directory may refer to.
fn targets(snapshot: &Snapshot, folder: &str) -> Arc<[Folder]> {
    let Ok(listed) = snapshot.list(folder) else { return Arc::default() };
    let mut targets: Vec<Folder> = Vec::new();
    for (name, entry) in listed.iter() {
        if *entry != Entry::File || !roles::is_module_file(name, Flavor::OpenTofu) {
            continue;
        }
        let Ok(file) = snapshot.find(&file_path::join(folder, name)) else { continue };
        match &*snapshot.get(&CallSourcesQuery(file)) {
            CallSources::Unread => {
                // records the dependency for all callers
                let _ = snapshot.bytes(file);
            }
            // Other sources only refer to directories if `terraform init` has installed modules.
            CallSources::Written { local, others } if !(*others && installed::is_any(snapshot, folder)) => {
                targets.extend(local.iter().map(|source| Folder::from(snapshot.reach(folder, source).real)));
            }
            _ => return read(snapshot, folder),
        }
    }
    targets.arrange();
    targets.dedup();
    targets.into()
}

/// Like [`targets`], for a module that must be parsed.
fn read(snapshot: &Snapshot, folder: &str) -> Arc<[Folder]> {
    let called =
        [Flavor::Terraform, Flavor::OpenTofu].map(|flavor| call_targets::calls_of(snapshot, flavor, folder));
    let folders: OrderedSet<Folder> = called
        .iter()
        .flat_map(|called| called.iter().map(|call| Folder::from(call.folder.as_str())))
        .collect();
    folders.iter().cloned().collect()
}

/// The directories that tests of a module may call, found in their sources.
pub(crate) fn of_tests(snapshot: &Snapshot, root: &str, files: &[SourceId]) -> Vec<Folder> {
    let is_tests = |path: &str| roles::role(file_name(path)) == Role::Tests;
    let mut folders = Vec::new();
    for file in files.iter().filter(|file| is_tests(&snapshot.path(**file))) {
        let Ok(text) = snapshot.bytes(*file) else { continue };
        if let Sources::Written { local, .. } = sources(&text, snapshot.path(*file).ends_with(".json")) {
            folders.extend(local.iter().map(|source| Folder::from(snapshot.reach(root, source).real)));
        }
    }
    folders
}

/// The sources of calls in a file.
#[derive(Debug, PartialEq, Eq)]
enum Sources<'t> {
    /// The local sources, and `true` if there may be others.
    Written { local: Vec<&'t str>, others: bool },
    /// Unclear without parsing the file.
    Unclear,
}

/// The sources of calls in a file; sources of other blocks may be included.
fn sources(text: &[u8], is_json: bool) -> Sources<'_> {
    let mut found = Sources::Written { local: Vec::new(), others: false };
    // names may contain escapes
    if is_json && memchr::memchr(b'\\', text).is_some() {
        return Sources::Unclear;
    }
    // Other blocks have arguments named `source` too.
    if !memmem::find_iter(text, "module").any(|at| is_header(text, at)) {
        return found;
    }
    for at in memmem::find_iter(text, "source") {
        let Sources::Written { local, others } = &mut found else { break };
        match value_of(text, at) {
            Some(Value::Text(source)) if sources::is_local(source) => local.push(source),
            Some(Value::Text(_)) => *others = true,
            Some(Value::Other) => found = Sources::Unclear,
            None => {}
        }
    }
    found
}

/// The sources of calls in a file, as owned strings.
#[derive(PartialEq)]
enum CallSources {
    Written { local: Vec<String>, others: bool },
    Unclear,
    Unread,
}

/// Finds the sources of calls in a module file ahead of [`CandidateCalls::of`], which requests them for one file after
/// the other.
pub(crate) fn meet(snapshot: &Snapshot, file: SourceId) {
    if roles::is_module_file(file_name(&snapshot.path(file)), Flavor::OpenTofu) {
        snapshot.get(&CallSourcesQuery(file));
    }
}

query! {
    /// The sources of calls in a file.
    struct CallSourcesQuery(SourceId) -> CallSources, when Revision(PartialEq::eq),
        of File |CallSourcesQuery(file)| *file;
    |CallSourcesQuery(file), snapshot| {
        let Ok(text) = snapshot.bytes(*file) else { return CallSources::Unread };
        // a byte order mark is not part of the first word
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
        match sources(text, snapshot.path(*file).ends_with(".json")) {
            Sources::Written { local, others } => {
                CallSources::Written { local: local.into_iter().map(str::to_owned).collect(), others }
            }
            Sources::Unclear => CallSources::Unclear,
        }
    }
}

/// Returns `true` if a byte belongs to an identifier.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

/// Returns `true` at the start of a word.
fn begins_word(text: &[u8], at: usize) -> bool {
    !text[..at].last().is_some_and(|before| is_part(*before) || *before == b'.')
}

/// Returns `true` if the word `module` at an offset may be a block type or a property.
fn is_header(text: &[u8], at: usize) -> bool {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let after = text[at + "module".len()..].trim_ascii_start();
    let is_joined = text.get(at + "module".len()).is_some_and(|next| is_part(*next));
    let after_label = || {
        let label = after.iter().take_while(|byte| is_part(**byte)).count();
        let rest = after[label..].iter().find(|byte| !blank(byte));
        label > 0 && rest == Some(&b'{')
    };
    begins_word(text, at)
        && !is_joined
        && (after.first().is_some_and(|next| matches!(next, b'"' | b'{' | b'/' | b'#')) || after_label())
}

/// The value of a source.
enum Value<'t> {
    /// A string without escapes or templates.
    Text(&'t str),
    /// Another expression, which may still be constant.
    Other,
}

/// The number of bytes to examine in the line of a malformed source; longer lines are parsed.
const NEAR: usize = 256;

/// The value assigned to the word `source` at an offset, if it may be a constant.
fn value_of(text: &[u8], at: usize) -> Option<Value<'_>> {
    let mut rest = &text[at + "source".len()..];
    let (mut is_set, mut is_quoted) = (false, false);
    let mut is_commented = false;
    while let [first, others @ ..] = rest {
        match first {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'=' | b':' => (is_set, is_quoted) = (true, false),
            b'"' => is_quoted = true,
            _ => {
                // A comment may hide the value, so the file is parsed.
                is_commented = rest.starts_with(b"/*");
                break;
            }
        }
        rest = others;
    }
    if !begins_word(text, at) || text.get(at + "source".len()).is_some_and(|next| is_part(*next)) {
        return None;
    }
    if !(is_set || is_quoted || is_commented) {
        // the parser may recover from a missing or superfluous token
        let near = &rest[..rest.len().min(NEAR)];
        let line = memchr::memchr(b'\n', near).map_or(near, |end| &near[..end]);
        let is_long = line.len() == NEAR;
        return (is_long || memmem::find(line, b"\".").is_some()).then_some(Value::Other);
    }
    if !is_quoted || is_commented {
        return (!is_reference(rest)).then_some(Value::Other);
    }
    let end = memchr::memchr2(b'"', b'\n', rest).unwrap_or(rest.len());
    let quoted = &rest[..end];
    if let Some(inner) = quoted.strip_prefix(b"${")
        && is_reference(inner.trim_ascii_start())
    {
        return None;
    }
    let is_plain = quoted.is_ascii() && memchr::memchr3(b'\\', b'$', b'%', quoted).is_none();
    match std::str::from_utf8(quoted) {
        Ok(plain) if is_plain && ends_value(&rest[end..]) => Some(Value::Text(plain)),
        _ => Some(Value::Other),
    }
}

/// Returns `true` if a quote ends a value, rather than being part of malformed code.
fn ends_value(text: &[u8]) -> bool {
    let after =
        text.strip_prefix(b"\"").map(|after| after.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')));
    after.is_some_and(|next| next.is_none_or(|next| matches!(next, b'\n' | b',' | b'}' | b']' | b'#' | b'/')))
}

/// Returns `true` if an expression starts with a reference, so that it is not constant.
fn is_reference(expression: &[u8]) -> bool {
    let name = expression.iter().take_while(|byte| is_part(**byte)).count();
    name > 0 && expression.get(name) == Some(&b'.')
}

/// The place of the source of the first selected call that refers to a directory.
pub(crate) fn first_of(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> Option<Span> {
    let place = |caller: &Folder| {
        let called = called_by(snapshot, flavor, caller);
        called.iter().find(|(call, _)| call.folder == *folder).map(|(_, place)| *place)
    };
    CandidateCalls::of(snapshot).callers(folder).iter().find_map(place)
}

/// The directories of the selected root modules.
pub(crate) fn roots(run: Run<'_>) -> Arc<OrderedSet<String>> {
    run.snapshot.get(&RootModules(run.flavor))
}

query! {
    /// The directories of the selected root modules.
    struct RootModules(Flavor) -> OrderedSet<String>, when Revision(PartialEq::eq);
    |RootModules(flavor), snapshot| {
        let folders = roles::folders_of(snapshot, |name| roles::is_module_file(name, *flavor));
        folders.into_iter().filter(|folder| is_root(snapshot, *flavor, folder)).collect()
    }
}

/// Returns `true` if no call of the selected modules refers to a directory.
pub(crate) fn is_root(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> bool {
    // Settings may declare a module to be a root although another module calls it.
    configured::root(snapshot, folder).is_some() || !is_called(snapshot, flavor, folder)
}

/// Returns `true` if a call of the selected modules refers to a directory.
pub(crate) fn is_called(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> bool {
    *snapshot.get(&IsCalled(ModuleKey::new(folder, flavor)))
}

query! {
    /// `true` if a call of the selected modules refers to a directory.
    struct IsCalled(ModuleKey) -> bool, when Revision(PartialEq::eq);
    |IsCalled(ModuleKey { folder, flavor }), snapshot| {
        let leads_here = |caller: &Folder| {
            call_targets::calls_of(snapshot, *flavor, caller).iter().any(|call| call.folder == **folder)
        };
        CandidateCalls::of(snapshot).callers(folder).iter().any(leads_here)
    }
}

#[cfg(test)]
mod tests {
    use hclx_analysis::{Memory, Session, Settings};

    use super::*;

    #[test]
    fn a_text_tells_what_its_calls_may_lead_to() {
        let told =
            |text: &'static str| sources(text.as_bytes(), text.starts_with('{') && text.ends_with('}'));
        let written = |local: &[&'static str], others| Sources::Written { local: local.to_vec(), others };
        let none = written(&[], false);
        for (text, expected) in [
            ("", none),
            ("module \"a\" {\n  source = \"./a\"\n}\n", written(&["./a"], false)),
            ("module a {source=\"../b\"}", written(&["../b"], false)),
            ("module \"a\" { source = \"x/y/z\" }\nmodule \"b\" { source = \"..\" }", written(&[".."], true)),
            // without a header there are no calls, regardless of any source
            ("resource \"r\" \"n\" { source = \"./a\" }", written(&[], false)),
            ("# a module that\nresource \"r\" \"n\" { source = \"./a\" }", written(&[], false)),
            ("output \"o\" { value = module.a.source }", written(&[], false)),
            // names that contain the word, references, words
            ("module \"a\" {\n  data_source = \"./a\"\n  source_dir = \"./b\"\n}", written(&[], false)),
            ("module \"a\" {}\nx = var.source\ny = [source, \"z\"]\n", written(&[], false)),
            ("module \"a\" {\n  source = each.value.source\n}", written(&[], false)),
            ("module \"a\" {\n  source = \"${path.module}/a\"\n}", written(&[], false)),
            ("module \"a\" {\n  # the source of a\n}", written(&[], false)),
            // sources that are only decided by the parser
            ("module \"a\" {\n  source = (\"./a\")\n}", Sources::Unclear),
            ("module \"a\" {\n  source = join(\"\", [\"./a\"])\n}", Sources::Unclear),
            ("module \"a\" {\n  source = <<E\n./a\nE\n}", Sources::Unclear),
            ("module \"a\" {\n  source /* b */ = \"./a\"\n}", Sources::Unclear),
            ("module \"a\" {\n  source = /* b */ \"./a\"\n}", Sources::Unclear),
            ("module \"a\" {\n  source = \"\\u002e/a\"\n}", Sources::Unclear),
            ("module \"a\" {\n  source = \"./${\"a\"}\"\n}", Sources::Unclear),
            ("module \"a\" {\n  source = \"./a\n}", Sources::Unclear),
            ("module \"a\" {\n  source = \"./a\" \"b\"\n}", Sources::Unclear),
            ("module \"a\" {\n  source] = \"./a\"\n}", Sources::Unclear),
            // JSON
            (r#"{"module": {"a": {"source": "./a", "b": "./c"}}}"#, written(&["./a"], false)),
            (r#"{"module": {"a": [{"source" : "../a"}, {"source" : "a/b/c"}]}}"#, written(&["../a"], true)),
            (r#"{"m\u006fdule": {"a": {"source": "./a"}}}"#, Sources::Unclear),
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
        assert_eq!(told("module {\n source = \"./tests/setup\"\n}"), written(&["./tests/setup"], false));
    }

    /// Every call that parsing finds is also found in the source, even in malformed files.
    #[test]
    fn every_call_is_among_what_texts_tell() {
        const PARTS: &[&str] = &[
            "module \"a\" {\n",
            "module b {",
            "module",
            "{",
            "}\n",
            "\n",
            " ",
            "source",
            " = ",
            "=",
            ":",
            "\"./a\"",
            "\"./b\"\n",
            "\"../c\"",
            "\"./",
            "\"",
            "(",
            ")",
            "<<E\n./d\nE\n",
            "/* x */",
            "// y\n",
            "# z\n",
            "\\u002e",
            "${",
            "\"e\"",
            "join(\"\", [\"./f\"])",
            "var.g",
            ".",
            "source = \"./h\"\n",
            "module \"i\" {\n  source = \"./i\"\n}\n",
            "resource \"r\" \"s\" {\n",
            "\"x/y/z\"",
            "\"module\": {",
            "\"k\": {",
            "\"source\": \"./l\"",
            ",",
            "[",
            "]",
        ];
        let mut state = 11_u64;
        let mut random = |below: usize| {
            // a linear congruential generator, whose high bits are random enough
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut met = 0;
        for _ in 0..10_000 {
            let text: String = (0..1 + random(12)).map(|_| PARTS[random(PARTS.len())]).collect();
            let (name, text) = match random(4) {
                0 => ("r/main.tf.json", format!("{{{text}}}")),
                _ => ("r/main.tf", text),
            };
            let mut memory = Memory::default();
            memory.insert(name, text.as_bytes());
            let mut session =
                Session::new(&[&crate::terraform::TERRAFORM], Arc::new(memory), Settings::default());
            session.add(name);
            let snapshot = session.snapshot();
            let called = call_targets::called_by(&snapshot, Flavor::Terraform, "r");
            let told = targets(&snapshot, "r");
            for folder in called.iter().map(|(call, _)| &call.folder) {
                assert!(told.iter().any(|one| **one == **folder), "{folder} in {text}");
            }
            met += called.len();
        }
        assert!(met > 300, "{met} calls");
    }
}
