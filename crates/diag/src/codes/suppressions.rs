//! HX90: comments that hide findings, and lists of known findings.

codes! {
    UNUSED_SUPPRESSION = "HX9001" in Suspicious, "suppression that hides nothing",
        "The comment says that a finding is to be ignored, and there is no such finding at its place. Either it was fixed, or the comment has moved away from it. `--fix` removes the comment, or the codes in it that hide nothing.\n\nA comment at the end of a line is for that line; one on a line of its own is for the line below it, or for the whole block that begins there.",
        "echo 'a = 1 # hclx: ignore[HX2101] the generator does this' | hclx check --deny-warnings -" => "echo 'a = 1' | hclx check --deny-warnings -";
    UNKNOWN_SUPPRESSION = "HX9002" in Suspicious, "suppression of a code that does not exist",
        "The brackets hold codes of findings, as `hclx explain` lists them, or groups of lints, separated by commas.",
        "echo 'a = 1 # hclx: ignore[HX99999] why' | hclx check --deny-warnings -" => "echo 'a = 1' | hclx check --deny-warnings -";
    SUPPRESSION_REASON = "HX9003" in Suspicious, "suppression without a reason",
        "Whoever reads the comment later wants to know why the finding does not count, so a suppression needs a reason after the brackets. Without one it hides nothing.",
        "echo 'a = \"x\" + 1 # hclx: ignore[HX2101]' | hclx check -" => "echo 'a = \"x\" + 1 # hclx: ignore[HX2101] an example of a mistake' | hclx check --deny-warnings -";
    SUPPRESSION_FORM = "HX9004" in Suspicious, "suppression that cannot be understood",
        "A suppression is `hclx: ignore[CODE] reason` or, in the first comment of a file, `hclx: ignore-file[CODE] reason`.",
        "echo 'a = 1 # hclx: ignore the generator' | hclx check --deny-warnings -" => "echo 'a = 1 # the generator' | hclx check --deny-warnings -";
    STALE_BASELINE = "HX9005" in Suspicious, "entry of the baseline that no longer occurs",
        "The baseline lists a finding that is not there any more. `--update-baseline` removes the entry, so that the finding cannot come back unseen. With `--strict-baseline` it is an error.",
        "" => "";
}
