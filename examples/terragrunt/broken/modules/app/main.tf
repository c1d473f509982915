variable "name" {
  type = string
}

variable "replicas" {
  type = number
}

variable "vpc_id" {
  type = string
}

output "url" {
  value = "https://${var.name}-${var.vpc_id}-${var.replicas}"
}
