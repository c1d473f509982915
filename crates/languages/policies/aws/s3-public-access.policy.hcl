# Buckets block public access.
policy {}

resource_policy "aws_s3_bucket_public_access_block" "s3-public-access" {
  enforce {
    condition     = core::try(attrs.block_public_acls, false) == true && core::try(attrs.block_public_policy, false) == true
    error_message = "Set block_public_acls and block_public_policy to true."
  }
  enforce {
    condition     = core::try(attrs.ignore_public_acls, false) == true && core::try(attrs.restrict_public_buckets, false) == true
    error_message = "Set ignore_public_acls and restrict_public_buckets to true."
  }
}

resource_policy "aws_s3_bucket" "s3-public-access-block" {
  enforce {
    condition     = core::length(core::getresources("aws_s3_bucket_public_access_block", { bucket = attrs.id })) > 0
    error_message = "Add an aws_s3_bucket_public_access_block for this bucket."
  }
}
