resource_policy "aws_s3_bucket_policy" "stars" {
  enforcement_level = "mandatory"
  enforce {
    condition = core::length([for s in core::jsondecode(attrs.policy).Statement : s if s.Action == "*"]) == 0
  }
}
