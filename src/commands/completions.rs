//! `hclx completions` and `hclx man`: made from the table of flags.

use std::io::Write;

use clap_complete::Shell;

use crate::cli::{self, Lookup};
use crate::exit::Exit;
use crate::flags::{Operand, Subcommand};
use crate::output;

/// The row of `completions`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "completions",
    about: "Print completions for a shell",
    more: "Examples:\n  hclx completions bash > /etc/bash_completion.d/hclx\n  \
           hclx completions fish > ~/.config/fish/completions/hclx.fish",
    operands: &[Operand {
        name: "SHELL",
        required: true,
        many: false,
        help: "bash, zsh, fish, elvish or powershell",
    }],
    flags: &[],
    run: |matches| run(&matches.lookup("SHELL")),
};

/// The row of `man`.
pub(super) static MAN: Subcommand = Subcommand {
    name: "man",
    about: "Print the man page",
    more: "Example: hclx man > /usr/local/share/man/man1/hclx.1",
    operands: &[],
    flags: &[],
    run: |_| man(),
};

fn run(asked: &Lookup) -> anyhow::Result<Exit> {
    let name = asked.name.as_deref().unwrap_or_default();
    let Ok(shell) = name.parse::<Shell>() else {
        anyhow::bail!("no completions for `{name}`: expected bash, zsh, fish, elvish or powershell");
    };
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut cli::all(), "hclx", &mut text);
    let mut out = output::stdout();
    out.write_all(&text)?;
    out.flush()?;
    Ok(Exit::Good)
}

fn man() -> anyhow::Result<Exit> {
    let root = cli::all();
    let mut out = output::stdout();
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
