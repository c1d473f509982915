# Keys are rotated.
policy {}

resource_policy "aws_kms_key" "kms-rotation" {
  filter = core::coalesce(core::try(attrs.customer_master_key_spec, null), "SYMMETRIC_DEFAULT") == "SYMMETRIC_DEFAULT"
  enforce {
    condition     = core::try(attrs.enable_key_rotation, false) == true
    error_message = "Set enable_key_rotation = true."
  }
}
