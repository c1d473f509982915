//! HX7: changes between two versions of a module.

codes! {
    INPUT_REMOVED = "HX7001", "input was removed",
        "The old version declares an input that the new one lacks, so every call that gives it a value is an error.",
        "" => "";
    NEW_REQUIRED_INPUT = "HX7002", "new input without a default",
        "The new version has an input that the old one lacks, and that has no default, so every call that does not give it a value is an error.",
        "" => "";
    DEFAULT_REMOVED = "HX7003", "input is required now",
        "The input had a default in the old version and has none in the new one, so every call that relies on the default is an error.",
        "" => "";
    INPUT_TYPE_NARROWED = "HX7004", "input has another type",
        "Not every value of the old type converts to the new one. If none does, every call that gives a value is an error.",
        "" => "";
    NULL_REFUSED = "HX7005", "input refuses null",
        "The input has `nullable = false` and no default in the new version only, so every call that gives null is an error.",
        "" => "";
    VALIDATION_NARROWED = "HX7006", "input accepts fewer values",
        "A validation of the new version refuses values that the old version accepted. It is certain if all rules of the old version are known as sets of values.",
        "" => "";
    OUTPUT_REMOVED = "HX7011", "output was removed",
        "The old version has an output that the new one lacks, so everything that reads it is an error.",
        "" => "";
    OUTPUT_TYPE_CHANGED = "HX7012", "output has another type",
        "Not every value of the new type converts to the old one, so what reads the output may fail.",
        "" => "";
    OUTPUT_CONCEALED = "HX7013", "output is sensitive or ephemeral",
        "The output is sensitive or ephemeral in the new version only: it can no longer be used wherever a plain value is expected.",
        "" => "";
    OBJECT_GONE = "HX7021", "resource or module call is gone",
        "The new version lacks a resource or a module call without a `moved` or `removed` block, so an upgrade destroys what was deployed.",
        "" => "";
    INSTANCES_CHANGED = "HX7022", "instances have other addresses",
        "A resource or a module call has `for_each` in one version only, and no `moved` block says which instance is which, so an upgrade destroys and creates what was deployed.",
        "" => "";
    VERSION_EXCLUDED = "HX7031", "major version is left out",
        "The new version requires another major version of a provider or of the language than the old one allowed, which callers have to upgrade first.",
        "" => "";
    MODULE_REMOVED = "HX7032", "module was removed",
        "A directory of the old version holds a module that the new one lacks, so everything that calls it is an error.",
        "" => "";
    COMPATIBLE_CHANGE = "HX7041", "compatible change",
        "Callers need not change anything, but find something new or another behavior: a minor version.",
        "" => "";
}
