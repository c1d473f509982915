# Volumes are encrypted.
policy {}

resource_policy "aws_ebs_volume" "ebs-encrypted" {
  enforce {
    condition     = core::try(attrs.encrypted, false) == true
    error_message = "Set encrypted = true."
  }
}
