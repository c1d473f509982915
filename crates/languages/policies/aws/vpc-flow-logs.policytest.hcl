policytest {
  targets = ["vpc-flow-logs.policy.hcl"]
}

resource "aws_flow_log" "log" {
  skip = true
  attrs = {
    vpc_id = "vpc-1"
  }
}

resource "aws_vpc" "good" {
  attrs = {
    id = "vpc-1"
  }
}

resource "aws_vpc" "bad" {
  expect_failure = true
  attrs = {
    id = "vpc-2"
  }
}
