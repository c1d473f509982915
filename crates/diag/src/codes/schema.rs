//! HX5: schemas and modules.

codes! {
    Schema;
    UNSUPPORTED_ATTRIBUTE = "HX5001" is UnexpectedItem, "unexpected attribute",
        "The body has no attribute with this name. Correct the name or remove the attribute. If a block with this name is expected, write it without `=`.",
        "# a.hcldec\nattr {\n  name = \"a\"\n}\n# a.hcl\nb = 1\n" => "# a.hcldec\nattr {\n  name = \"a\"\n}\n# a.hcl\na = 1\n";
    UNSUPPORTED_BLOCK = "HX5002" is UnexpectedItem, "unexpected block",
        "The body has no block of this type. Correct the type or remove the block. If an attribute with this name is expected, write `=` before the brace.",
        "# a.hcldec\nattr {\n  name = \"a\"\n}\n# a.hcl\nb {\n}\n" => "# a.hcldec\nattr {\n  name = \"a\"\n}\n# a.hcl\na = 1\n";
    MISSING_ATTRIBUTE = "HX5003", "missing required attribute",
        "The body must define this attribute.",
        "# a.hcldec\nattr {\n  name = \"a\"\n  required = true\n}\n# a.hcl\n" => "# a.hcldec\nattr {\n  name = \"a\"\n  required = true\n}\n# a.hcl\na = 1\n";
    BLOCK_LABELS = "HX5004", "wrong number of labels",
        "Blocks of this type have a fixed number of labels between the block type and the opening brace. In JSON, each label is one level of nested objects whose property names are the labels.",
        "# a.hcldec\nblock_map {\n  block_type = \"job\"\n  labels = [\"name\"]\n  literal {\n    value = 1\n  }\n}\n# a.hcl\njob {\n}\n" => "# a.hcldec\nblock_map {\n  block_type = \"job\"\n  labels = [\"name\"]\n  literal {\n    value = 1\n  }\n}\n# a.hcl\njob \"a\" {\n}\n";
    JSON_BODY = "HX5005", "invalid JSON body",
        "In JSON, a body is an object, or an array of objects whose properties are merged.",
        "" => "";
    BLOCK_COUNT = "HX5006", "wrong number of blocks",
        "A specification limits the number of blocks of a type: `block` allows at most one (exactly one with `required = true`), `block_list` and `block_set` between `min_items` and `max_items`. Add the missing blocks or remove the extra ones. The finding also points at the part of the specification that sets the limit.",
        "# a.hcldec\nblock {\n  block_type = \"log\"\n  required = true\n  literal {\n    value = 1\n  }\n}\n# a.hcl\n" => "# a.hcldec\nblock {\n  block_type = \"log\"\n  required = true\n  literal {\n    value = 1\n  }\n}\n# a.hcl\nlog {\n}\n";
    BLOCK_REPEATED = "HX5007", "duplicate block labels",
        "A `block_map` is keyed by the labels of its blocks, so no two blocks can have the same labels. Labels are compared after Unicode normalization.",
        "# a.hcldec\nblock_map {\n  block_type = \"job\"\n  labels = [\"name\"]\n  literal {\n    value = 1\n  }\n}\n# a.hcl\njob \"a\" {\n}\njob \"a\" {\n}\n" => "# a.hcldec\nblock_map {\n  block_type = \"job\"\n  labels = [\"name\"]\n  literal {\n    value = 1\n  }\n}\n# a.hcl\njob \"a\" {\n}\njob \"b\" {\n}\n";
    BLOCKS_DIFFER = "HX5008", "inconsistent block types",
        "The results of `block_list`, `block_set` and `block_map` are collections, whose elements all have one type. If the specification leaves the type of an attribute open, the values in all blocks must have a common type.",
        "# a.hcldec\nblock_list {\n  block_type = \"rule\"\n  attr {\n    name = \"port\"\n  }\n}\n# a.hcl\nrule {\n  port = [80]\n}\nrule {\n  port = 81\n}\n" => "# a.hcldec\nblock_list {\n  block_type = \"rule\"\n  attr {\n    name = \"port\"\n  }\n}\n# a.hcl\nrule {\n  port = 80\n}\nrule {\n  port = 81\n}\n";
    SPECIFICATION = "HX5009", "invalid specification",
        "A specification for `hcldec` has one root block, for example `object`, which contains the blocks for its parts. `attr` requires `name`, and `block…` requires `block_type`, unless a label provides it. `block…`, `default` and `transform` require a nested block; `block_map` also requires `labels` and an element type without `any`.",
        "# a.hcldec\nattr {\n  type = string\n}\n# a.hcl\n" => "# a.hcldec\nattr {\n  name = \"a\"\n  type = string\n}\n# a.hcl\n";
    READ_ONLY_ATTRIBUTE = "HX5010", "read-only attribute",
        "The application computes this attribute, and configuration can only read it. Remove it from the body.",
        "" => "";
    REMOVED_NAME = "HX5011", "removed attribute or block",
        "Earlier versions of the application supported it, but the newest version rejects it. The help names the replacement.",
        "" => "";
    DEPRECATED_NAME = "HX5012" tag Deprecated, "deprecated attribute or block",
        "It still works, but a later version of the application may reject it. The help names the replacement.",
        "" => "";
    VALUE_NOT_ALLOWED = "HX5013", "value not allowed",
        "The value has the right type, but the application accepts only certain strings, numbers in a range, or durations such as `90s`.",
        "" => "";
    IGNORED_NAME = "HX5014", "ignored name",
        "The application ignores attributes and blocks that it does not know, without a warning, so a misspelled name has no effect. Some known names are also ignored where they do not apply, for example the backend of a child module.",
        "" => "";
    STATIC_EXPRESSION = "HX5015", "invalid expression form",
        "The application does not evaluate this expression but reads its syntax: it must be a reference, a list of references, or a keyword.",
        "" => "";
    DROPPED_ATTRIBUTE = "HX5016", "dropped object attribute",
        "The object type has no attribute with this name, so the conversion drops it and the value has no effect.",
        "" => "";
    NEWER_RELEASE = "HX5017", "refused by newer provider releases",
        "Older releases of the provider accept this code, but the newest release that the version constraints allow refuses it, and `terraform init` without a lock file picks the newest. Adapt the code, or pin the provider to the releases that accept it.",
        "" => "";
}
