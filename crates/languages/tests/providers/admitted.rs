//! Findings by the releases that a module may be run with: every row of the table of severities.

use std::sync::Arc;

use hclx_analysis::{LintScope, Memory, Question, Session, Settings};
use hclx_diag::Diagnostic;
use hclx_eval::Budget;
use hclx_languages::terraform::packages::{History, Pack, PackBytes, read_json};

/// The schema of a release: `name` is required, `size` is a number, `mode` became a number in 2.0.0, `old` was removed in it,
/// and `recent` and `tier`, which is required, were added; `acme_old` was removed, and `acme_recent` was added.
fn schema(version: &str) -> String {
    let is_second = version.starts_with('2');
    let own = match is_second {
        true => {
            r#""recent":{"type":"string","optional":true},"mode":{"type":"number","optional":true},
            "tier":{"type":"string","required":true}"#
        }
        false => {
            r#""old":{"type":"string","optional":true},"mode":{"type":"string","optional":true},
            "tier":{"type":"string","optional":true}"#
        }
    };
    let other = if is_second { "acme_recent" } else { "acme_old" };
    format!(
        r#"{{"provider_schemas":{{"hashicorp/acme":{{"resource_schemas":{{"{other}":{{"block":{{}}}},
        "acme_site":{{"block":{{"attributes":{{"name":{{"type":"string","required":true}},
        "size":{{"type":"number","optional":true}},"address":{{"type":"string","computed":true}},{own}}},
        "block_types":{{"disk":{{"nesting_mode":"list","block":{{"attributes":{{"kind":{{"type":"string",
        "optional":true}}}}}}}}}}}}}}}}}}}}}}"#
    )
}

/// A shipped pack with three releases.
fn pack(derived: bool) -> &'static [(&'static str, &'static [u8])] {
    let mut history: Option<History> = None;
    for version in ["1.0.0", "1.1.0", "2.0.0"] {
        let read = read_json(schema(version).as_bytes(), "a.json", |_| Some(version.to_owned()));
        let bytes = Arc::from(read.expect("it is read")[0].bytes());
        let mut pack = Pack::open(PackBytes::Read(bytes)).expect("a pack");
        if derived {
            pack.mark_derived();
        }
        let history = history.get_or_insert_with(|| History::new(pack.address().clone()));
        history.add(&pack).expect("the same provider");
    }
    let bytes: &'static [u8] = history.expect("a history").bytes().expect("it fits").leak();
    Box::leak(Box::new([("registry.terraform.io/hashicorp/acme", bytes)]))
}

/// The release that a module requires.
enum Asked {
    Nothing,
    Constraint(&'static str),
    Lock(&'static str),
}

/// The findings in a module, each with its severity, code, message and label.
fn findings_with(asked: &Asked, text: &str, derived: bool) -> Vec<String> {
    let all = judged(asked, text, derived, false);
    let wanted = all.iter().filter(|one| !one.code.id().starts_with("HX6") || one.is_error());
    wanted.map(shown).collect()
}

/// A finding with its severity, code, message and label.
fn shown(one: &Diagnostic) -> String {
    let label = one.label.as_deref().map(|label| format!(" ({label})")).unwrap_or_default();
    format!("{} {}: {}{label}", one.severity.name(), one.code.id(), one.message)
}

/// The findings of the lint about the minimum of a provider, each with its help.
fn minimum(asked: &Asked, text: &str) -> Vec<String> {
    let all = judged(asked, text, false, true);
    let of_lint = all.iter().filter(|one| one.code.id() == "HX9218");
    of_lint.map(|one| format!("{}: {}", shown(one), one.help.join("; "))).collect()
}

/// All findings in a module.
fn judged(asked: &Asked, text: &str, derived: bool, wants_minimum: bool) -> Vec<Diagnostic> {
    let lints = if wants_minimum { LintScope::Conventions } else { LintScope::Mistakes };
    let session =
        session(asked, text, Settings { shipped_schemas: pack(derived), lints, ..Settings::default() });
    let snapshot = session.snapshot();
    let unit = snapshot.units().iter().next().expect("the module");
    snapshot.answer(unit, &Question::Check, &Budget::default()).findings
}

/// The releases that have a part of a resource, as an editor shows them.
fn releases(asked: &Asked, name: &str) -> Option<String> {
    let session = session(asked, &site(""), Settings { shipped_schemas: pack(false), ..Settings::default() });
    let snapshot = session.snapshot();
    let unit = snapshot.units().iter().next().expect("the module");
    let around = [("resource", vec!["acme_site", "a"])];
    unit.language.offers(unit, &snapshot).releases(&around, name)
}

/// A session with one module.
fn session(asked: &Asked, text: &str, settings: Settings) -> Session {
    let mut host = Memory::default();
    let requires = match asked {
        Asked::Constraint(version) => {
            format!(
                "terraform {{\n  required_providers {{\n    acme = {{ version = \"{version}\" }}\n  }}\n}}\n"
            )
        }
        _ => String::new(),
    };
    host.insert("main.tf", format!("{text}\n{requires}").into_bytes());
    settings.provider_schemas.iter().for_each(|path| host.insert(path, schema("2.0.0").into_bytes()));
    if let Asked::Lock(version) = asked {
        let lock =
            format!("provider \"registry.terraform.io/hashicorp/acme\" {{\n  version = \"{version}\"\n}}\n");
        host.insert(".terraform.lock.hcl", lock.into_bytes());
    }
    let mut session = Session::new(hclx_languages::ALL, Arc::new(host), settings);
    session.add("main.tf");
    session
}

fn findings(asked: Asked, text: &str) -> Vec<String> {
    findings_with(&asked, text, false)
}

/// A resource with its name and more arguments.
fn site(more: &str) -> String {
    format!("resource \"acme_site\" \"a\" {{\n  name = \"a\"\n  tier = \"b\"\n  {more}\n}}")
}

const CLOSED: Asked = Asked::Constraint("~> 1.0");
const SINCE_FIRST: Asked = Asked::Constraint(">= 1.0");
const LOCKED: Asked = Asked::Lock("2.0.0");

#[test]
fn what_all_admitted_releases_refuse_is_an_error_where_they_are_closed() {
    let strange = "error HX5001: unexpected attribute `zzz`";
    assert_eq!(findings(CLOSED, &site("zzz = 1")), [strange]);
    assert_eq!(findings(LOCKED, &site("zzz = 1")), [strange]);
    let open = "warning HX5001: unexpected attribute `zzz` (no release up to 2.0.0 has it)";
    assert_eq!(findings(SINCE_FIRST, &site("zzz = 1")), [open]);
    // a lock file beyond the newest known release selects one that may have it
    assert_eq!(findings(Asked::Lock("2.4.0"), &site("zzz = 1")), Vec::<String>::new());
}

#[test]
fn slips_and_shapes_are_errors_where_newer_releases_are_admitted() {
    let slip = "error HX5001: unexpected attribute `sizee`";
    assert_eq!(findings(SINCE_FIRST, &site("sizee = 1")), [slip]);
    assert_eq!(findings(SINCE_FIRST, &site("disk = []")).len(), 1);
    assert!(findings(SINCE_FIRST, &site("disk = []"))[0].starts_with("error HX5001"));
    assert!(findings(SINCE_FIRST, &site("size {}"))[0].starts_with("error HX5002"));
    assert_eq!(
        findings(SINCE_FIRST, &site("disk {\n  kinde = 1\n}")),
        ["error HX5001: unexpected attribute `kinde`"]
    );
    // two edits of a short name are another name
    let other = "warning HX5001: unexpected attribute `siae2` (no release up to 2.0.0 has it)";
    assert_eq!(findings(SINCE_FIRST, &site("siae2 = 1")), [other]);
}

#[test]
fn names_and_shapes_may_be_those_of_releases_before_the_known_ones() {
    for asked in [Asked::Nothing, Asked::Constraint(">= 0.9"), Asked::Constraint("< 2.0")] {
        let judge = |more: &str| findings_with(&asked, &site(more), false);
        // hardly another word
        assert_eq!(judge("sizee = 1"), ["error HX5001: unexpected attribute `sizee`"]);
        let warning_about = |name: &str| {
            let message = format!("unexpected attribute `{name}`");
            format!("warning HX5017: {message} (no release from 1.0.0 to 2.0.0 has it)")
        };
        for name in ["asize", "sizes", "size_"] {
            assert_eq!(judge(&format!("{name} = 1")), [warning_about(name)]);
        }
        assert!(judge("disk = []")[0].starts_with("warning HX5017"));
        assert!(judge("size {}")[0].starts_with("warning HX5017"));
        let other = "warning HX5001: unexpected attribute `zzz` (no release from 1.0.0 to 2.0.0 has it)";
        assert_eq!(judge("zzz = 1"), [other]);
    }
    let older = Asked::Constraint("~> 0.5");
    for name in ["asize", "sizes"] {
        assert_eq!(findings_with(&older, &site(&format!("{name} = 1")), false), Vec::<String>::new());
    }
}

#[test]
fn what_the_newest_release_alone_refuses_is_a_warning_with_a_code_of_its_own() {
    let removed = "warning HX5017: unexpected attribute `old` (since 2.0.0; init without a lock file picks 2.0.0 or newer)";
    assert_eq!(findings(Asked::Nothing, &site("old = \"1\"")), [removed]);
    assert_eq!(findings(CLOSED, &site("old = \"1\"")), Vec::<String>::new());
    assert_eq!(findings(LOCKED, &site("old = \"1\"")), ["error HX5001: unexpected attribute `old`"]);
    let missing = "resource \"acme_site\" \"a\" {\n  name = \"a\"\n}";
    assert_eq!(findings(CLOSED, missing), Vec::<String>::new());
    assert!(
        findings(Asked::Nothing, missing)[0].starts_with("warning HX5017: missing required attribute `tier`")
    );
}

#[test]
fn what_older_releases_alone_refuse_is_not_reported() {
    assert_eq!(findings(Asked::Nothing, &site("recent = \"1\"")), Vec::<String>::new());
    assert_eq!(findings(CLOSED, &site("recent = \"1\"")), ["error HX5001: unexpected attribute `recent`"]);
}

#[test]
fn a_release_between_two_known_ones_has_what_both_have() {
    let between = Asked::Lock("1.5.0");
    assert_eq!(findings(between, &site("zzz = 1")), ["error HX5001: unexpected attribute `zzz`"]);
    for unsure in ["old = \"1\"", "recent = \"1\""] {
        assert_eq!(findings(Asked::Lock("1.5.0"), &site(unsure)), Vec::<String>::new(), "{unsure}");
    }
}

#[test]
fn the_nearest_release_judges_slips_alone() {
    for asked in ["~> 0.5", "~> 3.0"] {
        assert_eq!(findings(Asked::Constraint(asked), &site("zzz = 1")), Vec::<String>::new(), "{asked}");
        for name in ["sizee", "szie"] {
            let slip = format!("warning HX5001: unexpected attribute `{name}`");
            let found = findings(Asked::Constraint(asked), &site(&format!("{name} = 1")));
            assert_eq!(found, [slip], "{asked}");
        }
        assert_eq!(findings(Asked::Constraint(asked), &site("size = []")), Vec::<String>::new(), "{asked}");
        let read = format!("{}\noutput \"o\" {{\n  value = acme_site.a.nothing\n}}", site(""));
        assert_eq!(findings(Asked::Constraint(asked), &read), Vec::<String>::new(), "{asked}");
    }
}

#[test]
fn derived_schemas_give_warnings_alone() {
    for more in ["sizee = 1", "zzz = 1", "size = []"] {
        for asked in [Asked::Nothing, CLOSED, LOCKED] {
            let all = findings_with(&asked, &site(more), true);
            assert!(all.len() == 1 && all[0].starts_with("warning"), "{more}: {all:?}");
        }
    }
    let open = findings_with(&Asked::Nothing, &site("zzz = 1"), true);
    assert_eq!(open, ["warning HX5001: unexpected attribute `zzz` (no release from 1.0.0 to 2.0.0 has it)"]);
    let read = format!("{}\noutput \"o\" {{\n  value = acme_site.a.nothing\n}}", site(""));
    let unknown = "warning HX2054: no attribute `nothing` on `acme_site.a` (no release up to 2.0.0 has it)";
    assert_eq!(findings_with(&LOCKED, &read, true), [unknown]);
}

#[test]
fn slips_in_references_are_warnings_where_schemas_are_derived() {
    let read = |name: &str| format!("{}\noutput \"o\" {{\n  value = acme_site.a.{name}\n}}", site(""));
    for asked in [Asked::Nothing, CLOSED, LOCKED] {
        let slip = "warning HX2054: no attribute `adress` on `acme_site.a`";
        assert_eq!(findings_with(&asked, &read("adress"), true), [slip]);
        // a release may have the plural, and another number
        for name in ["addresss", "address2"] {
            let found = findings_with(&asked, &read(name), true);
            assert!(found.len() == 1 && found[0].ends_with("has it)"), "{name}: {found:?}");
        }
        for name in ["address", "mode"] {
            assert_eq!(findings_with(&asked, &read(name), true), Vec::<String>::new(), "{name}");
        }
    }
}

#[test]
fn references_see_what_any_admitted_release_has() {
    let read = |name: &str| format!("{}\noutput \"o\" {{\n  value = acme_site.a.{name}\n}}", site(""));
    for name in ["old", "recent", "mode", "address"] {
        assert_eq!(findings(Asked::Nothing, &read(name)), Vec::<String>::new(), "{name}");
    }
    assert_eq!(findings(CLOSED, &read("recent")).len(), 1);
    assert_eq!(findings(CLOSED, &read("nothing")).len(), 1);
    // a newer release than the known ones may have it, which code may ask for
    let unknown =
        "warning HX2054: no attribute `nothing` on `acme_site.a` (no release from 1.0.0 to 2.0.0 has it)";
    assert_eq!(findings(Asked::Nothing, &read("nothing")), [unknown]);
    let tried = read("a").replace("acme_site.a.a", "try(acme_site.a.nothing, 1)");
    assert_eq!(findings(Asked::Nothing, &tried), Vec::<String>::new());
    // its type differs, so any use is possible
    let used = format!("{}\noutput \"o\" {{\n  value = acme_site.a.mode[0]\n}}", site(""));
    assert_eq!(findings(Asked::Nothing, &used), Vec::<String>::new());
}

#[test]
fn types_that_no_admitted_release_has_are_reported_by_the_same_table() {
    let of_type = |name: &str| format!("resource \"{name}\" \"a\" {{}}");
    let gone = "error HX5118: provider `acme` has no resource `acme_zzz`";
    assert_eq!(findings(LOCKED, &of_type("acme_zzz")), [gone]);
    // a later release may have it, which a note says
    assert_eq!(findings(Asked::Nothing, &of_type("acme_zzz")), Vec::<String>::new());
    assert!(findings(Asked::Nothing, &of_type("acme_sitee"))[0].starts_with("error HX5118"));
    assert_eq!(findings(Asked::Nothing, &of_type("acme_old")).len(), 1);
    assert!(findings(Asked::Nothing, &of_type("acme_old"))[0].starts_with("warning HX5017"));
    assert_eq!(findings(Asked::Nothing, &of_type("acme_recent")), Vec::<String>::new());
    assert_eq!(findings(CLOSED, &of_type("acme_old")), Vec::<String>::new());
}

#[test]
fn findings_that_do_not_depend_on_the_schema_stay_errors() {
    let unknown = findings(Asked::Nothing, &site("size = var.nothing"));
    assert!(unknown.len() == 1 && unknown[0].starts_with("error"), "{unknown:?}");
}

#[test]
fn what_older_releases_alone_refuse_is_a_lint_with_the_minimum() {
    let recent = "warning HX9218: unexpected attribute `recent` in hashicorp/acme 1.1.0 (needs >= 2.0.0): \
                  raise the version constraint of hashicorp/acme to `>= 2.0.0`";
    for asked in [Asked::Nothing, Asked::Constraint(">= 1.1")] {
        assert_eq!(minimum(&asked, &site("recent = \"1\"")), [recent]);
    }
    let of_type = "warning HX9218: provider `acme` has no resource `acme_recent` in hashicorp/acme 1.1.0 (needs >= 2.0.0): \
                   raise the version constraint of hashicorp/acme to `>= 2.0.0`";
    assert_eq!(minimum(&Asked::Nothing, "resource \"acme_recent\" \"a\" {}"), [of_type]);
    // one release is admitted, all refuse it, only the newest does, or none is known
    let none: [(Asked, &str); 5] = [
        (Asked::Constraint(">= 2.0"), "recent = \"1\""),
        (LOCKED, "recent = \"1\""),
        (Asked::Nothing, "zzz = 1"),
        (Asked::Nothing, "old = \"1\""),
        (Asked::Constraint("~> 3.0"), "recent = \"1\""),
    ];
    for (asked, more) in none {
        assert_eq!(minimum(&asked, &site(more)), Vec::<String>::new(), "{more}");
    }
}

#[test]
fn editors_show_the_releases_that_have_a_part() {
    let of = |asked: &Asked, name: &str| releases(asked, name).unwrap_or_default();
    assert_eq!(of(&Asked::Nothing, "recent"), "since 2.0.0");
    assert_eq!(of(&Asked::Constraint(">= 2.0"), "recent"), "");
    // the newest admitted release has it, but later ones do not, or the newest has lost it
    assert_eq!(of(&CLOSED, "old"), "removed in 2.0.0");
    assert_eq!(of(&Asked::Nothing, "old"), "removed in 2.0.0");
    for name in ["name", "disk", "mode", "count", "zzz"] {
        assert_eq!(of(&Asked::Nothing, name), "", "{name}");
    }
    assert_eq!(of(&Asked::Constraint("~> 3.0"), "recent"), "");
}

#[test]
fn a_pack_and_the_json_of_one_release_give_the_same_findings() {
    let read = |name: &str| format!("{}\noutput \"o\" {{\n  value = acme_site.a.{name}\n}}", site(""));
    let mut texts = [
        "",
        "zzz = 1",
        "sizee = 1",
        "disk = []",
        "size {}",
        "size = []",
        "old = 1",
        "address = \"a\"",
        "name {}",
        "size = var.x",
        "disk {\n  kinde = 1\n}",
        "disk {\n  kind = []\n}",
        "mode = \"a\"",
        "disk {}\n  disk {}",
        "lifecycle {\n    ignore_changes = [zzz]\n  }",
        "sizee = 1\n  zzz = 2\n  disk {\n    zzz = 1\n  }",
    ]
    .map(site)
    .to_vec();
    texts.extend(["nothing", "siz", "size.a", "disk[0].kind", "disk[0].zzz", "mode[0]"].map(read));
    texts.push("resource \"acme_zzz\" \"a\" {}".to_owned());
    texts.push("resource \"acme_site\" \"a\" {}".to_owned());
    let mut count = 0;
    for text in &texts {
        let settings = Settings { provider_schemas: vec!["a.json".into()], ..Settings::default() };
        let session = session(&LOCKED, text, settings);
        let snapshot = session.snapshot();
        let unit = snapshot.units().iter().next().expect("the module");
        let of_json = snapshot.answer(unit, &Question::Check, &Budget::default()).findings;
        let of_pack = judged(&LOCKED, text, false, false);
        assert_eq!(of_pack, of_json, "{text}");
        count += of_json.iter().filter(|one| one.is_error()).count();
    }
    assert!(count >= 15, "{count} errors");
}

#[test]
fn modules_for_terraform_before_0_12_are_judged_for_slips_alone() {
    let of = |versions: &str, more: &str| {
        let text = format!("terraform {{\n  required_version = \"{versions}\"\n}}\n{}", site(more));
        findings(Asked::Nothing, &text)
    };
    assert_eq!(of("~> 0.11.6", "disk = []"), Vec::<String>::new());
    assert_eq!(of("~> 0.11.6", "sizee = 1"), ["warning HX5001: unexpected attribute `sizee`"]);
    assert!(of(">= 0.11", "disk = []")[0].starts_with("warning HX5017"));
}
