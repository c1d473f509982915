policytest {
  targets = ["rds-backups.policy.hcl"]
}

resource "aws_db_instance" "good" {
  attrs = {
    backup_retention_period = 7
  }
}

resource "aws_db_instance" "bad" {
  expect_failure = true
  attrs = {
    backup_retention_period = 0
  }
}
