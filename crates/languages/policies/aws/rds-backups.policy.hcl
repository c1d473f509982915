# Databases keep backups.
policy {}

resource_policy "aws_db_instance" "rds-backups" {
  filter = core::try(attrs.replicate_source_db, null) == null
  enforce {
    condition     = core::coalesce(core::try(attrs.backup_retention_period, null), 0) > 0
    error_message = "Set backup_retention_period to at least 1 day."
  }
}
