# Databases are encrypted at rest.
policy {}

resource_policy "aws_db_instance" "rds-encrypted" {
  filter = core::try(attrs.replicate_source_db, null) == null
  enforce {
    condition     = core::try(attrs.storage_encrypted, false) == true
    error_message = "Set storage_encrypted = true."
  }
}
