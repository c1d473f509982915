variable "size" {
  type = number
}

locals {
  all = [for n in range(var.size) : n * 2 + 1]
}

output "zone" {
  value = local.all[0]
}

output "name" {
  value = local.all[1]
}

output "id" {
  value = local.all[2]
}

output "arn" {
  value = local.all[3]
}
