//! Transcripts: every fenced block `console` in the README, in `docs/` and in `tests/cli/` is run.
//!
//! A line `$ command` is run by `sh` in the project's directory with `hclx` on the path. It is followed by
//! the output (stdout and stderr in order), and `[exit 1]` if it does not exit with 0. `HCLX_BLESS=1`
//! rewrites the output.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::hostile::Folder;

/// A piece of a page: text that is kept, or a command with its expected output.
enum Piece {
    Text(String),
    Command { line: String, output: String },
}

/// The pages with transcripts: the README, and those in `docs/` and `tests/cli/`.
pub(crate) fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "tests/cli"] {
        let found = ignore::WalkBuilder::new(root.join(folder)).build();
        pages.extend(found.filter_map(Result::ok).map(ignore::DirEntry::into_path));
    }
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// Splits a page into commands of `console` blocks and everything else.
fn pieces(page: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut in_console = false;
    for line in page.split_inclusive('\n') {
        let trimmed = line.trim_end();
        if trimmed.starts_with("```") {
            in_console = !in_console && trimmed == "```console";
        } else if in_console && line.starts_with("$ ") {
            pieces.push(Piece::Command { line: line.to_owned(), output: String::new() });
            continue;
        } else if let (true, Some(Piece::Command { line: command, output })) = (in_console, pieces.last_mut())
        {
            let goes_on = output.is_empty() && command.trim_end().ends_with('\\');
            if goes_on {
                command.push_str(line)
            } else {
                output.push_str(line)
            }
            continue;
        }
        match pieces.last_mut() {
            Some(Piece::Text(text)) => text.push_str(line),
            _ => pieces.push(Piece::Text(line.to_owned())),
        }
    }
    pieces
}

/// The directory of the program that replaces Terraform.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");

/// The width of the terminal that transcripts show.
const WIDTH: u32 = 100;

/// The output of a command on a terminal with a width; files created with `mktemp` are in `temporary`.
fn run(command: &str, temporary: &Path, width: u32) -> String {
    let binary = crate::program();
    let path = std::env::join_paths(
        [binary.parent().expect("a folder").to_owned(), PROGRAMS.into()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{{ {command}\n}} 2>&1"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path.expect("a path"))
        .env("COLUMNS", width.to_string())
        .env("TMPDIR", temporary)
        // schemas in the user's cache do not affect answers here
        .env("HCLX_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-cache"))
        .env_remove("HCLX_SCHEMAS")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("HCLX_BLESS")
        .output()
        .expect("sh runs");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    match output.status.code() {
        Some(0) => text,
        Some(code) => text + &format!("[exit {code}]\n"),
        None => text + "[killed]\n",
    }
}

#[test]
fn transcripts_are_what_is_printed() {
    let bless = std::env::var_os("HCLX_BLESS").is_some();
    let temporary = Folder::new("transcripts");
    // where examples write reports; it may not exist yet if cargo uses another target directory
    std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/target")).expect("a folder");
    let mut wrong = Vec::new();
    let mut commands = 0;
    for path in pages() {
        let page = std::fs::read_to_string(&path).expect("a page");
        let mut now = String::new();
        for piece in pieces(&page) {
            match piece {
                Piece::Text(text) => now.push_str(&text),
                Piece::Command { line, output } => {
                    commands += 1;
                    let command = line.strip_prefix("$ ").unwrap_or(&line);
                    let printed = run(command.trim_end(), &temporary.0, WIDTH);
                    // a blank line may follow the output for readability
                    let blank = if output.ends_with("\n\n") || output == "\n" { "\n" } else { "" };
                    if printed.trim_end() != output.trim_end() {
                        wrong
                            .push(format!("{}:\n{line}expected:\n{output}found:\n{printed}", path.display()));
                    }
                    now.push_str(&line);
                    now.push_str(&printed);
                    now.push_str(blank);
                }
            }
        }
        if bless && now != page {
            std::fs::write(&path, now).expect("a page that can be written");
        }
    }
    println!("{commands} commands");
    assert!(
        bless || wrong.is_empty(),
        "{} of {commands} commands print something else; to accept that: HCLX_BLESS=1 cargo test --test main transcripts\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(commands > 0);
}

/// A text without the parts that depend on the width: its line breaks, and the frame at the start of lines.
fn unbroken(text: &str) -> String {
    let is_frame = |c: char| c == '·' || ('\u{2500}'..='\u{257f}').contains(&c);
    text.chars().filter(|c| !c.is_whitespace() && !is_frame(*c)).collect()
}

#[test]
fn commands_of_pages_say_the_same_at_other_widths() {
    let temporary = Folder::new("widths");
    let mut wrong = Vec::new();
    let mut commands = 0;
    for path in pages().iter().filter(|path| !path.components().any(|part| part.as_os_str() == "tests")) {
        let page = std::fs::read_to_string(path).expect("a page");
        for piece in pieces(&page) {
            let Piece::Command { line, output } = piece else { continue };
            commands += 1;
            let command = line.strip_prefix("$ ").unwrap_or(&line).trim_end();
            for width in [80, 200] {
                let printed = run(command, &temporary.0, width);
                if unbroken(&printed) != unbroken(&output) {
                    wrong.push(format!("{}: {width} columns:\n{line}{printed}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {commands} commands:\n{}", wrong.len(), wrong.join("\n"));
    assert!(commands > 80, "{commands}");
}
