# Databases have no public address.
policy {}

resource_policy "aws_db_instance" "rds-private" {
  enforce {
    condition     = core::try(attrs.publicly_accessible, false) != true
    error_message = "Remove publicly_accessible, or set it to false."
  }
}
