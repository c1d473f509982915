resource_policy "aws_s3_bucket" "owner" {
  enforcement_level = "mandatory"
  enforce {
    condition = core::contains(core::keys(attrs.tags), "owner")
  }
}
