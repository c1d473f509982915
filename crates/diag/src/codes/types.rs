//! HX2: types and values.

codes! {
    Types;
    NOT_CONVERTIBLE = "HX2001", "type mismatch",
        "The value cannot be converted to the type that is required here. The message shows the expected and the found type, and where inside the value they differ.",
        "a = tonumber(\"many\")\n" => "a = tonumber(\"12\")\n";
    TYPE_JSON = "HX2010", "malformed JSON type",
        "A type in cty's JSON form is a name, for example \"string\", or an array that starts with the kind of the type: [\"list\", \"string\"].",
        "" => "";
    NUMBER_LIMIT = "HX2051", "number out of range",
        "The exponent of a number is at most 100,000, and an exact integer (of type int, or one that `parseint` reads) has at most 4,096 bits. Larger numbers are rejected because a few characters could otherwise take unlimited memory and time.",
        "a = 1e99999999\n" => "a = 1e99\n";
    NO_NUMBER = "HX2052", "undefined arithmetic",
        "Zero divided by zero, infinity minus infinity, and infinity times zero are undefined.",
        "a = 0 / 0\n" => "a = 0 / 1\n";
    NULL_OPERAND = "HX2053" at Nulls, "unexpected null",
        "The operation requires a value, and null is the absence of one. Test for null first, or provide a default with `coalesce` or a conditional.",
        "a = null + 1\n" => "a = 0 + 1\n";
    NO_ATTRIBUTE = "HX2054", "unknown attribute of a value",
        "The object has no attribute with this name, or the value is not an object and has no attributes at all.",
        "a = { b = 1 }.c\n" => "a = { b = 1 }.b\n";
    NO_INDEX = "HX2055", "invalid index",
        "The value has no element with this index or key, or it is not a collection and cannot be indexed.",
        "a = [1, 2][2]\n" => "a = [1, 2][1]\n";
    NO_LENGTH = "HX2056", "value without a length",
        "Only lists, sets, maps, tuples, objects and strings have a length.",
        "" => "";
    MSGPACK = "HX2057", "malformed MessagePack",
        "The bytes are not a value of the expected type in cty's MessagePack encoding. The message gives the offset of the first invalid byte.",
        "" => "";
    OPERAND_TYPE = "HX2101", "invalid operand type",
        "Arithmetic and ordering operators require numbers; `&&`, `||` and `!` require bools. A string is converted if it contains a number or a bool.",
        "a = \"a\" + 1\n" => "a = 2 + 1\n";
    CONDITION = "HX2102", "condition is not a bool",
        "A condition must be a bool, or one of the strings \"true\" and \"false\". Numbers are not converted to bools; use a comparison such as `x > 0`.",
        "a = 1 ? 2 : 3\n" => "a = 1 > 0 ? 2 : 3\n";
    ARMS_DIFFER = "HX2103", "inconsistent conditional types",
        "A conditional has a single type, whatever its condition is, so both results must be convertible to a common type. The message names the shortest path at which their types differ.",
        "a = true ? [1] : { b = 1 }\n" => "a = true ? [1] : []\n";
    TEMPLATE_PART = "HX2104", "value not allowed in a template",
        "Only strings, numbers and bools can be interpolated. Lists, maps, objects and null have no string form; use a function such as `jsonencode` or `join`.",
        "a = \"x ${[1, 2]}\"\n" => "a = \"x ${jsonencode([1, 2])}\"\n";
    NOT_ITERABLE = "HX2105", "value cannot be iterated",
        "A `for` expression iterates over lists, sets, tuples, maps and objects that are not null.",
        "a = [for x in 5 : x]\n" => "a = [for x in [5] : x]\n";
    SPLAT_OF_NULL = "HX2106" at Nulls, "splat of null",
        "A splat turns a null value into an empty tuple, except when the value is a list, set or tuple that is null: that is an error.",
        "a = tolist(null)[*]\n" => "a = tolist([])[*]\n";
    SPLAT_ELEMENTS = "HX2107", "inconsistent splat element types",
        "A splat over a list or set produces a list, so the results for all elements must have one type. Use a `for` expression, which produces a tuple, if the types differ.",
        "a = tolist([null, \"x\"])[*][*]\n" => "a = [for v in tolist([null, \"x\"]) : v[*]]\n";
    INVALID_KEY = "HX2108", "invalid object key",
        "The key of an object must be a string and cannot be null. Numbers and bools are converted.",
        "a = { (null) = 1 }\n" => "a = { b = 1 }\n";
    DUPLICATE_KEY = "HX2109", "duplicate object key",
        "Two items have the same key. In a `for` expression, `...` after the result groups all values with the same key in a tuple.",
        "a = { for x in [1, 2] : \"k\" => x }\n" => "a = { for x in [1, 2] : \"k\" => x... }\n";
    EXPANSION = "HX2110", "invalid argument expansion",
        "`...` after the last argument of a call passes its elements as separate arguments, so the value must be a list, set or tuple that is not null.",
        "a = max(5...)\n" => "a = max([5]...)\n";
    TYPE_WORD = "HX2201", "unknown type",
        "No type has this name. The types are string, number, bool, any, list(…), set(…), map(…), tuple([…]) and object({…}).",
        "hclx unify strng int" => "hclx unify string int";
    TYPE_SYNTAX = "HX2202", "malformed type expression",
        "A type expression is a name such as `string` or a call such as `list(string)`, without quotes, parentheses around it, or operators. The message says which argument is missing or unexpected.",
        "hclx unify 'list(string, int)'" => "hclx unify 'list(string)'";
    TYPE_ATTRIBUTE = "HX2203", "invalid attribute in an object type",
        "An object type declares each attribute once, and the attribute names are identifiers.",
        "hclx unify 'object({a = string, a = int})'" => "hclx unify 'object({a = string, b = int})'";
    TYPE_DEFAULT = "HX2204", "invalid default in an object type",
        "The default in `optional(TYPE, DEFAULT)` must be convertible to the type.",
        "hclx unify 'object({a = optional(int, [])})'" => "hclx unify 'object({a = optional(int, 0)})'";
}
