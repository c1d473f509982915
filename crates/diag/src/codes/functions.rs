//! HX4: functions.

codes! {
    UNKNOWN_FUNCTION = "HX4001", "function that does not exist",
        "No function of this name exists in this dialect; `hclx functions` lists those that do.",
        "" => "";
}
