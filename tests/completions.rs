//! Completion in real shells, where they are installed, of the values of words on the command line.

use std::process::{Command, Stdio};

use hclx_testkit::workspace_root;

/// The words of a case, and the offered values.
type Case = (&'static [&'static str], &'static [&'static str]);

/// Typed words, and some of the values offered for the last one.
const CASES: &[Case] = &[
    (&["chec"], &["check"]),
    (&["schema", ""], &["import", "fetch", "probe", "list", "show", "remove", "pack", "path"]),
    (&["cache", ""], &["path", "clear"]),
    (&["policy", ""], &["list", "show"]),
    (&["policy", "show", "aws/im"], &["aws/imdsv2"]),
    (&["docs", "--show", "inp"], &["inputs"]),
    (&["schema", "fetch", "--with", ""], &["terraform", "tofu"]),
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
    (&["refs", "var.s"], &["var.services"]),
    (&["rename", "module.n"], &["module.network"]),
    (&["graph", "--impact", "module.network.var."], &["module.network.var.name", "module.network.var.zones"]),
    (&["graph", "--focus", "out"], &["output.endpoints", "output.public"]),
    (&["graph", "--why", "loc"], &["local.public"]),
];

/// The same as bash parts them: at `=`.
const PARTED: &[Case] =
    &[(&["check", "--format", "=", "s"], &["sarif"]), (&["check", "--color", "="], &["auto", "never"])];

/// The answers of a shell to cases in a directory with a module, or `None` if the shell is not installed. The script
/// receives a case as its arguments, and the directory of the completion scripts in `SCRIPTS`.
fn answers(shell: &str, script: &str, cases: &[Case]) -> Option<Vec<Vec<String>>> {
    let root = workspace_root();
    let program = crate::program();
    let path = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let path = std::env::join_paths(program.parent().map(ToOwned::to_owned).into_iter().chain(path)).ok()?;
    let ask = |words: &[&str]| {
        let mut command = Command::new(shell);
        match shell {
            "fish" => command.args(["--no-config", "-c", script]),
            "zsh" => command.args(["-f", "-c", script, "zsh"]),
            _ => command.args(["--norc", "--noprofile", "-c", script, "bash"]),
        };
        // fish creates directories of its own
        let own = concat!(env!("CARGO_TARGET_TMPDIR"), "/shells");
        command.env("XDG_CONFIG_HOME", own).env("XDG_DATA_HOME", own);
        command.env("PATH", &path).env("SCRIPTS", root.join("completions")).env("HCLX_NO_CACHE", "1");
        let command = command.args(words).current_dir(root.join("examples/terraform/shop"));
        let output = command.stdin(Stdio::null()).output().ok()?;
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
            assert!(
                offered.iter().any(|one| one == word),
                "{shell}: {words:?} offers {offered:?}, not {word}"
            );
        }
        let typed = words.last().copied().filter(|word| *word != "=").unwrap_or_default();
        assert!(offered.iter().all(|one| one.starts_with(typed)), "{shell}: {words:?} offers {offered:?}");
    }
}

#[test]
fn bash_completes_the_values_of_every_word() {
    let script = r#"
source "$SCRIPTS/hclx.bash"
COMP_WORDS=(hclx "$@"); COMP_CWORD=$#; COMPREPLY=()
_hclx hclx "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;
    offers_all("bash", script, CASES);
    offers_all("bash", script, PARTED);
}

#[test]
fn fish_completes_the_values_of_every_word() {
    let script = r#"
source "$SCRIPTS/hclx.fish"
complete -C "hclx "(string join " " -- $argv)
"#;
    offers_all("fish", script, CASES);
}

/// An interactive shell on a separate terminal; offered values are printed between angle brackets.
#[test]
fn zsh_completes_the_values_of_every_word() {
    let script = r#"
zmodload zsh/zpty || exit 3
export SETUP='PROMPT= PS2=; fpath=($SCRIPTS $fpath); autoload -Uz compinit; compinit -u -D
bindkey "^I" complete-word
finish() { print -r -- "<>"; exit }
comppostfuncs=(finish)
compadd() {
  [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && { builtin compadd "$@"; return }
  local -a found; local one
  builtin compadd -A found "$@"
  for one in $found; do print -r -- "<$one>"; done
  builtin compadd "$@"
}
print ready'
zpty shell zsh -f -i
zpty -w shell 'eval "$SETUP"'
zpty -r -m shell line '*ready*'
zpty -w -n shell "hclx ${(j: :)@}"$'\t'
while zpty -r shell line; do
  [[ $line == *'<>'* ]] && break
  [[ $line == *'<'*'>'* ]] && print -r -- ${${line##*<}%%>*}
done
"#;
    offers_all("zsh", script, CASES);
}

/// `refs` and `rename` complete the addresses of one module, and `graph` also those of called modules.
#[test]
fn scripts_ask_for_the_addresses_of_the_module_itself() {
    let folder = workspace_root().join("completions");
    for (name, own) in [
        ("hclx.bash", r"| grep -v '^module\.[^.]*\.'"),
        ("_hclx", "${addresses:#module.*.*}"),
        ("hclx.fish", r"| string match -rv '^module\.[^.]+\.'"),
        ("hclx.nu", r"$address !~ '^module\.[^.]+\.'"),
    ] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a script");
        assert!(text.contains("hclx graph -q --format names") && text.contains(own), "{name}");
    }
    for name in ["hclx.bash", "_hclx", "hclx.fish", "hclx.nu", "hclx.elv", "_hclx.ps1"] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a script");
        assert!(!text.contains("_ADDRESSES") && !text.contains("HCLX_REVISIONS"), "{name}");
    }
}
