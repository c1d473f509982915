//! HX53: Packer, Nomad, `docker buildx bake` and Terragrunt.

codes! {
    Schema;
    UNKNOWN_TEXT = "HX5301" if complete, "unresolved name in a string",
        "The application looks up a declaration by this string, for example a target in bake or a source in Packer, and no declaration matches.",
        "printf 'group \"all\" {\\n  targets = [\"ap\"]\\n}\\ntarget \"app\" {}\\n' | hclx check --stdin-filename docker-bake.hcl -" => "printf 'group \"all\" {\\n  targets = [\"app\"]\\n}\\ntarget \"app\" {}\\n' | hclx check --stdin-filename docker-bake.hcl -";
    NEVER_EQUAL = "HX5302", "comparison of different types",
        "`==` does not convert its operands, so values of different types are never equal: `true == \"true\"` is false. Compare values of the same type.",
        "" => "";
    MISSING_INPUT = "HX5303" if complete, "missing module input",
        "The module that this Terragrunt unit runs has a variable without a default, and neither `inputs` nor an included file sets it. The environment or `extra_arguments` may still provide a value.",
        "" => "";
    NO_SUCH_PATH = "HX5304", "path does not exist",
        "This file or directory does not exist. Paths are relative to the directory of the file that contains them.",
        "" => "";
    SERVER_REFUSES = "HX5305", "invalid job",
        "The file has the form of a job, but Nomad's server would reject it on submission: for example, a service uses a port that no network declares, two attributes contradict each other, or something that only the server requires is missing.",
        "printf 'job \"web\" {\n  group \"app\" {\n    count = 1\n  }\n}\n' | hclx check --deny-warnings --stdin-filename web.nomad.hcl -" => "printf 'job \"web\" {\n  group \"app\" {\n    task \"run\" {\n      driver = \"exec\"\n    }\n  }\n}\n' | hclx check --deny-warnings --stdin-filename web.nomad.hcl -";
}
