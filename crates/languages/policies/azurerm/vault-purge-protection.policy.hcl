# Key vaults cannot be purged.
policy {}

resource_policy "azurerm_key_vault" "vault-purge-protection" {
  enforce {
    condition     = core::try(attrs.purge_protection_enabled, false) == true
    error_message = "Set purge_protection_enabled = true."
  }
}
