//! HX4: functions.

codes! {
    Arguments;
    UNKNOWN_FUNCTION = "HX4001" at Calls is Undeclared, "unknown function",
        "This dialect has no function with this name. `hclx functions` lists the functions it has.",
        "hclx convert --value 'uper(\"a\")' string" => "hclx convert --value 'upper(\"a\")' string";
    MISSING_ARGUMENT = "HX4002" at Calls, "missing argument",
        "The call has fewer arguments than the function requires. The message names the first missing one.",
        "a = substr(\"hello\")\n" => "a = substr(\"hello\", 1, 2)\n";
    TOO_MANY_ARGUMENTS = "HX4003" at Calls, "too many arguments",
        "The call has more arguments than the function accepts.",
        "a = upper(\"a\", \"b\")\n" => "a = upper(\"a\")\n";
    ARGUMENT = "HX4004", "invalid argument",
        "The argument has the wrong type, or a value that the function does not accept. The message names the parameter, what it accepts, and what was found.",
        "a = max(\"x\")\n" => "a = max(1)\n";
    CALL_FAILED = "HX4005", "function call failed",
        "The function has no result for this combination of arguments. The message says why.",
        "a = max()\n" => "a = max(1)\n";
}
