policytest {
  targets = ["sql-private.policy.hcl"]
}

resource "google_sql_database_instance" "good" {
  attrs = {
    settings = [{ ip_configuration = [{ ipv4_enabled = false }] }]
  }
}

resource "google_sql_database_instance" "bad" {
  expect_failure = true
  attrs = {
    settings = [{ ip_configuration = [{ ipv4_enabled = true }] }]
  }
}
