policytest {
  targets = ["s3-public-access.policy.hcl"]
}

resource "aws_s3_bucket_public_access_block" "closed" {
  attrs = {
    bucket                  = "a"
    block_public_acls       = true
    block_public_policy     = true
    ignore_public_acls      = true
    restrict_public_buckets = true
  }
}

resource "aws_s3_bucket_public_access_block" "half" {
  expect_failure = true
  attrs = {
    bucket              = "b"
    block_public_acls   = true
    block_public_policy = true
  }
}

resource "aws_s3_bucket" "covered" {
  attrs = {
    id = "a"
  }
}

resource "aws_s3_bucket" "uncovered" {
  expect_failure = true
  attrs = {
    id = "c"
  }
}
