# Network security rules do not open SSH to the world.
policy {}

resource_policy "azurerm_network_security_rule" "nsg-no-ssh" {
  filter = attrs.direction == "Inbound" && attrs.access == "Allow"
  enforce {
    condition     = !core::contains(["22", "*"], core::try(attrs.destination_port_range, "")) || !core::contains(["*", "0.0.0.0/0", "Internet"], core::try(attrs.source_address_prefix, ""))
    error_message = "Do not open port 22 to the world."
  }
}
