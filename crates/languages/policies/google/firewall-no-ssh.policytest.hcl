policytest {
  targets = ["firewall-no-ssh.policy.hcl"]
}

resource "google_compute_firewall" "good" {
  attrs = {
    source_ranges = ["0.0.0.0/0"]
    allow         = [{ protocol = "tcp", ports = ["443"] }]
  }
}

resource "google_compute_firewall" "bad" {
  expect_failure = true
  attrs = {
    source_ranges = ["0.0.0.0/0"]
    allow         = [{ protocol = "tcp", ports = ["22"] }]
  }
}
