resource_policy "aws_s3_bucket" "access" {
  enforcement_level = "mandatory"
  enforce {
    condition = core::length(core::getresources("aws_s3_bucket_public_access_block", { bucket = attrs.id })) > 0
  }
}
