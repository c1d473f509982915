//! HX2: types and values.

codes! {
    NOT_CONVERTIBLE = "HX2001", "value of the wrong type",
        "The value has a type that does not convert to the type that is needed here.",
        "a = \"a\" + 1\n" => "a = 1 + 1\n";
    NUMBER_LIMIT = "HX2051", "number beyond the limits",
        "Numbers may have at most a million digits, and exponents of at most ten million. Larger ones are refused so that a short text cannot ask for unlimited memory.",
        "a = 1e99999999\n" => "a = 1e99\n";
    NO_NUMBER = "HX2052", "arithmetic without a result",
        "Dividing zero by zero, subtracting infinity from itself and multiplying it by zero have no result.",
        "a = 0 / 0\n" => "a = 0 / 1\n";
    NULL_OPERAND = "HX2053", "null where a value is needed",
        "The operation needs a value, and null is the absence of one.",
        "a = null + 1\n" => "a = 0 + 1\n";
    NO_ATTRIBUTE = "HX2054", "attribute that does not exist",
        "The object does not have an attribute of this name, or the value is no object and has no attributes at all.",
        "a = { b = 1 }.c\n" => "a = { b = 1 }.b\n";
    NO_INDEX = "HX2055", "index that leads nowhere",
        "The value has no element at this index or key, or it is no collection and has no elements at all.",
        "a = [1, 2][2]\n" => "a = [1, 2][1]\n";
    NO_LENGTH = "HX2056", "value without a length",
        "Only lists, sets, maps, tuples, objects and strings have a length.",
        "" => "";
}
