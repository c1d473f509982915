//! MU: Mull (the table in section 15 of its specification).

codes! {
    Document;
    YAML_SYNTAX = "MU1001", "malformed YAML",
        "Apart from its quotations, the document must be valid YAML 1.2. The YAML parser stops here.",
        "a: [1, 2\n" => "a: [1, 2]\n";
    JSON_SYNTAX = "MU1002", "malformed JSON",
        "Apart from its quotations, the document must be valid JSON (RFC 8259). The JSON parser stops here.",
        "{\"a\": 1,}" => "{\"a\": 1}";
    UNTERMINATED_QUOTATION = "MU1003", "unclosed quotation",
        "A quotation begins with `${` and ends at the matching `}`. Write `$${` for a literal `${`.",
        "a: ${b\n" => "a: $${b\n";
    DUPLICATE_ENTRY = "MU1004", "duplicate key",
        "Each key of a mapping must be unique; otherwise the second entry would silently replace the first.",
        "a: 1\na: 2\n" => "a: 1\nb: 2\n";
    SECOND_DOCUMENT = "MU1005", "more than one document",
        "A file must contain exactly one document: nothing can follow `...` or a second `---`.",
        "a: 1\n---\nb: 2\n" => "a: 1\nb: 2\n";
    UNSUPPORTED_YAML = "MU1006", "unsupported YAML",
        "Every value must have a form in JSON: keys are scalars, `.inf` and `.nan` are not supported, and tags are those of the core schema or names of types.",
        "a: .inf\n" => "a: 1e300\n";
    BAD_ALIAS = "MU1007", "invalid alias",
        "An alias must refer to an anchor before it, and not to a node that contains the alias.",
        "a: *b\n" => "a: &b 1\nc: *b\n";
    STATIC_LIMIT = "MU1008", "document exceeds a limit",
        "Limits: files of 8 MiB, nodes nested 128 deep, expressions 64, types 32, and aliases that expand to 100,000 nodes.",
        "" => "";
    NOT_UTF8 = "MU1009", "invalid UTF-8",
        "Files must be UTF-8.",
        "" => "";
    GROUP_NOT_CLOSED = "MU1101", "`if` or `for` without `done`",
        "A statement line `${if …}` or `${for …}` opens a group, which `${done}` closes in the same column.",
        "${if true}\na: 1\n" => "${if true}\na: 1\n${done}\n";
    STRAY_PART = "MU1102", "`else` or `done` without a group",
        "`${else if …}`, `${else}` and `${done}` must follow an `${if …}` or `${for …}` in the same column, and only `${done}` can follow `${else}`.",
        "a: 1\n${done}\n" => "a: 1\n";
    PART_COLUMN = "MU1103", "misaligned part of a group",
        "`${else if …}`, `${else}` and `${done}` must start in the column of the statement that opens their group, so that readers can see their structure.",
        "m:\n  ${if true}\n  a: 1\n    ${done}\n" => "m:\n  ${if true}\n  a: 1\n  ${done}\n";
    QUOTATION_NOT_ALLOWED = "MU1104", "misplaced quotation or statement",
        "Statements must be on lines of their own or keys of mappings. Declarations of types and properties are static; only defaults can contain quotations.",
        "a: ${if true}\n" => "a: ${if(true, 1)}\n";
    BODY_KIND = "MU1105", "body of the wrong kind",
        "The body of an `if` or `for` must match its context: entries in a mapping, elements in a list.",
        "m:\n  ${if true}\n  a: 1\n  ${else}\n  - 1\n  ${done}\n" => "m:\n  ${if true}\n  a: 1\n  ${else}\n  a: 2\n  ${done}\n";
    BODY_COLUMN = "MU1106", "line indented less than its body",
        "The first line of a body sets its column; later lines must not be indented less.",
        "m:\n  ${if true}\n      a: 1\n    b: 2\n  ${done}\n" => "m:\n  ${if true}\n    a: 1\n    b: 2\n  ${done}\n";
    QUOTATION_SYNTAX = "MU1201" at Quotations, "syntax error in a quotation",
        "The expression does not follow the grammar at this token.",
        "a: ${1 ? 2 : 3}\n" => "a: ${if(true, 2, 3)}\n";
    QUOTATION_LITERAL = "MU1202" at Quotations, "malformed literal",
        "Numbers in quotations are JSON numbers, `0x…` or `0o…`; strings are \"…\" with the escapes of JSON, or '…' with '' for a quote.",
        "a: ${012}\n" => "a: ${12}\n";
    EMPTY_QUOTATION = "MU1203" at Quotations, "empty quotation",
        "A quotation must contain an expression or a statement.",
        "a: ${}\n" => "a: ${1}\n";
    NESTED_QUOTATION = "MU1204" at Quotations, "quotation in a string of a quotation",
        "Strings inside quotations are not templates. Concatenate with `+` or `format`, or write `$${` for a literal `${`.",
        "a: 1\nb: ${\"x${a}\"}\n" => "a: 1\nb: x${a}\n";
    FORM_ARGUMENTS = "MU1206" at Quotations, "wrong number of arguments of `if` or `for`",
        "The forms are `if(condition, a)`, `if(condition, a, b)` and `for(collection, body)`.",
        "a: ${if(true)}\n" => "a: ${if(true, 1)}\n";
    UNKNOWN_VARIABLE = "MU2001" at Names, "unknown variable",
        "No `let`, loop or property defines this name here.",
        "a: ${b}\n" => "a: ${b}\nb: 1\n";
    UNKNOWN_MULL_FUNCTION = "MU2002" at Names, "unknown function",
        "No function has this name; `hclx functions --dialect mull` lists all functions.",
        "a: ${uper(\"x\")}\n" => "a: ${upper(\"x\")}\n";
    UNKNOWN_TYPE = "MU2003" at Names, "unknown type",
        "No type of this name is declared in `types:` or imported with `$import`.",
        "properties:\n  a: { type: integer, default: 1 }\nx: ${a}\n" => "properties:\n  a: { type: int, default: 1 }\nx: ${a}\n";
    ALREADY_DEFINED = "MU2004" at Names, "name already defined",
        "A name is defined once and cannot be shadowed.",
        "a: 1\nm:\n  ${let a = 2}\n  b: ${a}\n" => "a: 1\nm:\n  ${let c = 2}\n  b: ${c}\n";
    RESERVED_NAME = "MU2005" at Names, "reserved name",
        "Keywords, the names that loops define, and the names of basic types cannot be used as names.",
        "${let item = 1}\na: ${item}\n" => "${let one = 1}\na: ${one}\n";
    USED_BEFORE = "MU2006" at Names, "name used before its `let`",
        "A name is visible from the entry after its `let` on.",
        "m:\n  b: ${a}\n  ${let a = 1}\n" => "m:\n  ${let a = 1}\n  b: ${a}\n";
    REFERENCE_CYCLE = "MU2007" at Names, "cyclic reference",
        "A value cannot depend on itself.",
        "a: ${b}\nb: ${a}\n" => "a: ${b}\nb: 1\n";
    NOT_AVAILABLE = "MU2008" at Names, "special variable not available",
        "`this` is the object that a document or a type declares. It is not available where the root is not a mapping, or in the default of a type that is not an object.",
        "- ${this}\n" => "a: ${this.b}\nb: 1\n";
    NOT_IMPORTED = "MU2009" at Names, "import failed",
        "An imported file must exist below the root of imports, and imports must not be cyclic.",
        "a: ${import(\"nowhere.yaml\")}\n" => "a: 1\n";
    TYPE_SYNTAX = "MU3001" at Types, "malformed type",
        "The type expression does not follow the grammar at this character.",
        "properties:\n  a: \"[]string\"\nx: 1\n" => "properties:\n  a: { type: \"string[]\", default: [] }\nx: 1\n";
    BAD_DECLARATION = "MU3002" at Types, "malformed declaration",
        "A declaration has the attributes `base` (or `type`), `default`, `description`, and either `properties` or constraints; properties also have `required`.",
        "types:\n  t: { base: int, maxmum: 1 }\na: 1\n" => "types:\n  t: { base: int, maximum: 1 }\na: 1\n";
    CYCLIC_BASE = "MU3003" at Types, "cyclic type",
        "A type cannot be its own base.",
        "types:\n  t: u[]\n  u: t\na: 1\n" => "types:\n  t: u[]\n  u: int\na: 1\n";
    ILLEGAL_BASE = "MU3004" at Types, "invalid base",
        "Properties can extend an object type only.",
        "types:\n  t: { base: int, properties: { a: int } }\na: 1\n" => "types:\n  t: { properties: { a: int } }\na: 1\n";
    PROPERTIES_AND_CONSTRAINTS = "MU3005" at Types, "properties and constraints in one type",
        "A type can have properties or constraints, not both.",
        "types:\n  t: { properties: { a: int }, maximum: 1 }\na: 1\n" => "types:\n  t: { properties: { a: { type: int, maximum: 1 } } }\na: 1\n";
    CONSTRAINT_NOT_APPLICABLE = "MU3006" at Types, "constraint does not apply",
        "`maxLength`, `minLength` and `pattern` apply to strings, `maximum` and `minimum` to numbers, `enum` to both.",
        "types:\n  t: { base: int, maxLength: 1 }\na: 1\n" => "types:\n  t: { base: string, maxLength: 1 }\na: 1\n";
    INVALID_CONSTRAINT = "MU3007" at Types, "invalid constraint",
        "Lengths must be integers, 0 or more; patterns must be regular expressions without look-around and back references; `enum` must be a list of values of the base.",
        "types:\n  t: { base: string, pattern: \"(\" }\na: 1\n" => "types:\n  t: { base: string, pattern: \"[(]\" }\na: 1\n";
    UNSATISFIABLE = "MU3008" at Types, "unsatisfiable constraints",
        "No value meets all constraints of the type.",
        "types:\n  t: { base: int, minimum: 2, maximum: 1 }\na: 1\n" => "types:\n  t: { base: int, minimum: 1, maximum: 2 }\na: 1\n";
    NOT_NARROWER = "MU3009" at Types, "override does not narrow",
        "A property that overrides an inherited one must have the same type or a narrower one. It cannot make a required property optional.",
        "types:\n  t: { properties: { a: int } }\n  u: { base: t, properties: { a: string } }\nx: 1\n" => "types:\n  t: { properties: { a: number } }\n  u: { base: t, properties: { a: int } }\nx: 1\n";
    ILLEGAL_KEY_TYPE = "MU3011" at Types, "invalid key type",
        "The keys of a map are `bool`, `int`, `number`, `string`, or a type declared from one of them.",
        "properties:\n  a: { type: \"map[any, int]\", required: false }\nx: 1\n" => "properties:\n  a: { type: \"map[string, int]\", required: false }\nx: 1\n";
    INFINITE_TYPE = "MU3012" at Types, "type without a finite value",
        "Each value of the type would have to contain another one. Make one of the properties optional.",
        "types:\n  node: { properties: { next: node } }\na: 1\n" => "types:\n  node: { properties: { next: { type: node, required: false } } }\na: 1\n";
    INCORRECT_TYPE = "MU4001" at Types, "type mismatch",
        "The type of the value is not assignable to the type that is expected here.",
        "types:\n  t: { properties: { a: int } }\nx: ${t{ a: \"s\" }}\n" => "types:\n  t: { properties: { a: int } }\nx: ${t{ a: 1 }}\n";
    MISSING_PROPERTY = "MU4002" at Types, "missing property",
        "The property is required and has no default.",
        "types:\n  t: { properties: { a: int } }\nx: ${t{}}\n" => "types:\n  t: { properties: { a: int } }\nx: ${t{ a: 1 }}\n";
    UNRECOGNIZED_PROPERTY = "MU4003" at Types, "unrecognized property",
        "Objects are closed: a value can have only the properties that its type declares.",
        "types:\n  t: { properties: { a: int } }\nx: ${t{ a: 1, b: 2 }}\n" => "types:\n  t: { properties: { a: int } }\nx: ${t{ a: 1 }}\n";
    OPERATOR_NOT_DEFINED = "MU4004" at Types, "operator not defined for its operands",
        "Operands are not converted implicitly: `+` takes two strings or two numbers, the other operators take numbers.",
        "a: ${\"n\" + 1}\n" => "a: ${\"n\" + string(1)}\n";
    NEVER_EQUAL = "MU4005" at Types, "values are never equal",
        "No value belongs to the types of both sides, so the comparison always has the same result.",
        "a: ${1 == \"1\"}\n" => "a: ${1 == int(\"1\")}\n";
    CONDITION_NOT_BOOL = "MU4006" at Types, "condition is not a bool",
        "A condition must be a bool; other values are not converted.",
        "a: ${if(1, 2)}\n" => "a: ${if(1 > 0, 2)}\n";
    NO_SUCH_MEMBER = "MU4007" at Types, "no such property or index",
        "The type on the left has no such property, or does not support this index.",
        "m: { a: 1 }\nx: ${m.b}\n" => "m: { a: 1 }\nx: ${m.a}\n";
    MAYBE_NOTHING = "MU4008" at Types, "possibly null or undefined",
        "The operation requires a value. Provide a default with `??`, or test with `!= null` first.",
        "properties:\n  a: { type: int, required: false }\nx: ${a + 1}\n" => "properties:\n  a: { type: int, required: false }\nx: ${(a ?? 0) + 1}\n";
    ARGUMENT_COUNT = "MU4009" at Types, "wrong number of arguments",
        "The function's signature determines how many arguments it accepts.",
        "a: ${upper()}\n" => "a: ${upper(\"x\")}\n";
    ARGUMENT_TYPE = "MU4010" at Types, "argument of the wrong type",
        "The function's signature determines which types it accepts.",
        "a: ${upper(1)}\n" => "a: ${upper(\"x\")}\n";
    ASSERTION_IMPOSSIBLE = "MU4011" at Types, "impossible assertion",
        "No value of the expression has the asserted type.",
        "a: ${1}\nb: ${bool{a}}\n" => "a: ${true}\nb: ${bool{a}}\n";
    NOT_ENUMERABLE = "MU4012" at Types, "cannot loop over this value",
        "`for` loops over arrays, tuples, sets, maps and objects.",
        "a: ${for(\"abc\", item)}\n" => "a: ${for(split(\"\", \"abc\"), item)}\n";
    NOT_TEXT = "MU4013" at Types, "value cannot be part of a string or a key",
        "Only bools, numbers and strings can be part of a string or a key. `string(…)` converts any value.",
        "m: { a: 1 }\ns: m=${m}\n" => "m: { a: 1 }\ns: m=${string(m)}\n";
    CONSTRAINT_UNMET = "MU5001" at Values, "constraint not met",
        "The value violates a constraint of its type.",
        "types:\n  port: { base: int, maximum: 65535 }\na: ${port{70000}}\n" => "types:\n  port: { base: int, maximum: 65535 }\na: ${port{7000}}\n";
    OUT_OF_RANGE = "MU5002" at Values, "index or key out of range",
        "The array has no such index, or the map no such key.",
        "xs: [1, 2]\na: ${xs[2]}\n" => "xs: [1, 2]\na: ${xs[1]}\n";
    DIVISION_BY_ZERO = "MU5003" at Values, "division by zero",
        "The divisor is zero.",
        "a: ${1 / 0}\n" => "a: ${1 / 2}\n";
    CANNOT_PARSE = "MU5004" at Values, "cannot parse string",
        "The function cannot read this string.",
        "a: ${number(\"many\")}\n" => "a: ${number(\"12\")}\n";
    DUPLICATE_PRODUCED = "MU5005" at Values, "duplicate computed key",
        "Computed keys must differ from each other and from static keys.",
        "m:\n  ${for [1, 2]}\n  a: ${item}\n  ${done}\n" => "m:\n  ${for [1, 2]}\n  a-${item}: ${item}\n  ${done}\n";
    FUNCTION_FAILED = "MU5006" at Values, "function failed",
        "The function has no result for these arguments.",
        "a: ${element([], 0)}\n" => "a: ${element([1], 0)}\n";
    STRUCTURE_UNKNOWN = "MU5007" at Values, "structure depends on an unknown value",
        "The entries of a document must be known before it can be printed.",
        "properties:\n  o: { type: \"output[bool]\", required: false }\nm:\n  ${if o ?? true}\n  a: 1\n  ${done}\n" => "properties:\n  o: { type: bool, required: false }\nm:\n  ${if o ?? true}\n  a: 1\n  ${done}\n";
    MULL_LIMIT = "MU5008" at Values is Limit, "evaluation exceeds a limit",
        "Limits: 10,000,000 steps, 1,000,000 nodes of a body, and 1,000,000 elements or characters produced by functions such as `range` and `repeat`.",
        "a: ${range(0, 1000000000000)}\n" => "a: ${range(0, 10)}\n";
    FINAL_LINE_BREAK = "MU9001" at Lint, "string because of a final line break",
        "A block scalar with one quotation and a line break is a string. `|-` drops the line break, so that the value keeps its type.",
        "a: |\n  ${[1]}\n" => "a: |-\n  ${[1]}\n";
    DEFAULT_UNUSED = "MU9002" at Lint, "required property with a default",
        "The caller must supply the property, so its default is never used.",
        "properties:\n  a: { type: int, required: true, default: 1 }\nx: 1\n" => "properties:\n  a: { type: int, default: 1 }\nx: 1\n";
    DECIDED_COMPARISON = "MU9003" at Lint, "comparison with a fixed result",
        "The comparison has the same result for all possible values.",
        "properties:\n  n: { type: int, minimum: 10, default: 10 }\nx: ${n < 0}\n" => "properties:\n  n: { type: int, minimum: 10, default: 10 }\nx: ${n < 12}\n";
    COLLECTED_NOT_MERGED = "MU9004" at Lint, "loop body collected, not merged",
        "The value of the body is a map, but only bodies whose static type is a map are merged. Assert the type of the body to merge them.",
        "x: ${for([1], jsondecode(\"{\\\"a\\\": 1}\"))}\n" => "x: ${for([1], { \"a\": item })}\n";
    MERGE_KEY = "MU9005" at Lint, "merge key of YAML 1.1",
        "`<<` is an ordinary key in YAML 1.2: nothing is merged. A mapping is inserted with `${insert}`.",
        "base: &base { a: 1 }\nx:\n  <<: *base\n  b: 2\n" => "base: &base { a: 1 }\nx:\n  ${insert}: *base\n  b: 2\n";
}
