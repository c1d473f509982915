variable "cidr" {
  type = string
}

output "subnet" {
  value = cidrsubnet(var.cidr, 8, 1)
}
