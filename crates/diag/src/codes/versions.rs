//! HX7: changes between two versions of a module.

codes! {
    Versions;
    INPUT_REMOVED = "HX7001", "removed input",
        "The new version no longer declares an input of the old one, so every call that sets it is an error.",
        "" => "";
    NEW_REQUIRED_INPUT = "HX7002", "new input without a default",
        "The new version adds an input without a default, so every existing call is an error until it sets the input.",
        "" => "";
    DEFAULT_REMOVED = "HX7003", "newly required input",
        "The input had a default in the old version and has none in the new one, so every call that relies on the default is an error.",
        "" => "";
    INPUT_TYPE_NARROWED = "HX7004", "changed input type",
        "Not every value of the old type converts to the new one. If none does, every call that sets the input is an error.",
        "" => "";
    NULL_REFUSED = "HX7005", "input no longer nullable",
        "The new version adds `nullable = false` to an input without a default, so every call that passes null is an error.",
        "" => "";
    VALIDATION_NARROWED = "HX7006", "narrowed input validation",
        "A validation rule of the new version rejects values that the old version accepted. The finding is certain if all rules of the old version are known as sets of values.",
        "" => "";
    INPUT_RESTRICTED = "HX7007", "restricted input values",
        "The input accepted ephemeral values in the old version only, or must be constant in the new version only, so calls that pass an ephemeral or a variable value are errors.",
        "" => "";
    ATTRIBUTE_DROPPED = "HX7008", "ignored input attribute",
        "The object type of an input no longer has an attribute. Terraform ignores attributes that a type does not have, so a value that a call still sets has no effect.",
        "" => "";
    OUTPUT_REMOVED = "HX7011", "removed output",
        "The new version no longer has an output of the old one, so every reference to it is an error.",
        "" => "";
    OUTPUT_TYPE_CHANGED = "HX7012", "changed output type",
        "Not every value of the new type converts to the old one, so code that uses the output may fail.",
        "" => "";
    OUTPUT_CONCEALED = "HX7013", "newly sensitive or ephemeral output",
        "The output is sensitive or ephemeral in the new version only: it can no longer be used wherever a plain value is expected.",
        "" => "";
    OBJECT_GONE = "HX7021", "removed resource or module call",
        "The new version removes a resource or a module call without a `moved` or `removed` block, so an upgrade destroys deployed resources.",
        "" => "";
    INSTANCES_CHANGED = "HX7022", "changed instance addresses",
        "A resource or a module call has `for_each` in one version only, and no `moved` block maps the instances, so an upgrade destroys and recreates deployed resources.",
        "" => "";
    MOVE_REMOVED = "HX7023", "removed `moved` block",
        "The new version no longer has a `moved` block of the old one. A caller that upgrades from a version before the move destroys the object and creates it again.",
        "" => "";
    CALLED_VERSION = "HX7024", "called module's major version changed",
        "A module that the new version calls is required in another major version, whose changes affect callers too.",
        "" => "";
    VERSION_EXCLUDED = "HX7031", "dropped major version",
        "The new version excludes a major version of a provider or of the language that the old one allowed, so callers that use it have to upgrade first.",
        "" => "";
    MODULE_REMOVED = "HX7032", "removed module",
        "A directory of the old version contains a module that the new version no longer has, so every call of it is an error.",
        "" => "";
    PROVIDER_CHANGED = "HX7033", "changed provider address",
        "A local name stands for another provider, so callers that pass a configuration of the old one, or whose state has its resources, have to change.",
        "" => "";
    CONFIGURATION_REQUIRED = "HX7034", "new provider configuration required",
        "The new version declares another provider configuration in `configuration_aliases`, so every call is an error until it passes one.",
        "" => "";
    CONFIGURATION_REMOVED = "HX7035", "removed provider configuration",
        "The new version no longer declares a provider configuration that callers pass. Passing it is an error, or for a provider in the namespace `hashicorp` a warning, and what used it is managed with another configuration.",
        "" => "";
    OWN_CONFIGURATION = "HX7036", "newly configured provider",
        "The new version has a `provider` block with arguments, so every call with `count`, `for_each` or `depends_on` is an error.",
        "" => "";
    COMPATIBLE_CHANGE = "HX7041", "compatible change",
        "Callers do not have to change anything, but the new version adds features or changes behavior: a minor version.",
        "" => "";
}
