config "cidr" "string" {
}

resource "network" "cloud:index:Network" {
  cidr = cidr
}

output "id" {
  value = network.id
}
