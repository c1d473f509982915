//! HX1: from text to tree.

codes! {
    INVALID_CHARACTER = "HX1001", "character that HCL does not use",
        "The character has no meaning at this place. Remove it, or quote the text that it belongs to.",
        "a = 1 ; b = 2\n" => "a = 1\nb = 2\n";
}
