policytest {
  targets = ["nsg-no-ssh.policy.hcl"]
}

resource "azurerm_network_security_rule" "good" {
  attrs = {
    direction              = "Inbound"
    access                 = "Allow"
    destination_port_range = "22"
    source_address_prefix  = "10.0.0.0/8"
  }
}

resource "azurerm_network_security_rule" "bad" {
  expect_failure = true
  attrs = {
    direction              = "Inbound"
    access                 = "Allow"
    destination_port_range = "22"
    source_address_prefix  = "*"
  }
}
