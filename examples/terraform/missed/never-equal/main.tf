variable "enabled" {
  type    = bool
  default = true
}

resource "terraform_data" "web" {
  count = var.enabled == "true" ? 1 : 0
}
