//! HX5: schemas and modules.

codes! {
    UNSUPPORTED_ATTRIBUTE = "HX5001", "attribute that is not expected here",
        "The body has no attribute of this name. Correct the name, or remove the attribute. If a block of this name is expected, write it with braces and without `=`.",
        "" => "";
    UNSUPPORTED_BLOCK = "HX5002", "block that is not expected here",
        "The body has no blocks of this type. Correct the type, or remove the block. If an attribute of this name is expected, write `=` before the brace.",
        "" => "";
    MISSING_ATTRIBUTE = "HX5003", "required attribute that is missing",
        "The body needs an attribute of this name.",
        "" => "";
    BLOCK_LABELS = "HX5004", "block with the wrong number of labels",
        "Blocks of this type have a fixed number of labels between the type and the brace; in JSON each label is a level of objects, whose property names are the labels.",
        "" => "";
    JSON_BODY = "HX5005", "JSON value that cannot be a body",
        "Where a body is expected JSON has an object, or an array of objects whose properties are taken together.",
        "" => "";
}
