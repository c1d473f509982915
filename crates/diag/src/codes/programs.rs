//! HX52: Pulumi programs and the packages that they use.

codes! {
    Schema;
    PLAIN_INPUT = "HX5201", "output used as a plain value",
        "The package's schema marks this input as `plain`: the value must be known while the program runs. An output is known only after a deployment, so it cannot be used here; the result of an `invoke` can.",
        "" => "";
    UNKNOWN_TOKEN = "HX5202", "unknown package member",
        "A token consists of a package, a module and a member, for example `random:index:RandomPet`. The package's schema, given with `--provider-schema`, has no resource, function or method with this name.",
        "" => "";
    COMPONENT_SOURCE = "HX5203", "invalid component",
        "The second label of a `component` is the directory of another program, relative to the directory of this one. It must be a different directory, and the program in it cannot use this one as a component.",
        "" => "";
    HOOK_KIND = "HX5204", "invalid hook",
        "A hook is declared for resources or for errors. `onError` accepts error hooks, and all other options accept resource hooks.",
        "" => "";
}
