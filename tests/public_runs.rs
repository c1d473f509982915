//! Results of the tests of public modules, compared with recorded answers of Terraform 1.11.4. Providers that they do
//! not mock were replaced by ones with the schema of hashicorp/aws 5.100.0, or with the parts that the modules use.
//!
//! `HCLX_REPOSITORIES` names a directory with a bare repository `OWNER+NAME` (or its `.git`, or `repo` below it) for each;
//! without it, the test prints a note and compares nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use hclx_testkit::vectors;
use serde_json::Value;

use crate::hostile::Folder;

/// The minimum number of decided runs, if all repositories are available. It may only grow.
const DECIDED: usize = 814;

/// The settings of a user of the recorded version.
const SETTINGS: &str = "[terraform]\nversions = { terraform = \"1.11.4\" }\n";

/// The directory with the objects of a repository.
fn objects(folder: &Path, repository: &str) -> Option<PathBuf> {
    let whole = folder.join(repository.replace('/', "+"));
    [whole.join(".git"), whole.join("repo"), whole].into_iter().find(|path| path.join("HEAD").exists())
}

/// The results of the runs of a module, by file and name.
fn verdicts(directory: &Path, settings: &Path) -> BTreeMap<(String, String), String> {
    let output = Command::new(crate::program())
        .args(["test", "--format", "json", "--config"])
        .arg(settings)
        .arg(".")
        .current_dir(directory)
        .output()
        .expect("a test");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let runs = report["runs"].as_array().expect("runs").iter();
    runs.map(|run| ((text(&run["file"]), text(&run["run"])), text(&run["verdict"]))).collect()
}

#[test]
fn no_verdict_about_public_modules_contradicts_terraform() {
    let Some(folder) = std::env::var_os("HCLX_REPOSITORIES").map(PathBuf::from) else {
        println!("skipped: HCLX_REPOSITORIES names no folder of repositories");
        return;
    };
    let work = Folder::new("public-runs");
    work.write("versions.toml", SETTINGS);
    let (mut missing, mut wrong, mut decided, mut all) = (0, Vec::new(), 0, 0);
    for vector in vectors("terraform/public_runs.jsonl") {
        let text = |name: &str| vector[name].as_str().expect("a string").to_owned();
        let (repository, commit) = (text("repository"), text("commit"));
        let Some(objects) = objects(&folder, &repository) else {
            missing += 1;
            continue;
        };
        let tree = work.0.join(repository.replace('/', "+"));
        if !tree.exists() {
            std::fs::create_dir(&tree).expect("a directory");
            let mut git = Command::new("git");
            git.arg("--git-dir").arg(&objects).arg("--work-tree").arg(&tree);
            let status = git.args(["checkout", "--quiet", "--force", &commit, "--", "."]).status();
            assert!(status.expect("git").success(), "{repository} has no {commit}");
        }
        let found = verdicts(&tree.join(text("directory")), &work.0.join("versions.toml"));
        for run in vector["runs"].as_array().expect("runs") {
            let [file, name, reported] = [0, 1, 2].map(|at| run[at].as_str().expect("a string"));
            let Some(verdict) = found.get(&(file.to_owned(), name.to_owned())) else { continue };
            all += 1;
            decided += usize::from(verdict != "open");
            let agrees = match verdict.as_str() {
                "passes" => ["pass", "skip"].contains(&reported),
                "fails" => reported != "pass",
                "skipped" => reported == "skip",
                _ => true,
            };
            if !agrees {
                wrong.push(format!("{}: {file} {name} {verdict} {reported}", vector.id()));
            }
        }
    }
    println!("{all} runs, {decided} decided; {missing} modules of repositories that are not there");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(missing > 0 || decided >= DECIDED, "{decided} decided, {DECIDED} expected");
}
