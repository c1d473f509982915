//! Completion in real shells, where they are installed: the values of the words of the command line.

use std::process::{Command, Stdio};

use hclx_testkit::workspace_root;

/// The words of a case, and what is offered.
type Case = (&'static [&'static str], &'static [&'static str]);

/// Words that are typed, and some of the values that are offered for the last one.
const CASES: &[Case] = &[
    (&["chec"], &["check"]),
    (&["schema", ""], &["import", "fetch", "probe", "list", "show", "remove", "pack", "path"]),
    (&["cache", ""], &["path", "clear"]),
    (&["policy", ""], &["list", "show"]),
    (&["generate", ""], &["json-schema", "tfvars"]),
    (&["completions", ""], &["bash", "zsh", "fish", "elvish", "powershell", "nushell"]),
    (&["man", "che"], &["check"]),
    (&["explain", "HX501"], &["HX5010", "HX5013", "HX5017"]),
    (&["functions", "json"], &["jsondecode", "jsonencode"]),
    (&["check", "--warn", "HX921"], &["HX9211", "HX9218"]),
    (&["check", "--ignore", "ped"], &["pedantic"]),
    (&["check", "--only", "sty"], &["style"]),
    (&["check", "--output", "sa"], &["sarif="]),
    (&["check", "--format", "ju"], &["junit"]),
    (&["test", "--format", ""], &["text", "json", "junit", "github", "sarif", "rdjson"]),
    (&["check", "--color", ""], &["auto", "always", "never"]),
    (&["check", "--dialect", "terr"], &["terraform", "terragrunt"]),
    (&["check", "--stat"], &["--statistics"]),
];

/// The answers of a shell to cases, or `None` if it is not installed. The script gets a case as its arguments.
fn answers(shell: &str, script: &str, cases: &[Case]) -> Option<Vec<Vec<String>>> {
    let folder = workspace_root().join("completions");
    let ask = |words: &[&str]| {
        let mut command = Command::new(shell);
        match shell {
            "fish" => command.args(["--no-config", "-c", script]),
            _ => command.args(["--norc", "--noprofile", "-c", script, "bash"]),
        };
        let output = command.args(words).current_dir(&folder).stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let word = |line: &str| line.split(['\t', '\r']).next().unwrap_or_default().trim().to_owned();
        Some(text.lines().map(word).filter(|word| !word.is_empty()).collect())
    };
    cases.iter().map(|(words, _)| ask(words)).collect()
}

fn offers_all(shell: &str, script: &str, cases: &[Case]) {
    let Some(answers) = answers(shell, script, cases) else {
        eprintln!("skipped: {shell} is not installed");
        return;
    };
    for ((words, expected), offered) in cases.iter().zip(answers) {
        for word in *expected {
            // some shells show the typed part alone where there is one candidate
            assert!(
                offered.iter().any(|one| one == word),
                "{shell}: {words:?} offers {offered:?}, not {word}"
            );
        }
        let typed = words.last().copied().unwrap_or_default();
        assert!(offered.iter().all(|one| one.starts_with(typed)), "{shell}: {words:?} offers {offered:?}");
    }
}

#[test]
fn bash_completes_the_values_of_every_word() {
    let script = r#"
source ./hclx.bash
COMP_WORDS=(hclx "$@"); COMP_CWORD=$#; COMPREPLY=()
_hclx hclx "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;
    offers_all("bash", script, CASES);
}

#[test]
fn fish_completes_the_values_of_flags() {
    let script = r#"
source ./hclx.fish
complete -C "hclx "(string join " " -- $argv)
"#;
    // the generator states no values of operands for this shell
    let is_offered = |(words, _): &&Case| words.len() == 1 || words.iter().any(|word| word.starts_with("--"));
    let cases: Vec<Case> = CASES.iter().filter(is_offered).copied().collect();
    assert!(cases.len() > 8, "{cases:?}");
    offers_all("fish", script, &cases);
}
