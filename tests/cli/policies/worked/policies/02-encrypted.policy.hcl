resource_policy "aws_db_instance" "encrypted" {
  enforcement_level = "mandatory"
  enforce {
    condition = core::try(attrs.storage_encrypted, false) == true
  }
}
