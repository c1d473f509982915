# Databases have no public address.
policy {}

resource_policy "google_sql_database_instance" "sql-private" {
  enforce {
    condition     = core::try(attrs.settings[0].ip_configuration[0].ipv4_enabled, true) == false
    error_message = "Set ipv4_enabled = false in ip_configuration."
  }
}
