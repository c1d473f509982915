mock_provider "aws" {
  mock_resource "aws_s3_bucket" {
    defaults = {
      arn = "arn:aws:s3:::logs"
    }
  }
}

variables {
  environment = "prod"
}

run "versioned" {
  command = plan

  assert {
    condition     = length(aws_s3_bucket_versioning.logs) == 1
    error_message = "Logs of prod are versioned."
  }
}

run "kept" {
  command = plan

  assert {
    condition     = aws_s3_bucket.logs.force_destroy == false
    error_message = "Logs of prod are kept."
  }
}

run "unknown_environment" {
  command = plan

  variables {
    environment = "test"
  }

  expect_failures = [var.environment]
}

run "early" {
  command = plan

  assert {
    condition     = output.arn == "arn:aws:s3:::logs"
    error_message = "The ARN is an output."
  }
}
