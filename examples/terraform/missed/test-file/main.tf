variable "env" {
  type    = string
  default = "dev"
}

output "name" {
  value = "web-${var.env}"
}
