policytest {
  targets = ["rds-encrypted.policy.hcl"]
}

resource "aws_db_instance" "good" {
  attrs = {
    storage_encrypted = true
  }
}

resource "aws_db_instance" "bad" {
  expect_failure = true
  attrs = {
    storage_encrypted = false
  }
}
