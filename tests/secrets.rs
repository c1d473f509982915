//! Values that are given to a run may be secrets: no finding shows them, in any command and form.

use std::path::Path;

use crate::hostile::{Folder, code, sh, text};

/// A value longer than what may be shown of any value; the beginning of a secret may not be shown either.
const SECRET: &str = "hunter2-correct-horse-battery-staple-of-the-longer-kind";
const BEGINNING: &str = "hunter2";

/// Runs a command in each of its output forms for findings.
fn in_all_forms(command: &str, folder: &Path) -> Vec<(String, String)> {
    let forms: &[&str] = match command.split(' ').next() {
        Some("check") => hclx_report::Format::NAMES,
        _ => &["text", "json"],
    };
    let run = |form: &&str| {
        let line = format!("hclx {command} --format {form}");
        let output = sh(&line, folder, "");
        code(&output, &line);
        (line, text(&output))
    };
    forms.iter().map(run).collect()
}

const MODULE: &str = r#"
variable "pw" {
  type      = number
  sensitive = true
}
variable "deep" {
  type      = object({ a = number })
  sensitive = true
}
variable "rule" {
  type      = string
  sensitive = true
  validation {
    condition     = length(var.rule) < 3
    error_message = "it is too long"
  }
}
output "pw" {
  value = var.pw
}
locals {
  map   = { a = 1 }
  index = local.map[var.rule]
  call  = tonumber(var.rule)
  plus  = var.rule + 1
  attr  = var.rule.nothing
}
"#;

/// Values of sensitive variables, from every source of values, including malformed files.
#[test]
fn sensitive_variables_are_not_shown() {
    let values = format!("pw = \"{SECRET}\"\ndeep = {{ a = \"{SECRET}\" }}\nrule = \"{SECRET}\"\n");
    let json = format!("{{\"pw\": \"{SECRET}\", \"deep\": {{\"a\": \"{SECRET}\"}}, \"rule\": \"{SECRET}\"}}");
    for (name, content) in [
        ("terraform.tfvars", values.clone()),
        ("terraform.tfvars.json", json.clone()),
        ("a.auto.tfvars", values.clone()),
        ("named.tfvars", values.clone()),
        ("named.tfvars", format!("{values}nothing = \"{SECRET}\"\n")),
        ("named.tfvars", format!("{values}torn = \"{SECRET}\n")),
        ("named.tfvars", format!("{values}pem = <<EOT\n{SECRET}\n{SECRET}=\nEOT\nx = = 1\n")),
        (
            "named.tfvars",
            format!("{values}call = upper(\"{SECRET}\")\nname = {}\n", SECRET.replace('-', "_")),
        ),
        ("named.tfvars.json", json.replace("\"rule\": ", "\"rule\" ")),
        ("named.tfvars.json", format!("{{\"pw\": \"{SECRET}\", \"pw\": \"{SECRET}\"}}")),
    ] {
        let folder = Folder::new("secret-files");
        folder.write("main.tf", MODULE);
        folder.write(name, &content);
        for command in ["check .", "infer .", "check main.tf --var-file FILE", "infer . --var-file FILE"] {
            let command = command.replace("FILE", name);
            for (line, said) in in_all_forms(&command, &folder.0) {
                assert!(!said.contains(BEGINNING), "{name}: {line}: {said}");
            }
        }
        let line = format!("hclx eval --format json . --var-file {name} 2>&1 >/dev/null");
        let said = text(&sh(&line, &folder.0, ""));
        assert!(!said.contains(BEGINNING), "{line}: {said}");
    }
}

/// Flags: an error in a value is reported without the value, and marked values stay hidden.
#[test]
fn values_of_flags_are_not_shown() {
    let folder = Folder::new("secret-flags");
    folder.write("main.tf", MODULE);
    folder.write(
        "a.hcl",
        "a = pw + 1\nb = pw.nothing\nc = tonumber(pw)\nd = [pw][pw]\ne = pw ? 1 : 2\nf = cidrhost(pw, 1)\n\
         g = { x = 1 }[pw]\nh = parseint(pw, 10)\ni = unknown(string, prefix(pw)) + 1\n",
    );
    let quoted = format!("\"{SECRET}\"");
    for value in [
        quoted.clone(),
        SECRET.replace('-', "_"),
        format!("\"{SECRET}"),
        format!("upper({quoted}, 1)"),
        format!("[{quoted}, {quoted}"),
        format!("sensitive({quoted})"),
        format!("sensitive({quoted}"),
    ] {
        let flags = format!("--var 'pw={value}' --var 'deep={{ a = {value} }}' --var 'rule={value}'");
        for command in
            [format!("check . {flags}"), format!("infer . {flags}"), format!("check a.hcl {flags}")]
        {
            for (line, said) in in_all_forms(&command, &folder.0) {
                let is_plain = command.contains("a.hcl") && value == quoted;
                let shown = if is_plain { &SECRET[..25] } else { BEGINNING };
                assert!(!said.contains(shown), "{line}: {said}");
            }
        }
        for line in [
            format!("hclx eval -e 'tonumber(pw)' --var 'pw={value}'"),
            format!("hclx eval -e '{{ a = 1 }}[pw]' --var 'pw={value}'"),
            format!("hclx infer -e '[1][pw]' --var 'pw={value}'"),
        ] {
            let said = text(&sh(&line, &folder.0, ""));
            assert!(!said.contains(&SECRET[..25]), "{line}: {said}");
        }
    }
}

/// Settings and data for Mull.
#[test]
fn values_of_settings_are_not_shown() {
    let folder = Folder::new("secret-settings");
    folder.write("a.hcl", "a = pw + 1\n");
    folder.write("a.mull", "#: {in: {pw: int}}\nx: ${pw}\n");
    for settings in [
        format!("[vars]\npw = \"{SECRET}\"\n"),
        format!("[vars]\npw = \"{SECRET}\nx = 1\n"),
        format!("vars.pw = \"{SECRET}\"\nexclud = []\n"),
        format!("exclud = []\n[vars]\npw = [\n\"{SECRET}\",\n]\n"),
        format!("[vars]\npw = \"\"\"\n{SECRET}\"\"\"\n[rules]\nx = 1\n"),
    ] {
        folder.write("hclx.toml", &settings);
        for command in ["check .", "infer a.hcl"] {
            for (line, said) in in_all_forms(command, &folder.0) {
                assert!(!said.contains(&SECRET[..25]), "{settings}: {line}: {said}");
            }
        }
    }
    std::fs::remove_file(folder.0.join("hclx.toml")).expect("it was written");
    folder.write("in.yaml", &format!("pw: {SECRET}\nother: [{SECRET}\n"));
    folder.write("in.json", &format!("{{\"pw\": \"{SECRET}\""));
    for flags in [
        "--var-file in.yaml",
        "--var-file in.json",
        &format!("--var 'pw=[{SECRET}'"),
        &format!("--var pw={SECRET}"),
    ] {
        for (line, said) in in_all_forms(&format!("check a.mull {flags}"), &folder.0) {
            assert!(!said.contains(&SECRET[..25]), "{line}: {said}");
        }
    }
}

/// The beginnings of values that are not secret are shown where that helps.
#[test]
fn beginnings_of_other_values_are_shown() {
    let folder = Folder::new("secret-open");
    folder.write("main.tf", "variable \"n\" {\n  type = number\n}\n");
    folder.write("terraform.tfvars", &format!("n = \"{SECRET}\"\n"));
    let said = text(&sh("hclx check .", &folder.0, ""));
    assert!(said.contains(&format!("n = \"{}*", &SECRET[..24])), "{said}");
}

/// Only environment variables that the manual names appear in messages.
#[test]
fn the_environment_is_not_shown() {
    let folder = Folder::new("secret-environment");
    folder.write("main.tf", MODULE);
    folder.write("docker-bake.hcl", "variable \"SECRET\" {}\ntarget \"a\" {\n  tags = SECRET\n}\n");
    folder.write("a.nomad.hcl", "variable \"secret\" {}\njob \"a\" {\n  x = var.secret\n}\n");
    folder.write("terragrunt.hcl", "inputs = { a = get_env(\"SECRET\") + 1 }\n");
    let set = format!(
        "export SECRET='{SECRET}' TF_VAR_pw='{SECRET}' NOMAD_VAR_secret='{SECRET}' PKR_VAR_a='{SECRET}'"
    );
    for command in ["check .", "infer .", "eval main.tf", "config"] {
        let said = text(&sh(&format!("{set}; hclx {command}"), &folder.0, ""));
        assert!(!said.contains(BEGINNING), "{command}: {said}");
    }
}

/// An edit that quotes a secret is applied, which reveals nothing, and is never shown.
#[test]
fn edits_of_values_are_applied_and_not_shown() {
    let folder = Folder::new("secret-edits");
    let values = format!("pw = \"${{\"{SECRET}\"}}\"\nrule = {SECRET}\n  deep = {{ a : \"{SECRET}\" }}\n");
    let json = format!("{{\"pw\": '{SECRET}', \"rule\": \"{SECRET}\" \"deep\": null}}");
    folder.write("main.tf", MODULE);
    for (name, content) in [("terraform.tfvars", &values), ("terraform.tfvars.json", &json)] {
        folder.write(name, content);
        for command in ["check --select style .", "check --select style --fix --unsafe-fixes --diff ."] {
            for (line, said) in in_all_forms(command, &folder.0) {
                assert!(!said.contains(BEGINNING), "{name}: {line}: {said}");
            }
        }
        let said = text(&sh("hclx check --select style --fix --unsafe-fixes --diff .", &folder.0, ""));
        let note = format!("`{name}` would change too; its lines are not shown because it contains values");
        assert!(said.contains(&note), "{said}");
        let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).expect("it is there");
        assert_eq!(&read(name), content, "`--diff` writes nothing");
        let said = text(&sh("hclx check --select style --fix --unsafe-fixes .", &folder.0, ""));
        assert!(!said.contains(BEGINNING), "{name}: {said}");
        let mended = read(name);
        let longer = match name {
            "terraform.tfvars" => format!("pw = \"{SECRET}\"\n"),
            _ => format!("\"pw\": \"{SECRET}\""),
        };
        assert!(mended.contains(&longer), "{mended}");
        std::fs::remove_file(folder.0.join(name)).expect("it was written");
    }
}

/// Secrets in the addresses of modules that are not installed are in no message, regardless of its source.
#[test]
fn credentials_in_addresses_are_not_shown() {
    let addresses = [
        format!("git::https://user:{SECRET}@a.example/x.git?ref=v1"),
        format!("git::https://{SECRET}@a.example/x.git"),
        format!("https://a.example/m.zip?token={SECRET}"),
        format!("git::ssh://git@a.example/x.git?sshkey={SECRET}&depth=1"),
    ];
    let call = |(index, address): (usize, &String)| {
        format!("module \"m{index}\" {{\n  source = \"{address}\"\n}}\n")
    };
    let terraform: String = addresses.iter().enumerate().map(call).collect();
    let unit = format!("terraform {{\n  source = \"{}\"\n}}\n", addresses[0]);
    for (name, content) in [("main.tf", &terraform), ("terragrunt.hcl", &unit)] {
        let folder = Folder::new(&format!("addresses-{name}"));
        folder.write(name, content);
        for command in ["check", "check -v", "infer", "infer -v"] {
            for (line, said) in in_all_forms(&format!("{command} ."), &folder.0) {
                assert!(!said.contains(BEGINNING), "{line} of {name} shows a secret:\n{said}");
            }
        }
        let said = text(&sh("hclx check .", &folder.0, ""));
        assert!(said.contains("git::https://user:***@a.example/x.git?ref=v1"), "{said}");
    }
}
