//! HX53: Packer, Nomad, `docker buildx bake` and Terragrunt.

codes! {
    UNKNOWN_TEXT = "HX5301", "text that names nothing",
        "The application resolves this text to a declaration, such as a target of bake or a source of Packer, and there is none of this name that fits.",
        "printf 'group \"all\" {\\n  targets = [\"ap\"]\\n}\\ntarget \"app\" {}\\n' | hclx check --stdin-filename docker-bake.hcl -" => "printf 'group \"all\" {\\n  targets = [\"app\"]\\n}\\ntarget \"app\" {}\\n' | hclx check --stdin-filename docker-bake.hcl -";
    NEVER_EQUAL = "HX5302", "comparison of values that always differ",
        "`==` converts nothing: a bool never equals a string, whatever they are. Compare values of one type.",
        "" => "";
}
