terraform {
  required_version = ">= 1.6"
}

variable "region" {
  type = string
}

variable "size" {
  type = number
}

variable "owner" {
  type = string
}

module "net" {
  source = "../../net"
  cidr   = cidrsubnet("10.0.0.0/8", var.size, 0)
}

output "region" {
  value = "${var.region} ${var.owner} ${module.net.cidr}"
}
