policytest {
  targets = ["vault-purge-protection.policy.hcl"]
}

resource "azurerm_key_vault" "good" {
  attrs = {
    purge_protection_enabled = true
  }
}

resource "azurerm_key_vault" "bad" {
  expect_failure = true
  attrs = {
    name = "v"
  }
}
