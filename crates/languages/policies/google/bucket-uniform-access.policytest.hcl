policytest {
  targets = ["bucket-uniform-access.policy.hcl"]
}

resource "google_storage_bucket" "good" {
  attrs = {
    uniform_bucket_level_access = true
  }
}

resource "google_storage_bucket" "bad" {
  expect_failure = true
  attrs = {
    name = "b"
  }
}
