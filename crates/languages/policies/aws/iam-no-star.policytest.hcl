policytest {
  targets = ["iam-no-star.policy.hcl"]
}

resource "aws_iam_policy" "good" {
  attrs = {
    policy = core::jsonencode({ Statement = [{ Effect = "Allow", Action = ["s3:GetObject"], Resource = "*" }] })
  }
}

resource "aws_iam_policy" "bad" {
  expect_failure = true
  attrs = {
    policy = core::jsonencode({ Statement = { Effect = "Allow", Action = "*", Resource = "*" } })
  }
}
