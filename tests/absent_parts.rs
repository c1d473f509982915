//! Parts of modules that are not in a repository: names that they may declare, files and versions that they set are unknown.
#![cfg(unix)]

use crate::repositories::{checked, repository};

const USES_NAMES: &str = "output \"o\" {\n  value = [var.region, local.zones]\n}\n";

#[test]
fn names_in_ignored_module_files_are_open() {
    let mut files = vec![
        ("app/main.tf", USES_NAMES),
        (".gitignore", "*.tfstate\noverride.tf\n*_override.tf\n_gen_*.tf\nother/made.tf\n"),
    ];
    let folder = repository("ignored-files", &files);
    let (code, said) = checked(&folder, "", "-v");
    assert_eq!(code, 0, "{said}");
    let note = "unknown names of a module were not reported: git ignores some of its files (`_gen_*.tf`), which are probably generated";
    assert!(said.contains(note), "{said}");
    let (code, said) = checked(&folder, "app", "");
    assert_eq!(code, 0, "{said}");
    // the file is available, so nothing else declares names
    folder.write("app/_gen_a.tf", "variable \"region\" {}\n");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("unknown local value `local.zones`") && !said.contains("var.region"), "{said}");
    files[1] = (
        ".gitignore",
        "*.tfstate\noverride.tf\n*_override.tf\n*override.tf\nbackend.tf\nprovider.tf\nexample.tf\ntest.tf\nother/made.tf\n",
    );
    let (code, said) = checked(&repository("ignored-others", &files), "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn ignored_files_with_only_settings_declare_no_names() {
    for name in ["import.tf", "imports.tf", "backend.tf", "provider.tf.json", "terraform.tf", "versions.tofu"]
    {
        let ignored = format!("{name}\n");
        let files = [("app/main.tf", USES_NAMES), (".gitignore", &*ignored)];
        let (code, said) = checked(&repository("ignored-settings", &files), "", "-v");
        assert_eq!(code, 1, "{name}: {said}");
        assert!(said.contains("local.zones") && !said.contains("git ignores some"), "{name}: {said}");
    }
    let files = [("app/main.tf", USES_NAMES), (".gitignore", "versions_shared.tf\n")];
    let (code, said) = checked(&repository("ignored-more-words", &files), "", "");
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_directory_that_git_keeps_empty_is_filled_later() {
    let call = "module \"m\" {\n  source = \"./m\"\n  name   = \"a\"\n}\noutput \"id\" {\n  value = module.m.id\n}\n";
    let note = "directory `m` contains only `.gitkeep`: a build is assumed to add its module, so its calls were not checked";
    let more = call.replace("\"m\"", "\"n\"").replace("\"id\"", "\"other\"").replace("module.m", "module.n");
    let both = format!("{call}{more}");
    let folder = repository("kept", &[("main.tf", both.as_str()), ("m/.gitkeep", "")]);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.matches(note).count(), 1, "{said}");
    // a page says that there is something else in it
    folder.write("m/README.md", "A module.\n");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("directory `m` contains no module") && !said.contains(note), "{said}");
}

#[test]
fn files_that_git_ignores_in_siblings_are_copied_there() {
    let files = [
        (".gitignore", "stacks/*/network.tf\n!stacks/shared/network.tf\n"),
        ("stacks/shared/network.tf", USES_NAMES),
        ("stacks/dev/variables.tf", "variable \"name\" {}\n"),
    ];
    let (code, said) = checked(&repository("copied-to-siblings", &files), "", "-v");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("git ignores some of its files (`stacks/*/network.tf`)"), "{said}");
    let files = [(".gitignore", "*.tfstate\n"), files[1], files[2]];
    let (code, said) = checked(&repository("no-copies", &files), "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn names_of_units_whose_root_is_not_here_are_open() {
    let unit = "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\n";
    let files = [
        ("live/vpc/main.tf", USES_NAMES),
        ("live/vpc/terragrunt.hcl", unit),
        (".gitignore", "/live/root.hcl\n"),
    ];
    let (code, said) = checked(&repository("ignored-root", &files), "", "");
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_module_that_is_checked_alone_knows_the_units_that_use_it() {
    let files = [
        ("modules/net/main.tf", USES_NAMES),
        (
            "env/root.hcl",
            "generate \"common\" {\n  path      = \"common.tf\"\n  if_exists = \"overwrite\"\n  contents  = file(\"./common/all.tf\")\n}\n",
        ),
        ("env/common/all.tf", "variable \"region\" {}\nlocals {\n  zones = []\n}\n"),
        (
            "env/prod/net/terragrunt.hcl",
            "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\nterraform {\n  source = \"../../../modules//net\"\n}\ninputs = {\n  region = \"north\"\n}\n",
        ),
    ];
    let folder = repository("alone", &files);
    for (below, arguments) in
        [("", ""), ("", "modules/net"), ("", "modules/net/main.tf"), ("modules/net", "")]
    {
        let (code, said) = checked(&folder, below, arguments);
        assert_eq!(code, 0, "{below} {arguments}: {said}");
    }
    folder.write("modules/net/main.tf", &USES_NAMES.replace("zones", "zoness"));
    let (code, said) = checked(&folder, "", "modules/net");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("unknown local value `local.zoness`") && !said.contains("var.region"), "{said}");
}

#[test]
fn files_beside_a_unit_are_files_of_its_module() {
    let main = |path: &str| format!("output \"o\" {{\n  value = file(\"{path}\")\n}}\n");
    let files = [
        ("modules/net/main.tf", &*main("models/metrics.json")),
        ("env/net/terragrunt.hcl", "terraform {\n  source = \"../../modules//net\"\n}\n"),
        ("env/net/models/metrics.json", "{}"),
    ];
    let folder = repository("files-of-unit", &files);
    for below in ["", "modules/net"] {
        let (code, said) = checked(&folder, below, "-v");
        assert_eq!(code, 0, "{below}: {said}");
    }
    folder.write("modules/net/main.tf", &main("models/other.json"));
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn manifests_name_files_that_others_make() {
    let main = "output \"o\" {\n  value = file(\"${path.module}/api-model\")\n}\n";
    let mut files = vec![
        ("tofu/main.tf", main),
        ("run.yaml", "mappings:\n  - location: workspace\n    path: api-model\n"),
    ];
    let (code, said) = checked(&repository("manifest", &files), "", "-v");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("is named in `run.yaml`, which is assumed to make it"), "{said}");
    files[1] = ("run.yaml", "mappings:\n  - path: my-api-model-2\n");
    let (code, said) = checked(&repository("no-manifest", &files), "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn a_file_that_is_missing_beside_a_module_is_told_once() {
    let call = "module \"m\" {\n  source = \"../m\"\n}\n";
    let off = "module \"m\" {\n  source = \"../m\"\n  count  = 0\n}\n";
    let files = [
        ("a/main.tf", call),
        ("b/main.tf", call),
        ("c/main.tf", off),
        ("m/main.tf", "output \"o\" {\n  value = file(\"${path.module}/policy.json\")\n}\n"),
    ];
    let (code, said) = checked(&repository("missing-beside", &files), "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("a/main.tf:1:1: error[HX4004]") && said.matches("error[").count() == 1, "{said}");
}

#[test]
fn users_bring_keys_and_builds_make_archives() {
    let main = "output \"o\" {\n  value = [file(\"a.pem\"), filesha256(\"b.zip\")]\n}\n";
    let folder = repository("brought", &[("main.tf", main)]);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    let note = "keys, credentials, archives and other build output that do not exist here are assumed to be added by users or a build";
    assert!(said.contains(note) && said.matches(note).count() == 1, "{said}");
    let (_, said) = checked(&folder, "", "-v");
    assert!(said.contains("`a.pem` is not read") && said.contains("`b.zip` is not read"), "{said}");
}

#[test]
fn calls_name_templates_by_any_path() {
    let main = "output \"o\" {\n  value = [\n    templatefile(format(\"%s/files/a.ini.hcl\", path.module), { hosts = {} }),\n    templatefile(join(\"/\", [path.module, \"files\", \"b.hcl\"]), { hosts = {} }),\n    templatefile(\"${path.module}/files/c.tftpl\", { path = path.module, hosts = {} }),\n  ]\n}\n";
    let template = "[all]\n%{ for host, ip in hosts ~}\n${host} = ${ip}\n%{ endfor ~}\n";
    let files = [
        ("main.tf", main),
        ("files/a.ini.hcl", template),
        ("files/b.hcl", template),
        ("files/c.tftpl", "${indent(2, templatefile(\"${path}/files/d.hcl\", { hosts = hosts }))}\n"),
        ("files/d.hcl", template),
    ];
    let (_, said) = checked(&repository("paths-of-templates", &files), "", "");
    assert!(!said.contains(".hcl:"), "{said}");
}

#[test]
fn placeholders_in_values_files_are_unknown() {
    let main = "variable \"size\" {\n  type = string\n}\noutput \"o\" {\n  value = { small = 1, large = 2 }[var.size]\n}\n";
    for placeholder in ["__size__", "<your size>", "#{size}#", "CHANGE_ME", "YOUR_SIZE"] {
        let values = format!("size = \"{placeholder}\"\n");
        let (code, said) = checked(
            &repository("placeholder", &[("main.tf", main), ("terraform.tfvars", &values)]),
            "",
            "-v",
        );
        assert_eq!(code, 0, "{placeholder}: {said}");
        assert!(said.contains("`size` has a placeholder here: its value is unknown"), "{said}");
    }
    let main_of_object = "variable \"disk\" {\n  type = object({ days = number, size = number })\n}\n";
    for (size, expected) in [("1", 0), ("\"x\"", 1)] {
        let values = format!("disk = {{\n  days = \"<days>\"\n  size = {size}\n}}\n");
        let files = [("main.tf", main_of_object), ("terraform.template.tfvars", &*values)];
        let (code, said) = checked(&repository("placeholder-inside", &files), "", "");
        assert_eq!(code, expected, "{said}");
    }
    let (code, said) = checked(
        &repository("value", &[("main.tf", main), ("terraform.tfvars", "size = \"huge\"\n")]),
        "",
        "",
    );
    assert_eq!(code, 1, "{said}");
}

#[test]
fn references_to_other_values_files_are_placeholders() {
    let main = "variable \"project\" {\n  type = string\n}\nvariable \"prefix\" {\n  type = string\n}\noutput \"o\" {\n  value = [var.project, var.prefix]\n}\n";
    let files = [
        ("main.tf", main),
        ("envs/all.tfvars", "project = \"s2\"\n"),
        ("envs/dev/env.tfvars", "prefix = \"${project}d\"\n"),
    ];
    let folder = repository("filled-values", &files);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    folder.write("envs/dev/env.tfvars", "prefix = \"${projct}d\"\n");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("references are not allowed in a values file"), "{said}");
}

#[test]
fn pipelines_and_disabled_stacks_say_what_is_run() {
    let files = [
        ("terragrunt.hcl", "skip = true\n"),
        (".github/workflows/plan.yml", "env:\n  TG_VERSION: 0.55.0\n"),
        ("loki/main.tf", USES_NAMES),
        ("loki/stack.tm.hcl.disabled", "stack {\n}\n"),
    ];
    let folder = repository("pipelines", &files);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    folder.write(".github/workflows/plan.yml", "env:\n  TG_VERSION: 0.95.0\n");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("`skip` has been removed"), "{said}");
}

#[test]
fn a_generated_file_sets_versions_of_providers() {
    let main = "data \"aws_subnet_ids\" \"all\" {\n  vpc_id = \"vpc-1\"\n}\n";
    let root = |version: &str| {
        format!(
            "generate \"provider\" {{\n  path      = \"provider.tf\"\n  if_exists = \"overwrite\"\n  contents  = <<EOF\nterraform {{\n  required_providers {{\n    aws = {{\n      source  = \"hashicorp/aws\"\n      version = \"{version}\"\n    }}\n  }}\n}}\nEOF\n}}\n"
        )
    };
    let unit = "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\nterraform {\n  source = \"../../modules//net\"\n}\n";
    let files =
        [("modules/net/main.tf", main), ("env/root.hcl", &*root("~> 3.0")), ("env/net/terragrunt.hcl", unit)];
    let folder = repository("generated-versions", &files);
    let (_, said) = checked(&folder, "", "");
    assert!(!said.contains("HX5118"), "{said}");
    folder.write("env/root.hcl", &root("~> 6.0"));
    let (_, said) = checked(&folder, "", "");
    assert!(said.contains("`aws_subnet_ids` is in no known release of the provider"), "{said}");
}

#[test]
fn one_cause_is_one_finding() {
    let variables: String = (0..4).map(|at| format!("variable \"v{at}\" {{\n  type = \"string\"\n}}\noutput \"o{at}\" {{\n  value = map(\"a\", var.v{at})\n}}\n")).collect();
    let (_, said) = checked(&repository("old-syntax", &[("main.tf", &variables)]), "", "");
    assert!(said.contains("types are not quoted") && said.matches("HX2202").count() == 1, "{said}");
    assert_eq!(said.matches("HX4001").count(), 0, "{said}");
    let lines: String = (0..8).map(|at| format!("a{at} = 1 [cite: {at}]\n")).collect();
    let (_, said) = checked(&repository("pasted", &[("main.tf", &lines)]), "", "");
    assert!(said.matches("error").count() < 8, "{said}");
    let alloy = "logging {\n  level = \"info\"\n}\n\ndiscovery.relabel \"pods\" {\n  targets = 1\n}\n";
    let (code, said) = checked(&repository("alloy", &[("config.hcl", alloy)]), "", "");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("this file is in the language of Grafana Alloy and was not checked"), "{said}");
}

#[test]
fn one_habit_in_a_file_is_one_finding() {
    let elements: String = (0..9).map(|at| format!("  \"a{at}\"\n")).collect();
    let (_, said) = checked(
        &repository("no-commas", &[("main.tf", &format!("locals {{\n  all = [\n{elements}  ]\n}}\n"))]),
        "",
        "",
    );
    assert_eq!(said.matches("HX1010").count(), 1, "{said}");
    let twice =
        "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {}\nlocals {\n  c = 1\n}\n"
            .repeat(2);
    let (_, said) = checked(&repository("merged", &[("main.tf", &twice)]), "", "");
    assert!(
        said.contains(
            "3 names are declared twice in this file: `local.c`, `terraform_data.a` and `terraform_data.b`"
        ),
        "{said}"
    );
    assert_eq!(said.matches("HX5101").count(), 1, "{said}");
    let states: String = (0..3)
        .map(|at| format!("output \"o{at}\" {{\n  value = data.terraform_remote_state.net.id{at}\n}}\n"))
        .collect();
    let state = "data \"terraform_remote_state\" \"net\" {\n  backend = \"local\"\n}\n";
    let (_, said) = checked(&repository("old-states", &[("main.tf", &format!("{state}{states}"))]), "", "");
    assert!(said.contains("3 outputs of remote states are read without `outputs`"), "{said}");
    assert_eq!(said.matches("HX2054").count(), 1, "{said}");
}

#[test]
fn arguments_of_another_module_are_one_finding() {
    let call = "module \"label\" {\n  source    = \"./label\"\n  name      = \"a\"\n  namespace = \"b\"\n  stage     = \"c\"\n}\n";
    let label = "variable \"name\" {}\nvariable \"service\" {}\n";
    let folder = repository("another-module", &[("main.tf", call), ("label/main.tf", label)]);
    let (_, said) = checked(&folder, "", "");
    let message = "`module.label` has the arguments of another module: it sets `namespace` and `stage`, which do not exist, and lacks `service`";
    assert!(said.contains(message), "{said}");
    assert!(!said.contains("HX5001"), "{said}");
    // a misspelled argument is an error, with its edit
    folder
        .write("main.tf", &call.replace("  namespace = \"b\"\n  stage     = \"c\"\n", "  servce = \"b\"\n"));
    let (_, said) = checked(&folder, "", "");
    assert!(said.contains("`servce`") && !said.contains("another module"), "{said}");
}

#[test]
fn units_of_one_repository_share_a_warning() {
    let unit = "include {\n  path = find_in_parent_folders(\"root.hcl\")\n}\nterraform {\n  source = \"../modules/net\"\n}\ninputs = {\n  nope = 1\n}\n";
    let mut files =
        vec![("root.hcl", "locals {\n}\n"), ("modules/net/main.tf", "variable \"a\" {\n  default = 1\n}\n")];
    files.extend(["a/terragrunt.hcl", "b/terragrunt.hcl", "c/terragrunt.hcl"].map(|path| (path, unit)));
    let (_, said) = checked(&repository("alike-units", &files), "", "");
    assert_eq!(said.matches("`include` without a label is deprecated").count(), 1, "{said}");
    assert_eq!(said.matches("the module declares no variable `nope`").count(), 1, "{said}");
}

#[test]
fn sources_outside_of_the_repository_may_exist() {
    let unit = "terraform {\n  source = \"../../../modules//vpc\"\n}\n";
    let folder = repository("sibling", &[("live/a/terragrunt.hcl", unit)]);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains("HX5304"), "{said}");
    folder.write("live/a/terragrunt.hcl", &unit.replacen("../", "", 1));
    let (_, said) = checked(&folder, "", "");
    assert!(said.contains("directory `modules/vpc` does not exist"), "{said}");
}

#[test]
fn names_in_files_that_a_script_copies_into_a_module_are_open() {
    let script = "cp \"$ROOT\"/\"$DIR\"/common/*.tf \"$STACK\"\ncd \"$STACK\" && terraform init\n";
    let files = [
        ("infra/common/all.tf", "variable \"region\" {}\nlocals {\n  zones = []\n}\n"),
        ("infra/stacks/a/main.tf", USES_NAMES),
        ("scripts/stack.sh", script),
    ];
    let folder = repository("copied-files", &files);
    let (code, said) = checked(&folder, "", "-v");
    assert_eq!(code, 0, "{said}");
    let note = "names in files that `scripts/stack.sh` copies into modules were not checked";
    assert!(said.contains(note), "{said}");
    let (code, said) = checked(&folder, "infra/stacks/a", "");
    assert_eq!(code, 0, "{said}");
    folder.write("infra/stacks/a/main.tf", &USES_NAMES.replace("zones", "zoness"));
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("unknown local value `local.zoness`") && !said.contains("var.region"), "{said}");
    folder.write("scripts/stack.sh", &script.replace("common/", "other/"));
    let (_, said) = checked(&folder, "", "");
    assert!(said.contains("var.region"), "{said}");
}

#[test]
fn tests_in_go_put_modules_together() {
    let test = "func TestPlan(t *testing.T) {\n\tCopyFile(\"../fixtures/vars.tf\", filepath.Join(dir, \"vars.tf\"))\n\tos.WriteFile(filepath.Join(dir, \"locals.tf\"), []byte(`locals { zones = [] }`), 0o644)\n}\n";
    let files = [
        ("main.tf", USES_NAMES),
        ("fixtures/vars.tf", "variable \"region\" {}\noutput \"n\" {\n  value = local.name\n}\n"),
        ("fixtures/other.tf", "output \"m\" {\n  value = local.other\n}\n"),
        ("test/plan_test.go", test),
    ];
    let folder = repository("go-tests", &files);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("local.other") && !said.contains("local.name"), "{said}");
    assert!(!said.contains("var.region") && !said.contains("local.zones"), "{said}");
    let note = "names in files that `test/plan_test.go` copies into modules were not checked";
    assert!(said.contains(note), "{said}");
    folder.write("test/plan_test.go", &test.replace("CopyFile", "Run").replace("WriteFile", "ReadFile"));
    let (_, said) = checked(&folder, "", "");
    assert!(said.contains("var.region"), "{said}");
}

#[test]
fn a_script_elsewhere_makes_a_file_that_it_names() {
    let files = [
        ("app/main.tf", "output \"o\" {\n  value = file(\"../toggles/flags.json\")\n}\n"),
        ("scripts/flags.sh", "OUTPUT=\"$ROOT/toggles/flags.json\"\n"),
    ];
    let folder = repository("made-elsewhere", &files);
    let (code, said) = checked(&folder, "", "-v");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("is named in `scripts/flags.sh`, which is assumed to make it"), "{said}");
    folder.write("scripts/flags.sh", "OUTPUT=\"$ROOT/other/flags.json\"\n");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn a_directory_of_linked_files_is_no_module() {
    let with_requirements = |region: &str| {
        format!(
            "terraform {{\n  required_providers {{\n    aws = {{ source = \"hashicorp/aws\" }}\n  }}\n}}\nprovider \"aws\" {{\n  region = \"{region}\"\n}}\n"
        )
    };
    let (provider, role) = (with_requirements("eu-west-1"), with_requirements("us-east-1"));
    let files = [
        ("env/shared/provider.tf", &*provider),
        ("env/shared/role.tf", &*role),
        ("env/shared/group.tf", "module \"sg\" {\n  source = \"../../../modules/sg\"\n}\n"),
        ("env/prod/app/main.tf", ""),
        ("env/prod/role/main.tf", ""),
        ("modules/sg/main.tf", ""),
    ];
    let folder = repository("linked-files", &files);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    for (link, name) in
        [("app/provider.tf", "provider.tf"), ("role/role.tf", "role.tf"), ("app/group.tf", "group.tf")]
    {
        let link = folder.0.join("env/prod").join(link);
        std::os::unix::fs::symlink(format!("../../shared/{name}"), link).expect("a link");
    }
    let (code, said) = checked(&folder, "", "--deny-warnings");
    assert_eq!(code, 0, "{said}");
}

#[test]
fn values_files_that_are_links_have_values_of_several_modules() {
    let variable = |name: &str| {
        format!("variable \"{name}\" {{\n  type = string\n}}\noutput \"o\" {{\n  value = var.{name}\n}}\n")
    };
    let (a, b) = (variable("a"), variable("b"));
    let files = [("a/main.tf", &*a), ("b/main.tf", &*b), ("values/common.tfvars", "a = \"x\"\nb = \"y\"\n")];
    let folder = repository("linked-values", &files);
    for module in ["a", "b"] {
        let link = folder.0.join(module).join("common.auto.tfvars");
        std::os::unix::fs::symlink("../values/common.tfvars", link).expect("a link");
    }
    let (code, said) = checked(&folder, "", "--deny-warnings");
    assert_eq!(code, 0, "{said}");
}

#[test]
fn workflows_copy_templates() {
    let workflow = "jobs:\n  a:\n    steps:\n      - run: |\n          cp common/images/builder.pkr.hcl ${{ matrix.dir }}\n";
    let files = [
        (".github/workflows/ci.yml", workflow),
        ("common/images/builder.pkr.hcl", "source \"amazon-ebs\" \"stack\" {\n  ami_name = \"a\"\n}\n"),
        ("react/images/build.pkr.hcl", "build {\n  sources = [\"source.amazon-ebs.stack\"]\n}\n"),
    ];
    let folder = repository("workflow-copies", &files);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    folder.write(".github/workflows/ci.yml", &workflow.replace("cp ", "ls "));
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("unknown source `source.amazon-ebs.stack`"), "{said}");
}

#[test]
fn directories_of_files_that_a_script_copies_hold_fragments() {
    let script = "cp \"$(dirname $0)/test.tf\" \"$DIR\"\ncp \"$(dirname \"$0\")/test_a.tf\" $DIR\n(cd \"$DIR\" && terraform apply)\n";
    let files = [
        ("test/test.tf", "output \"t\" {\n  value = local.n\n}\n"),
        ("test/test_a.tf", "locals {\n  n = var.count_of_nodes\n}\n"),
        ("test/test_b.tf", "locals {\n  n = var.nodes\n}\n"),
        ("test/run.sh", script),
    ];
    let folder = repository("fragments", &files);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    let note = "names in files that `test/run.sh` copies into modules were not checked";
    assert!(said.contains(note), "{said}");
    folder.write("test/run.sh", &script.replace("cp", "cat"));
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("HX5101") && said.contains("var.nodes"), "{said}");
}

#[test]
fn files_beside_a_unit_declare_names_and_set_variables_of_its_module() {
    let unit = "terraform {\n  source = \"../../modules//net\"\n}\ninputs = {\n  region = \"north\"\n}\n";
    let files = [
        ("modules/net/main.tf", USES_NAMES),
        ("env/net/terragrunt.hcl", unit),
        ("env/net/variables.tf", "variable \"region\" {\n  type = string\n}\nlocals {\n  zones = []\n}\n"),
    ];
    let (code, said) = checked(&repository("files-of-unit-declare", &files), "", "--deny-warnings");
    assert_eq!(code, 0, "{said}");
    let files = [
        ("live/terragrunt.hcl", "locals {\n}\n"),
        (
            "live/main.tf",
            "variable \"region\" {\n  type = string\n}\noutput \"o\" {\n  value = var.region\n}\n",
        ),
        ("live/terraform.tfvars", "region = \"north\"\n"),
    ];
    let folder = repository("values-of-unit", &files);
    let (_, said) = checked(&folder, "", "");
    assert!(!said.contains("HX5303"), "{said}");
    folder.write("live/terraform.tfvars", "");
    let (_, said) = checked(&folder, "", "");
    assert!(said.contains("missing input for variable `region` of the module"), "{said}");
}

#[test]
fn a_limit_that_runs_of_tests_reach_is_a_note() {
    let main = "variable \"n\" {\n  default = 1\n}\noutput \"o\" {\n  value = length([for i in range(var.n) : i * 2])\n}\n";
    let test = "run \"large\" {\n  variables {\n    n = 1000\n  }\n  assert {\n    condition     = output.o == 1000\n    error_message = \"wrong\"\n  }\n}\n";
    let files = [("main.tf", main), ("tests/large.tftest.hcl", test)];
    let (code, said) = checked(&repository("limit-of-runs", &files), "", "--max-steps 3000");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("the runs of tests need more than the limits"), "{said}");
    let (code, said) = checked(&repository("within-limits", &files), "", "");
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains("limits"), "{said}");
    // the module itself is checked completely, or a note says otherwise
    let (code, said) = checked(
        &repository("limit-of-module", &[("main.tf", &main.replace("= 1\n", "= 1000\n"))]),
        "",
        "--max-steps 3000",
    );
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("HX0011"), "{said}");
}

#[test]
fn sets_of_files_without_members_are_open() {
    let main = "locals {\n  files = fileset(path.module, \"configs/**/*.json\")\n}\noutput \"o\" {\n  value = [tolist(local.files)[0], { for name in local.files : name => 1 }[\"a\"]]\n}\n";
    let mut files = vec![("main.tf", main), ("configs/.gitkeep", "")];
    let (code, said) = checked(&repository("empty-set", &files), "", "-v");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("no file here matches, so files are assumed to be added"), "{said}");
    files.push(("configs/x/b.json", "{}"));
    let (code, said) = checked(&repository("filled-set", &files), "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn values_files_of_backends_are_no_values() {
    let main = "terraform {\n  backend \"s3\" {}\n}\nvariable \"bucket\" {\n  type = number\n}\n";
    let mut files = vec![("main.tf", main), ("backend.tfvars", "bucket = \"b\"\nkey    = \"k\"\n")];
    let (code, said) = checked(&repository("backend-values", &files), "", "-v");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("backend settings were not checked"), "{said}");
    files[1] = ("other.tfvars", "bucket = \"b\"\n");
    let (code, said) = checked(&repository("own-values", &files), "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn variables_that_scripts_and_environment_files_set_are_given() {
    let main = "variable \"env\" {}\noutput \"o\" {\n  value = var.env\n}\n";
    let test = "run \"a\" {\n  command = plan\n  assert {\n    condition     = output.o != \"\"\n    error_message = \"o\"\n  }\n}\n";
    let mut files = vec![("main.tf", main), ("tests/a.tftest.hcl", test), ("README.md", "TF_VAR_env=a")];
    let is_missing = |name: &str, files: &[(&str, &str)], below: &str| {
        checked(&repository(name, files), below, "").1.contains("missing ")
    };
    assert!(is_missing("no-value", &files, ""));
    for (name, file) in [
        ("of-script", ("run.sh", "export TF_VAR_env=a\n")),
        ("of-flag", ("justfile", "test:\n    terraform test -var-file={{file}}\n")),
        ("of-environment", (".envrc", "export TF_VAR_env=a\n")),
    ] {
        files.push(file);
        assert!(!is_missing(name, &files, ""), "{name}");
        files.pop();
    }
    let unit = ("live/net/terragrunt.hcl", "terraform {\n  source = \"../..//\"\n}\n");
    files.push(unit);
    assert!(is_missing("unit", &files, "live"));
    files.push(("live/.env", "TF_VAR_env=a\n"));
    assert!(!is_missing("unit-of-environment", &files, "live"));
}

#[test]
fn values_files_that_are_not_here_declare_nothing() {
    let main = "variable \"name\" {\n  type = string\n}\noutput \"o\" {\n  value = var.nmae\n}\n";
    let folder = repository("broken-values", &[("main.tf", main)]);
    std::os::unix::fs::symlink("../nowhere/a.tfvars", folder.0.join("terraform.tfvars")).expect("a link");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("unknown variable `var.nmae`"), "{said}");
    std::os::unix::fs::symlink("../nowhere/a.tf", folder.0.join("more.tf")).expect("a link");
    let (_, said) = checked(&folder, "", "");
    assert!(!said.contains("unknown variable"), "{said}");
}

#[test]
fn files_in_another_syntax_than_their_names_say_get_one_finding() {
    let files = [
        ("main.tf.json", "# settings\nprovider \"aws\" {}\n\nlocals {\n  a = 1\n}\n"),
        ("agent.hcl", "{\n  \"server\": true,\n  \"ports\": { \"grpc\": 8502 }\n}\n"),
    ];
    let (code, said) = checked(&repository("other-syntax", &files), "", "");
    assert_eq!(code, 1, "{said}");
    let finding = "expected JSON, as the name of this file says, found HCL";
    assert!(said.contains(finding) && said.contains("1 error in 1 file"), "{said}");
    assert!(said.contains("1 file of JSON not checked"), "{said}");
}

#[test]
fn values_files_below_a_module_may_have_misspelled_names() {
    let main = "variable \"region\" {}\nvariable \"size\" {}\n";
    let values = "reigon = \"a\"\nsize   = 1\n";
    let mut files = vec![("main.tf", main), ("envs/dev.tfvars", values)];
    let (_, said) = checked(&repository("misspelled-value", &files), "", "");
    assert!(said.contains("`reigon`"), "{said}");
    files[1] = ("envs/dev.tfvars", "zone = \"a\"\nsize = 1\n");
    let (_, said) = checked(&repository("foreign-value", &files), "", "");
    assert!(!said.contains("`zone`"), "{said}");
}

#[test]
fn references_in_a_values_file_are_one_error() {
    let files = [
        ("main.tf", "variable \"a\" {}\nvariable \"b\" {}\n"),
        ("terraform.tfvars", "a = [b, c, d]\nb = [e, f]\n"),
    ];
    let (code, said) = checked(&repository("references-in-values", &files), "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("1 error in 1 file"), "{said}");
}

#[test]
fn references_without_a_key_are_one_finding() {
    let outputs: String =
        (0..4).map(|at| format!("output \"o{at}\" {{\n  value = terraform_data.a.id\n}}\n")).collect();
    let main = format!("resource \"terraform_data\" \"a\" {{\n  count = 2\n}}\n{outputs}");
    let (_, said) = checked(&repository("without-keys", &[("main.tf", &main)]), "", "");
    assert_eq!(said.matches("HX3003").count(), 1, "{said}");
    let quoted: String = (0..3)
        .map(|at| {
            format!("resource \"terraform_data\" \"q{at}\" {{\n  depends_on = [\"terraform_data.a\"]\n}}\n")
        })
        .collect();
    let main = format!("resource \"terraform_data\" \"a\" {{}}\n{quoted}");
    let (_, said) = checked(&repository("quoted-names", &[("main.tf", &main)]), "", "");
    assert_eq!(said.matches("HX5120").count(), 1, "{said}");
    // the variable is the error, and its consequences are not reported
    let call = "module \"net\" {\n  source = \"./net\"\n  count  = 2\n}\noutput \"o\" {\n  value = module.net.id\n}\n";
    let net = "variable \"count\" {}\noutput \"id\" {\n  value = \"x\"\n}\n";
    let folder = repository("old-count", &[("main.tf", call), ("net/main.tf", net)]);
    let (_, said) = checked(&folder, "", "");
    assert!(said.contains("HX5103") && !said.contains("HX3003"), "{said}");
}
