input "level" {
  default = "advisory"
}

resource_policy "aws_s3_bucket" "owner" {
  enforcement_level = input.level
  enforce {
    condition     = core::contains(core::keys(attrs.tags), "owner")
    error_message = "Tag an owner."
  }
}
