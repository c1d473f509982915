variable "region" {
  default = "eu-${local.zone}"
}

locals {
  name = "web-${var.regoin}"
}

source "null" "example" {
  communicator = "none"
}

build {
  sources = ["source.null.exmaple"]

  provisioner "shell-local" {
    inlin        = ["echo ${local.name}"]
    pause_before = "ten seconds"
  }
}
