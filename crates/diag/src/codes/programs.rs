//! HX52: programs of Pulumi and the packages that they use.

codes! {
    PLAIN_INPUT = "HX5201", "output where a value must be known at once",
        "The schema of the package marks this input as `plain`: its value must be known when the program runs, so an output, which comes when something has been deployed, cannot be given. What an `invoke` gives can.",
        "" => "";
    UNKNOWN_TOKEN = "HX5202", "resource, function or method that the package does not have",
        "A token names a package, a module and a resource or function in it, such as `random:index:RandomPet`. The schema of the package, which `--provider-schema` gave, has none of this name.",
        "" => "";
    COMPONENT_SOURCE = "HX5203", "component whose folder cannot be used",
        "The second label of a `component` is the folder of another program, relative to the folder of this one. It must be another folder, and the program in it may not use this one as a component.",
        "" => "";
    HOOK_KIND = "HX5204", "hook that does not fit",
        "A hook is declared for resources or for errors. `onError` takes those for errors, all others take those for resources.",
        "" => "";
}
