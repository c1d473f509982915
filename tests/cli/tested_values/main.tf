variable "size" {
  type    = number
  default = 1
}

output "size" {
  value = var.size
}
