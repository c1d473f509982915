# Policies of buckets deny requests without TLS.
policy {}

resource_policy "aws_s3_bucket_policy" "s3-tls-only" {
  locals {
    statements = core::flatten([core::jsondecode(attrs.policy).Statement])
    # the value may be a string, a list of one, or a bool
    plain = ["\"false\"", "[\"false\"]", "false"]
    denied = [
      for s in local.statements : s
      if s.Effect == "Deny" && core::contains(local.plain, core::jsonencode(core::try(s.Condition.Bool["aws:SecureTransport"], null)))
    ]
  }
  enforce {
    condition     = core::length(local.denied) > 0
    error_message = "Deny requests for which aws:SecureTransport is false."
  }
}
