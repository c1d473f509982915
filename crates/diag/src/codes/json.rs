//! HX12: from JSON text to tree. Their examples are JSON, which `hclx check` reads by the suffix
//! `.json`, so the rows have none in native syntax.

codes! {
    JSON_VALUE_MISSING = "HX1201", "JSON value that is missing",
        "A JSON text, an element of an array and a property after its colon each need a value: an object, an array, a string, a number, `true`, `false` or `null`.\n\nWrong: `{\"a\": }`. Right: `{\"a\": null}`.",
        "{\"a\": }" => "{\"a\": 1}";
    JSON_EXTRA_COMMA = "HX1202", "comma that separates nothing",
        "In JSON a comma is between two elements or properties; one before a closing bracket, after an opening one or after another comma is a mistake.\n\nWrong: `[1, 2,]`. Right: `[1, 2]`.",
        "{\"a\": 1,}" => "{\"a\": 1}";
    JSON_COMMA_MISSING = "HX1203", "comma that is missing in JSON",
        "The elements of an array and the properties of an object are separated by commas.\n\nWrong: `{\"a\": 1 \"b\": 2}`. Right: `{\"a\": 1, \"b\": 2}`.",
        "{\"a\": 1 \"b\": 2}" => "{\"a\": 1, \"b\": 2}";
    JSON_COLON = "HX1204", "colon that is missing or misplaced in JSON",
        "In an object one colon is between the name and the value of a property; arrays have none.\n\nWrong: `{\"a\" = 1}`. Right: `{\"a\": 1}`.",
        "{\"a\" 1}" => "{\"a\": 1}";
    JSON_UNCLOSED = "HX1205", "JSON bracket that is not closed",
        "Each `{` needs its `}` and each `[` its `]`. The finding points at the opening bracket; where the closing one is probably missing is labelled, judged by what follows and by the indentation.",
        "{\"a\": [1, 2" => "{\"a\": [1, 2]}";
    JSON_WRONG_CLOSER = "HX1206", "closing JSON bracket that matches nothing",
        "The closing bracket is of the wrong kind, or nothing is open that it could close.\n\nWrong: `[1, 2}`. Right: `[1, 2]`.",
        "{\"a\": 1}}" => "{\"a\": 1}";
    JSON_UNCLOSED_STRING = "HX1207", "JSON string with a quote missing or too many",
        "A JSON string begins and ends with a double quote on one line. A quote inside of it is written `\\\"`.\n\nWrong: `{\"a\": \"x}`. Right: `{\"a\": \"x\"}`.",
        "{\"a\": \"b}" => "{\"a\": \"b\"}";
    JSON_QUOTES = "HX1208", "quotes that JSON does not have",
        "JSON strings are in double quotes. Single quotes, backticks and typographic quotes are not JSON.\n\nWrong: `['a']`. Right: `[\"a\"]`.",
        "{\"a\": 'b'}" => "{\"a\": \"b\"}";
    JSON_ESCAPE = "HX1209", "escape that JSON does not have",
        "In a JSON string a backslash begins one of `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t` and `\\u` with four hexadecimal digits. A backslash of the text itself is written twice.\n\nWrong: `\"C:\\dir\"`. Right: `\"C:\\\\dir\"`.",
        "{\"a\": \"C:\\data\"}" => "{\"a\": \"C:\\\\data\"}";
    JSON_CONTROL = "HX1210", "control character in a JSON string",
        "Line breaks, tabs and other control characters are written as escapes in a JSON string: `\\n`, `\\t`, `\\u0000`.",
        "" => "";
    JSON_NUMBER = "HX1211", "number that is not written as JSON",
        "A JSON number is decimal: an optional `-`, digits without a leading 0, optionally a point with digits after it, optionally an exponent with digits.\n\nWrong: `+1`, `.5`, `01`, `0x1F`, `1_000`. Right: `1`, `0.5`, `1`, `31`, `1000`.",
        "{\"a\": 007}" => "{\"a\": 7}";
    JSON_BARE_WORD = "HX1212", "word without quotes in JSON",
        "The only words of JSON are `true`, `false` and `null`, in lower case. Text is in double quotes; an expression is in a string as a template.\n\nWrong: `{\"a\": var.x}`. Right: `{\"a\": \"${var.x}\"}`.",
        "{\"a\": yes}" => "{\"a\": \"yes\"}";
    JSON_COMMENT = "HX1213", "comment in JSON",
        "JSON has no comments. In an object that is a body of configuration the property `\"//\"` is ignored, so that it can hold one.\n\nWrong: `{\"a\": 1 // one\n}`. Right: `{\"//\": \"one\", \"a\": 1}`.",
        "{\"a\": 1} // the first" => "{\"//\": \"the first\", \"a\": 1}";
    JSON_NAME = "HX1214", "property without a name in quotes",
        "The properties of a JSON object are names in double quotes with a colon and a value.\n\nWrong: `{a: 1}`. Right: `{\"a\": 1}`.",
        "{a: 1}" => "{\"a\": 1}";
    JSON_EXTRA_DATA = "HX1215", "text after the JSON value",
        "A JSON text is one value. Several values go into an array, or into files of their own.",
        "{\"a\": 1} {\"b\": 2}" => "{\"a\": 1, \"b\": 2}";
    JSON_CHARACTER = "HX1216", "character that JSON does not use",
        "Outside of strings JSON knows brackets, commas, colons, numbers, `true`, `false`, `null` and ASCII blanks. Invisible characters such as a byte order mark or a no-break space are none of them. The text must be UTF-8.",
        "{\"a\": ;}" => "{\"a\": 1}";
    JSON_NESTING = "HX1217", "JSON that is nested too deep",
        "More brackets are open than the reader allows (10,000 unless it is told otherwise). What is nested deeper is not read.",
        "" => "";
    JSON_TOO_LONG = "HX1219", "JSON that is too long",
        "A text of more than 1 GiB is not read.",
        "" => "";
}
