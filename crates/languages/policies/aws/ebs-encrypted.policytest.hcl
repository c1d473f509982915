policytest {
  targets = ["ebs-encrypted.policy.hcl"]
}

resource "aws_ebs_volume" "good" {
  attrs = {
    encrypted = true
  }
}

resource "aws_ebs_volume" "bad" {
  expect_failure = true
  attrs = {
    size = 8
  }
}
