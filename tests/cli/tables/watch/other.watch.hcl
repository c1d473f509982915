interval = "1m"
schedule = "@daily"
level    = "loud"
probe "back" {
  uri = "https://example.com/"
}
