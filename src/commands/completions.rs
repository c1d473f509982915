//! `hclx completions` and `hclx man`: generated from the table of flags.

use std::io::Write;

use super::scripts;
use crate::cli::{self, Lookup, Operand, Subcommand};
use crate::exit::Exit;
use crate::output;

/// The subcommand `completions`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "completions",
    about: "Print a completion script for a shell",
    more: "Examples:\n  hclx completions bash > /etc/bash_completion.d/hclx\n  \
           hclx completions fish > ~/.config/fish/completions/hclx.fish",
    operands: &[Operand {
        name: "SHELL",
        required: true,
        many: false,
        help: "bash, zsh, fish, elvish, powershell or nushell",
    }],
    flags: &[],
    run: |matches| run(&matches.lookup("SHELL")?),
};

/// The subcommand `man`.
pub(super) static MAN: Subcommand = Subcommand {
    name: "man",
    about: "Print the man page of hclx or of a command",
    more: "Examples:\n  hclx man > /usr/local/share/man/man1/hclx.1\n  \
           hclx man check > /usr/local/share/man/man1/hclx-check.1",
    operands: &[Operand { name: "COMMAND", required: false, many: false, help: "A command, such as check" }],
    flags: &[],
    run: |matches| man(&matches.lookup("COMMAND")?),
};

fn run(asked: &Lookup) -> anyhow::Result<Exit> {
    let name = asked.name.as_deref().unwrap_or_default();
    let Some(text) = scripts::script(name) else {
        anyhow::bail!("unknown shell `{name}`: expected bash, zsh, fish, elvish, powershell or nushell")
    };
    let mut out = output::data();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Good)
}

fn man(asked: &Lookup) -> anyhow::Result<Exit> {
    let root = cli::all(super::ALL);
    let mut out = output::data();
    if let Some(name) = &asked.name {
        let Some(command) = root.find_subcommand(name) else {
            let near = hclx_diag::nearest(name, super::ALL.iter().map(|command| command.name));
            let hint = near.map_or_else(
                || "; `hclx --help` lists all".to_owned(),
                |near| hclx_diag::did_you_mean(Some(near)),
            );
            anyhow::bail!("unknown command `{name}`{hint}")
        };
        // the name of the page, and the name of the command on the command line
        let page = command.clone().display_name(format!("hclx-{name}")).bin_name(format!("hclx {name}"));
        clap_mangen::Man::new(page).render(&mut out)?;
        out.flush()?;
        return Ok(Exit::Good);
    }
    clap_mangen::Man::new(root.clone()).render(&mut out)?;
    for command in root.get_subcommands() {
        writeln!(out, ".SH {}", command.get_name().to_uppercase())?;
        let page = clap_mangen::Man::new(command.clone().bin_name(format!("hclx {}", command.get_name())));
        page.render_synopsis_section(&mut out)?;
        page.render_description_section(&mut out)?;
        page.render_options_section(&mut out)?;
        page.render_extra_section(&mut out)?;
    }
    out.flush()?;
    Ok(Exit::Good)
}
