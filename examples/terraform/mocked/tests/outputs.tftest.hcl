mock_provider "aws" {
  mock_resource "aws_s3_bucket" {
    override_during = plan
    defaults = {
      arn = "arn:aws:s3:::logs"
    }
  }
}

run "arn" {
  command = plan

  variables {
    environment = "dev"
  }

  assert {
    condition     = output.arn == "arn:aws:s3:::logs"
    error_message = "The ARN is an output."
  }
}

run "domain" {
  command = plan

  variables {
    environment = "dev"
  }

  assert {
    condition     = output.domain == "logs.s3.amazonaws.com"
    error_message = "The domain is an output."
  }
}
