policytest {
  targets = ["s3-tls-only.policy.hcl"]
}

resource "aws_s3_bucket_policy" "denied" {
  attrs = {
    policy = core::jsonencode({ Statement = [{ Effect = "Deny", Action = "s3:*", Condition = { Bool = { "aws:SecureTransport" = "false" } } }] })
  }
}

resource "aws_s3_bucket_policy" "open" {
  expect_failure = true
  attrs = {
    policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = "s3:GetObject" }] })
  }
}
