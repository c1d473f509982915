//! HX1: the native syntax.

codes! {
    Syntax;
    INVALID_CHARACTER = "HX1001", "invalid character",
        "The character has no meaning at this position. Remove it, or quote the string that it belongs to.",
        "a = 1 ; b = 2\n" => "a = 1\nb = 2\n";
    NOT_UTF8 = "HX1002", "invalid UTF-8",
        "HCL files must be encoded as UTF-8. This file contains bytes that are not valid UTF-8; it may have been saved in an older encoding. Only the first occurrence is reported, and comments may contain any bytes.",
        "printf 'a = \"\\377\"\\n' | hclx check -" => "printf 'a = \"\\303\\277\"\\n' | hclx check -";
    UNCLOSED_STRING = "HX1003", "unclosed string",
        "A quoted string must end on the line on which it begins. For a string of several lines, use `\\n` or a heredoc.",
        "name = \"web\nport = 80\n" => "name = \"web\"\nport = 80\n";
    UNCLOSED_BRACKET = "HX1004", "unclosed bracket",
        "Every `{`, `[` and `(` must be closed. The finding points at the opening bracket, or at the token found where the closing one was expected. A label marks where the closing bracket is probably missing, judging by the indentation.",
        "server {\n  port = 80\n\nclient {\n  port = 81\n}\n" => "server {\n  port = 80\n}\n\nclient {\n  port = 81\n}\n";
    UNCLOSED_HEREDOC = "HX1005", "unterminated heredoc",
        "A heredoc ends with a line that contains only its marker, optionally indented. The marker must be followed by a line break.",
        "list = [<<EOT\ntext\nEOT, 1]\n" => "list = [<<EOT\ntext\nEOT\n, 1]\n";
    UNCLOSED_COMMENT = "HX1006", "unclosed comment",
        "A comment that starts with `/*` ends at the next `*/`. These comments do not nest.",
        "a = 1\n/* the rest\n" => "a = 1\n/* the rest */\n";
    UNCLOSED_SEQUENCE = "HX1007", "unclosed template sequence",
        "In strings and heredocs, `${` starts an interpolation and `%{` a directive; both end with `}`. To write the characters themselves, as in a shell script, double the first one: `$${HOME}`.",
        "a = \"${b\"\n" => "a = \"${b}\"\n";
    STRAY_BRACKET = "HX1008", "unmatched closing bracket",
        "No open bracket matches this one. Remove it, or add the opening bracket.",
        "a {\n}\n}\n" => "a {\n}\n";
    VALUE_MISSING = "HX1009", "missing value",
        "A value is required here: a literal, a reference, a function call or any other expression. Use `null` for no value.",
        "a = \nb = 1\n" => "a = null\nb = 1\n";
    MISSING_SEPARATOR = "HX1010", "missing comma",
        "Commas separate the elements of a list and the arguments of a function call. The items of an object are separated by commas or line breaks.",
        "a = [\n  1\n  2\n]\n" => "a = [\n  1,\n  2\n]\n";
    NOT_AN_ITEM = "HX1011", "expected an attribute or block",
        "A body contains attributes (`name = value`) and blocks (`type \"label\" { … }`). Attribute names and block types are identifiers and cannot be quoted.",
        "\"name\" = 1\n" => "name = 1\n";
    MISSING_ASSIGN = "HX1012", "missing `=`",
        "An attribute, like the key of an object, is separated from its value by `=`.",
        "port 80\n" => "port = 80\n";
    JUNK_ON_LINE = "HX1013", "unexpected token at end of line",
        "An attribute or block ends with its line, and nothing can follow it there. Often an operator is missing, or the quotes around a string.",
        "a = 1 b = 2\n" => "a = 1\nb = 2\n";
    WRONG_OPERATOR = "HX1014", "unsupported operator",
        "HCL has the logical operators `&&`, `||` and `!`, the comparisons `==`, `!=`, `<`, `<=`, `>` and `>=`, and the conditional `condition ? a : b`. `=` only assigns a value to an attribute or key.",
        "a = true & false\n" => "a = true && false\n";
    WRONG_QUOTES = "HX1015", "unsupported quotation marks",
        "HCL strings use straight double quotes. Single quotes, backticks and typographic quotes are not supported.",
        "a = 'x'\n" => "a = \"x\"\n";
    BAD_ESCAPE = "HX1016", "invalid escape sequence",
        "The escape sequences of a quoted string are `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\`, `\\u` followed by 4 hexadecimal digits, and `\\U` followed by 8. Write a literal backslash as `\\\\`. Heredocs have no escape sequences except `$${` and `%%{`.",
        "a = \"C:\\dir\"\n" => "a = \"C:\\\\dir\"\n";
    BAD_NUMBER = "HX1017", "malformed number",
        "Numbers are decimal: digits, optionally a fraction, optionally an exponent. Quote versions and IP addresses, which are strings.",
        "a = 1.2.3\n" => "a = \"1.2.3\"\n";
    BLOCK_HEADER = "HX1018", "malformed block header",
        "A block header consists of the block type, its labels (identifiers or strings without interpolation) and `{`, all on one line.",
        "server\n{\n  port = 80\n}\n" => "server {\n  port = 80\n}\n";
    ONE_LINE_BLOCK = "HX1019", "invalid single-line block",
        "A single-line block is empty or contains exactly one attribute. Put anything else on separate lines.",
        "server { port = 80, host = \"a\" }\n" => "server {\n  port = 80\n  host = \"a\"\n}\n";
    BAD_FOR = "HX1020", "malformed `for` expression",
        "`[for value in collection : result]` produces a tuple, and `{for key, value in collection : key => result}` an object. Both accept a final `if condition`; in an object, `...` after the result groups values by key.",
        "a = [for x of [1] : x]\n" => "a = [for x in [1] : x]\n";
    BAD_DIRECTIVE = "HX1021", "malformed template directive",
        "The directives are `%{ if condition }…%{ else }…%{ endif }` and `%{ for value in collection }…%{ endfor }`. They can be nested; there is no `else if`.",
        "a = \"%{ if true }yes\"\n" => "a = \"%{ if true }yes%{ endif }\"\n";
    BAD_STEP = "HX1022", "malformed traversal",
        "A value can be followed by `.name`, `[index]`, `.*` or `[*]`. The legacy index syntax `.0` works for a single index only.",
        "a = [[1]].0.0\n" => "a = [[1]][0][0]\n";
    BAD_CALL = "HX1023", "malformed function call",
        "A function call is the function's name, optionally with namespaces (`a::b`), and its arguments in parentheses. Only the last argument can be expanded with `...`.",
        "a = max([1, 2]..., 3)\n" => "a = max(3, [1, 2]...)\n";
    BAD_CONDITIONAL = "HX1024", "incomplete conditional",
        "A conditional has three parts: `condition ? a : b`. There is no form without the value for false; use `null` there.",
        "a = true ? 1\n" => "a = true ? 1 : null\n";
    MERGE_CONFLICT = "HX1025", "unresolved merge conflict",
        "The file contains conflict markers from a merge. Keep one side, and remove the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.",
        "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> branch\n" => "a = 1\n";
    DUPLICATE_ATTRIBUTE = "HX1026", "duplicate attribute",
        "A body can define an attribute only once. The first definition counts; remove or rename the other.",
        "a = 1\na = 2\n" => "a = 1\n";
    NESTING = "HX1027", "nesting too deep",
        "Brackets, blocks, templates, directives and unary operators can be nested at most 10,000 levels deep; anything deeper is not parsed. Chains of binary operators, traversals and conditionals are not limited.",
        "" => "";
    EXTRA_TEXT = "HX1028", "trailing text after expression",
        "Exactly one expression was expected, and something follows it that is not part of it.",
        "hclx eval -e '1 2'" => "hclx eval -e '1 + 2'";
    HEREDOC_MARKER = "HX1029", "malformed heredoc marker",
        "A heredoc starts with `<<EOT`, or with `<<-EOT` to strip the indentation. The marker is an identifier without quotes or spaces, and nothing can follow it on the line.",
        "a = <<~EOT\n  x\n  EOT\n" => "a = <<-EOT\n  x\n  EOT\n";
    EXTRA_COMMA = "HX1030", "unexpected comma",
        "A comma separates the elements of a collection, and one may follow the last element. Attributes and blocks are separated by line breaks, without commas.",
        "a = 1,\nb = 2\n" => "a = 1\nb = 2\n";
    LINE_BREAK = "HX1031", "unexpected line break",
        "Outside of brackets, a line break ends an expression. Put the expression in parentheses to spread it over several lines.",
        "a = 1 +\n  2\n" => "a = (1 +\n  2)\n";
    TOO_MANY = "HX1032", "too many syntax errors",
        "The file has more syntax errors than are worth listing. Perhaps it is not HCL.",
        "" => "";
    FOREIGN_TEMPLATE = "HX1033", "template outside a string",
        "`${…}` and `%{…}` have a meaning only in strings and heredocs, and HCL has no `{{…}}`. A file with these elsewhere is usually a template from which another tool generates HCL, and only the generated file can be checked. Only the first occurrence is reported.",
        "a = ${b}\n" => "a = b\n";
}
