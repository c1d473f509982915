//! HX9: lints and limits of the tool itself.

codes! {
    NOT_SUPPORTED = "HX9001", "not supported yet",
        "hclx does not answer this question yet; it says so rather than guess.",
        "" => "";
}
