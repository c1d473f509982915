//! HX90: suppression comments and baselines of known findings.

codes! {
    Lint;
    UNUSED_SUPPRESSION = "HX9001" in Suspicious tag Unnecessary if complete, "unused suppression",
        "The comment suppresses a finding that is not reported here. Either it was fixed, or the comment is no longer next to it. `--fix` removes the comment, or those of its codes that have no effect.\n\nA comment at the end of a line applies to that line. A comment on its own line applies to the next line, or to the whole block that starts there.",
        "echo 'a = 1 # hclx: ignore[HX2101] the generator does this' | hclx check --deny-warnings -" => "echo 'a = 1' | hclx check --deny-warnings -";
    UNKNOWN_SUPPRESSION = "HX9002" in Suspicious, "suppression of an unknown code",
        "The brackets of a suppression contain codes of findings, as listed by `hclx explain`, or groups of lints, separated by commas.",
        "echo 'a = 1 # hclx: ignore[HX99999] why' | hclx check --deny-warnings -" => "echo 'a = 1' | hclx check --deny-warnings -";
    SUPPRESSION_REASON = "HX9003" in Suspicious, "suppression without a reason",
        "A suppression requires a reason after the brackets, so that later readers know why the finding does not matter. Without a reason it has no effect.",
        "echo 'a = \"x\" + 1 # hclx: ignore[HX2101]' | hclx check -" => "echo 'a = \"x\" + 1 # hclx: ignore[HX2101] an example of a mistake' | hclx check --deny-warnings -";
    SUPPRESSION_FORM = "HX9004" in Suspicious, "malformed suppression",
        "A suppression has the form `hclx: ignore[CODE] reason` or, in the first comment of a file, `hclx: ignore-file[CODE] reason`.",
        "echo 'a = 1 # hclx: ignore the generator' | hclx check --deny-warnings -" => "echo 'a = 1 # the generator' | hclx check --deny-warnings -";
    STALE_BASELINE = "HX9005" in Suspicious, "stale baseline entry",
        "The baseline contains a finding that is no longer reported. `--update-baseline` removes the entry, so that the finding cannot come back unnoticed. With `--strict-baseline` this is an error.",
        "" => "";
}
