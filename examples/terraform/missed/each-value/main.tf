variable "services" {
  type = map(object({ port = number }))
  default = { web = { port = 80 } }
}

resource "terraform_data" "s" {
  for_each = var.services
  input = each.value.prot
}
