//! The version of a stored schema that judges a module: lock files, settings and constraints of trees of modules.

use std::sync::Arc;

use hclx_analysis::{Memory, Question, Session, Settings};
use hclx_eval::Budget;
use hclx_languages::terraform::packages::{ProviderAddress, SchemaStore, read_json};

/// A stored schema of a version; its resource `acme_site` has one argument, `since_VERSION`.
fn stored(version: &str) -> (String, Vec<u8>) {
    let argument = format!("since_{}", version.replace('.', "_"));
    let text = format!(
        r#"{{"provider_schemas":{{"hashicorp/acme":{{"resource_schemas":{{"acme_site":{{"block":{{"attributes":
        {{"{argument}":{{"type":"string","optional":true}}}}}}}}}}}}}}}}"#
    );
    let packages = read_json(text.as_bytes(), "a.json", |_| Some(version.to_owned())).expect("it is read");
    let address = ProviderAddress::parse("acme").expect("an address");
    let path = format!("cache/{}", SchemaStore::file(&address, Some(version)));
    (path, packages[0].bytes().to_vec())
}

/// The version of the schema that judges the resource in the module of a directory, as its argument tells; of `1.0.0`,
/// `2.0.0` and `3.0.0`.
fn judged(files: &[(&str, &str)], folder: &str, versions: &[(&str, &str)]) -> String {
    let mut host = Memory::default();
    for version in ["1.0.0", "2.0.0", "3.0.0"] {
        let (path, bytes) = stored(version);
        host.insert(&path, bytes);
    }
    files.iter().for_each(|(name, text)| host.insert(name, text.as_bytes()));
    let main = if folder.is_empty() { "site.tf".to_owned() } else { format!("{folder}/site.tf") };
    host.insert(&main, b"resource \"acme_site\" \"a\" {\n  nothing = 1\n}\n".as_slice());
    let mut settings = Settings { schema_cache: Some("cache".into()), ..Settings::default() };
    let version = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    settings.modules.versions = versions.iter().map(version).collect();
    let mut session = Session::new(hclx_languages::ALL, Arc::new(host), settings);
    for (name, _) in files.iter().filter(|(name, _)| name.ends_with(".tf") && !name.contains("/.terraform/"))
    {
        session.add(name);
    }
    session.add(&main);
    let snapshot = session.snapshot();
    let unit =
        snapshot.units().iter().find(|unit| unit.root.trim_start_matches('.') == folder).expect("the module");
    let answer = snapshot.answer(unit, &Question::Check, &Budget::default());
    let is_checked = answer.findings.iter().any(|one| one.message == "unexpected attribute `nothing`");
    let note =
        answer.notes.iter().find_map(|note| note.split("is checked with schema ").nth(1)?.split(' ').next());
    assert_eq!(is_checked, note.is_some(), "{:?} {:?}", answer.findings, answer.notes);
    note.unwrap_or("none").to_owned()
}

fn requires(version: &str) -> String {
    format!("terraform {{\n  required_providers {{\n    acme = {{ version = \"{version}\" }}\n  }}\n}}\n")
}

fn calls(source: &str) -> String {
    format!("module \"m\" {{\n  source = \"{source}\"\n}}\n")
}

fn locks(version: &str) -> String {
    format!("provider \"registry.terraform.io/hashicorp/acme\" {{\n  version = \"{version}\"\n}}\n")
}

const LOCK: &str = ".terraform.lock.hcl";

#[test]
fn one_version_holds_for_a_tree_of_modules() {
    let newest = judged(&[], "", &[]);
    assert_eq!(newest, "3.0.0");
    // a constraint of the root holds two calls below it
    let root = requires("~> 1.0") + &calls("./m");
    let middle = calls("./s");
    let chain = [("main.tf", root.as_str()), ("m/main.tf", middle.as_str())];
    assert_eq!(judged(&chain, "m/s", &[]), "1.0.0");
    assert_eq!(judged(&chain, "m", &[]), "1.0.0");
    // so does one of a module beside it
    let both = calls("./a") + &calls("./b").replace("\"m\"", "\"n\"");
    let beside = requires("< 3.0.0");
    assert_eq!(judged(&[("main.tf", &both), ("a/main.tf", &beside)], "b", &[]), "2.0.0");
    // all constraints hold together
    let least = requires(">= 2.0.0") + &calls("./m");
    assert_eq!(judged(&[("main.tf", &least), ("m/main.tf", &beside)], "m", &[]), "2.0.0");
    let none = requires("< 2.0.0");
    assert_eq!(judged(&[("main.tf", &least), ("m/main.tf", &none)], "m", &[]), "none");
    // the deprecated argument of a provider configuration is a constraint too
    let old = "provider \"acme\" {\n  version = \"~> 2.0\"\n}\n".to_owned() + &calls("./m");
    assert_eq!(judged(&[("main.tf", &old)], "m", &[]), "2.0.0");
    // an override file replaces the constraint
    let (main, other) = (requires("~> 1.0"), requires("~> 2.0"));
    assert_eq!(judged(&[("main.tf", &main), ("override.tf", &other)], "", &[]), "2.0.0");
}

#[test]
fn a_module_of_several_trees_runs_with_what_any_of_them_allows() {
    let (one, two) = (requires("~> 1.0") + &calls("../m"), requires("~> 2.0") + &calls("../m"));
    assert_eq!(judged(&[("one/main.tf", &one), ("two/main.tf", &two)], "m", &[]), "2.0.0");
    let (one, two) = (requires("~> 1.0") + &calls("../m"), calls("../m"));
    assert_eq!(judged(&[("one/main.tf", &one), ("two/main.tf", &two)], "m", &[]), "3.0.0");
}

#[test]
fn a_lock_file_comes_before_settings_and_these_before_constraints() {
    let root = requires("~> 1.0") + &calls("./m");
    let lock = locks("2.0.0");
    let files = [("main.tf", root.as_str()), (LOCK, lock.as_str())];
    assert_eq!(judged(&files, "m", &[]), "2.0.0");
    assert_eq!(judged(&files, "m", &[("acme", "3.0.0")]), "2.0.0");
    assert_eq!(judged(&files[..1], "m", &[("acme", "3.0.0")]), "3.0.0");
    assert_eq!(judged(&files[..1], "m", &[("hashicorp/acme", "~> 2.0")]), "2.0.0");
    // the lock file of the root counts, not one beside the called module
    let own = locks("3.0.0");
    let files = [files[0], files[1], ("m/.terraform.lock.hcl", own.as_str())];
    assert_eq!(judged(&files, "m", &[]), "2.0.0");
    // a lock file above a root counts too; one without the provider selects nothing
    assert_eq!(judged(&[(LOCK, &lock)], "env/dev", &[]), "2.0.0");
    let other = lock.replace("acme", "other");
    assert_eq!(judged(&[("main.tf", &root), (LOCK, &other)], "m", &[]), "1.0.0");
    assert_eq!(judged(&[(LOCK, &locks("4.0.0"))], "", &[]), "none");
}

#[test]
fn a_root_without_constraints_has_those_of_the_module_above() {
    let above = requires("~> 1.0");
    assert_eq!(judged(&[("main.tf", &above)], "examples/basic", &[]), "1.0.0");
    let own = requires("~> 2.0");
    assert_eq!(
        judged(&[("main.tf", &above), ("examples/basic/main.tf", &own)], "examples/basic", &[]),
        "2.0.0"
    );
    // an example that calls the module has it in its tree
    let calls = calls("../..");
    assert_eq!(
        judged(&[("main.tf", &above), ("examples/basic/main.tf", &calls)], "examples/basic", &[]),
        "1.0.0"
    );
}
