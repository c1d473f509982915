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

/// A long flag that takes a value.
#[derive(Default)]
struct ValueFlag {
    /// The flag, with its dashes.
    name: String,
    /// The form of the value, such as `FILE`.
    form: String,
    /// Set if the value is one of a list.
    has_choices: bool,
}

/// The long flags of a command that take a value.
fn flags(help: &str) -> Vec<ValueFlag> {
    let mut flags: Vec<ValueFlag> = Vec::new();
    for line in help.lines() {
        let line = line.trim_start();
        let long = line.split([' ', ',']).find(|word| word.starts_with("--"));
        if line.starts_with('-') && line.contains('<') && !line.contains("[=<") {
            let name = long.unwrap_or_default().split(['=', '[']).next().unwrap_or_default().to_owned();
            let form = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            flags.push(ValueFlag { name, form, has_choices: false });
        } else if line.starts_with('-') {
            flags.push(ValueFlag::default());
        }
        if line.contains("[possible")
            && let Some(last) = flags.last_mut()
        {
            last.has_choices = true;
        }
    }
    flags.retain(|flag| !flag.name.is_empty());
    flags
}

/// The operands that a command requires, each as a word.
fn operands(help: &str) -> Vec<&str> {
    let usage = help.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
    usage.split_whitespace().filter(|word| word.starts_with('<')).map(|_| "x").collect()
}

/// Flags whose file is written.
const WRITTEN: [&str; 3] = ["--out", "--output-file", "--inject"];

/// Values of a form that no command accepts, with a part of what is said about them.
fn wrong_values(flag: &ValueFlag) -> Vec<(&'static str, String)> {
    let name = &flag.name;
    let mut values: Vec<(&str, String)> = Vec::new();
    if flag.form != "S" && !flag.has_choices {
        values
            .extend([("", format!("empty value of `{name}`")), (" \t", format!("empty value of `{name}`"))]);
    }
    match &*flag.form {
        "FILE" if !WRITTEN.contains(&&**name) => values.extend([
            ("no-such-file", "cannot read `no-such-file`: no such file or directory".to_owned()),
            ("src", "cannot read `src`: it is a directory".to_owned()),
        ]),
        "DIR" => values.extend([
            ("no-such-folder", "`no-such-folder` is not a directory".to_owned()),
            ("Cargo.toml", "`Cargo.toml` is not a directory".to_owned()),
        ]),
        form if form.contains("=EXPR") || form.contains("=VERSION") || form.contains("=FILE") => {
            values.push(("=1", format!("missing name in the value `=1` of `{name}`")));
        }
        _ => {}
    }
    values
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
        for ValueFlag { name, has_choices, .. } in flags(&help) {
            faults.extend(fault(&[command, &name], &format!("of `{name}`")));
            if has_choices {
                let message = format!("invalid value `zzzzzzzzzz` of `{name}`");
                faults.extend(fault(&[command, &format!("{name}=zzzzzzzzzz")], &message));
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
fn commands_refuse_values_that_do_not_have_the_form_of_their_flag() {
    let (mut faults, mut count) = (Vec::new(), 0);
    for command in &commands() {
        let help = help_of(command);
        let begins = [&[command.as_str()][..], &operands(&help)].concat();
        for flag in flags(&help) {
            let wrong = wrong_values(&flag);
            // `decode` reports files in the format that a flag selects
            let is_form = |value: &str| command != "decode" || flag.form != "FILE" || value.trim().is_empty();
            for (value, message) in wrong.into_iter().filter(|(value, _)| is_form(value)) {
                // values that begin with a dash are values as well
                let argument = format!("{}={value}", flag.name);
                let value: Vec<&str> =
                    match flag.form.contains(' ') || help.contains(&format!("{} <A> <B>", flag.name)) {
                        true => vec![&flag.name, value, value],
                        false => vec![&argument],
                    };
                faults.extend(fault(&[&begins[..], &value].concat(), &message));
                count += 1;
            }
            if flag.name == "--stdin-filename" {
                let arguments = [&begins[..], &["--stdin-filename", "main.tf"]].concat();
                faults
                    .extend(fault(&arguments, "`--stdin-filename` names standard input, which is not read"));
            }
        }
        if help.contains("Arguments:") {
            let empty = vec![""; operands(&help).len().max(1)];
            faults.extend(fault(&[&[command.as_str()][..], &empty].concat(), "empty argument `"));
        }
    }
    assert!(faults.is_empty(), "{} of them:\n{}", faults.len(), faults.join("\n"));
    assert!(count > 300, "{count} values");
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
        (&["check", "--jobs", "zzz"], "expected a number of threads"),
        (&["check", "--max-memory", "-1"], "expected a number of bytes, such as 64M or 1G"),
        (&["check", "--exclude", "["], "help: `*` matches a part of a name"),
        (&["breaking", "--against", "HEAD", "--internal", "["], "help: `*` matches a part of a name"),
        (&["check", "--warn", "zzz"], "`--warn`: unknown code or group `zzz`"),
        (&["check", "--ctx", "Cargo.toml", "examples/service.hcl"], "`--ctx` only applies to Mull documents"),
        (&["infer", "--schema", "a#b", "examples/service.hcl"], "`--schema` only applies to Mull documents"),
        (
            &["eval", "--import-root", ".", "examples/service.hcl"],
            "help: remove the flag, or name a document",
        ),
        (&["eval", "-e", "1", "--schema", "a#b"], "`--schema` only applies to Mull documents"),
        (&["lsp", "--deny", "zzz"], "`--deny`: unknown code or group `zzz`"),
        (&["lsp", "--var", "x"], "missing `=`, expected NAME=EXPR"),
        (&["lsp", "--max-steps", "zzz"], "expected a number of steps"),
        (&["graph", "--since", "HEAD"], "help: add `--affected`"),
        (&["generate", "tfvars", "--id", "x"], "help: run `hclx generate json-schema`"),
        (&["generate", "tfvars", "src", "tests"], "help: add `--out NAME`"),
        (&["test", "examples/terraform/mocked", "--filter", "zzz"], "no run matches `--filter`"),
        (&["test", "src"], "tests are in files named `*.tftest.hcl`"),
        (&["check", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["infer", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["eval", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["fmt", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["parse", "no-such-file.tf"], "cannot read `no-such-file.tf`"),
        (&["test", "no-such-file.tf"], "`no-such-file.tf` does not exist"),
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
        (&["refs", "var.zzz", "examples"], "`hclx graph --format names` lists the declarations"),
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
