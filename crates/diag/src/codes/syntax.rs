//! HX1: from text to tree, in native syntax.

codes! {
    INVALID_CHARACTER = "HX1001", "character that HCL does not use",
        "The character has no meaning at this place. Remove it, or quote the text that it belongs to.",
        "a = 1 ; b = 2\n" => "a = 1\nb = 2\n";
    NOT_UTF8 = "HX1002", "text that is not UTF-8",
        "HCL is written in UTF-8. The file holds bytes that are no characters in it; perhaps it was saved in an older encoding. Only the first such place is reported. Comments may hold any bytes.",
        "printf 'a = \"\\377\"\\n' | hclx check -" => "printf 'a = \"\\303\\277\"\\n' | hclx check -";
    UNCLOSED_STRING = "HX1003", "string that is not closed",
        "A quoted string ends on the line on which it begins. A text of several lines is written with `\\n`, or as a heredoc.",
        "name = \"web\nport = 80\n" => "name = \"web\"\nport = 80\n";
    UNCLOSED_BRACKET = "HX1004", "bracket that is not closed",
        "Each `{`, `[` and `(` needs its partner. The finding points at the opening bracket, or at what is where it should have been closed; where the closing bracket is probably missing is labelled, judged by the indentation.",
        "server {\n  port = 80\n\nclient {\n  port = 81\n}\n" => "server {\n  port = 80\n}\n\nclient {\n  port = 81\n}\n";
    UNCLOSED_HEREDOC = "HX1005", "heredoc that is not ended",
        "A heredoc ends with a line that holds its marker and nothing else; blanks may be before it, and a line break must follow it.",
        "list = [<<EOT\ntext\nEOT, 1]\n" => "list = [<<EOT\ntext\nEOT\n, 1]\n";
    UNCLOSED_COMMENT = "HX1006", "comment that is not closed",
        "A comment that begins with `/*` ends with the next `*/`. Such comments do not nest.",
        "a = 1\n/* the rest\n" => "a = 1\n/* the rest */\n";
    UNCLOSED_SEQUENCE = "HX1007", "template sequence that is not closed",
        "In strings and heredocs `${` begins an expression and `%{` a directive; each ends with `}`. If the characters themselves are meant, as for a shell, the first is doubled: `$${HOME}`.",
        "a = \"${b\"\n" => "a = \"${b}\"\n";
    STRAY_BRACKET = "HX1008", "closing bracket that closes nothing",
        "No bracket of this kind is open. Remove the bracket, or add the one that it should close.",
        "a {\n}\n}\n" => "a {\n}\n";
    VALUE_MISSING = "HX1009", "value that is missing",
        "A value belongs here: a number, a string, a list, an object, a name, a call or any expression of them. `null` says that there is none.",
        "a = \nb = 1\n" => "a = null\nb = 1\n";
    MISSING_SEPARATOR = "HX1010", "comma that is missing",
        "The elements of a list and the arguments of a call are separated by commas, the items of an object by commas or new lines.",
        "a = [\n  1\n  2\n]\n" => "a = [\n  1,\n  2\n]\n";
    NOT_AN_ITEM = "HX1011", "neither an attribute nor a block",
        "A body holds attributes, `name = value`, and blocks, `type \"label\" { }`. The names of both are single words without quotes.",
        "\"name\" = 1\n" => "name = 1\n";
    MISSING_ASSIGN = "HX1012", "`=` that is missing",
        "The value of an attribute and of a key of an object comes after `=`.",
        "port 80\n" => "port = 80\n";
    JUNK_ON_LINE = "HX1013", "more on a line than belongs there",
        "Each attribute and each block ends with its line, and what is on the line must belong to it. Often an operator is missing, or the quotes around a text.",
        "a = 1 b = 2\n" => "a = 1\nb = 2\n";
    WRONG_OPERATOR = "HX1014", "operator that HCL does not have here",
        "HCL has `&&`, `||` and `!` for conditions, `==` and `!=` to compare, `=` to give a value, and `condition ? value : other`.",
        "a = true & false\n" => "a = true && false\n";
    WRONG_QUOTES = "HX1015", "quotes that HCL does not have",
        "Strings are in straight double quotes.",
        "a = 'x'\n" => "a = \"x\"\n";
    BAD_ESCAPE = "HX1016", "escape that HCL does not have",
        "In a quoted string a backslash begins one of `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\`, `\\u` with 4 and `\\U` with 8 hexadecimal digits. A backslash of the text itself is written twice. Heredocs have no escapes but `$${` and `%%{`.",
        "a = \"C:\\dir\"\n" => "a = \"C:\\\\dir\"\n";
    BAD_NUMBER = "HX1017", "malformed number",
        "A number is decimal: digits, optionally a point with more digits, optionally an exponent. Versions and addresses are texts and are in quotes.",
        "a = 1.2.3\n" => "a = \"1.2.3\"\n";
    BLOCK_HEADER = "HX1018", "malformed header of a block",
        "A block begins with its type, labels (names, or strings without templates) and `{`, all on one line.",
        "server\n{\n  port = 80\n}\n" => "server {\n  port = 80\n}\n";
    ONE_LINE_BLOCK = "HX1019", "block on one line that holds too much",
        "A block on one line may be empty or hold one attribute. Everything else is on lines of its own.",
        "server { port = 80, host = \"a\" }\n" => "server {\n  port = 80\n  host = \"a\"\n}\n";
    BAD_FOR = "HX1020", "malformed `for`",
        "A list is made by `[for value in collection : result]`, an object by `{for key, value in collection : key => result}`. Both may end with `if condition`; an object may group by `...`.",
        "a = [for x of [1] : x]\n" => "a = [for x in [1] : x]\n";
    BAD_DIRECTIVE = "HX1021", "malformed template directive",
        "Directives are `%{ if condition }…%{ else }…%{ endif }` and `%{ for value in collection }…%{ endfor }`. They nest, and there is no `else if`.",
        "a = \"%{ if true }yes\"\n" => "a = \"%{ if true }yes%{ endif }\"\n";
    BAD_STEP = "HX1022", "malformed step",
        "After a value come `.name`, `[index]`, `.*` or `[*]`. The old form `.0` works for one index only.",
        "a = [[1]].0.0\n" => "a = [[1]][0][0]\n";
    BAD_CALL = "HX1023", "malformed call",
        "A function is called by its name, perhaps with namespaces, `a::b`, and arguments in parentheses. Only the last argument may be expanded by `...`.",
        "a = max([1, 2]..., 3)\n" => "a = max(3, [1, 2]...)\n";
    BAD_CONDITIONAL = "HX1024", "conditional without its other value",
        "A conditional has three parts: `condition ? value : other`.",
        "a = true ? 1\n" => "a = true ? 1 : null\n";
    MERGE_CONFLICT = "HX1025", "merge conflict that is not resolved",
        "Version control has left both sides of a conflict in the file. Keep one, and remove the lines of `<`, `=` and `>`.",
        "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> branch\n" => "a = 1\n";
    DUPLICATE_ATTRIBUTE = "HX1026", "attribute that is given twice",
        "An attribute has one value in a body. The second is not used.",
        "a = 1\na = 2\n" => "a = 1\n";
    NESTING = "HX1027", "text that is nested too deep",
        "Brackets, blocks, templates, directives and unary operators may be nested 10,000 deep in each other. What is nested deeper is not read. Chains of operators, steps and conditionals have no limit.",
        "" => "";
    EXTRA_TEXT = "HX1028", "text after the expression",
        "One expression was asked for, and it is followed by something that does not belong to it.",
        "hclx eval -e '1 2'" => "hclx eval -e '1 + 2'";
    HEREDOC_MARKER = "HX1029", "malformed beginning of a heredoc",
        "A heredoc begins with `<<EOT` or, to take off indentation, `<<-EOT`: no blanks, no quotes, nothing else on the line.",
        "a = <<~EOT\n  x\n  EOT\n" => "a = <<-EOT\n  x\n  EOT\n";
    EXTRA_COMMA = "HX1030", "comma that separates nothing",
        "Commas are between elements, and one may follow the last. Attributes and blocks have none.",
        "a = 1,\nb = 2\n" => "a = 1\nb = 2\n";
    LINE_BREAK = "HX1031", "line break inside an expression",
        "Outside of brackets a line break ends an expression. In parentheses it can be spread over lines.",
        "a = 1 +\n  2\n" => "a = (1 +\n  2)\n";
    TOO_MANY = "HX1032", "too many errors to list",
        "The file has more syntax errors than are worth listing; perhaps it is not HCL.",
        "" => "";
    FOREIGN_TEMPLATE = "HX1033", "template outside of a string",
        "`${ }` and `%{ }` have a meaning only in strings and heredocs; `{{ }}` has none in HCL. A file that holds them elsewhere is a template that another tool turns into HCL: only the result can be read. Only the first place is reported.",
        "a = ${b}\n" => "a = b\n";
}
