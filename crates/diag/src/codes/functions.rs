//! HX4: functions.

codes! {
    UNKNOWN_FUNCTION = "HX4001", "function that does not exist",
        "No function of this name exists in this dialect; `hclx functions` lists those that do.",
        "hclx convert --value 'uper(\"a\")' string" => "hclx convert --value 'upper(\"a\")' string";
    MISSING_ARGUMENT = "HX4002", "argument that is missing",
        "The function takes more arguments than were given; the message names the first that is missing.",
        "a = substr(\"hello\")\n" => "a = substr(\"hello\", 1, 2)\n";
    TOO_MANY_ARGUMENTS = "HX4003", "more arguments than the function takes",
        "The function takes fewer arguments than were given.",
        "a = upper(\"a\", \"b\")\n" => "a = upper(\"a\")\n";
    ARGUMENT = "HX4004", "argument that the function does not take",
        "The argument has the wrong type or a value that the function has no answer for. The message names the parameter, what it takes, and what was found.",
        "a = max(\"x\")\n" => "a = max(1)\n";
    CALL_FAILED = "HX4005", "call without a result",
        "The arguments together have no result. The message says why.",
        "a = max()\n" => "a = max(1)\n";
}
