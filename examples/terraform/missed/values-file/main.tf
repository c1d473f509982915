variable "replicas" {
  type = number
}

output "replicas" {
  value = var.replicas
}
