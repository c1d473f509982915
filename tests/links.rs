//! Calls through links, and calls that multiply: a directory is one, regardless of the number of links to it, and
//! every walk over calls ends.
#![cfg(unix)]

use crate::hostile::{Folder, sh, text};

/// Files of a directory, where `links` refer to other directories.
fn tree(name: &str, files: &[(&str, &str)], links: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    for (path, text) in files {
        let above = std::path::Path::new(path).parent().expect("a directory");
        std::fs::create_dir_all(folder.0.join(above)).expect("a directory");
        folder.write(path, text);
    }
    for (path, target) in links {
        std::os::unix::fs::symlink(target, folder.0.join(path)).expect("a link");
    }
    folder
}

/// The answer of a command that may run for 20 s of CPU time.
fn answer(folder: &Folder, line: &str) -> String {
    text(&sh(&format!("ulimit -t 20; {line}"), &folder.0, ""))
}

const TWO: &[(&str, &str)] = &[("x", "."), ("y", ".")];

/// Files that call their own directory through two links, with the reported messages.
const CYCLES: &[(&str, &str, &[&str])] = &[
    (
        "main.tf",
        "module \"a\" {\n  source = \"./x\"\n}\nmodule \"b\" {\n  source = \"./y\"\n}\n",
        &["main.tf:2:12: error[HX5106] module `a` calls itself", "module `b` calls itself"],
    ),
    (
        "main.pp",
        "component a \"./x\" {}\ncomponent b \"./y\" {}\n",
        &["main.pp:1:13: error[HX5203] a component cannot be the program that contains it"],
    ),
    (
        "terragrunt.hcl",
        "dependency \"a\" {\n  config_path = \"./x\"\n}\ndependency \"b\" {\n  config_path = \"./y\"\n}\n",
        &["terragrunt.hcl:2:17: error[HX3005] this unit depends on itself"],
    ),
    (
        "a.mull",
        "a: ${import(\"x/a.mull\")}\nb: ${import(\"y/a.mull\")}\n",
        &["a.mull:1:13: error[MU2009] cannot import `x/a.mull`: it imports this document"],
    ),
];

#[test]
fn a_link_to_the_caller_is_a_cycle() {
    for (name, source, said) in CYCLES {
        let folder = tree("links-cycle", &[(name, source)], TWO);
        let told = answer(&folder, "hclx check --no-cache --format concise .");
        for said in *said {
            assert!(told.contains(said), "{name}: {told}");
        }
        if *name != "a.mull" {
            let told = answer(&folder, "hclx check --no-cache .");
            let label = told.contains("`./x` is a link to this directory")
                || told.contains("`x` is a link to this directory");
            assert!(label, "{name}: {told}");
        }
        for command in ["infer", "graph", "docs", "generate json-schema", "breaking --against ."] {
            let told = answer(&folder, &format!("hclx {command} .; echo end"));
            assert!(told.contains("end"), "{command} {name}: {told}");
        }
    }
}

#[test]
fn a_module_behind_a_link_is_read_where_it_lies() {
    let leaf = |value| format!("output \"o\" {{\n  value = \"{value}\"\n}}\n");
    let (far, near) = (leaf("far"), leaf("near"));
    let folder = tree(
        "links-real",
        &[
            (
                "main.tf",
                "module \"m\" {\n  source = \"./a/link\"\n}\noutput \"o\" {\n  value = module.m.p\n}\n",
            ),
            (
                "shared/main.tf",
                "module \"k\" {\n  source = \"../leaf\"\n}\noutput \"p\" {\n  value = \"${path.module} ${module.k.o}\"\n}\n",
            ),
            ("leaf/main.tf", &far),
            ("a/leaf/main.tf", &near),
        ],
        &[("a/link", "../shared")],
    );
    // the message of `terraform plan`
    let told = answer(&folder, "hclx eval main.tf");
    assert_eq!(told.trim(), "o = \"shared far\"");
}

/// Directories, each of which calls the next one twice, 40 levels deep.
fn doubled(name: &str, file: &str, call: impl Fn(usize) -> String, links: bool) -> Folder {
    let files: Vec<(String, String)> = (0..40).map(|at| (format!("d{at}/{file}"), call(at))).collect();
    let mut files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let last = format!("d40/{file}");
    files.push((&last, ""));
    let both: Vec<(String, String)> = (0..40)
        .flat_map(|at| ["x", "y"].map(|link| (format!("d{at}/{link}"), format!("../d{}", at + 1))))
        .collect();
    let both: Vec<(&str, &str)> = both.iter().map(|(path, target)| (&**path, &**target)).collect();
    tree(name, &files, if links { &both } else { &[] })
}

#[test]
fn calls_that_multiply_end_at_a_limit() {
    let module = |at: usize| {
        let call = |name: &str| format!("module \"{name}\" {{\n  source = \"../d{}\"\n}}\n", at + 1);
        call("a") + &call("b")
    };
    let component =
        |at: usize| format!("component a \"../d{0}\" {{}}\ncomponent b \"../d{0}\" {{}}\n", at + 1);
    let linked = |_: usize| {
        "module \"a\" {\n  source = \"./x\"\n}\nmodule \"b\" {\n  source = \"./y\"\n}\n".to_owned()
    };
    for (folder, what) in [
        (doubled("fan-modules", "main.tf", module, false), "module calls"),
        (doubled("fan-links", "main.tf", linked, true), "module calls"),
        (doubled("fan-components", "main.pp", component, false), "components"),
    ] {
        let told = answer(&folder, "hclx check --no-cache --format concise d0");
        let said = format!("error[HX0011] this needs more than the limit of 20000 instances of {what}");
        assert!(told.contains(&said), "{told}");
        let told = answer(&folder, "hclx graph d0 | tail -1; hclx docs d0; hclx infer d0; echo end");
        assert!(told.contains("end"), "{told}");
    }
}

#[test]
fn components_that_nest_deeper_than_the_limit_are_not_judged_from_outside() {
    let files: Vec<(String, String)> = (0..70)
        .map(|at| (format!("d{at}/main.pp"), format!("component a \"../d{}\" {{}}\n", at + 1)))
        .collect();
    let mut files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    files.push(("d70/main.pp", "output o {\n  value = 1\n}\n"));
    let folder = tree("deep-components", &files, &[]);
    let told = answer(&folder, "hclx check --no-cache --format concise .");
    assert!(
        told.contains("d5/main.pp:1:13: error[HX0011] components are nested deeper than the limit of 64"),
        "{told}"
    );
    assert!(!told.contains("d6/main.pp"), "{told}");
}
