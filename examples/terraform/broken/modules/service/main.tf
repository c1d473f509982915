variable "name" {
  type        = string
  description = "The name of the service."
}

variable "port" {
  type        = number
  description = "The port that it listens on."
}

variable "replicas" {
  type        = number
  description = "How many instances run."
}

variable "subnet_ids" {
  type        = map(string)
  description = "The subnets by zone."
}

resource "terraform_data" "service" {
  count = var.replicas

  input = { name = var.name, subnets = values(var.subnet_ids) }
}

output "address" {
  description = "Where the service is reached."
  value       = "${var.name}.shop.example:${var.port}"
}
