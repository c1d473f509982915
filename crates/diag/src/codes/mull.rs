//! MU: Mull (the table of its specification, section 15).

codes! {
    YAML_SYNTAX = "MU1001", "text that is not YAML",
        "The text outside of quotations is YAML 1.2, and the parser of YAML stops here.",
        "a: [1, 2\n" => "a: [1, 2]\n";
    JSON_SYNTAX = "MU1002", "text that is not JSON",
        "The text outside of quotations is JSON as RFC 8259 has it, and its parser stops here.",
        "{\"a\": 1,}" => "{\"a\": 1}";
    UNTERMINATED_QUOTATION = "MU1003", "quotation without its closing brace",
        "A quotation begins with `${` and ends at the matching `}`. Write `$${` for the text `${`.",
        "a: ${b\n" => "a: $${b\n";
    DUPLICATE_ENTRY = "MU1004", "key given twice",
        "A mapping has each key once; the second would silently win over the first.",
        "a: 1\na: 2\n" => "a: 1\nb: 2\n";
    SECOND_DOCUMENT = "MU1005", "more than one document",
        "A file holds one document: nothing may follow `...` or a second `---`.",
        "a: 1\n---\nb: 2\n" => "a: 1\nb: 2\n";
    UNSUPPORTED_YAML = "MU1006", "YAML that has no meaning here",
        "JSON must be able to say every value, so keys are scalars, `.inf` and `.nan` do not exist, and tags are those of the core schema or names of types.",
        "a: .inf\n" => "a: 1e300\n";
    BAD_ALIAS = "MU1007", "alias that leads nowhere",
        "An alias stands for a node that has been given its anchor before, and that is not one of those that the alias is in.",
        "a: *b\n" => "a: &b 1\nc: *b\n";
    STATIC_LIMIT = "MU1008", "document beyond the limits",
        "Files have at most 8 MiB, nodes nest at most 128 deep, expressions 64, types 32, and aliases expand to at most 100,000 nodes.",
        "" => "";
    NOT_UTF8 = "MU1009", "text that is not UTF-8",
        "Files are UTF-8.",
        "" => "";
    GROUP_NOT_CLOSED = "MU1101", "`if` or `for` without `done`",
        "A statement line `${if …}` or `${for …}` opens a group, which `${done}` closes in the same column.",
        "${if true}\na: 1\n" => "${if true}\na: 1\n${done}\n";
    STRAY_PART = "MU1102", "`else` or `done` that belongs to nothing",
        "`${else if …}`, `${else}` and `${done}` follow an `${if …}` or `${for …}` of the same column; nothing but `${done}` follows `${else}`.",
        "a: 1\n${done}\n" => "a: 1\n";
    PART_COLUMN = "MU1103", "part of a group in another column",
        "`${else if …}`, `${else}` and `${done}` stand in the column of the statement that they belong to, so that it can be seen what belongs together.",
        "m:\n  ${if true}\n  a: 1\n    ${done}\n" => "m:\n  ${if true}\n  a: 1\n  ${done}\n";
    QUOTATION_NOT_ALLOWED = "MU1104", "quotation or statement where none is allowed",
        "Statements stand on lines of their own or as keys; declarations of types and properties are static, but for defaults.",
        "a: ${if true}\n" => "a: ${if(true, 1)}\n";
    BODY_KIND = "MU1105", "body of the wrong kind",
        "What an `if` or `for` includes must fit where it stands: entries into a mapping, elements into a sequence.",
        "m:\n  ${if true}\n  a: 1\n  ${else}\n  - 1\n  ${done}\n" => "m:\n  ${if true}\n  a: 1\n  ${else}\n  a: 2\n  ${done}\n";
    BODY_COLUMN = "MU1106", "line left of the body that it is in",
        "The first line of a body says in which column the body stands; no later line of it may stand further left.",
        "m:\n  ${if true}\n      a: 1\n    b: 2\n  ${done}\n" => "m:\n  ${if true}\n    a: 1\n    b: 2\n  ${done}\n";
    QUOTATION_SYNTAX = "MU1201", "quotation that cannot be read",
        "The expression in a quotation breaks the grammar at this token.",
        "a: ${1 ? 2 : 3}\n" => "a: ${if(true, 2, 3)}\n";
    QUOTATION_LITERAL = "MU1202", "malformed literal",
        "Numbers in quotations are those of JSON, `0x…` or `0o…`; strings are \"…\" with the escapes of JSON or '…' with '' for a quote.",
        "a: ${012}\n" => "a: ${12}\n";
    EMPTY_QUOTATION = "MU1203", "quotation that holds nothing",
        "A quotation holds an expression or a statement.",
        "a: ${}\n" => "a: ${1}\n";
    NESTED_QUOTATION = "MU1204", "quotation inside a string of a quotation",
        "Strings in quotations are plain. Join texts with `+` or `format`, or write `$${` for the text `${`.",
        "a: 1\nb: ${\"x${a}\"}\n" => "a: 1\nb: x${a}\n";
    FORM_ARGUMENTS = "MU1206", "`if` or `for` with a wrong number of arguments",
        "`if(condition, a)`, `if(condition, a, b)` and `for(collection, body)` are the forms.",
        "a: ${if(true)}\n" => "a: ${if(true, 1)}\n";
    UNKNOWN_VARIABLE = "MU2001", "unknown variable",
        "No `let`, no loop and no property of this name is visible here.",
        "a: ${b}\n" => "a: ${b}\nb: 1\n";
    UNKNOWN_MULL_FUNCTION = "MU2002", "unknown function",
        "There is no function of this name; `hclx functions --dialect mull` lists all.",
        "a: ${uper(\"x\")}\n" => "a: ${upper(\"x\")}\n";
    UNKNOWN_TYPE = "MU2003", "unknown type",
        "No type of this name is declared in `types:` or brought in by `$import`.",
        "properties:\n  a: { type: integer, default: 1 }\nx: ${a}\n" => "properties:\n  a: { type: int, default: 1 }\nx: ${a}\n";
    ALREADY_DEFINED = "MU2004", "name that is defined already",
        "Names are bound once and never shadowed.",
        "a: 1\nm:\n  ${let a = 2}\n  b: ${a}\n" => "a: 1\nm:\n  ${let c = 2}\n  b: ${c}\n";
    RESERVED_NAME = "MU2005", "reserved name",
        "Keywords, the names that loops bind, and the names of the basic types cannot be given to something else.",
        "${let item = 1}\na: ${item}\n" => "${let one = 1}\na: ${one}\n";
    USED_BEFORE = "MU2006", "name that is used before its `let`",
        "A `let` is visible from the next entry on.",
        "m:\n  b: ${a}\n  ${let a = 1}\n" => "m:\n  ${let a = 1}\n  b: ${a}\n";
    REFERENCE_CYCLE = "MU2007", "value that needs itself",
        "Values are computed on demand, and this one is needed to compute it.",
        "a: ${b}\nb: ${a}\n" => "a: ${b}\nb: 1\n";
    NOT_AVAILABLE = "MU2008", "special variable that is not available here",
        "`this` is the object that a declaration makes; a document whose root is no mapping and the default of what is no object have none.",
        "- ${this}\n" => "a: ${this.b}\nb: 1\n";
    NOT_IMPORTED = "MU2009", "file that cannot be imported",
        "Imports are files below the root of imports, and do not import each other in a circle.",
        "a: ${import(\"nowhere.yaml\")}\n" => "a: 1\n";
    TYPE_SYNTAX = "MU3001", "malformed type",
        "The type expression breaks the grammar at this character.",
        "properties:\n  a: \"[]string\"\nx: 1\n" => "properties:\n  a: { type: \"string[]\", default: [] }\nx: 1\n";
    BAD_DECLARATION = "MU3002", "malformed declaration",
        "A declaration has the attributes `base` (or `type`), `default`, `description`, and either `properties` or constraints; properties also have `required`.",
        "types:\n  t: { base: int, maxmum: 1 }\na: 1\n" => "types:\n  t: { base: int, maximum: 1 }\na: 1\n";
    CYCLIC_BASE = "MU3003", "type that is based on itself",
        "Following the bases of the type leads back to it.",
        "types:\n  t: u[]\n  u: t\na: 1\n" => "types:\n  t: u[]\n  u: int\na: 1\n";
    ILLEGAL_BASE = "MU3004", "base that cannot have properties",
        "Properties extend an object type.",
        "types:\n  t: { base: int, properties: { a: int } }\na: 1\n" => "types:\n  t: { properties: { a: int } }\na: 1\n";
    PROPERTIES_AND_CONSTRAINTS = "MU3005", "properties and constraints in one type",
        "A type has either properties or constraints.",
        "types:\n  t: { properties: { a: int }, maximum: 1 }\na: 1\n" => "types:\n  t: { properties: { a: { type: int, maximum: 1 } } }\na: 1\n";
    CONSTRAINT_NOT_APPLICABLE = "MU3006", "constraint that does not apply",
        "`maxLength`, `minLength` and `pattern` constrain strings, `maximum` and `minimum` numbers, `enum` both.",
        "types:\n  t: { base: int, maxLength: 1 }\na: 1\n" => "types:\n  t: { base: string, maxLength: 1 }\na: 1\n";
    INVALID_CONSTRAINT = "MU3007", "invalid constraint",
        "Lengths are integers from 0, patterns are regular expressions in linear time, `enum` is a list of values of the base.",
        "types:\n  t: { base: string, pattern: \"(\" }\na: 1\n" => "types:\n  t: { base: string, pattern: \"[(]\" }\na: 1\n";
    UNSATISFIABLE = "MU3008", "constraints that no value meets",
        "Together the constraints leave no value.",
        "types:\n  t: { base: int, minimum: 2, maximum: 1 }\na: 1\n" => "types:\n  t: { base: int, minimum: 1, maximum: 2 }\na: 1\n";
    NOT_NARROWER = "MU3009", "property that does not narrow the one it overrides",
        "A property declared again must have a type below the inherited one and may not be less required.",
        "types:\n  t: { properties: { a: int } }\n  u: { base: t, properties: { a: string } }\nx: 1\n" => "types:\n  t: { properties: { a: number } }\n  u: { base: t, properties: { a: int } }\nx: 1\n";
    ILLEGAL_KEY_TYPE = "MU3011", "type that cannot be the key of a map",
        "Keys are bool, int, number or string, or declared types of these.",
        "properties:\n  a: { type: \"map[any, int]\", required: false }\nx: 1\n" => "properties:\n  a: { type: \"map[string, int]\", required: false }\nx: 1\n";
    INFINITE_TYPE = "MU3012", "type without a finite value",
        "Each value of the type would need another one inside it; make one of the properties optional.",
        "types:\n  node: { properties: { next: node } }\na: 1\n" => "types:\n  node: { properties: { next: { type: node, required: false } } }\na: 1\n";
    INCORRECT_TYPE = "MU4001", "value of the wrong type",
        "The value has a type that is not below the type that is needed here.",
        "types:\n  t: { properties: { a: int } }\nx: ${t{ a: \"s\" }}\n" => "types:\n  t: { properties: { a: int } }\nx: ${t{ a: 1 }}\n";
    MISSING_PROPERTY = "MU4002", "missing property",
        "The type requires the property, and it has no default.",
        "types:\n  t: { properties: { a: int } }\nx: ${t{}}\n" => "types:\n  t: { properties: { a: int } }\nx: ${t{ a: 1 }}\n";
    UNRECOGNISED_PROPERTY = "MU4003", "unrecognised property",
        "Objects are closed: the type has no property of this name.",
        "types:\n  t: { properties: { a: int } }\nx: ${t{ a: 1, b: 2 }}\n" => "types:\n  t: { properties: { a: int } }\nx: ${t{ a: 1 }}\n";
    OPERATOR_NOT_DEFINED = "MU4004", "operator that is not defined for its operands",
        "Nothing is converted on the way: texts are joined with texts, numbers computed with numbers.",
        "a: ${\"n\" + 1}\n" => "a: ${\"n\" + string(1)}\n";
    NEVER_EQUAL = "MU4005", "values that can never be equal",
        "The types of both sides have no value in common.",
        "a: ${1 == \"1\"}\n" => "a: ${1 == int(\"1\")}\n";
    CONDITION_NOT_BOOL = "MU4006", "condition that is no bool",
        "There is no truthiness: a condition is true or false.",
        "a: ${if(1, 2)}\n" => "a: ${if(1 > 0, 2)}\n";
    NO_SUCH_MEMBER = "MU4007", "property or index that does not exist",
        "The type on the left has no such property, or cannot be indexed this way.",
        "m: { a: 1 }\nx: ${m.b}\n" => "m: { a: 1 }\nx: ${m.a}\n";
    MAYBE_NOTHING = "MU4008", "value that may be null or undefined",
        "The operation needs a value. Give a default with `??`, or test with `!= null` first.",
        "properties:\n  a: { type: int, required: false }\nx: ${a + 1}\n" => "properties:\n  a: { type: int, required: false }\nx: ${(a ?? 0) + 1}\n";
    ARGUMENT_COUNT = "MU4009", "wrong number of arguments",
        "The signature of the function says how many it takes.",
        "a: ${upper()}\n" => "a: ${upper(\"x\")}\n";
    ARGUMENT_TYPE = "MU4010", "argument of the wrong type",
        "The signature of the function says what it takes.",
        "a: ${upper(1)}\n" => "a: ${upper(\"x\")}\n";
    ASSERTION_IMPOSSIBLE = "MU4011", "assertion that cannot hold",
        "No value of the expression has the asserted type.",
        "a: ${1}\nb: ${bool{a}}\n" => "a: ${true}\nb: ${bool{a}}\n";
    NOT_ENUMERABLE = "MU4012", "value that cannot be enumerated",
        "`for` enumerates arrays, tuples, sets, maps and objects.",
        "a: ${for(\"abc\", item)}\n" => "a: ${for(split(\"\", \"abc\"), item)}\n";
    NOT_TEXT = "MU4013", "value that cannot be part of a text or a key",
        "Texts and keys are made of bools, numbers and strings; `string()` makes a text of anything.",
        "m: { a: 1 }\ns: m=${m}\n" => "m: { a: 1 }\ns: m=${string(m)}\n";
    CONSTRAINT_UNMET = "MU5001", "constraint that is not met",
        "The value is not among those that the type allows.",
        "types:\n  port: { base: int, maximum: 65535 }\na: ${port{70000}}\n" => "types:\n  port: { base: int, maximum: 65535 }\na: ${port{7000}}\n";
    OUT_OF_RANGE = "MU5002", "index or key that is not there",
        "The array has no such index, or the map no such key.",
        "xs: [1, 2]\na: ${xs[2]}\n" => "xs: [1, 2]\na: ${xs[1]}\n";
    DIVISION_BY_ZERO = "MU5003", "division by zero",
        "The divisor is zero.",
        "a: ${1 / 0}\n" => "a: ${1 / 2}\n";
    CANNOT_PARSE = "MU5004", "text that cannot be parsed",
        "The text is not one of those that the function reads.",
        "a: ${number(\"many\")}\n" => "a: ${number(\"12\")}\n";
    DUPLICATE_PRODUCED = "MU5005", "key that is produced twice",
        "Computed keys must differ from each other and from the written ones.",
        "m:\n  ${for [1, 2]}\n  a: ${item}\n  ${done}\n" => "m:\n  ${for [1, 2]}\n  a-${item}: ${item}\n  ${done}\n";
    FUNCTION_FAILED = "MU5006", "function that failed",
        "The function has no result for these values.",
        "a: ${element([], 0)}\n" => "a: ${element([1], 0)}\n";
    STRUCTURE_UNKNOWN = "MU5007", "structure that depends on what is not known",
        "Which entries a document has must be known to print it.",
        "properties:\n  o: { type: \"output[bool]\", required: false }\nm:\n  ${if o ?? true}\n  a: 1\n  ${done}\n" => "properties:\n  o: { type: bool, required: false }\nm:\n  ${if o ?? true}\n  a: 1\n  ${done}\n";
    MULL_LIMIT = "MU5008", "evaluation beyond the limits",
        "Evaluation takes at most 10,000,000 steps and makes at most 1,000,000 nodes; `range`, `repeat` and strings have at most 1,000,000 elements.",
        "a: ${range(0, 1000000000000)}\n" => "a: ${range(0, 10)}\n";
    FINAL_LINE_BREAK = "MU9001", "text because of a final line break",
        "A block scalar that is one quotation and a line break is a text. `|-` leaves the line break out, so that the value keeps its type.",
        "a: |\n  ${[1]}\n" => "a: |-\n  ${[1]}\n";
    DEFAULT_UNUSED = "MU9002", "required property with a default",
        "The caller must supply the property, so its default is never used.",
        "properties:\n  a: { type: int, required: true, default: 1 }\nx: 1\n" => "properties:\n  a: { type: int, default: 1 }\nx: 1\n";
    DECIDED_COMPARISON = "MU9003", "comparison that is decided already",
        "Whatever the unknown values are, the comparison has the same result.",
        "properties:\n  n: { type: int, minimum: 10, default: 10 }\nx: ${n < 0}\n" => "properties:\n  n: { type: int, minimum: 10, default: 10 }\nx: ${n < 12}\n";
    COLLECTED_NOT_MERGED = "MU9004", "loop body that is collected, not merged",
        "The body gives a map, but only a body whose type is a map is merged. Assert its type to merge.",
        "x: ${for([1], jsondecode(\"{\\\"a\\\": 1}\"))}\n" => "x: ${for([1], { \"a\": item })}\n";
}
