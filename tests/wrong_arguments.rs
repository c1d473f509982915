//! Every command with every wrong kind of argument: exit code 2, nothing on stdout, and a help with the next step.

use std::process::Output;

use hclx_testkit::workspace_root;

fn hclx(arguments: &[&str]) -> Output {
    let mut command = std::process::Command::new(crate::program());
    let command = command.args(arguments).current_dir(workspace_root()).stdin(std::process::Stdio::null());
    command.env("HCLX_NO_CACHE", "1").env_remove("HCLX_SCHEMAS").output().expect("it runs")
}

fn help_of(command: &str) -> String {
    String::from_utf8(hclx(&[command, "--help"]).stdout).expect("UTF-8")
}

/// The names of all commands.
fn commands() -> Vec<String> {
    let help = String::from_utf8(hclx(&["--help"]).stdout).expect("UTF-8");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    let names = listed.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// The long flags of a command that take a value, and whether the value is one of a list.
fn flags(help: &str) -> Vec<(String, bool)> {
    let mut flags: Vec<(String, bool)> = Vec::new();
    for line in help.lines() {
        let line = line.trim_start();
        let long = line.split([' ', ',']).find(|word| word.starts_with("--"));
        if line.starts_with('-') && line.contains('<') && !line.contains("[=<") {
            let name = long.unwrap_or_default().trim_end_matches(['=', '[']);
            flags.push((name.split(['=', '[']).next().unwrap_or_default().to_owned(), false));
        } else if line.starts_with('-') {
            flags.push((String::new(), false));
        }
        if line.contains("[possible values:")
            && let Some(last) = flags.last_mut()
        {
            last.1 = true;
        }
    }
    flags.retain(|(name, _)| !name.is_empty());
    flags
}

/// The fault of an answer to a wrong argument; `None` if it is as it should be.
fn fault(arguments: &[&str], message: &str) -> Option<String> {
    let Output { status, stdout, stderr } = hclx(arguments);
    let text = String::from_utf8_lossy(&stderr);
    let lines: Vec<&str> = text.lines().collect();
    let has_form = lines.first().is_some_and(|first| first.starts_with("hclx: ") && first.contains(message))
        && lines.get(1).is_some_and(|second| second.starts_with("  help: "))
        && lines.len() == 2;
    let is_right = status.code() == Some(2) && stdout.is_empty() && has_form;
    (!is_right).then(|| format!("hclx {}: {:?}\n{text}", arguments.join(" "), status.code()))
}

#[test]
fn commands_refuse_wrong_arguments_with_the_next_step() {
    let mut faults = Vec::new();
    let all = commands();
    assert!(all.len() > 20, "{all:?}");
    for command in &all {
        let help = help_of(command);
        faults.extend(fault(&[command, "--zzzzzzzzzz"], "unknown flag `--zzzzzzzzzz`"));
        faults.extend(fault(&[command, "-Z"], "unknown flag `-Z`"));
        for (flag, has_values) in flags(&help) {
            faults.extend(fault(&[command, &flag], &format!("of `{flag}`")));
            if has_values {
                let message = format!("invalid value `zzzzzzzzzz` of `{flag}`");
                faults.extend(fault(&[command, &format!("{flag}=zzzzzzzzzz")], &message));
            }
        }
        // as many operands as no command has, unless it takes any number
        let usage = help.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
        if !usage.contains("...") {
            faults.extend(fault(&[command, "a", "b", "c", "d", "e"], "unexpected argument `"));
        }
        if usage.contains('<') {
            faults.extend(fault(&[command], "missing argument `"));
        }
    }
    assert!(faults.is_empty(), "{} of them:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn unknown_commands_are_refused_with_the_next_step() {
    for (name, help) in [
        ("chek", "did you mean `hclx check`?"),
        ("zzzzzz", "`hclx --help` lists the commands"),
        ("init", "nothing has to be set up: run `hclx check`"),
    ] {
        assert_eq!(fault(&[name], &format!("unknown command `{name}`")), None);
        assert!(String::from_utf8_lossy(&hclx(&[name]).stderr).ends_with(&format!("  help: {help}\n")));
    }
}

/// Names, places and files that do not exist, in arguments of the right form.
#[test]
fn commands_name_what_does_not_exist() {
    let cases: &[(&[&str], &str)] = &[
        (&["check", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["infer", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["eval", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["fmt", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["parse", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["test", "no-such-file.tf"], "tests are in files named `*.tftest.hcl`"),
        (&["docs", "no-such-folder"], "`no-such-folder` is not a directory"),
        (&["graph", "no-such-folder"], "`no-such-folder` is not a directory"),
        (&["eval"], "`-e EXPR`"),
        (&["eval", "--raw", "examples"], "add `-e EXPR`"),
        (&["eval", "--raw", "--out", "json", "-e", "1"], "`--raw` cannot be used with `--out`"),
        (&["infer", "--raw", "examples"], "add `-e EXPR` or `--at FILE:LINE:COL`"),
        (&["infer", "--at", "main.tf"], "expected FILE:LINE:COL, such as main.tf:7:12"),
        (&["convert", "string"], "hclx convert FROM TO"),
        (&["breaking", "."], "missing `--against`: expected a git revision or a directory"),
        (&["generate", "zzz"], "expected json-schema or tfvars"),
        (&["schema", "zzz"], "expected import, fetch, probe, list, show, remove, pack or path"),
        (&["cache", "zzz"], "expected path or clear"),
        (&["completions", "zzz"], "expected bash, zsh, fish, elvish, powershell or nushell"),
        (&["explain", "HX0"], "`hclx explain` lists all"),
        (&["functions", "zzzzzzzz"], "`hclx functions` lists all"),
        (&["functions", "lenght"], "did you mean `length`?"),
        (&["man", "zzzzzzzz"], "`hclx --help` lists all"),
        (&["man", "chek"], "did you mean `check`?"),
        (&["refs", "var.zzz", "examples"], "`hclx graph` lists the declarations"),
        (&["type", "strng"], "did you mean `string`?"),
        (&["unify", "strng"], "did you mean `string`?"),
        (&["assignable", "strng", "string"], "did you mean `string`?"),
        (&["refine", "strng"], "did you mean `string`?"),
    ];
    for (arguments, expected) in cases {
        let Output { status, stderr, .. } = hclx(arguments);
        let text = String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}
