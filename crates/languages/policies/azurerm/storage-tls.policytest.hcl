policytest {
  targets = ["storage-tls.policy.hcl"]
}

resource "azurerm_storage_account" "good" {
  attrs = {
    min_tls_version = "TLS1_2"
  }
}

resource "azurerm_storage_account" "bad" {
  expect_failure = true
  attrs = {
    min_tls_version = "TLS1_0"
  }
}
