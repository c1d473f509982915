variable "env" {
  type    = string
  default = "test"

  validation {
    condition     = contains(["dev", "prod"], var.env)
    error_message = "Must be dev or prod."
  }
}

output "env" {
  value = var.env
}
