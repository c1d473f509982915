# Policies of IAM do not allow every action.
policy {}

resource_policy "aws_iam_*policy" "iam-no-star" {
  filter = core::try(attrs.policy, null) != null
  locals {
    statements = core::flatten([core::jsondecode(attrs.policy).Statement])
    open = [
      for s in local.statements : s
      if s.Effect == "Allow" && core::contains(core::flatten([core::try(s.Action, [])]), "*")
    ]
  }
  enforce {
    condition     = core::length(local.open) == 0
    error_message = "Name the actions instead of \"*\"."
  }
}
