//! Sessions and snapshots: what is read and computed, how often, and the effects of a new version of a file.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hclx_analysis::{
    Answer, Ask, FileRow, Language, LanguageOverride, LanguageRow, LazyDependencies, Memory, Pattern,
    Purpose, Question, Recognition, RootedHost, Session, Settings, Snapshot, query,
};
use hclx_diag::{Diagnostic, SourceId, TextRange, code_names as codes};
use hclx_eval::{Budget, Entry, Host, Refusal};

/// In-memory files that count accesses.
#[derive(Debug, Default)]
struct Counting {
    files: Memory,
    reads: AtomicUsize,
}

impl Host for Counting {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.files.read(path)
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.files.look(path)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.files.list(path)
    }
}

/// A language whose files name another file, and that reports the length of that file.
struct Naming;

query! {
    /// The length of a file, which counts how often it is computed.
    struct Length(SourceId) -> usize, of File |Length(file)| *file;
    |Length(file), snapshot| {
        MADE.set(MADE.get() + 1);
        snapshot.contents(*file).len()
    }
}

thread_local! {
    /// The number of lengths derived by this test, which runs in its own thread.
    static MADE: Cell<usize> = const { Cell::new(0) };
}

static ROW: LanguageRow = LanguageRow::new(
    "naming",
    "Naming",
    &[
        FileRow::native(Pattern::Suffix(".name"), "name"),
        FileRow::native(Pattern::Suffix(".any"), "any").asks_content(),
    ],
);

impl Language for Naming {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn recognise(&self, _: &str, bytes: &[u8]) -> Recognition {
        match bytes.first() {
            Some(b'!') => Recognition::Foreign("Exclamation"),
            _ => Recognition::Unknown,
        }
    }

    fn judge(&self, ask: Ask<'_>, _: Purpose) -> Answer {
        let Ask { unit, snapshot, .. } = ask;
        let file = unit.files[0];
        let bytes = snapshot.bytes(file).expect("a file of the unit");
        let named = String::from_utf8_lossy(&bytes);
        let place = TextRange::at(0).in_source(file);
        let message = match snapshot.find(named.trim()) {
            Ok(other) => {
                format!("{} bytes", snapshot.get(&Length(other)))
            }
            Err(refusal) => format!("{refusal:?}"),
        };
        let argument = unit.argument.as_deref().unwrap_or_default();
        let finding = Diagnostic::warning(codes::UNREADABLE, place, format!("{message}{argument}"));
        Answer { findings: vec![finding], ..Answer::default() }
    }
}

static LANGUAGES: &[&dyn Language] = &[&Naming];

fn messages(snapshot: &Snapshot) -> Vec<String> {
    let units = snapshot.units().iter();
    let answers = units.map(|unit| snapshot.answer(unit, &Question::Check, &Budget::default()));
    answers.flat_map(|answer| answer.findings).map(|finding| finding.message).collect()
}

fn is_shared<T: Send + Sync>(_: &T) {}

#[test]
fn a_file_is_read_and_made_once_whoever_asks() {
    const UNITS: usize = 200;
    let mut host = Counting::default();
    host.files.insert("types", vec![b'x'; 3000]);
    for number in 0..UNITS {
        host.files.insert(&format!("{number}.name"), &b"types"[..]);
    }
    let host = Arc::new(host);
    let mut session = Session::new(LANGUAGES, host.clone(), Settings::default());
    for number in 0..UNITS {
        session.add(&format!("./{number}.name"));
    }
    let snapshot = session.snapshot();
    is_shared(&snapshot);
    let made = MADE.get();
    assert_eq!(messages(&snapshot), vec!["3000 bytes"; UNITS]);
    assert_eq!(host.reads.load(Ordering::Relaxed), UNITS + 1);
    assert_eq!(MADE.get() - made, 1);
    assert!(!snapshot.is_selected(snapshot.find("types").expect("it was read")));
}

#[test]
fn a_new_version_of_a_file_is_another_file_for_new_snapshots_only() {
    let mut memory = Memory::default();
    memory.insert("a.name", &b"b"[..]);
    memory.insert("b", &b"12"[..]);
    let mut session = Session::new(LANGUAGES, Arc::new(memory), Settings::default());
    let file = session.add("a.name");
    let before = session.snapshot();
    assert_eq!(messages(&before), ["2 bytes"]);
    assert_eq!(session.set("./b", &b"1234"[..]), session.set("b", &b"123"[..]));
    assert_eq!(messages(&before), ["2 bytes"]);
    assert_eq!(messages(&session.snapshot())[0], "3 bytes");
    assert_eq!(session.set("a.name", &b"nothing"[..]), file);
    assert_eq!(messages(&session.snapshot())[0], "Missing");
    session.remove(file);
    assert_eq!(session.snapshot().selected().len(), 1);
    // the path still exists on disk, and keeps its id
    assert_eq!(session.snapshot().find("a.name"), Ok(file));
    assert!(!session.snapshot().is_selected(file));
}

#[test]
fn content_and_settings_decide_what_names_leave_open() {
    let mut memory = Memory::default();
    for (path, text) in [("a.any", "!"), ("b.any", "a.any"), ("c.name", "a.any"), ("d.txt", "a.any")] {
        memory.insert(path, text.as_bytes());
    }
    let applies = Box::new(|path: &str| path == "c.name");
    let bound =
        LanguageOverride { applies, language: "naming", argument: Some(" as the setting says".into()) };
    let settings = Settings { bindings: vec![bound], ..Settings::default() };
    let mut session = Session::new(LANGUAGES, Arc::new(memory), settings);
    for path in ["d.txt", "c.name", "b.any", "a.any", "./a.any"] {
        session.add(path);
    }
    let snapshot = session.snapshot();
    assert_eq!(messages(&snapshot), ["1 bytes", "1 bytes as the setting says", "1 bytes"]);
    let foreign: Vec<_> =
        snapshot.foreign().iter().map(|(file, language)| (snapshot.path(*file), *language)).collect();
    assert_eq!(foreign, [(Arc::from("a.any"), "Exclamation")]);
}

#[test]
fn what_can_be_read_again_is_forgotten() {
    let mut host = Counting::default();
    host.files.insert("a.name", &b"a.name"[..]);
    let host = Arc::new(host);
    let mut session = Session::new(LANGUAGES, host.clone(), Settings::default());
    let file = session.add("a.name");
    let snapshot = session.snapshot();
    assert_eq!(messages(&snapshot), ["6 bytes"]);
    snapshot.forget(file);
    assert_eq!(host.reads.load(Ordering::Relaxed), 1);
    assert_eq!(snapshot.sources(|_| false).get(file).bytes().len(), 0);
    assert_eq!(host.reads.load(Ordering::Relaxed), 1);
    assert_eq!(snapshot.sources(|_| true).get(file).bytes().len(), 6);
    assert_eq!(host.reads.load(Ordering::Relaxed), 2);
}

#[test]
fn functions_read_below_their_root() {
    let mut memory = Memory::default();
    memory.insert("repo/modules/a/x.txt", &b"in"[..]);
    memory.insert("secret.txt", &b"out"[..]);
    let rooted = RootedHost::new(Arc::new(memory), "repo/modules/a", "repo").expect("a folder");
    assert_eq!(rooted.read("./x.txt"), Ok(b"in".to_vec()));
    assert_eq!(rooted.look("../a"), Ok(Entry::Directory));
    assert_eq!(rooted.list("..").map(|names| names.len()), Ok(1));
    assert_eq!(rooted.read("y.txt"), Err(Refusal::Missing));
    let outside = Refusal::NotRead("`../../../secret.txt` is outside of the root".to_owned());
    assert_eq!(rooted.read("../../../secret.txt"), Err(outside));
    assert!(rooted.read("/secret.txt").is_err());
}

thread_local! {
    /// The number of times that this test computed the query, and its dependent.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    static DEPENDENT: Cell<usize> = const { Cell::new(0) };
}

/// The first byte of a file.
fn first(snapshot: &Snapshot, file: SourceId) -> Option<u8> {
    snapshot.bytes(file).ok()?.first().copied()
}

query! {
    /// The first byte of a file.
    struct FirstByteOf(SourceId) -> Option<u8>, when Revision(PartialEq::eq), of File |FirstByteOf(file)| *file;
    |FirstByteOf(file), snapshot| first(snapshot, *file)
}

query! {
    /// The first byte of `a`.
    struct FirstByte -> Option<u8>, when Revision(PartialEq::eq);
    |_, snapshot| {
        ASKED.set(ASKED.get() + 1);
        let file = snapshot.find("a").expect("it is there");
        *snapshot.get(&FirstByteOf(file))
    }
}

query! {
    /// The first byte of `a`, as a value that depends on the query.
    struct DependentByte -> Option<u8>;
    |_, snapshot| {
        DEPENDENT.set(DEPENDENT.get() + 1);
        *snapshot.get(&FirstByte)
    }
}

fn told(snapshot: &Snapshot) -> Option<u8> {
    *snapshot.get(&DependentByte)
}

#[test]
fn a_query_is_asked_anew_when_what_it_read_has_changed() {
    let mut session = Session::new(LANGUAGES, Arc::new(Memory::default()), Settings::default());
    session.set("a", &b"1"[..]);
    session.set("b", &b"1"[..]);
    let mut made = |path: &str, text: &[u8]| {
        session.set(path, text);
        let snapshot = session.revision();
        snapshot.sweep();
        (told(&snapshot), ASKED.get(), DEPENDENT.get())
    };
    assert_eq!(made("a", b"1"), (Some(b'1'), 1, 1));
    assert_eq!(made("b", b"2"), (Some(b'1'), 1, 1), "another file");
    assert_eq!(made("a", b"12"), (Some(b'1'), 1, 1), "a fact that is equal");
    assert_eq!(made("a", b"2"), (Some(b'2'), 2, 2));
    assert_eq!(made("a", b"1"), (Some(b'1'), 3, 3));
    for round in 0..40 {
        assert_eq!(made("b", format!("{round}").as_bytes()), (Some(b'1'), 3, 3), "round {round}");
    }
    assert_eq!(made("a", b"3"), (Some(b'3'), 4, 4));
}

#[test]
fn a_query_that_nobody_asked_for_is_made_again() {
    let mut session = Session::new(LANGUAGES, Arc::new(Memory::default()), Settings::default());
    session.set("a", &b"1"[..]);
    let (asked, dependent) = (ASKED.get(), DEPENDENT.get());
    assert_eq!(told(&session.revision()), Some(b'1'));
    for _ in 0..40 {
        session.set("b", &b"1"[..]);
        session.revision().sweep();
    }
    session.set("a", &b"2"[..]);
    assert_eq!(told(&session.revision()), Some(b'2'));
    assert_eq!((ASKED.get() - asked, DEPENDENT.get() - dependent), (2, 2));
}

/// The first byte of `a`, with a part that depends on queries about it.
struct Whole {
    first: Option<u8>,
    later: Arc<LazyDependencies>,
}

query! {
    /// The value with its part.
    struct WholeQuery -> Whole, of Unit |_| "";
    |_, snapshot, cx| {
        let (file, later) = (snapshot.find("a").expect("it is there"), cx.lazy());
        if let Some(before) = cx.previous() {
            snapshot.takes_over(&later, &before.later, &[file]);
        }
        Whole { first: first(snapshot, file), later }
    }
}

query! {
    /// A query about the value, of which there are several.
    struct AboutWhole(u8) -> Option<u8>, when Revision(PartialEq::eq);
    |_, snapshot| snapshot.get(&WholeQuery).first
}

/// The part: the answers of both queries.
fn part(snapshot: &Snapshot) -> [Option<u8>; 2] {
    let about = |number| *snapshot.get(&AboutWhole(number));
    snapshot.get(&WholeQuery).later.during(|| [1, 2].map(about))
}

#[test]
fn a_query_about_a_value_that_takes_over_the_query_ends() {
    let mut session = Session::new(LANGUAGES, Arc::new(Memory::default()), Settings::default());
    for digit in [b'1', b'2', b'2', b'3'] {
        session.set("a", &[digit][..]);
        assert_eq!(part(&session.revision()), [Some(digit); 2]);
    }
}
