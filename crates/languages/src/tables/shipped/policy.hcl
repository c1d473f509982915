# Policies of Terraform: `*.policy.hcl`. Assumptions about the language are marked in `terraform/policies/guesses.rs`.
language "terraform-policy" {
  title = "Terraform"

  block "policy" {
    max  = 1
    docs = "Settings of the file: required versions and plugins."
    block "required_providers" {
      unknown = "any"
    }
    block "terraform_config" {
      unknown = "any"
    }
    block "plugins" {
      unknown = "any"
    }
    attributes {
      required_version = string
    }
  }
  block "input" {
    labels = ["name"]
    docs   = "A value from outside: `input.NAME`."
    attributes {
      type        = opaque
      default     = any
      description = string
      sensitive   = bool
    }
  }
  block "locals" {
    unknown = "any"
  }
  block "resource_policy" {
    labels  = ["resource type", "name"]
    docs    = "A rule for the resources whose type matches the first label; `*` stands for any part of it."
    include = ["rule"]
    attributes {
      operations = list(enum("create", "update", "delete", "no-op", "read", "replace"))
    }
  }
  block "provider_policy" {
    labels  = ["provider", "name"]
    include = ["rule"]
  }
  block "module_policy" {
    labels  = ["module source", "name"]
    include = ["rule"]
  }
}

body "rule" {
  attribute "enforcement_level" {
    type = enum("advisory", "mandatory_overridable", "mandatory")
    docs = "`advisory` (default) is a warning; the others are errors."
  }
  attribute "filter" {
    type = any
    docs = "A condition on `attrs` and `meta`: others are not judged."
  }
  block "locals" {
    unknown = "any"
  }
  block "enforce" {
    min  = 1
    docs = "A condition that must hold."
    attribute "condition" {
      type     = any
      required = true
      docs     = "A bool; `attrs` has the arguments of the resource."
    }
    attributes {
      error_message = any
      info_message  = any
    }
  }
}
