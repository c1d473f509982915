# The same root with mistakes: `hclx check examples/terraform/broken` finds every one of them.

terraform {
  required_version = ">= 1.3"
}

variable "region" {
  type        = string
  description = "Where everything runs."
  default     = eu-central-1
}

variable "services" {
  type = map(object({
    port     = number
    replicas = optional(number, 2)
    public   = optional(bool, false)
  }))
  description = "The services by name."

  validation {
    condition     = alltrue([for service in var.services : service.port > 0 && service.port < 65536])
    error_message = "Every port is between 1 and 65535."
  }
}

locals {
  public = [for name, service in var.services : name if service.public]
}

module "network" {
  source = "./modules/network"

  name  = "shop-${var.regoin}"
  zones = "a"
}

module "service" {
  source   = "./modules/service"
  for_each = var.services

  name       = each.key
  port       = each.value.port
  replicas   = each.value.replicas
}

output "endpoints" {
  description = "The address of each service by name."
  value       = { for name, service in module.service : name => service.adress }
}

output "public" {
  description = "The services that everybody reaches."
  value       = local.publik
}
