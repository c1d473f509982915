//! HX8: policies.

codes! {
    Policies;
    POLICY_VIOLATED = "HX8001", "violated policy",
        "A policy of the run selects this resource, and one of its conditions is false whatever is unknown. The finding also points at the condition. An advisory policy is a warning, a mandatory one an error.",
        "" => "";
    POLICY_FAILED = "HX8002", "failing condition of a policy",
        "A condition of a policy is null or fails for this resource, so that the policy decides nothing. Make the condition a bool for every resource that the policy selects, for example with `core::try`.",
        "" => "";
    POLICY_OPEN = "HX8003", "undecided policy",
        "A policy of the run selects this resource, and its verdict depends on what is not known: the message says on what. The finding exists only with `open = \"warning\"` in the table `[policy]` of `hclx.toml`.",
        "" => "";
}
