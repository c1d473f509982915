//! A file is checked in the context of its repository, and each error or habit is reported once.
#![cfg(unix)]

use crate::repositories::{checked, repository};

/// A repository, the exit code of its check, and parts of the output; the output must not contain those with
/// `!`.
struct Case {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    code: i32,
    said: &'static [&'static str],
}

fn check(cases: &[Case]) {
    for Case { name, files, code: expected, said: parts } in cases {
        let (code, said) = checked(&repository(name, files), "", "-v");
        assert_eq!(code, *expected, "{name}: {said}");
        for part in *parts {
            match part.strip_prefix('!') {
                Some(part) => assert!(!said.contains(part), "{name}: {part}: {said}"),
                None => assert!(said.contains(part), "{name}: {part}: {said}"),
            }
        }
    }
}

const TEMPLATE: &str = "variable \"url\" { type = string }\nsource \"null\" \"x\" { communicator = \"none\" }\nbuild { sources = [\"source.null.x\"] }\n";

#[test]
fn values_may_have_the_name_of_a_template() {
    const VALUES: &str = "url = \"https://host\"\nurll = \"t\"\n";
    check(&[
        Case {
            name: "values-above",
            files: &[("credentials.pkr.hcl", VALUES), ("jammy/jammy.pkr.hcl", TEMPLATE)],
            code: 0,
            said: &["nothing wrong"],
        },
        Case {
            name: "values-beside",
            files: &[("credentials.pkr.hcl", VALUES), ("jammy.pkr.hcl", TEMPLATE)],
            code: 0,
            said: &[
                "credentials.pkr.hcl:1:1: warning[HX5001] `packer build .` rejects this file",
                "unknown variable `urll`",
            ],
        },
        Case {
            name: "values-passed",
            files: &[
                ("credentials.pkr.hcl", "url = \"https://host\"\n"),
                ("jammy.pkr.hcl", TEMPLATE),
                ("README.md", "    packer build -var-file=credentials.pkr.hcl jammy.pkr.hcl\n"),
            ],
            code: 0,
            said: &["nothing wrong"],
        },
    ]);
}

#[test]
fn a_template_may_be_built_alone() {
    const OTHER: (&str, &str) = ("packer/variables.pkr.hcl", "variable \"url\" { default = \"eu\" }\n");
    check(&[
        Case {
            name: "built-alone",
            files: &[
                ("packer/aws.pkr.hcl", TEMPLATE),
                OTHER,
                ("deploy.sh", "packer build \\\n  -var \"url=$R\" packer/aws.pkr.hcl\n"),
            ],
            code: 0,
            said: &["declares names of other files: it is built alone"],
        },
        Case {
            name: "built-together",
            files: &[
                ("packer/aws.pkr.hcl", TEMPLATE),
                OTHER,
                ("deploy.sh", "cat packer/aws.pkr.hcl; packer build .\n"),
            ],
            code: 1,
            said: &["duplicate declaration of `var.url`"],
        },
    ]);
}

#[test]
fn tests_belong_to_the_module_with_their_names() {
    const MAIN: (&str, &str) = (
        "main.tf",
        "variable \"name\" { type = string }\nresource \"terraform_data\" \"a\" { input = var.name }\n",
    );
    const CALL: &str = "module \"m\" {\n  source = \"../\"\n  name   = \"x\"\n}\n";
    const RUN: &str = "variables { name = \"x\" }\nrun \"a\" {\n  command = plan\n  assert {\n    condition     = terraform_data.a.input == \"x\"\n    error_message = \"no\"\n  }\n}\n";
    const OWN_RUN: &str = "run \"a\" {\n  command = plan\n  assert {\n    condition     = output.o == module.n\n    error_message = \"no\"\n  }\n}\n";
    check(&[
        Case {
            name: "tests-of-the-module-above",
            files: &[MAIN, ("test/main.tf", CALL), ("test/e2e.tftest.hcl", RUN)],
            code: 0,
            said: &["nothing wrong"],
        },
        Case {
            name: "tests-of-their-module",
            files: &[MAIN, ("test/main.tf", CALL), ("test/e2e.tftest.hcl", OWN_RUN)],
            code: 1,
            said: &["test/e2e.tftest.hcl:4:33: error[HX3001] unknown module `module.n`"],
        },
    ]);
}

#[test]
fn flags_of_commands_override_values_files() {
    const MAIN: (&str, &str) = (
        "main.tf",
        "variable \"plane\" {\n  type = string\n  validation {\n    condition     = contains([\"np\", \"pr\"], var.plane)\n    error_message = \"plane must be np or pr.\"\n  }\n}\n",
    );
    const VALUES: (&str, &str) = ("tfvars/pr.tfvars", "plane = \" pr\"\n");
    check(&[
        Case {
            name: "overridden",
            files: &[
                MAIN,
                VALUES,
                (
                    ".github/workflows/plan.yml",
                    "steps:\n  - run: terraform plan -var-file=\"tfvars/${{ inputs.plane }}.tfvars\" -var \"plane=${{ inputs.plane }}\"\n",
                ),
            ],
            code: 0,
            said: &["commands of this repository set `plane` with `-var`"],
        },
        Case {
            name: "not-overridden",
            files: &[
                MAIN,
                VALUES,
                (
                    ".github/workflows/plan.yml",
                    "steps:\n  - run: terraform plan -var-file=\"tfvars/pr.tfvars\" -var \"other=1\"\n",
                ),
            ],
            code: 1,
            said: &["invalid value for `plane`"],
        },
    ]);
}

#[test]
fn files_with_directives_are_templates() {
    const JOB: &str = "locals { count_min = lookup(\"$${var.min}\", \"${job_env}\", 1) }\njob \"a\" {\n  type = \"$${var.job_type}\"\n  group \"g\" {\n    task \"t\" {\n      driver = \"docker\"\n      env {\n        %{ for k, v in entrypoint.env ~}\n        ${k} = \"${v}\"\n        %{ endfor ~}\n      }\n    }\n  }\n}\n";
    check(&[
        Case {
            name: "rendered",
            files: &[
                (
                    "waypoint.hcl",
                    "project = \"p\"\napp \"a\" {\n  deploy {\n    use \"nomad-jobspec\" {\n      jobspec = templatefile(\"${path.app}/${app.name}.nomad.hcl\", { job_env = \"x\" })\n    }\n  }\n}\n",
                ),
                ("a.nomad.hcl", JOB),
            ],
            code: 0,
            said: &["2 files checked, nothing wrong"],
        },
        Case {
            name: "not-rendered",
            files: &[
                ("a.nomad.hcl", JOB),
                ("main.tf", "locals {\n  %{ for k in a ~}\n  ${k} = 1\n  %{ endfor ~}\n  b = foo.x\n}\n"),
                ("t.pkr.hcl", "variable \"a\" {\n  default = 5 % 3\n}\nlocals {\n  ${b} = foo.x\n}\n"),
                ("mistake/main.tf", "locals {\n  a = ${b}\n  b = 1\n}\n"),
                ("unit/terragrunt.hcl", "inputs = {\n  a = #{a_b}#\n  b = \"#{c}#\" # a\n}\n"),
            ],
            code: 1,
            said: &[
                "note: 1 file of templates not checked",
                "main.tf:2:3: warning[HX1033] this file is a template and was not checked",
                "note: 1 other file of templates not checked (t.pkr.hcl)",
                "mistake/main.tf:2:7: error[HX1033]",
                "unit/terragrunt.hcl:2:7: warning[HX1033] this file is a template with placeholders and was not checked",
                "!foo",
            ],
        },
    ]);
}

#[test]
fn strings_with_marks_make_a_template() {
    check(&[
        Case {
            name: "marks",
            files: &[
                ("app/terraform.tf", "terraform {\n  required_version = \"<%= ENV['VERSION'] %>\"\n}\n"),
                ("mistake/main.tf", "locals {\n  a = \"<%= b %>\"\n  c = format(\"%s %s\", 1)\n}\n"),
                ("job/job.hcl", "job \"a\" {\n  datacenters = __ZONES__\n  group \"g\" {}\n}\n"),
            ],
            code: 1,
            said: &[
                "app/terraform.tf:2:23: warning[HX1033] this file is an ERB template and was not checked",
                "mistake/main.tf:3:",
                "1 file of templates with placeholders not checked",
            ],
        },
        Case {
            name: "installed-modules",
            files: &[
                ("Terrafile", "mod \"net\", source: \"a/net/b\"\n"),
                ("app/stacks/a/main.tf", "module \"net\" {\n  source = \"../../modules/net\"\n}\n"),
            ],
            code: 0,
            said: &["`Terrafile` names modules that Terraspace installs", "!error"],
        },
        Case {
            name: "another-module",
            files: &[
                ("Terrafile", "mod \"net\", source: \"a/net/b\"\n"),
                ("app/stacks/a/main.tf", "module \"net\" {\n  source = \"../../modules/nets\"\n}\n"),
            ],
            code: 1,
            said: &["module directory `app/modules/nets` does not exist"],
        },
    ]);
}

#[test]
fn templates_of_one_language_are_one_warning() {
    const TEMPLATE: &str = "locals {\n  {% for x in names %}\n  {{ x }} = 1\n  {% endfor %}\n}\n";
    check(&[Case {
        name: "templates",
        files: &[
            ("a/main.tf", TEMPLATE),
            ("b/main.tf", TEMPLATE),
            ("c/main.tf", TEMPLATE),
            ("d/main.tf", "locals {\n  a = @@A@@\n}\n"),
        ],
        code: 0,
        said: &[
            "a/main.tf:2:3: warning[HX1033]",
            "!b/main.tf:2:3: warning",
            "d/main.tf:2:7: warning[HX1033]",
            "2 other files of Jinja templates not checked (b/main.tf, c/main.tf)",
        ],
    }]);
}

#[test]
fn what_a_generator_fills_in_is_not_looked_for() {
    const UNIT: &str =
        "terraform {\n  source = \"../../mod\"\n}\ndependencies {\n  paths = [\"../{{ env.name }}/db\"]\n}\n";
    const CONSTRAINT: &str = "terraform {\n  required_version = \"{{ version }}\"\n}\n";
    check(&[Case {
        name: "generator",
        files: &[
            ("{{name}}/mod/main.tf", CONSTRAINT),
            ("{{name}}/mod2/main.tf", CONSTRAINT),
            ("{{name}}/live/app/terragrunt.hcl", UNIT),
            ("{{name}}/live/web/terragrunt.hcl", "dependencies {\n  paths = [\"../apps\"]\n}\n"),
        ],
        code: 0,
        said: &[
            "!`{{name}}/live/{{ env.name }}/db` does not exist",
            "directory `{{name}}/live/apps` does not exist",
            "2 warnings in 2 files",
        ],
    }]);
}

#[test]
fn files_of_others_are_not_judged_here() {
    const VALUES: (&str, &str) = ("live/dev/dev.tfvars", "name = \"app\"\nsize = 2\n");
    const MAIN: (&str, &str) = ("main.tf", "variable \"name\" {}\nvariable \"size\" {}\n");
    const BACKEND: &str = "terraform {\n  backend \"s3\" {\n    bucket = \"b\"\n    key    = \"k\"\n  }\n}\n";
    check(&[
        Case {
            name: "pack",
            files: &[("metadata.hcl", "app {\n  url = \"a\"\n}\npack {\n  name = \"p\"\n}\n")],
            code: 0,
            said: &["1 file of nomad-pack metadata not checked"],
        },
        Case {
            name: "contrary-templates",
            files: &[("a.pkr.hcl", ONE_TEMPLATE), ("b.pkr.hcl", OTHER_TEMPLATE)],
            code: 0,
            said: &["duplicate declaration of `local.by`", "!unknown source type"],
        },
        Case {
            name: "api-job",
            files: &[("time.nomad", "{\"Job\": {\"ID\": \"time\"}}\n")],
            code: 0,
            said: &["1 file of Nomad API data not checked"],
        },
        Case {
            name: "backend-alone",
            files: &[MAIN, VALUES, ("live/dev/backend.tf", BACKEND)],
            code: 0,
            said: &["these values were not checked: their module is unknown", "!HX5117"],
        },
        Case {
            name: "backend-and-module",
            files: &[
                MAIN,
                VALUES,
                ("live/dev/backend.tf", BACKEND),
                ("live/dev/main.tf", "output \"o\" { value = 1 }\n"),
            ],
            code: 0,
            said: &["HX5117"],
        },
        Case {
            name: "ignored-template",
            files: &[(".gitignore", "config.pkr.hcl\n"), ("a.pkr.hcl", TEMPLATE_OF_NAMES)],
            code: 0,
            said: &["git ignores some of its files (`config.pkr.hcl`)"],
        },
        Case {
            name: "ignored-template-here",
            files: &[
                (".gitignore", "config.pkr.hcl\n"),
                ("a.pkr.hcl", TEMPLATE_OF_NAMES),
                ("config.pkr.hcl", "variable \"x\" {\n  default = \"a\"\n}\n"),
            ],
            code: 1,
            said: &["unknown variable `var.url`"],
        },
        Case {
            name: "included-part",
            files: &[
                ("demo/terragrunt.hcl", "locals {\n  name = \"demo\"\n}\n"),
                ("demo/parts/store/main.tf", "output \"id\" {\n  value = 1\n}\n"),
                ("demo/parts/store/terragrunt.hcl", "terraform {\n  source = \"../../../parts/store\"\n}\n"),
                (
                    "demo/live/dev/store/terragrunt.hcl",
                    "include \"part\" {\n  path = \"${dirname(find_in_parent_folders())}/parts/${basename(get_terragrunt_dir())}/terragrunt.hcl\"\n}\n",
                ),
            ],
            code: 0,
            said: &["!HX5304"],
        },
    ]);
}

const ONE_TEMPLATE: &str = "packer {\n  required_plugins {\n    docker = {\n      version = \">= 1.0\"\n      source  = \"github.com/hashicorp/docker\"\n    }\n  }\n}\nlocals {\n  by = var.by\n}\nvariable \"by\" {\n  default = \"a\"\n}\nsource \"docker\" \"a\" {\n  image = local.by\n}\nbuild {\n  sources = [\"source.docker.a\"]\n}\n";
const OTHER_TEMPLATE: &str = "locals {\n  by = var.by\n}\nsource \"qemu\" \"b\" {\n  vm_name = local.by\n}\nbuild {\n  sources = [\"source.qemu.b\"]\n}\n";

const TEMPLATE_OF_NAMES: &str =
    "source \"null\" \"x\" {\n  ssh_host = var.url\n}\nbuild { sources = [\"source.null.x\"] }\n";

#[test]
fn hooks_of_a_template_add_files() {
    const MAIN: (&str, &str) =
        ("{{ cookiecutter.name }}/tf/main.tf", "output \"a\" {\n  value = local.region\n}\n");
    check(&[
        Case {
            name: "with-hook",
            files: &[MAIN, ("hooks/post_gen_project.py", "os.symlink(\"main.tf\", \"dev/main.tf\")\n")],
            code: 0,
            said: &["a hook of a template generates files there with unknown contents"],
        },
        Case {
            name: "without-hook",
            files: &[MAIN, ("hooks/post_gen_project.py", "os.remove(\"LICENSE\")\n")],
            code: 1,
            said: &["unknown local value `local.region`"],
        },
    ]);
}

#[test]
fn queries_of_powerpipe_are_no_rules() {
    check(&[Case {
        name: "powerpipe",
        files: &[("query/a.pp", "query \"a\" {\n  sql = \"select policy from t\"\n}\n")],
        code: 0,
        said: &["nothing wrong"],
    }]);
}

#[test]
fn commands_replace_words() {
    const AGENT: (&str, &str) = (
        "nomad/nomad-server.hcl",
        "data_dir = \"/opt/nomad\"\nserver {\n  enabled          = true\n  bootstrap_expect = server_count\n}\n",
    );
    const FINDING: &str = "nomad-server.hcl:4:22: warning[HX1033] this file is a template with placeholders and was not checked";
    check(&[
        Case {
            name: "replaced-by-a-module",
            files: &[
                AGENT,
                (
                    "terraform/main.tf",
                    "resource \"terraform_data\" \"a\" {\n  provisioner \"remote-exec\" {\n    inline = [\"sed -i 's/server_count/3/g' /root/nomad-server.hcl\"]\n  }\n}\n",
                ),
            ],
            code: 0,
            said: &[FINDING],
        },
        Case {
            name: "replaced-by-a-script",
            files: &[AGENT, ("up.sh", "sed -i \"s|server_count|$COUNT|\" nomad/nomad-server.hcl\n")],
            code: 0,
            said: &[FINDING],
        },
        Case {
            name: "not-replaced",
            files: &[AGENT, ("up.sh", "sed -i s/server_counts/3/ nomad/nomad-server.hcl\n")],
            code: 1,
            said: &["expected a value, found the word `server_count`"],
        },
    ]);
}

#[test]
fn a_lost_bracket_is_one_error() {
    const KEY: &str = "resource \"terraform_data\" \"key\" {\n  input = jsonencode({\n    Statement = [\n      {\n        Action = \"kms:*\"\n    resource \"terraform_data\" \"deployment\" {\n  input = terraform_data.api.id\n  triggers_replace = [\n    terraform_data.fn.id,\n  ]\n  lifecycle {\n    create_before_destroy = true\n  }\n}\n\nresource \"terraform_data\" \"stage\" {\n  input = terraform_data.deployment.id\n}   Resource = \"*\"\n      }\n    ]\n  })\n}\nresource \"terraform_data\" \"fn\" {\n  input = terraform_data.db.id\n}\nresource \"terraform_data\" \"db\" {\n  input = terraform_data.key.id\n}\n";
    check(&[Case {
        name: "cascade",
        files: &[("main.tf", KEY)],
        code: 1,
        said: &["main.tf:3:17: error[HX1004] unclosed `[`", "1 error in 1 file", "!cycle"],
    }]);
}

#[test]
fn a_mistake_of_a_module_is_reported_once() {
    const MODULE: (&str, &str) = (
        "mod/main.tf",
        "variable \"a\" { type = list(string) }\nvariable \"b\" { type = list(string) }\noutput \"v\" { value = { for x in var.a : x => { for y in var.b : y => !cidrhost(x, 0) } } }\n",
    );
    const CALL: &str = "module \"m\" {\n  source = \"../mod\"\n  a      = [\"10.0.1.0/24\"]\n  b      = [\"10.0.101.0/24\"]\n}\n";
    const EMPTY: &str =
        "module \"m\" {\n  source = \"../mod\"\n  a      = []\n  b      = [\"10.0.101.0/24\"]\n}\n";
    check(&[
        Case {
            name: "all-calls-fail",
            files: &[MODULE, ("a/main.tf", CALL), ("b/main.tf", CALL)],
            code: 1,
            said: &["a/main.tf:1:1: error[HX2101]", "1 error in 1 file", "!b/main.tf:1:1: error"],
        },
        Case {
            name: "some-calls-fail",
            files: &[MODULE, ("a/main.tf", CALL), ("b/main.tf", CALL), ("c/main.tf", EMPTY)],
            code: 1,
            said: &["a/main.tf:1:1: error[HX2101]", "b/main.tf:1:1: error[HX2101]"],
        },
    ]);
}

#[test]
fn a_habit_of_units_is_reported_once() {
    const A: (&str, &str) = ("live/a/terragrunt.hcl", "skip = true\n");
    const B: (&str, &str) = ("live/b/terragrunt.hcl", "skip = true\n");
    const C: (&str, &str) = ("live/c/terragrunt.hcl", "inputs = {}\n");
    check(&[
        Case {
            name: "unpinned",
            files: &[A, B, C],
            code: 0,
            said: &["live/a/terragrunt.hcl:1:1: warning[HX5011] Terragrunt 0.93 removed `skip`", "!live/b"],
        },
        Case {
            name: "pinned-later",
            files: &[A, B, C, (".terragrunt-version", "0.93.1\n")],
            code: 1,
            said: &["live/a/terragrunt.hcl:1:1: error[HX5011] `skip` has been removed", "!live/b"],
        },
        Case {
            name: "pinned-before",
            files: &[A, B, C, (".terragrunt-version", "0.92.1\n")],
            code: 0,
            said: &["nothing wrong"],
        },
    ]);
}

#[test]
fn outputs_and_arguments_with_one_cause_are_merged() {
    const LOOKUPS: &str = "variable \"m\" { type = map(object({ a = optional(string), b = optional(bool) })) }\noutput \"a\" { value = lookup(var.m, \"w\", {}).a != null ? 1 : 2 }\noutput \"b\" { value = lookup(var.m, \"w\", {}).b != null ? 1 : 2 }\noutput \"c\" { value = lookup(var.m, \"v\", {}).b != null ? 1 : 2 }\n";
    check(&[
        Case {
            name: "outputs-of-a-call",
            files: &[
                ("mod/main.tf", "output \"x\" { value = 1 }\n"),
                ("main.tf", "module \"m\" { source = \"./mod\" }\noutput \"a\" { value = module.m.aaa }\n"),
                (
                    "outputs.tf",
                    "output \"c\" { value = module.m.ccc }\noutput \"d\" { value = module.m.dddd }\n",
                ),
            ],
            code: 1,
            said: &["`module.m` does not have 3 outputs: `aaa`, `ccc` and `dddd`", "1 error in 1 file"],
        },
        Case {
            name: "arguments",
            files: &[("main.tf", LOOKUPS)],
            code: 1,
            said: &["argument `default` of `lookup`", "1 error in 1 file"],
        },
    ]);
}

#[test]
fn versions_that_run_a_module_have_what_it_uses() {
    const TYPED: &str = "terraform { required_version = \">= 1.3\" }\nvariable \"a\" {\n  type     = object({ b = optional(string) })\n  nullable = false\n}\n";
    const SIDES: &str = "terraform {\n  required_version = \">= 1.5\"\n  backend \"s3\" {}\n}\nvariable \"a\" {\n  type    = list(string)\n  default = null\n}\noutput \"x\" { value = var.a == null || length(var.a) > 1 }\noutput \"y\" { value = var.a == null || length(var.a) > 2 }\n";
    const PIPELINE: (&str, &str) = (
        ".github/workflows/x.yml",
        "jobs:\n  a:\n    steps:\n      - uses: hashicorp/setup-terraform@v3\n        with:\n          terraform_version: \"1.13.3\"\n",
    );
    check(&[
        Case {
            name: "first-release",
            files: &[(".tool-versions", "opentofu 1.9.0\n"), ("main.tf", TYPED)],
            code: 0,
            said: &["nothing wrong"],
        },
        Case {
            name: "installed-by-pipelines",
            files: &[PIPELINE, ("main.tf", SIDES)],
            code: 0,
            said: &["nothing wrong"],
        },
        Case {
            name: "not-installed",
            files: &[("main.tf", SIDES)],
            code: 0,
            said: &["warning[HX5115] skipping the right side of `||`", "1 warning in 1 file"],
        },
    ]);
}
