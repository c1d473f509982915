//! `check --watch`: after each change, the findings are those of a run that reads everything again.

use std::io::BufReader;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::hostile::Folder;

const FILES: &[(&str, &str)] = &[
    (
        "main.tf",
        "module \"network\" {\n  source = \"./network\"\n  zones  = [\"a\", \"b\"]\n}\n\noutput \"first\" {\n  value = module.network.first\n}\n",
    ),
    (
        "network/main.tf",
        "variable \"zones\" {\n  type = list(string)\n}\n\nlocals {\n  note = file(\"${path.module}/note.txt\")\n}\n\noutput \"first\" {\n  value = upper(var.zones[0])\n}\n",
    ),
    (
        "network/other.tf",
        "locals {\n  sum = 1 + length(local.note)\n  all = fileset(path.module, \"*.txt\")\n}\n",
    ),
    ("network/note.txt", "a note"),
];

/// Successive changes: a file and its new contents, or none to remove it.
const CHANGES: &[(&str, Option<&str>)] = &[
    (
        "main.tf",
        Some(
            "module \"network\" {\n  source = \"./network\"\n  zones  = \"a\"\n}\n\noutput \"first\" {\n  value = module.network.frist\n}\n",
        ),
    ),
    ("network/other.tf", Some("locals {\n  sum = 1 + local.note\n}\n")),
    (
        "network/main.tf",
        Some(
            "variable \"zones\" {\n  type = string\n}\n\nlocals {\n  note = file(\"${path.module}/note.txt\")\n}\n\noutput \"frist\" {\n  value = upper(var.zones)\n}\n",
        ),
    ),
    ("network/note.txt", Some("12")),
    ("network/third.tf", Some("output \"third\" {\n  value = local.some\n}\n")),
    ("hclx.toml", Some("[rules]\nstyle = \"warning\"\n")),
    ("network/note.txt", None),
    ("network/third.tf", None),
    ("main.tf", Some("module \"network\" {\n  source = \"./network\"\n")),
];

/// A program that is stopped when the test ends.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn check(folder: &Path, flags: &[&str]) -> Command {
    let mut command = Command::new(crate::program());
    command.args(["check", "--format", "json", "--no-cache"]).args(flags).arg(".").current_dir(folder);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn each_round_is_like_a_fresh_run() {
    let folder = Folder::new("watch");
    let tree = folder.0.join("tree");
    std::fs::create_dir_all(tree.join("network")).expect("a directory");
    for (name, text) in FILES {
        std::fs::write(tree.join(name), text).expect("written");
    }
    let child = check(&tree, &["--watch"]).stdout(Stdio::piped()).spawn().expect("a program");
    let mut watching = Watching(child);
    let out = BufReader::new(watching.0.stdout.take().expect("a pipe"));
    let mut rounds = serde_json::Deserializer::from_reader(out).into_iter::<Value>();
    let mut next = || rounds.next().expect("a round").expect("JSON");
    let fresh = || -> Value {
        let output = check(&tree, &[]).output().expect("a program");
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    assert_eq!(next(), fresh());
    for (name, text) in CHANGES {
        // a file appears complete, so that no round sees a part of it
        match text {
            Some(text) => {
                std::fs::write(folder.0.join("new"), text).expect("written");
                std::fs::rename(folder.0.join("new"), tree.join(name)).expect("renamed");
            }
            None => std::fs::remove_file(tree.join(name)).expect("removed"),
        }
        assert_eq!(next(), fresh(), "after the change of {name}");
    }
}
