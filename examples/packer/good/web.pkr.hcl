variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  name = "web-${var.region}"
}

source "null" "example" {
  communicator = "none"
}

build {
  sources = ["source.null.example"]

  provisioner "shell-local" {
    inline = ["echo ${local.name}"]
    only   = ["null.example"]
  }
}
