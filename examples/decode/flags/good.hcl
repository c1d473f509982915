flag "new-checkout" {
  description = "The checkout of one page"
  enabled     = true
  percentage  = 25
  team        = "payments"
  contact     = "payments@example.com"
}

flag "dark-mode" {
  description = "Dark colours"
  variants = {
    black = { weight = 1, payload = "#000000" }
    grey  = { weight = 3, payload = "#222222" }
  }
}
