# Tests of Terraform's policies: `*.policytest.hcl`.
language "terraform-policytest" {
  title   = "Terraform"

  block "policytest" {
    max = 1
    attributes {
      targets = list(string)
    }
    unknown = "warning"
  }
  block "input" {
    labels          = ["name"]
    optional_labels = 1
    unknown         = "any"
  }
  block "inputs" {
    unknown = "any"
  }
  block "locals" {
    unknown = "any"
  }
  block "resource" {
    labels = ["type", "name"]
    body   = "mock"
    docs   = "A resource that the policies judge."
  }
  block "data" {
    labels = ["type", "name"]
    body   = "mock"
  }
  block "module" {
    labels          = ["source", "name"]
    optional_labels = 1
    body            = "mock"
  }
  block "provider" {
    labels          = ["type", "name"]
    optional_labels = 1
    body            = "mock"
  }
}

body "mock" {
  attributes {
    attrs          = any
    prior_attrs    = any
    meta           = any
    inputs         = any
    expect_failure = bool
    skip           = bool
  }
  block "attrs" {
    unknown = "any"
  }
  unknown = "warning"
}
