//! HX2: types and values.

codes! {
    NOT_CONVERTIBLE = "HX2001", "value of the wrong type",
        "The value has a type that does not convert to the type that is needed here.",
        "a = \"a\" + 1\n" => "a = 1 + 1\n";
}
