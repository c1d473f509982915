//! HX12: the JSON syntax. The examples of these rows are JSON. `hclx check` recognizes JSON by the suffix
//! `.json`, so these rows have no examples in native syntax.

codes! {
    Syntax;
    JSON_VALUE_MISSING = "HX1201", "missing JSON value",
        "A JSON document, each element of an array and each property must have a value: an object, an array, a string, a number, `true`, `false` or `null`.\n\nWrong: `{\"a\": }`. Right: `{\"a\": null}`.",
        "{\"a\": }" => "{\"a\": 1}";
    JSON_EXTRA_COMMA = "HX1202", "unexpected comma in JSON",
        "A comma in JSON separates two elements or two properties. It cannot follow an opening bracket or another comma, and unlike in HCL there is no trailing comma.\n\nWrong: `[1, 2,]`. Right: `[1, 2]`.",
        "{\"a\": 1,}" => "{\"a\": 1}";
    JSON_COMMA_MISSING = "HX1203", "missing comma in JSON",
        "Commas separate the elements of an array and the properties of an object.\n\nWrong: `{\"a\": 1 \"b\": 2}`. Right: `{\"a\": 1, \"b\": 2}`.",
        "{\"a\": 1 \"b\": 2}" => "{\"a\": 1, \"b\": 2}";
    JSON_COLON = "HX1204", "missing or misplaced colon in JSON",
        "In an object, a colon separates the name of a property from its value. Arrays contain no colons.\n\nWrong: `{\"a\" = 1}`. Right: `{\"a\": 1}`.",
        "{\"a\" 1}" => "{\"a\": 1}";
    JSON_UNCLOSED = "HX1205", "unclosed JSON bracket",
        "Every `{` and `[` must be closed. The finding points at the opening bracket, and a label marks where the closing one is probably missing, judging by what follows and by the indentation.",
        "{\"a\": [1, 2" => "{\"a\": [1, 2]}";
    JSON_WRONG_CLOSER = "HX1206", "unmatched closing bracket in JSON",
        "The closing bracket does not match the open one, or no bracket is open.\n\nWrong: `[1, 2}`. Right: `[1, 2]`.",
        "{\"a\": 1}}" => "{\"a\": 1}";
    JSON_UNCLOSED_STRING = "HX1207", "unbalanced quotes in JSON",
        "A JSON string starts and ends with a double quote on the same line. Write a quote inside the string as `\\\"`.\n\nWrong: `{\"a\": \"x}`. Right: `{\"a\": \"x\"}`.",
        "{\"a\": \"b}" => "{\"a\": \"b\"}";
    JSON_QUOTES = "HX1208", "unsupported quotation marks in JSON",
        "JSON strings use double quotes. Single quotes, backticks and typographic quotes are not supported.\n\nWrong: `['a']`. Right: `[\"a\"]`.",
        "{\"a\": 'b'}" => "{\"a\": \"b\"}";
    JSON_ESCAPE = "HX1209", "invalid escape sequence in JSON",
        "The escape sequences of JSON are `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`, and `\\u` followed by four hexadecimal digits. Write a literal backslash as `\\\\`.\n\nWrong: `\"C:\\dir\"`. Right: `\"C:\\\\dir\"`.",
        "{\"a\": \"C:\\data\"}" => "{\"a\": \"C:\\\\data\"}";
    JSON_CONTROL = "HX1210", "control character in a JSON string",
        "A JSON string cannot contain line breaks, tabs or other control characters. Use escape sequences: `\\n`, `\\t`, `\\u0000`.",
        "" => "";
    JSON_NUMBER = "HX1211", "malformed JSON number",
        "A JSON number is decimal: an optional `-`, digits without a leading zero, optionally a point followed by digits, and optionally an exponent.\n\nWrong: `+1`, `.5`, `01`, `0x1F`, `1_000`. Right: `1`, `0.5`, `1`, `31`, `1000`.",
        "{\"a\": 007}" => "{\"a\": 7}";
    JSON_BARE_WORD = "HX1212", "unquoted word in JSON",
        "The only unquoted words in JSON are `true`, `false` and `null`, in lower case. Quote strings, and write an expression as a template inside a string.\n\nWrong: `{\"a\": var.x}`. Right: `{\"a\": \"${var.x}\"}`.",
        "{\"a\": yes}" => "{\"a\": \"yes\"}";
    JSON_COMMENT = "HX1213", "comment in JSON",
        "JSON has no comments. In an object that represents a body, the property `\"//\"` is ignored and can hold a comment.\n\nWrong: `{\"a\": 1 // one\n}`. Right: `{\"//\": \"one\", \"a\": 1}`.",
        "{\"a\": 1} // the first" => "{\"//\": \"the first\", \"a\": 1}";
    JSON_NAME = "HX1214", "unquoted property name in JSON",
        "The property names of a JSON object must be in double quotes.\n\nWrong: `{a: 1}`. Right: `{\"a\": 1}`.",
        "{a: 1}" => "{\"a\": 1}";
    JSON_EXTRA_DATA = "HX1215", "trailing text after JSON value",
        "A JSON document contains one value. Put several values in an array or in separate files.",
        "{\"a\": 1} {\"b\": 2}" => "{\"a\": 1, \"b\": 2}";
    JSON_CHARACTER = "HX1216", "invalid character in JSON",
        "Outside of strings, JSON allows brackets, commas, colons, numbers, `true`, `false`, `null` and ASCII whitespace. Invisible characters, for example a byte order mark or a no-break space, are not allowed. The document must be UTF-8.",
        "{\"a\": ;}" => "{\"a\": 1}";
    JSON_NESTING = "HX1217", "JSON nesting too deep",
        "More brackets are open than the parser allows: 10,000 by default. Anything nested deeper is not parsed.",
        "" => "";
    JSON_TOO_LONG = "HX1219", "JSON too long",
        "JSON documents of more than 1 GiB are not parsed.",
        "" => "";
}
