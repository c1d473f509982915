//! Edits of files of a unit of any language, as an editor makes them: after each, a session that keeps what it computed
//! answers as one that sees the same files first. The first byte chooses the files, which are parted by lines of `---`;
//! after a line of `===` every four bytes are an edit: a file, a place, how much is removed, and what is inserted.
#![no_main]

mod unit_files;

use std::sync::Arc;

use hclx_analysis::{Memory, Session, Settings, Snapshot};
use hclx_eval::{Budget, Cancel, Limits};

/// Pieces that edits insert.
const PIECES: [&str; 16] = [
    "", "x", "\n", "}", "{", "\"", "${", ".", "=", "var.a", "local.b", "module.m", "count = 2\n", "#", "1", "null",
];

fn session(names: &[&str], texts: &[Vec<u8>]) -> Session {
    let mut session = Session::new(&unit_files::languages(), Arc::new(Memory::default()), Settings::default());
    for (name, text) in names.iter().zip(texts) {
        session.set(name, text.clone());
    }
    session
}

fn budget() -> Budget {
    Budget::new(Limits { steps: 100_000, bytes: 16 << 20, per_source_byte: 0, ..Limits::default() })
}

/// The findings; `None` if a limit was met, which may depend on what was computed before.
fn found(snapshot: &Snapshot) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for unit in snapshot.units() {
        let budget = budget();
        let answer = snapshot.checked(unit, &budget);
        if budget.is_spent() {
            return None;
        }
        found.extend(answer.findings.iter().map(|one| {
            let place = one.span.map(|span| (snapshot.path(span.source), span.range));
            format!("{} {place:?} {:?} {}", unit.root, one.code, one.message)
        }));
    }
    found.sort();
    Some(found)
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let names = unit_files::names(*first);
    let (texts, edits) = unit_files::cut(text, b"\n===\n");
    let mut texts = unit_files::texts(texts, names.len());
    let mut live = session(names, &texts);
    found(&live.revision());
    for edit in edits.chunks_exact(4).take(8) {
        let at = usize::from(edit[0]) % names.len();
        let text = &mut texts[at];
        let start = text.len() * usize::from(edit[1]) / 256;
        let end = (start + usize::from(edit[2] & 15)).min(text.len());
        text.splice(start..end, PIECES[usize::from(edit[3]) % PIECES.len()].bytes());
        live.set(names[at], text.clone());
        let snapshot = live.revision();
        if edit[2] & 16 != 0 {
            let cancel = Cancel::after(u64::from(edit[2] >> 5) * 8);
            snapshot.units().iter().for_each(|unit| drop(snapshot.checked(unit, &budget().until(cancel.clone()))));
        }
        let (live, fresh) = (found(&snapshot), found(&session(names, &texts).snapshot()));
        if let (Some(live), Some(fresh)) = (live, fresh) {
            assert_eq!(live, fresh);
        }
    }
});
