//! Completion scripts of shells: what is generated from the table of flags, with the addresses that `hclx graph` lists
//! while one types, and the operands that a generator leaves out.

use clap_complete::Shell;

use super::words::{self, ADDRESSES, OWN_ADDRESSES};

/// Lists the addresses of the module in the current directory.
const LIST: &str = "hclx graph -q --format names 2>/dev/null";

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
    text.replace(OWN_ADDRESSES, &own).replace(ADDRESSES, &format!("$({LIST})"))
}

fn of_zsh(text: &str) -> String {
    let (own, all) = ("_hclx_own_addresses", "_hclx_addresses");
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

"#
    );
    let text = text.replace(&format!("({OWN_ADDRESSES})"), own).replace(&format!("({ADDRESSES})"), all);
    let end = text.rfind("if [ \"$funcstack[1]\"").unwrap_or(text.len());
    format!("{}{functions}{}", &text[..end], &text[end..])
}

fn of_fish(text: &str) -> String {
    let own = format!(r"({LIST} | string match -rv '^module\.[^.]+\.')");
    let all = format!("({LIST})");
    let mut text = text.replace(&format!("{ADDRESSES}\\t''"), &all);
    for command in super::ALL {
        for operand in command.operands {
            let values = words::values(command.name, operand.name);
            let (values, files) = match values.as_slice() {
                [] => continue,
                [word] if *word == OWN_ADDRESSES => (own.clone(), ""),
                values => (values.join(" "), " -f"),
            };
            let condition = format!("__fish_hclx_using_subcommand {}", command.name);
            text.push_str(&format!("complete -c hclx -n \"{condition}\"{files} -a \"{values}\"\n"));
        }
    }
    text
}

fn of_nushell(text: &str) -> String {
    let list = "^hclx graph -q --format names | complete | get stdout | lines";
    let own = format!(r#"{list} | where {{ |address| $address !~ '^module\.[^.]+\.' }}"#);
    let text = text.replace(&format!("[ \"{OWN_ADDRESSES}\" ]"), &own);
    text.replace(&format!("[ \"{ADDRESSES}\" ]"), list)
}
