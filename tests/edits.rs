//! The law of revisions: after any sequence of edits, a session that keeps its results gives the same answers as a new
//! session with the same texts, for the examples of all languages and for modules that call each other.
//!
//! `HCLX_EDITS` sets a larger number of edits than that of normal runs, `HCLX_SEED` a different sequence.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};

use hclx_analysis::symbols::Symbol;
use hclx_analysis::{Language, Memory, Question, Session, Settings, Snapshot, Unit, Work, file_path};
use hclx_diag::{Diagnostic, Span};
use hclx_eval::{Budget, Cancel, Entry, Host, Limits, Refusal};
use hclx_ide::Index;

use crate::lsp::law::{PIECES, Random};

/// Edits of a run for each set of files.
const EDITS: usize = 60;

/// Further pieces that edits insert.
const BLOCKS: &[&str] = &[
    "\nmodule \"extra\" {\n  source = \"./modules/network\"\n}\n",
    "\nmodule \"other\" {\n  source = \"../service\"\n}\n",
    "\nvariable \"more\" {\n  type = number\n}\n",
    "\noutput \"more\" {\n  value = var.more\n}\n",
    "\nlocals {\n  text = file(\"note.txt\")\n}\n",
    "count = 2\n",
    "sensitive = true\n",
    "../",
    "modules/",
];

type Texts = BTreeMap<String, String>;

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |number| number.parse().expect("a number"))
}

fn languages() -> Vec<&'static dyn Language> {
    hclx_languages::ALL.iter().copied().chain([&hclx_mull::Mull as &'static dyn Language]).collect()
}

/// Files that are open in an editor; functions also read their texts.
#[derive(Debug, Default)]
struct Editor {
    texts: RwLock<Memory>,
    versions: RwLock<BTreeMap<String, u64>>,
}

impl Editor {
    fn set(&self, path: &str, text: &str) {
        self.texts.write().expect("no panics").insert(path, text.as_bytes());
        *self.versions.write().expect("no panics").entry(file_path::clean(path)).or_default() += 1;
    }
}

impl Host for Editor {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.texts.read().expect("no panics").read(path)
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.texts.read().expect("no panics").look(path)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.texts.read().expect("no panics").list(path)
    }

    fn version(&self, path: &str) -> u64 {
        self.versions.read().expect("no panics").get(&file_path::clean(path)).copied().unwrap_or_default()
    }
}

/// A session over files.
fn session(texts: &Texts) -> (Session, Arc<Editor>) {
    let host = Arc::<Editor>::default();
    texts.iter().for_each(|(path, text)| host.set(path, text));
    let mut session = Session::new(&languages(), host.clone(), Settings::default());
    texts.keys().for_each(|path| {
        session.add(path);
    });
    (session, host)
}

/// The findings about a unit, with paths in place of numbers.
fn said(snapshot: &Snapshot, unit: &Unit, findings: &[Diagnostic]) -> Vec<String> {
    let place = |span: &Span| format!("{}:{:?}", snapshot.path(span.source), span.range);
    let finding = |one: &Diagnostic| {
        let labels = one.labels.iter().map(|label| format!("{} {}", place(&label.span), label.message));
        let labels: Vec<String> = labels.collect();
        format!(
            "{} {:?} {:?} {} {labels:?} {:?} {:?}",
            unit.root,
            one.span.as_ref().map(place),
            one.code,
            one.message,
            one.help,
            one.fixes.iter().map(|fix| fix.edits.len()).collect::<Vec<_>>(),
        )
    };
    findings.iter().map(finding).collect()
}

fn all(snapshot: &Snapshot) -> Vec<String> {
    let of_unit = |unit: &Unit| {
        let answer = snapshot.checked(unit, &Budget::new(Limits::default()));
        let mut all = said(snapshot, unit, &answer.findings);
        all.extend(answer.notes.iter().cloned());
        all.extend(answer.approximations.iter().map(|one| format!("{:?} {}", one.span.range, one.what)));
        all
    };
    let mut all: Vec<String> = snapshot.units().iter().flat_map(of_unit).collect();
    all.extend(snapshot.unread().iter().map(|unread| format!("{unread:?}")));
    all
}

/// All names with their places.
fn named(snapshot: &Snapshot) -> Vec<String> {
    let place = |span: Span| format!("{}:{:?}", snapshot.path(span.source), span.range);
    let index = Index::of(snapshot);
    let symbol = |symbol: &&Symbol| {
        let places = index.places(&symbol.key);
        let places: Vec<String> =
            places.iter().map(|one| format!("{} {:?}", place(one.span), one.role)).collect();
        format!("{} {} at {}: {places:?}", symbol.key.root, symbol.key.key, place(symbol.whole))
    };
    let mut all: Vec<String> = index.symbols().iter().map(symbol).collect();
    for unit in snapshot.units() {
        let symbols = snapshot.symbols(unit);
        all.extend(symbols.calls().map(|call| format!("{} called at {}", call.called, place(call.whole))));
        all.extend(symbols.wholes().map(|whole| format!("{} used at {}", whole.key.key, place(whole.place))));
    }
    all
}

/// All findings and names, sorted.
fn everything(snapshot: &Snapshot) -> Vec<String> {
    let mut everything = [all(snapshot), named(snapshot)].concat();
    everything.sort();
    everything
}

/// Edits a source at a random place.
fn edit(text: &mut String, original: &str, random: &mut Random) {
    let start = random.place(text);
    match random.below(12) {
        0..=3 => text.insert_str(start, PIECES[random.below(PIECES.len())]),
        4..=5 => {
            let end = (start + random.below(9)).min(text.len());
            let end = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
            text.replace_range(start..end, "");
        }
        6 => {
            let copied: String = text[random.place(text)..].chars().take(60).collect();
            text.insert_str(start, &copied);
        }
        7..=8 => text.insert_str(start, BLOCKS[random.below(BLOCKS.len())]),
        9 => text.push_str(BLOCKS[random.below(BLOCKS.len())]),
        _ => original.clone_into(text),
    }
}

/// Edits files at random, and compares the findings about them.
fn hold(texts: &Texts, salt: usize) {
    let mut random = Random((number("HCLX_SEED", 1) * 1000 + salt) as u64);
    let paths: Vec<&String> = texts.keys().collect();
    let mut now = texts.clone();
    let (mut live, editor) = session(texts);
    all(&live.revision());
    for round in 0..number("HCLX_EDITS", EDITS) {
        // often the same file several times
        let path = paths[random.below(paths.len())];
        for _ in 0..1 + random.below(3) {
            let text = now.get_mut(path).expect("a file");
            edit(text, &texts[path], &mut random);
            editor.set(path, text);
            live.changed(path);
            let snapshot = live.revision();
            // most revisions ask only about some units
            let units = snapshot.units();
            let unit = &units[random.below(units.len())];
            snapshot.checked(unit, &Budget::new(Limits::default()));
            match random.below(8) {
                0 => drop(snapshot.answer(unit, &Question::Infer, &Budget::new(Limits::default()))),
                1 => snapshot.sweep(),
                _ => {}
            }
        }
        let (live, fresh) = (everything(&live.revision()), everything(&session(&now).0.snapshot()));
        let extra: Vec<_> = live.iter().filter(|one| !fresh.contains(one)).collect();
        let missing: Vec<_> = fresh.iter().filter(|one| !live.contains(one)).collect();
        assert!(
            live == fresh,
            "round {round}, {path}: only with a history {extra:#?}, only without {missing:#?}"
        );
    }
}

/// The maximum number of steps after which answers are canceled.
const STEPS: u64 = 2_000;

/// Cancels the answers about files after each possible number of steps, each time after an edit.
fn hold_canceled(texts: &Texts, path: &str, texts_of_path: [&str; 2]) {
    let in_turn = texts_of_path.map(|text| {
        let mut texts = texts.clone();
        texts.insert(path.to_owned(), text.to_owned());
        all(&session(&texts).0.snapshot())
    });
    let (mut live, editor) = session(texts);
    let most = number("HCLX_EDITS", EDITS) as u64;
    // in a short run fewer, at distances that share no factor with other numbers
    let apart = if most > STEPS { 1 } else { 37 };
    for (round, steps) in (0..=STEPS).step_by(apart).enumerate() {
        editor.set(path, texts_of_path[round % 2]);
        live.changed(path);
        let snapshot = live.revision();
        for unit in snapshot.units() {
            snapshot.checked(unit, &Budget::new(Limits::default()).until(Cancel::after(steps)));
        }
        assert_eq!(all(&snapshot), in_turn[round % 2], "after {steps} steps");
    }
}

/// The files below a directory whose names have an ending.
fn files(folder: &str, texts: &mut Texts) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut left: Vec<PathBuf> = vec![root.join(folder)];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(
                std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()),
            );
        } else if path.file_name().is_some_and(|name| name != "hclx.toml") {
            let inside = path.strip_prefix(root).expect("below").to_string_lossy().replace('\\', "/");
            texts.insert(inside, std::fs::read_to_string(path).expect("a text"));
        }
    }
}

#[test]
fn examples_with_a_history_are_judged_as_without() {
    let mut texts = Texts::new();
    files("examples", &mut texts);
    hold(&texts, 1);
}

#[test]
fn modules_with_a_history_are_judged_as_without() {
    hold(&modules(), 2);
}

#[test]
fn a_canceled_answer_leaves_nothing_behind() {
    let texts = modules();
    let path = "modules/inner/main.tf";
    let other = texts[path].replace("trimprefix(var.name, \"A\")", "trimprefix(var.name, 1, 2)");
    hold_canceled(&texts, path, [&other, &texts[path]]);
    let path = "values.tf";
    hold_canceled(&texts, path, ["locals {\n  zone = upper(module.network.zones)\n}\n", &texts[path]]);
}

/// A module of several files, and one that calls it.
fn folder() -> Texts {
    let file = |number: usize| {
        format!(
            "variable \"size{number}\" {{\n  type = number\n}}\n\nlocals {{\n  double{number} = var.size{number} * 2\n  text{number} = \"${{local.double{number}}} GB\"\n}}\n\nresource \"terraform_data\" \"disk{number}\" {{\n  input = local.text{number}\n}}\n\noutput \"disk{number}\" {{\n  value = terraform_data.disk{number}.input\n}}\n"
        )
    };
    let mut texts: Texts = (0..10).map(|number| (format!("disks/f{number}.tf"), file(number))).collect();
    let arguments: String = (0..10).map(|number| format!("  size{number} = {number}\n")).collect();
    let call = format!(
        "module \"disks\" {{\n  source = \"./disks\"\n{arguments}}}\n\noutput \"first\" {{\n  value = module.disks.disk0\n}}\n"
    );
    texts.insert("main.tf".to_owned(), call);
    texts
}

/// The work for an edit until everything is checked again: parsed files, computed values, and evaluated declarations,
/// each with the arguments of the call and without.
type Cost = (u64, u64, u64);

/// Edits, named by what they change, with their file, the replaced text and the replacement.
const KEYSTROKES: &[(&str, &str, &str, &str, Cost)] = &[
    ("a comment", "disks/f3.tf", "variable", "# disk\nvariable", (1, 7, 2)),
    ("a resource", "disks/f3.tf", "local.text3", "\"${local.text3}!\"", (1, 7, 5)),
    ("an output", "disks/f3.tf", "disk3.input", "disk3.output", (1, 7, 4)),
    ("a local value", "disks/f3.tf", "* 2", "* 3", (1, 7, 10)),
    ("an unknown name", "disks/f3.tf", "local.text3", "local.tex3", (1, 11, 6)),
    ("a syntax error", "disks/f3.tf", "* 2", "* ", (1, 7, 11)),
    ("the name of a resource", "disks/f3.tf", "\"disk3\" {\n  input", "\"disk33\" {\n  input", (1, 11, 6)),
    ("an argument of a call", "main.tf", "size3 = 3", "size3 = 33", (1, 5, 6)),
    ("an output of a root", "main.tf", "disk0", "disk1", (1, 5, 1)),
];

#[test]
fn a_keystroke_costs_what_the_table_says() {
    let texts = folder();
    let mut found = Vec::new();
    for (what, path, from, to, _) in KEYSTROKES {
        let (mut live, editor) = session(&texts);
        all(&live.revision());
        editor.set(path, &texts[*path].replacen(from, to, 1));
        live.changed(path);
        let snapshot = live.revision();
        all(&snapshot);
        let counted = [Work::FilesParsed, Work::ValuesMade, Work::DeclarationsEvaluated]
            .map(|work| snapshot.counted(work));
        found.push((*what, (counted[0], counted[1], counted[2])));
    }
    let expected: Vec<(&str, Cost)> = KEYSTROKES.iter().map(|(what, .., cost)| (*what, *cost)).collect();
    assert_eq!(found, expected, "of {} declarations", 10 * 5 * 2 + 2);
}

#[test]
fn calls_of_a_module_that_makes_files_are_taken_over() {
    let mut texts = folder();
    let call = texts.get_mut("main.tf").expect("a file");
    call.push_str("\nresource \"local_file\" \"list\" {\n  filename = \"list.txt\"\n  content  = \"\"\n}\n");
    let part = texts.get_mut("disks/f0.tf").expect("a file");
    part.push_str("\noutput \"note\" {\n  value = file(\"${path.module}/note.txt\")\n}\n");
    texts.insert("disks/note.txt".to_owned(), "a note".to_owned());
    let (mut live, editor) = session(&texts);
    all(&live.revision());
    editor.set("main.tf", &texts["main.tf"].replacen("disk0", "disk1", 1));
    live.changed("main.tf");
    let snapshot = live.revision();
    all(&snapshot);
    // the output, and the call, because the called module reads a file
    assert_eq!(snapshot.counted(Work::DeclarationsEvaluated), 2);
}

#[test]
fn an_edit_of_a_called_module_leaves_what_does_not_use_the_call() {
    let mut texts = folder();
    let root = texts.get_mut("main.tf").expect("a file");
    root.push_str("\nlocals {\n  apart = upper(\"a\")\n}\n\noutput \"apart\" {\n  value = local.apart\n}\n");
    let (mut live, editor) = session(&texts);
    all(&live.revision());
    let mut counted = Vec::new();
    for (old, new) in [("* 2", "* 3"), ("* 3", "* 2")] {
        let text = texts["disks/f3.tf"].replacen(old, new, 1);
        editor.set("disks/f3.tf", &text);
        texts.insert("disks/f3.tf".to_owned(), text);
        live.changed("disks/f3.tf");
        let snapshot = live.revision();
        all(&snapshot);
        counted.push(snapshot.counted(Work::DeclarationsEvaluated));
    }
    // four declarations of the module, each with the arguments of the call and without; the call; and its users
    assert_eq!(counted, [10, 10]);
}

#[test]
fn an_edit_elsewhere_leaves_a_module_with_an_undeclared_name() {
    let mut texts = folder();
    let apart = "output \"apart\" {\n  value = local.apart\n}\n";
    texts.insert("apart/main.tf".to_owned(), apart.to_owned());
    let (mut live, editor) = session(&texts);
    all(&live.revision());
    editor.set("disks/f3.tf", &texts["disks/f3.tf"].replacen("* 2", "* 3", 1));
    live.changed("disks/f3.tf");
    let snapshot = live.revision();
    let unit = snapshot.units().iter().find(|unit| &*unit.root == "apart").expect("a unit");
    let before = snapshot.counted(Work::ValuesMade);
    snapshot.checked(unit, &Budget::new(Limits::default()));
    assert_eq!(snapshot.counted(Work::ValuesMade) - before, 0);
}

#[test]
fn what_a_root_requires_is_known_before_it_is_read_again() {
    let mut texts = folder();
    let root = texts.get_mut("main.tf").expect("a file");
    root.push_str("\nterraform {\n  required_providers {\n    null = {\n      source  = \"hashicorp/null\"\n      version = \"~> 3.0\"\n    }\n  }\n}\n");
    let part = texts.get_mut("disks/f0.tf").expect("a file");
    // its provider has the version that the parent directory requires
    part.push_str("\nresource \"null_resource\" \"all\" {}\n");
    let (mut live, editor) = session(&texts);
    let judge_root = |snapshot: &Snapshot| {
        let units = snapshot.units();
        let root = units.iter().find(|unit| &*unit.root == ".").expect("a root");
        snapshot.checked(root, &Budget::new(Limits::default()));
    };
    judge_root(&live.revision());
    editor.set("main.tf", &texts["main.tf"].replacen("disk0", "disk1", 1));
    live.changed("main.tf");
    let snapshot = live.revision();
    judge_root(&snapshot);
    assert_eq!(snapshot.counted(Work::ValuesMade), 4, "the module that is called is not read again");
    assert_eq!(snapshot.counted(Work::DeclarationsEvaluated), 1);
}

#[test]
fn symbols_are_found_again_in_the_edited_unit_when_they_are_asked_for() {
    let texts = folder();
    let (mut live, editor) = session(&texts);
    let symbols = |snapshot: &Snapshot, root: &str| {
        let unit = snapshot.units().iter().find(|unit| &*unit.root == root).expect("a unit");
        let before = snapshot.counted(Work::ValuesMade);
        snapshot.symbols(unit);
        snapshot.counted(Work::ValuesMade) - before
    };
    let first = live.revision();
    all(&first);
    assert!(symbols(&first, ".") > 0 && symbols(&first, "disks") > 0);
    editor.set("disks/f3.tf", &texts["disks/f3.tf"].replacen("* 2", "* 3", 1));
    live.changed("disks/f3.tf");
    let snapshot = live.revision();
    let at_once = snapshot.counted(Work::ValuesMade);
    assert_eq!(symbols(&snapshot, "."), 0, "the module that is called declares the same names");
    // first the possible statements of the file about versions and calls; then the module, and its symbols
    assert_eq!((at_once, symbols(&snapshot, "disks")), (4, 2));
}

#[test]
fn names_are_found_again_where_a_call_leads_elsewhere() {
    let mut texts = folder();
    let call =
        texts["main.tf"].replacen("  source = \"./disks\"\n", "  source = \"./disks\"\n  spare = 1\n", 1);
    texts.insert("main.tf".to_owned(), call);
    let add = |texts: &mut Texts, path: &str, text: &str| texts.insert(path.to_owned(), text.to_owned());
    add(&mut texts, "part.tf", "output \"part\" {\n  value = module.disks.spare\n}\n");
    add(&mut texts, "whole.tf", "output \"whole\" {\n  value = module.disks\n}\n");
    add(&mut texts, "moved.tf", "moved {\n  from = module.old\n  to   = module.disks\n}\n");
    add(&mut texts, "apart.tf", "locals {\n  apart = 1\n}\n\noutput \"apart\" {\n  value = local.apart\n}\n");
    add(&mut texts, "spare/main.tf", "variable \"spare\" {}\n\noutput \"spare\" {\n  value = var.spare\n}\n");
    let names = |snapshot: &Snapshot| {
        let mut names = named(snapshot);
        names.sort();
        names
    };
    let (mut live, editor) = session(&texts);
    assert_eq!(names(&live.revision()), names(&session(&texts).0.snapshot()));
    for (old, new) in [("./disks", "./disk"), ("./disk", "./spare"), ("./spare", "./disks")] {
        let text = texts["main.tf"].replacen(old, new, 1);
        texts.insert("main.tf".to_owned(), text);
        editor.set("main.tf", &texts["main.tf"]);
        live.changed("main.tf");
        assert_eq!(names(&live.revision()), names(&session(&texts).0.snapshot()), "{new}");
    }
}

/// Modules that call each other in a chain, in parallel and in a cycle.
fn modules() -> Texts {
    MODULES.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

/// A root, modules that it calls, a module without callers, a test, and a Terragrunt unit.
const MODULES: &[(&str, &str)] = &[
    (
        "main.tf",
        "module \"network\" {\n  source = \"./modules/network\"\n  zones = [\"a\", \"b\"]\n}\n\nmodule \"service\" {\n  source = \"./modules/service\"\n  zones = module.network.zones\n  size = 2\n}\n\noutput \"name\" {\n  value = module.service.name\n}\n",
    ),
    (
        "values.tf",
        "variable \"region\" {\n  type = string\n}\n\nlocals {\n  zone = \"${var.region}a\"\n  sizes = { for zone in module.network.zones : zone => length(zone) }\n}\n",
    ),
    ("terraform.tfvars", "region = \"eu\"\n"),
    (
        "modules/network/main.tf",
        "variable \"zones\" {\n  type = list(string)\n  validation {\n    condition = length(var.zones) > 1\n    error_message = \"Too few.\"\n  }\n}\n\noutput \"zones\" {\n  value = [for zone in var.zones : upper(zone)]\n}\n",
    ),
    (
        "modules/service/main.tf",
        "variable \"zones\" {\n  type = list(string)\n}\n\nvariable \"size\" {\n  type = number\n}\n\nmodule \"inner\" {\n  source = \"../inner\"\n  count = var.size\n  name = var.zones[count.index]\n}\n\noutput \"name\" {\n  value = module.inner[0].name\n}\n",
    ),
    (
        "modules/inner/main.tf",
        "variable \"name\" {\n  type = string\n}\n\nlocals {\n  note = file(\"${path.module}/note.txt\")\n}\n\noutput \"name\" {\n  value = trimprefix(var.name, \"A\")\n}\n",
    ),
    ("modules/inner/note.txt", "a note"),
    ("modules/unused/main.tf", "module \"back\" {\n  source = \"../../modules/unused\"\n}\n"),
    (
        "tests/all.tftest.hcl",
        "run \"one\" {\n  command = plan\n  variables {\n    region = \"us\"\n  }\n  assert {\n    condition = module.service.name == \"\"\n    error_message = \"No.\"\n  }\n}\n",
    ),
    (
        "live/terragrunt.hcl",
        "terraform {\n  source = \"../modules/network\"\n}\n\ninputs = {\n  zones = [\"a\"]\n}\n",
    ),
];
