level  = "Info"
period = "1h"
locals {
  host = "example.com"
}
probe "front" {
  url   = "https://${local.hots}/"
  after = probe.back
}
probe "side" {
  url   = "https://${try(local.port, local.host)}/"
  after = probe.bak
}
