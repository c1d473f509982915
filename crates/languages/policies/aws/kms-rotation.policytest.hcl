policytest {
  targets = ["kms-rotation.policy.hcl"]
}

resource "aws_kms_key" "good" {
  attrs = {
    enable_key_rotation = true
  }
}

resource "aws_kms_key" "bad" {
  expect_failure = true
  attrs = {
    description = "no rotation"
  }
}
