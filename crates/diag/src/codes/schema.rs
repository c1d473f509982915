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
    BLOCK_COUNT = "HX5006", "too few or too many blocks of a type",
        "A specification says how many blocks of a type a body has: `block` at most one (exactly one with `required = true`), `block_list` and `block_set` between `min_items` and `max_items`. Add what is missing, or remove what is too much; the second place of the finding is the block of the specification that counts.",
        "" => "";
    BLOCK_REPEATED = "HX5007", "blocks that have the same labels",
        "A `block_map` finds blocks by their labels, so no two blocks of its type may have the same ones. Labels are compared after Unicode normalisation.",
        "" => "";
    BLOCKS_DIFFER = "HX5008", "blocks whose values have no common type",
        "A `block_list`, `block_set` or `block_map` is a collection, whose elements have one type. Where an attribute is of any type in the specification the blocks decide, and they must agree.",
        "" => "";
    SPECIFICATION = "HX5009", "specification that cannot be used",
        "A specification of `hcldec` has one root block that says what is read, such as `object`; blocks inside say what their parts are. `attr` needs a `name` and `block…` a `block_type` unless a label says it, `block…`, `default` and `transform` need a block inside, `block_map` needs `labels` and a type of its elements without `any`.",
        "" => "";
}
