/**
 * # network
 *
 * Subnets of a stage.
 */

terraform {
  required_version = ">= 1.3"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0"
    }
  }
}

variable "stage" {
  description = "Where it runs."
  type        = string

  validation {
    condition     = contains(["dev", "prod"], var.stage)
    error_message = "Unknown stage."
  }
}

# The port of each service.
variable "ports" {
  type    = map(number)
  default = { http = 80 }

  validation {
    condition     = alltrue([for name, port in var.ports : port > 0 && port < 65536 && can(regex("^[a-z]+$", name))])
    error_message = "A port is from 1 to 65535, and its name is in lower case."
  }
}

variable "rules" {
  type = list(object({
    action = string
    cidr   = optional(string, "10.0.0.0/8")
  }))
  default  = []
  nullable = false

  validation {
    condition     = alltrue([for rule in var.rules : contains(["allow", "deny"], rule.action)])
    error_message = "Rules allow or deny."
  }
  validation {
    condition     = alltrue([for rule in var.rules : can(cidrhost(rule.cidr, 0))])
    error_message = "Each rule has a range of addresses."
  }
}

# terraform-docs-ignore
variable "internal" {
  default = 1
}

variable "token" {
  type      = string
  sensitive = true
  default   = "t0p-secret"
}

resource "aws_subnet" "this" {
  for_each = var.ports
  tags     = { name = each.key, stage = var.stage }
}

output "names" {
  description = "The names of services, with | and _ in it."
  value       = keys(var.ports)
}

output "first" {
  value = aws_subnet.this["http"].arn
}
