//! HX5: schemas and modules.

codes! {
    UNSUPPORTED_ATTRIBUTE = "HX5001", "attribute that is not expected here",
        "The body has no attribute of this name. Correct the name, or remove the attribute. If a block of this name is expected, write it with braces and without `=`.",
        "hclx decode --spec /dev/fd/3 3<<S <<I\nattr {\n  name = \"a\"\n}\nS\nb = 1\nI" => "hclx decode --spec /dev/fd/3 3<<S <<I\nattr {\n  name = \"a\"\n}\nS\na = 1\nI";
    UNSUPPORTED_BLOCK = "HX5002", "block that is not expected here",
        "The body has no blocks of this type. Correct the type, or remove the block. If an attribute of this name is expected, write `=` before the brace.",
        "hclx decode --spec /dev/fd/3 3<<S <<I\nattr {\n  name = \"a\"\n}\nS\nb {\n}\nI" => "hclx decode --spec /dev/fd/3 3<<S <<I\nattr {\n  name = \"a\"\n}\nS\na = 1\nI";
    MISSING_ATTRIBUTE = "HX5003", "required attribute that is missing",
        "The body needs an attribute of this name.",
        "hclx decode --spec /dev/fd/3 3<<S <<I\nattr {\n  name = \"a\"\n  required = true\n}\nS\n\nI" => "hclx decode --spec /dev/fd/3 3<<S <<I\nattr {\n  name = \"a\"\n  required = true\n}\nS\na = 1\nI";
    BLOCK_LABELS = "HX5004", "block with the wrong number of labels",
        "Blocks of this type have a fixed number of labels between the type and the brace; in JSON each label is a level of objects, whose property names are the labels.",
        "hclx decode --spec /dev/fd/3 3<<S <<I\nblock_map {\n  block_type = \"job\"\n  labels = [\"name\"]\n  literal {\n    value = 1\n  }\n}\nS\njob {\n}\nI" => "hclx decode --spec /dev/fd/3 3<<S <<I\nblock_map {\n  block_type = \"job\"\n  labels = [\"name\"]\n  literal {\n    value = 1\n  }\n}\nS\njob \"a\" {\n}\nI";
    JSON_BODY = "HX5005", "JSON value that cannot be a body",
        "Where a body is expected JSON has an object, or an array of objects whose properties are taken together.",
        "" => "";
    BLOCK_COUNT = "HX5006", "too few or too many blocks of a type",
        "A specification says how many blocks of a type a body has: `block` at most one (exactly one with `required = true`), `block_list` and `block_set` between `min_items` and `max_items`. Add what is missing, or remove what is too much; the second place of the finding is the block of the specification that counts.",
        "hclx decode --spec /dev/fd/3 3<<S <<I\nblock {\n  block_type = \"log\"\n  required = true\n  literal {\n    value = 1\n  }\n}\nS\n\nI" => "hclx decode --spec /dev/fd/3 3<<S <<I\nblock {\n  block_type = \"log\"\n  required = true\n  literal {\n    value = 1\n  }\n}\nS\nlog {\n}\nI";
    BLOCK_REPEATED = "HX5007", "blocks that have the same labels",
        "A `block_map` finds blocks by their labels, so no two blocks of its type may have the same ones. Labels are compared after Unicode normalisation.",
        "hclx decode --spec /dev/fd/3 3<<S <<I\nblock_map {\n  block_type = \"job\"\n  labels = [\"name\"]\n  literal {\n    value = 1\n  }\n}\nS\njob \"a\" {\n}\njob \"a\" {\n}\nI" => "hclx decode --spec /dev/fd/3 3<<S <<I\nblock_map {\n  block_type = \"job\"\n  labels = [\"name\"]\n  literal {\n    value = 1\n  }\n}\nS\njob \"a\" {\n}\njob \"b\" {\n}\nI";
    BLOCKS_DIFFER = "HX5008", "blocks whose values have no common type",
        "A `block_list`, `block_set` or `block_map` is a collection, whose elements have one type. Where an attribute is of any type in the specification the blocks decide, and they must agree.",
        "hclx decode --spec /dev/fd/3 3<<S <<I\nblock_list {\n  block_type = \"rule\"\n  attr {\n    name = \"port\"\n  }\n}\nS\nrule {\n  port = [80]\n}\nrule {\n  port = 81\n}\nI" => "hclx decode --spec /dev/fd/3 3<<S <<I\nblock_list {\n  block_type = \"rule\"\n  attr {\n    name = \"port\"\n  }\n}\nS\nrule {\n  port = 80\n}\nrule {\n  port = 81\n}\nI";
    SPECIFICATION = "HX5009", "specification that cannot be used",
        "A specification of `hcldec` has one root block that says what is read, such as `object`; blocks inside say what their parts are. `attr` needs a `name` and `block…` a `block_type` unless a label says it, `block…`, `default` and `transform` need a block inside, `block_map` needs `labels` and a type of its elements without `any`.",
        "hclx decode --spec /dev/fd/3 3<<S <<I\nattr {\n  type = string\n}\nS\n\nI" => "hclx decode --spec /dev/fd/3 3<<S <<I\nattr {\n  name = \"a\"\n  type = string\n}\nS\n\nI";
    READ_ONLY_ATTRIBUTE = "HX5010", "attribute that cannot be set",
        "The application computes the value of this attribute; configuration can only read it. Remove it from the body.",
        "" => "";
    REMOVED_NAME = "HX5011", "attribute or block that no longer exists",
        "Earlier versions of the application had it; the newest refuses it. The help says what to use instead.",
        "" => "";
    DEPRECATED_NAME = "HX5012", "deprecated attribute or block",
        "It still works, and a later version of the application may refuse it. The help says what to use instead.",
        "" => "";
    VALUE_NOT_ALLOWED = "HX5013", "value that is not among the allowed ones",
        "The value has the right type, but the application accepts only certain texts, numbers in a range, or durations such as `90s`.",
        "" => "";
    IGNORED_NAME = "HX5014", "name that the application ignores",
        "The application drops attributes and blocks that it does not know without a word. If the name is misspelt, what was meant has no effect. Others are ignored where they are, such as the backend of a module that is called.",
        "" => "";
    STATIC_EXPRESSION = "HX5015", "expression of the wrong form",
        "The application does not evaluate this expression but reads it as it is written: a reference, a list of references, or one word.",
        "" => "";
    DROPPED_ATTRIBUTE = "HX5016", "attribute of an object that is dropped",
        "The type of the object does not have an attribute of this name, so conversion drops it: what is written has no effect.",
        "" => "";
}
