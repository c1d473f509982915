terraform {
  required_version = ">= 1.11"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

variable "environment" {
  type = string

  validation {
    condition     = contains(["dev", "prod"], var.environment)
    error_message = "Must be dev or prod."
  }
}

resource "aws_s3_bucket" "logs" {
  bucket        = "logs-${var.environment}"
  force_destroy = var.environment == "prod"
}

resource "aws_s3_bucket_versioning" "logs" {
  count  = var.environment == "prod" ? 1 : 0
  bucket = aws_s3_bucket.logs.id

  versioning_configuration {
    status = "Enabled"
  }
}

output "arn" {
  value = aws_s3_bucket.logs.arn
}

output "domain" {
  value = aws_s3_bucket.logs.bucket_domain_name
}
