policytest {
  targets = ["trail-all-regions.policy.hcl"]
}

resource "aws_cloudtrail" "good" {
  attrs = {
    is_multi_region_trail = true
  }
}

resource "aws_cloudtrail" "bad" {
  expect_failure = true
  attrs = {
    name = "one"
  }
}
