//! HX0: the tool itself: what it could not read, and what it does not do yet.

codes! {
    UNREADABLE = "HX0001", "file that cannot be read",
        "A file that was named, or one found in a folder that was named, could not be read. Nothing is known about it, so the run ends with exit code 2 even if all other files are good.",
        "hclx check no-such-file.hcl" => "hclx check examples/service.hcl";
    BAD_REQUEST = "HX0002", "request that cannot be understood",
        "A line given to `hclx batch`, a value in its JSON notation, or an argument has the wrong form. The message says what was expected.",
        "echo '{\"op\": \"unfy\"}' | hclx batch" => "echo '{\"op\": \"unify\", \"types\": [\"int\"]}' | hclx batch";
    NOT_SUPPORTED = "HX0003", "not supported yet",
        "hclx does not answer this question yet; it says so rather than guess.",
        "" => "";
    EVALUATION_LIMIT = "HX0011", "evaluation beyond the limits",
        "Evaluating the expression needs more steps, memory or nesting than the limits allow. They are far beyond what configuration needs; the message names the one that was reached.",
        "" => "";
    CONFIGURATION = "HX0021", "setting that cannot be used",
        "A setting in `hclx.toml` is not known, has the wrong type, or names a file outside of the repository. Nothing is checked with settings that may mean something else than they say.\n\n`hclx config` lists all settings with their values.",
        "printf 'exclud = []' > target/example.toml; hclx check --config target/example.toml examples/service.hcl" => "printf 'exclude = []' > target/example.toml; hclx check --config target/example.toml examples/service.hcl";
}
