variable "zones" {
  type = list(string)
}

output "subnets" {
  value = { for zone in var.zones : zone => { address = "10.0.0.0", zone = zone } }
}
