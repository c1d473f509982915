//! MU: Mull (the table of its specification, section 15).

codes! {
    YAML_SYNTAX = "MU1001", "text that is not YAML",
        "The text outside of quotations is YAML 1.2, and the parser of YAML stops here.",
        "" => "";
    JSON_SYNTAX = "MU1002", "text that is not JSON",
        "The text outside of quotations is JSON as RFC 8259 has it, and its parser stops here.",
        "" => "";
    UNTERMINATED_QUOTATION = "MU1003", "quotation without its closing brace",
        "A quotation begins with `${` and ends at the matching `}`. Write `$${` for the text `${`.",
        "" => "";
    DUPLICATE_ENTRY = "MU1004", "key given twice",
        "A mapping has each key once; the second would silently win over the first.",
        "" => "";
    SECOND_DOCUMENT = "MU1005", "more than one document",
        "A file holds one document: nothing may follow `...` or a second `---`.",
        "" => "";
    UNSUPPORTED_YAML = "MU1006", "YAML that has no meaning here",
        "JSON must be able to say every value, so keys are scalars, `.inf` and `.nan` do not exist, and tags are those of the core schema or names of types.",
        "" => "";
    BAD_ALIAS = "MU1007", "alias that leads nowhere",
        "An alias stands for a node that has been given its anchor before, and that is not one of those that the alias is in.",
        "" => "";
    STATIC_LIMIT = "MU1008", "document beyond the limits",
        "Files have at most 8 MiB, nodes nest at most 128 deep, expressions 64, types 32, and aliases expand to at most 100,000 nodes.",
        "" => "";
    NOT_UTF8 = "MU1009", "text that is not UTF-8",
        "Files are UTF-8.",
        "" => "";
    GROUP_NOT_CLOSED = "MU1101", "`if` or `for` without `done`",
        "A statement line `${if …}` or `${for …}` opens a group, which `${done}` closes in the same column.",
        "" => "";
    STRAY_PART = "MU1102", "`else` or `done` that belongs to nothing",
        "`${else if …}`, `${else}` and `${done}` follow an `${if …}` or `${for …}` of the same column; nothing but `${done}` follows `${else}`.",
        "" => "";
    PART_COLUMN = "MU1103", "part of a group in another column",
        "`${else if …}`, `${else}` and `${done}` stand in the column of the statement that they belong to, so that it can be seen what belongs together.",
        "" => "";
    QUOTATION_NOT_ALLOWED = "MU1104", "quotation or statement where none is allowed",
        "Statements stand on lines of their own or as keys; declarations of types and properties are static, but for defaults.",
        "" => "";
    BODY_KIND = "MU1105", "body of the wrong kind",
        "What an `if` or `for` includes must fit where it stands: entries into a mapping, elements into a sequence.",
        "" => "";
    BODY_COLUMN = "MU1106", "line left of the body that it is in",
        "The first line of a body says in which column the body stands; no later line of it may stand further left.",
        "" => "";
    QUOTATION_SYNTAX = "MU1201", "quotation that cannot be read",
        "The expression in a quotation breaks the grammar at this token.",
        "" => "";
    QUOTATION_LITERAL = "MU1202", "malformed literal",
        "Numbers in quotations are those of JSON, `0x…` or `0o…`; strings are \"…\" with the escapes of JSON or '…' with '' for a quote.",
        "" => "";
    EMPTY_QUOTATION = "MU1203", "quotation that holds nothing",
        "A quotation holds an expression or a statement.",
        "" => "";
    NESTED_QUOTATION = "MU1204", "quotation inside a string of a quotation",
        "Strings in quotations are plain. Join texts with `+` or `format`, or write `$${` for the text `${`.",
        "" => "";
    FORM_ARGUMENTS = "MU1206", "`if` or `for` with a wrong number of arguments",
        "`if(condition, a)`, `if(condition, a, b)` and `for(collection, body)` are the forms.",
        "" => "";
    UNKNOWN_VARIABLE = "MU2001", "unknown variable",
        "No `let`, no loop and no property of this name is visible here.",
        "" => "";
    UNKNOWN_MULL_FUNCTION = "MU2002", "unknown function",
        "There is no function of this name; `hclx functions --dialect mull` lists all.",
        "" => "";
    UNKNOWN_TYPE = "MU2003", "unknown type",
        "No type of this name is declared in `types:` or brought in by `$import`.",
        "" => "";
    ALREADY_DEFINED = "MU2004", "name that is defined already",
        "Names are bound once and never shadowed.",
        "" => "";
    RESERVED_NAME = "MU2005", "reserved name",
        "Keywords, the names that loops bind, and the names of the basic types cannot be given to something else.",
        "" => "";
    USED_BEFORE = "MU2006", "name that is used before its `let`",
        "A `let` is visible from the next entry on.",
        "" => "";
    REFERENCE_CYCLE = "MU2007", "value that needs itself",
        "Values are computed on demand, and this one is needed to compute it.",
        "" => "";
    NOT_AVAILABLE = "MU2008", "special variable that is not available here",
        "`this` is the object that a declaration makes; a document whose root is no mapping and the default of what is no object have none.",
        "" => "";
    NOT_IMPORTED = "MU2009", "file that cannot be imported",
        "Imports are files below the root of imports, and do not import each other in a circle.",
        "" => "";
    TYPE_SYNTAX = "MU3001", "malformed type",
        "The type expression breaks the grammar at this character.",
        "" => "";
    BAD_DECLARATION = "MU3002", "malformed declaration",
        "A declaration has the attributes `base` (or `type`), `default`, `description`, and either `properties` or constraints; properties also have `required`.",
        "" => "";
    CYCLIC_BASE = "MU3003", "type that is based on itself",
        "Following the bases of the type leads back to it.",
        "" => "";
    ILLEGAL_BASE = "MU3004", "base that cannot have properties",
        "Properties extend an object type.",
        "" => "";
    PROPERTIES_AND_CONSTRAINTS = "MU3005", "properties and constraints in one type",
        "A type has either properties or constraints.",
        "" => "";
    CONSTRAINT_NOT_APPLICABLE = "MU3006", "constraint that does not apply",
        "`maxLength`, `minLength` and `pattern` constrain strings, `maximum` and `minimum` numbers, `enum` both.",
        "" => "";
    INVALID_CONSTRAINT = "MU3007", "invalid constraint",
        "Lengths are integers from 0, patterns are regular expressions in linear time, `enum` is a list of values of the base.",
        "" => "";
    UNSATISFIABLE = "MU3008", "constraints that no value meets",
        "Together the constraints leave no value.",
        "" => "";
    NOT_NARROWER = "MU3009", "property that does not narrow the one it overrides",
        "A property declared again must have a type below the inherited one and may not be less required.",
        "" => "";
    ILLEGAL_KEY_TYPE = "MU3011", "type that cannot be the key of a map",
        "Keys are bool, int, number or string, or declared types of these.",
        "" => "";
    INFINITE_TYPE = "MU3012", "type without a finite value",
        "Each value of the type would need another one inside it; make one of the properties optional.",
        "" => "";
    INCORRECT_TYPE = "MU4001", "value of the wrong type",
        "The value has a type that is not below the type that is needed here.",
        "" => "";
    MISSING_PROPERTY = "MU4002", "missing property",
        "The type requires the property, and it has no default.",
        "" => "";
    UNRECOGNISED_PROPERTY = "MU4003", "unrecognised property",
        "Objects are closed: the type has no property of this name.",
        "" => "";
    OPERATOR_NOT_DEFINED = "MU4004", "operator that is not defined for its operands",
        "Nothing is converted on the way: texts are joined with texts, numbers computed with numbers.",
        "" => "";
    NEVER_EQUAL = "MU4005", "values that can never be equal",
        "The types of both sides have no value in common.",
        "" => "";
    CONDITION_NOT_BOOL = "MU4006", "condition that is no bool",
        "There is no truthiness: a condition is true or false.",
        "" => "";
    NO_SUCH_MEMBER = "MU4007", "property or index that does not exist",
        "The type on the left has no such property, or cannot be indexed this way.",
        "" => "";
    MAYBE_NOTHING = "MU4008", "value that may be null or undefined",
        "The operation needs a value. Give a default with `??`, or test with `!= null` first.",
        "" => "";
    ARGUMENT_COUNT = "MU4009", "wrong number of arguments",
        "The signature of the function says how many it takes.",
        "" => "";
    ARGUMENT_TYPE = "MU4010", "argument of the wrong type",
        "The signature of the function says what it takes.",
        "" => "";
    ASSERTION_IMPOSSIBLE = "MU4011", "assertion that cannot hold",
        "No value of the expression has the asserted type.",
        "" => "";
    NOT_ENUMERABLE = "MU4012", "value that cannot be enumerated",
        "`for` enumerates arrays, tuples, sets, maps and objects.",
        "" => "";
    NOT_TEXT = "MU4013", "value that cannot be part of a text or a key",
        "Texts and keys are made of bools, numbers and strings; `string()` makes a text of anything.",
        "" => "";
    CONSTRAINT_UNMET = "MU5001", "constraint that is not met",
        "The value is not among those that the type allows.",
        "" => "";
    OUT_OF_RANGE = "MU5002", "index or key that is not there",
        "The array has no such index, or the map no such key.",
        "" => "";
    DIVISION_BY_ZERO = "MU5003", "division by zero",
        "The divisor is zero.",
        "" => "";
    CANNOT_PARSE = "MU5004", "text that cannot be parsed",
        "The text is not one of those that the function reads.",
        "" => "";
    DUPLICATE_PRODUCED = "MU5005", "key that is produced twice",
        "Computed keys must differ from each other and from the written ones.",
        "" => "";
    FUNCTION_FAILED = "MU5006", "function that failed",
        "The function has no result for these values.",
        "" => "";
    STRUCTURE_UNKNOWN = "MU5007", "structure that depends on what is not known",
        "Which entries a document has must be known to print it.",
        "" => "";
    MULL_LIMIT = "MU5008", "evaluation beyond the limits",
        "Evaluation takes at most 10,000,000 steps and makes at most 1,000,000 nodes; `range`, `repeat` and strings have at most 1,000,000 elements.",
        "" => "";
    FINAL_LINE_BREAK = "MU9001", "text because of a final line break",
        "A block scalar that is one quotation and a line break is a text. `|-` leaves the line break out, so that the value keeps its type.",
        "" => "";
    DEFAULT_UNUSED = "MU9002", "required property with a default",
        "The caller must supply the property, so its default is never used.",
        "" => "";
    DECIDED_COMPARISON = "MU9003", "comparison that is decided already",
        "Whatever the unknown values are, the comparison has the same result.",
        "" => "";
    COLLECTED_NOT_MERGED = "MU9004", "loop body that is collected, not merged",
        "The body gives a map, but only a body whose type is a map is merged. Assert its type to merge.",
        "" => "";
}
