//! HX0: the tool itself: unreadable input and unsupported requests.

codes! {
    Tool;
    UNREADABLE = "HX0001", "unreadable file",
        "A file that was given, or found in a directory that was given, could not be read. Nothing is known about its contents, so the run exits with code 2 even if every other file is valid.",
        "hclx check no-such-file.hcl" => "hclx check examples/service.hcl";
    BAD_REQUEST = "HX0002", "malformed request",
        "A line sent to `hclx batch`, a value in its JSON notation, or a command-line argument is malformed. The message says what was expected.",
        "echo '{\"op\": \"unfy\"}' | hclx batch" => "echo '{\"op\": \"unify\", \"types\": [\"int\"]}' | hclx batch";
    NOT_SUPPORTED = "HX0003", "unsupported feature",
        "hclx cannot answer this question yet, and reports that instead of guessing.",
        "" => "";
    EVALUATION_LIMIT = "HX0011" is Limit mull MULL_LIMIT, "evaluation limit exceeded",
        "Evaluating the expression takes more steps, memory or nesting than hclx allows. The limits are far above what configuration needs; the message names the one that was exceeded.",
        "" => "";
    CONFIGURATION = "HX0021", "invalid setting",
        "A setting in `hclx.toml` is unknown, has the wrong type, or refers to a file outside the repository. hclx checks nothing until the setting is corrected, because a misread setting could silence findings.\n\n`hclx config` lists all settings with their values.",
        "t=$(mktemp -d); printf 'exclud = []' > $t/hclx.toml; hclx check --config $t/hclx.toml examples/service.hcl" => "t=$(mktemp -d); printf 'exclude = []' > $t/hclx.toml; hclx check --config $t/hclx.toml examples/service.hcl";
}
