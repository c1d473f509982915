//! HX2: types and values.

codes! {
    NOT_CONVERTIBLE = "HX2001", "value of the wrong type",
        "The value has a type that does not convert to the type that is needed here.",
        "a = tonumber(\"many\")\n" => "a = tonumber(\"12\")\n";
    TYPE_JSON = "HX2010", "malformed JSON form of a type",
        "A type in cty's JSON form is a name such as \"string\", or an array that begins with the kind of the type: [\"list\", \"string\"].",
        "" => "";
    NUMBER_LIMIT = "HX2051", "number beyond the limits",
        "Integers may have at most 250,000 digits, and literals exponents of at most 100,000. Larger ones are refused so that a short text cannot ask for unlimited memory and time.",
        "a = 1e99999999\n" => "a = 1e99\n";
    NO_NUMBER = "HX2052", "arithmetic without a result",
        "Dividing zero by zero, subtracting infinity from itself and multiplying it by zero have no result.",
        "a = 0 / 0\n" => "a = 0 / 1\n";
    NULL_OPERAND = "HX2053", "null where a value is needed",
        "The operation needs a value, and null is the absence of one.",
        "a = null + 1\n" => "a = 0 + 1\n";
    NO_ATTRIBUTE = "HX2054", "attribute that does not exist",
        "The object does not have an attribute of this name, or the value is not an object and has no attributes at all.",
        "a = { b = 1 }.c\n" => "a = { b = 1 }.b\n";
    NO_INDEX = "HX2055", "index that leads nowhere",
        "The value has no element at this index or key, or it is not a collection and has no elements at all.",
        "a = [1, 2][2]\n" => "a = [1, 2][1]\n";
    NO_LENGTH = "HX2056", "value without a length",
        "Only lists, sets, maps, tuples, objects and strings have a length.",
        "" => "";
    MSGPACK = "HX2057", "malformed MessagePack",
        "The bytes are not a value of the wanted type in MessagePack as cty writes it. The message says at which byte it goes wrong.",
        "" => "";
    OPERAND_TYPE = "HX2101", "operand of the wrong type",
        "Arithmetic and comparisons of size take numbers, `&&`, `||` and `!` take bools. A string is converted if it holds the text of a number or bool.",
        "a = \"a\" + 1\n" => "a = 2 + 1\n";
    CONDITION = "HX2102", "condition that is neither true nor false",
        "A condition is a bool, or the string \"true\" or \"false\". Numbers are not conditions: compare them with something.",
        "a = 1 ? 2 : 3\n" => "a = 1 > 0 ? 2 : 3\n";
    ARMS_DIFFER = "HX2103", "arms of a conditional that have no common type",
        "Whatever the condition is, a conditional has one type, so both arms must convert to a common one. The message names the shortest path on which they differ.",
        "a = true ? [1] : { b = 1 }\n" => "a = true ? [1] : []\n";
    TEMPLATE_PART = "HX2104", "value that cannot be part of a text",
        "An interpolation takes strings, numbers and bools. Lists, maps and objects have no text of their own, and null has none either.",
        "a = \"x ${[1, 2]}\"\n" => "a = \"x ${jsonencode([1, 2])}\"\n";
    NOT_ITERABLE = "HX2105", "value that `for` cannot iterate over",
        "`for` iterates over lists, sets, tuples, maps and objects that are not null.",
        "a = [for x in 5 : x]\n" => "a = [for x in [5] : x]\n";
    SPLAT_OF_NULL = "HX2106", "splat of null",
        "A splat over null gives an empty tuple, but not over the null of a list, set or tuple.",
        "a = tolist(null)[*]\n" => "a = tolist([])[*]\n";
    SPLAT_ELEMENTS = "HX2107", "splat whose elements make no list",
        "A splat over a list or set gives a list, so what it gives for each element must be of one type. A `for` expression gives a tuple, which may hold different types.",
        "a = tolist([null, \"x\"])[*][*]\n" => "a = [for v in tolist([null, \"x\"]) : v[*]]\n";
    INVALID_KEY = "HX2108", "key that is no text",
        "Keys of objects are strings that are not null; numbers and bools are converted.",
        "a = { (null) = 1 }\n" => "a = { b = 1 }\n";
    DUPLICATE_KEY = "HX2109", "key given twice",
        "Two elements have the same key. In a `for` expression, `...` after the value gathers the values of one key in a tuple.",
        "a = { for x in [1, 2] : \"k\" => x }\n" => "a = { for x in [1, 2] : \"k\" => x... }\n";
    EXPANSION = "HX2110", "`...` after a value that cannot be expanded",
        "`...` after the last argument of a call takes its elements as arguments, so it must be a list, set or tuple that is not null.",
        "a = max(5...)\n" => "a = max([5]...)\n";
    TYPE_WORD = "HX2201", "word that is not a type",
        "The word does not name a type. The types are string, number, bool, any, list(…), set(…), map(…), tuple([…]) and object({…}).",
        "hclx unify strng int" => "hclx unify string int";
    TYPE_SYNTAX = "HX2202", "type expression of the wrong form",
        "A type is a word such as `string` or a call such as `list(string)`, without quotes, parentheses and operators. The message says which argument is missing or too many.",
        "hclx unify 'list(string, int)'" => "hclx unify 'list(string)'";
    TYPE_ATTRIBUTE = "HX2203", "attribute of an object type that cannot be declared",
        "In an object type every attribute is declared once, by a bare word.",
        "hclx unify 'object({a = string, a = int})'" => "hclx unify 'object({a = string, b = int})'";
    TYPE_DEFAULT = "HX2204", "default that does not fit its attribute",
        "The default of `optional(TYPE, DEFAULT)` must convert to the type.",
        "hclx unify 'object({a = optional(int, [])})'" => "hclx unify 'object({a = optional(int, 0)})'";
}
