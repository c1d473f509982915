//! Completion scripts for shells: the parts generated from the table of flags, extended by the addresses that `hclx
//! graph` lists during completion, and by operands that generators omit.

use clap_complete::Shell;

use super::words::{self, ADDRESSES, OWN_ADDRESSES, REVISIONS};
use crate::cli::{Operand, Subcommand};

/// Lists the addresses of the module in the current directory.
const LIST: &str = "hclx graph -q --format names 2>/dev/null";

/// Lists the branches and tags of the repository.
const LIST_REVISIONS: &str =
    "git for-each-ref --format='%(refname:short)' refs/heads refs/tags refs/remotes 2>/dev/null";

/// A first operand with a list of words, and the one after it.
fn first_two(command: &Subcommand) -> Option<(Vec<&'static str>, &Operand)> {
    let [first, second, ..] = command.operands else { return None };
    let values = words::values(command.name, first.name);
    let is_fixed = !values.is_empty() && !values.contains(&OWN_ADDRESSES);
    is_fixed.then_some((values, second))
}

/// The completion script of a shell; `None` for an unknown one.
pub(super) fn script(shell: &str) -> Option<String> {
    let mut text = Vec::new();
    let mut root = words::command_line();
    match shell.parse::<Shell>() {
        Ok(shell) => clap_complete::generate(shell, &mut root, "hclx", &mut text),
        Err(_) if shell == "nushell" => {
            clap_complete::generate(clap_complete_nushell::Nushell, &mut root, "hclx", &mut text);
        }
        Err(_) => return None,
    }
    let text = String::from_utf8_lossy(&text);
    Some(match shell {
        "bash" => of_bash(&text),
        "zsh" => of_zsh(&text),
        "fish" => of_fish(&text),
        "nushell" => of_nushell(&text),
        _ => text.into_owned(),
    })
}

fn of_bash(text: &str) -> String {
    // words are in double quotes, in which a command is run
    let own = format!(r"$({LIST} | grep -v '^module\.[^.]*\.')");
    let text = text.replace(OWN_ADDRESSES, &own).replace(ADDRESSES, &format!("$({LIST})"));
    let text = text.replace(REVISIONS, &format!("$({LIST_REVISIONS})"));
    // bash splits words at `=`, so the flag is the previous word
    let parted = "    prev=\"$3\"\n    if [[ \"${COMP_WORDS[COMP_CWORD]}\" == \"=\" ]]; then\n        cur=\"\"\n        \
                  prev=\"${COMP_WORDS[COMP_CWORD-1]}\"\n    elif [[ \"${prev}\" == \"=\" ]]; then\n        \
                  prev=\"${COMP_WORDS[COMP_CWORD-2]}\"\n    fi\n";
    let text = text.replace("    prev=\"$3\"\n", parted);
    super::ALL.iter().fold(text, |text, command| with_second_of_bash(&text, command).unwrap_or(text))
}

/// A script in which a command offers the values of its first operand only for that operand.
fn with_second_of_bash(text: &str, command: &Subcommand) -> Option<String> {
    let (_, second) = first_two(command)?;
    let start = text.find(&format!("\n        hclx__subcmd__{})\n", command.name))?;
    let end = start + text[start..].find("\n            ;;\n        hclx__")?;
    let values = words::values(command.name, second.name).join(" ");
    let block = match values.is_empty() {
        true => text[start..end].to_owned(),
        false => text[start..end].replacen(&format!(" {values}\""), "\"", 1),
    };
    let offer = r#"$(compgen -W "${opts}" -- "${cur}")"#;
    let of_second = match values.is_empty() {
        true => r#"$(compgen -f -- "${cur}")"#.to_owned(),
        false => format!(r#"$(compgen -W "{values}" -- "${{cur}}")"#),
    };
    let (before, after) = block.rsplit_once(offer)?;
    Some([&text[..start], before, &of_second, after, &text[end..]].concat())
}

fn of_zsh(text: &str) -> String {
    let (own, all, revisions) = ("_hclx_own_addresses", "_hclx_addresses", "_hclx_revisions");
    let functions = format!(
        r#"{all}() {{
    local -a addresses
    addresses=(${{(f)"$({LIST})"}})
    compadd -a addresses
}}
{own}() {{
    local -a addresses
    addresses=(${{(f)"$({LIST})"}})
    addresses=(${{addresses:#module.*.*}})
    compadd -a addresses
}}
{revisions}() {{
    local -a revisions
    revisions=(${{(f)"$({LIST_REVISIONS})"}})
    compadd -a revisions
}}

"#
    );
    let text = text.replace(&format!("({OWN_ADDRESSES})"), own).replace(&format!("({ADDRESSES})"), all);
    let text = text.replace(&format!("({REVISIONS})"), revisions);
    // the name of a file follows `FORMAT=`, without a space
    let formats = words::values("check", "FORMAT=FILE").join(" ");
    let text = text.replace(&format!(":({formats})"), &format!(":{{compadd -S \"\" - {formats}}}"));
    let end = text.rfind("if [ \"$funcstack[1]\"").unwrap_or(text.len());
    format!("{}{functions}{}", &text[..end], &text[end..])
}

fn of_fish(text: &str) -> String {
    let own = format!(r"({LIST} | string match -rv '^module\.[^.]+\.')");
    let all = format!("({LIST})");
    let mut text = text.replace(&format!("{ADDRESSES}\\t''"), &all);
    text = text.replace(&format!("{REVISIONS}\\t''"), &format!("({LIST_REVISIONS})"));
    for command in super::ALL {
        let first = first_two(command).map(|(values, _)| values.join(" "));
        for (position, operand) in command.operands.iter().enumerate() {
            let values = words::values(command.name, operand.name);
            let (values, files) = match values.as_slice() {
                [] => continue,
                [word] if *word == OWN_ADDRESSES => (own.clone(), ""),
                values => (values.join(" "), " -f"),
            };
            let mut condition = format!("__fish_hclx_using_subcommand {}", command.name);
            if let Some(first) = &first {
                let not = if position == 0 { "not " } else { "" };
                condition.push_str(&format!("; and {not}__fish_seen_subcommand_from {first}"));
            }
            text.push_str(&format!("complete -c hclx -n \"{condition}\"{files} -a \"{values}\"\n"));
        }
    }
    text
}

fn of_nushell(text: &str) -> String {
    let list = "^hclx graph -q --format names | complete | get stdout | lines";
    let own = format!(r#"{list} | where {{ |address| $address !~ '^module\.[^.]+\.' }}"#);
    let text = text.replace(&format!("[ \"{OWN_ADDRESSES}\" ]"), &own);
    let revisions = LIST_REVISIONS.replace("--format='", "'--format=").replace("2>/dev/null", "");
    let revisions = format!("^{revisions}| complete | get stdout | lines");
    let text = text.replace(&format!("[ \"{REVISIONS}\" ]"), &revisions);
    text.replace(&format!("[ \"{ADDRESSES}\" ]"), list)
}
