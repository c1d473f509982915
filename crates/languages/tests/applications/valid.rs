//! Files that the applications accept cause no errors; files that merely look like theirs cause no
//! findings.
//!
//! The files are read from their original repositories: `HCLX_REPOSITORIES` names a directory with a bare
//! repository (or its `.git`) `OWNER+NAME` for each; without it, the test prints a note and checks
//! nothing.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use hclx_analysis::{Memory, Session, Settings, row_of};
use hclx_diag::Severity;
use serde_json::Value;

use crate::{APPLICATIONS, Found, answered, judged, root};

#[test]
fn valid_files_give_no_error() {
    let Some(folder) = std::env::var_os("HCLX_REPOSITORIES").map(PathBuf::from) else {
        println!("skipped: HCLX_REPOSITORIES names no folder of repositories");
        return;
    };
    let text = std::fs::read_to_string(root("tests/vectors/applications/valid.jsonl")).expect("recorded");
    let allowed = std::fs::read_to_string(root("tests/vectors/applications/allow.tsv")).expect("recorded");
    let allowed: HashSet<(&str, &str)> = allowed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            line.split_once('\t')
                .map(|(repository, rest)| (repository, rest.split('\t').next().unwrap_or(rest)))
        })
        .collect();
    let mut counts: BTreeMap<String, (u32, u32, u32)> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut trees: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in text.lines() {
        let valid: Value = serde_json::from_str(line).expect("recorded as JSON");
        let application = valid["application"].as_str().expect("a name");
        let is_foreign = matches!(application, "hcl1" | "not-hcl");
        if !is_foreign && !APPLICATIONS.contains(&application) {
            continue;
        }
        let count = counts.entry(application.to_owned()).or_default();
        let path = valid["path"].as_str().expect("a path");
        let repository = valid["repository"].as_str().expect("a name");
        if valid["unit"] == "tree" {
            trees.entry(repository.to_owned()).or_default().push(valid.clone());
            continue;
        }
        let Some(files) = files(&folder, &valid) else {
            count.2 += 1;
            continue;
        };
        count.0 += 1;
        let found = judged(&files, &[], Settings::default());
        let counted: Vec<String> = found
            .iter()
            .filter(|one| is_foreign || one.severity == Severity::Error)
            .map(|one| format!("{}:{} {}", one.file, one.line, one.text))
            .collect();
        if !counted.is_empty() && !allowed.contains(&(repository, path)) {
            count.1 += 1;
            wrong.push(format!(
                "{application} {repository} {path} {}: {}",
                valid["literal"],
                counted.join(" | ")
            ));
        }
    }
    for (repository, valid) in &trees {
        let count = counts.entry("terragrunt".to_owned()).or_default();
        let Some(found) = tree(&folder, repository, valid) else {
            count.2 += valid.len() as u32;
            continue;
        };
        count.0 += valid.len() as u32;
        for one in found.iter().filter(|one| one.severity == Severity::Error) {
            if !allowed.contains(&(repository.as_str(), one.file.as_str())) {
                count.1 += 1;
                wrong.push(format!("terragrunt {repository} {}:{} {}", one.file, one.line, one.text));
            }
        }
    }
    for (application, (read, wrong, missing)) in &counts {
        println!("{application}: {read} read, {wrong} with errors, {missing} not there");
    }
    wrong.iter().for_each(|line| println!("  {line}"));
    assert!(wrong.is_empty(), "{} valid files give errors", wrong.len());
}

/// The files of a unit with their contents.
fn files(folder: &Path, valid: &Value) -> Option<Vec<(String, Vec<u8>)>> {
    let repository = repository(folder, valid["repository"].as_str()?)?;
    let (commit, path) = (valid["commit"].as_str()?, valid["path"].as_str()?);
    let name = path.rsplit('/').next().unwrap_or(path);
    match valid["unit"].as_str()? {
        "literal" => {
            let text = String::from_utf8(show(&repository, commit, path)?).ok()?;
            let index = usize::try_from(valid["literal"].as_u64()?).ok()?;
            let literal = text.split('`').skip(1).step_by(2).nth(index)?;
            Some(vec![(valid["name"].as_str()?.to_owned(), literal.as_bytes().to_vec())])
        }
        "directory" => {
            let listed = git(&repository, &["ls-tree", "--name-only", &format!("{commit}:{path}")])?;
            let listed = String::from_utf8(listed).ok()?;
            let read =
                |name: &str| Some((name.to_owned(), show(&repository, commit, &format!("{path}/{name}"))?));
            let languages = || hclx_languages::ALL.iter().copied();
            let is_known = |name: &&str| row_of(languages(), name).is_some_and(|(_, row)| row.walked);
            Some(listed.lines().filter(is_known).filter_map(read).collect())
        }
        _ => Some(vec![(name.to_owned(), show(&repository, commit, path)?)]),
    }
}

/// The findings in the valid files of a repository, together with all its other files.
fn tree(folder: &Path, name: &str, valid: &[Value]) -> Option<Vec<Found>> {
    let repository = repository(folder, name)?;
    let commit = valid[0]["commit"].as_str()?;
    let listed = String::from_utf8(git(&repository, &["ls-tree", "-r", "--name-only", commit])?).ok()?;
    let is_read =
        |path: &&str| [".hcl", ".tf", ".tofu", ".json", ".tfvars"].iter().any(|end| path.ends_with(end));
    let paths: Vec<&str> = listed.lines().filter(is_read).collect();
    let mut memory = Memory::default();
    for (path, bytes) in batch(&repository, commit, &paths)? {
        memory.insert(&path, bytes);
    }
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), Settings::default());
    for path in valid.iter().filter_map(|one| one["path"].as_str()) {
        session.add(path);
    }
    Some(answered(&session))
}

/// The contents of files in a commit.
fn batch(repository: &Path, commit: &str, paths: &[&str]) -> Option<Vec<(String, Vec<u8>)>> {
    let mut child = Command::new("git")
        .arg("--git-dir")
        .arg(repository)
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let asked: String = paths.iter().map(|path| format!("{commit}:{path}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let output = child.wait_with_output().ok()?.stdout;
    writer.join().ok()?.ok()?;
    let mut rest = &output[..];
    let mut files = Vec::new();
    for path in paths {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let header = std::str::from_utf8(&rest[..end]).ok()?;
        rest = &rest[end + 1..];
        let Some(size) = header.split(' ').nth(2).and_then(|size| size.parse::<usize>().ok()) else {
            continue;
        };
        files.push(((*path).to_owned(), rest[..size].to_vec()));
        rest = &rest[size + 1..];
    }
    Some(files)
}

fn repository(folder: &Path, name: &str) -> Option<PathBuf> {
    let base = folder.join(name.replace('/', "+"));
    let candidates = [base.clone(), base.join(".git"), base.with_extension("git")];
    if let Some(found) = candidates.into_iter().find(|path| path.join("HEAD").is_file()) {
        return Some(found);
    }
    let inside = std::fs::read_dir(&base).ok()?.flatten().map(|entry| entry.path());
    inside.into_iter().find(|path| path.join("HEAD").is_file())
}

fn show(repository: &Path, commit: &str, path: &str) -> Option<Vec<u8>> {
    git(repository, &["show", &format!("{commit}:{path}")])
}

fn git(repository: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("git").arg("--git-dir").arg(repository).args(arguments).output().ok()?;
    output.status.success().then_some(output.stdout)
}
