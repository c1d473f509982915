variable "cidr" {
  type    = string
  default = "10.0.0.0/8"
}

output "cidr" {
  value = var.cidr
}

removed {
  from = terraform_data.old

  lifecycle {
    destroy = false
  }
}
