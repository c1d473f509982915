policytest {
  targets = ["owner.policy.hcl"]
}

resource "aws_s3_bucket" "untagged" {
  attrs = { tags = {} }
}
