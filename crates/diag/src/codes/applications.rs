//! HX53: Packer, Nomad, `docker buildx bake` and Terragrunt.

codes! {
    UNKNOWN_TEXT = "HX5301", "text that names nothing",
        "The application resolves this text to a declaration, such as a target of bake or a source of Packer, and there is none of this name that fits.",
        "printf 'group \"all\" {\\n  targets = [\"ap\"]\\n}\\ntarget \"app\" {}\\n' | hclx check --stdin-filename docker-bake.hcl -" => "printf 'group \"all\" {\\n  targets = [\"app\"]\\n}\\ntarget \"app\" {}\\n' | hclx check --stdin-filename docker-bake.hcl -";
    NEVER_EQUAL = "HX5302", "comparison of values that always differ",
        "`==` converts nothing: a bool never equals a string, whatever they are. Compare values of one type.",
        "" => "";
    MISSING_INPUT = "HX5303", "required variable of a module without a value",
        "The module of a unit of Terragrunt has a variable without a default, and neither `inputs` nor what is included gives it a value. The environment or `extra_arguments` may.",
        "" => "";
    NO_SUCH_PATH = "HX5304", "path that leads nowhere",
        "A file or folder that is named does not exist. Paths begin at the folder of the file that names them.",
        "" => "";
    SERVER_REFUSES = "HX5305", "job that Nomad's server refuses",
        "The file is a job by its form. When it is submitted, Nomad's server refuses it: a service names a port that no network has, two attributes contradict each other, or something is missing that only the server asks for.",
        "printf 'job \"web\" {\n  group \"app\" {\n    count = 1\n  }\n}\n' | hclx check --deny-warnings --stdin-filename web.nomad.hcl -" => "printf 'job \"web\" {\n  group \"app\" {\n    task \"run\" {\n      driver = \"exec\"\n    }\n  }\n}\n' | hclx check --deny-warnings --stdin-filename web.nomad.hcl -";
}
