# Storage accounts require TLS 1.2.
policy {}

resource_policy "azurerm_storage_account" "storage-tls" {
  enforce {
    condition     = core::contains(["TLS1_2", "TLS1_3"], core::coalesce(core::try(attrs.min_tls_version, null), "TLS1_2"))
    error_message = "Set min_tls_version = \"TLS1_2\"."
  }
}
