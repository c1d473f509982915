variable "create" {
  type = bool
}

variable "names" {
  type = list(string)
}

resource "terraform_data" "this" {
  count = var.create ? 1 : 0
}

resource "terraform_data" "each" {
  for_each = toset(var.names)
}

output "id" {
  value = try(terraform_data.this[0].id, null)
}

output "chosen" {
  value = var.create ? try(terraform_data.this[0].id, null) : null
}

output "whole" {
  value = try(terraform_data.this[0].id, tolist([]), [])
}

output "one" {
  value = one(terraform_data.this[*].id)
}

output "first" {
  value = element(concat(terraform_data.this[*].id, [""]), 0)
}

output "ids" {
  value = { for name, each in terraform_data.each : name => each.id }
}

output "texts" {
  value = try([for name in var.names : upper(name)], [])
}

output "distinct" {
  value = distinct(flatten([for name in var.names : [name, upper(name)]]))
}

output "found" {
  value = lookup({ for name in var.names : name => length(name) }, "a", null)
}

output "zipped" {
  value = zipmap(var.names, reverse([for name in var.names : length(name)]))
}
