run "endpoints" {
  command = plan

  variables {
    services = { web = { port = 8443 } }
  }

  assert {
    condition     = output.endpoints["web"] == "web.shop.example:8443"
    error_message = "The address has the port."
  }
}
