policytest {
  targets = ["rds-private.policy.hcl"]
}

resource "aws_db_instance" "good" {
  attrs = {
    engine = "postgres"
  }
}

resource "aws_db_instance" "bad" {
  expect_failure = true
  attrs = {
    publicly_accessible = true
  }
}
