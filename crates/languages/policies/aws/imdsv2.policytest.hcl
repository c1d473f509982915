policytest {
  targets = ["imdsv2.policy.hcl"]
}

resource "aws_instance" "good" {
  attrs = {
    metadata_options = [{ http_tokens = "required" }]
  }
}

resource "aws_instance" "bad" {
  expect_failure = true
  attrs = {
    metadata_options = [{ http_tokens = "optional" }]
  }
}
