variable "name" {
  type        = string
  description = "The name of the network."
}

variable "zones" {
  type        = list(string)
  description = "One subnet is made in each zone."
}

resource "terraform_data" "subnet" {
  for_each = toset(var.zones)

  input = "${var.name}-${each.key}"
}

output "subnet_ids" {
  description = "The subnets by zone."
  value       = { for zone, subnet in terraform_data.subnet : zone => subnet.id }
}
