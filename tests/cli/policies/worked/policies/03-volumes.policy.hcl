resource_policy "aws_ebs_volume" "volumes" {
  enforcement_level = "mandatory"
  enforce {
    condition = core::try(attrs.encrypted, false) == true
  }
}
