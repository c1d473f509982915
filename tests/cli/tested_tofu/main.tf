variable "size" {
  type    = number
  default = 1

  validation {
    condition     = var.size > 0 || var.size == -1
    error_message = "The size must be positive."
  }
}

resource "terraform_data" "disk" {
  input = { size = var.size, name = "disk" }
}

output "size" {
  value = terraform_data.disk.input.size
}

output "id" {
  value = terraform_data.disk.id
}
