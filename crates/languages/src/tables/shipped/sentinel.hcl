# Settings of Sentinel: `sentinel.hcl`, and test cases.
language "sentinel" {
  title = "Sentinel"

  block "policy" {
    labels = ["name"]
    attributes {
      source            = string
      enforcement_level = enum("advisory", "soft-mandatory", "hard-mandatory")
      params            = map(any)
    }
  }
  block "module" {
    labels = ["name"]
    attributes {
      source = required(string)
    }
  }
  block "import" {
    labels = ["kind", "name"]
    optional_labels = 1
    unknown = "any"
    attributes {
      source = string
      data   = any
    }
  }
  block "mock" {
    labels = ["name"]
    attributes {
      data = any
    }
    block "module" {
      attributes {
        source = required(string)
      }
    }
  }
  block "param" {
    labels = ["name"]
    attributes {
      value = any
    }
  }
  block "global" {
    labels = ["name"]
    attributes {
      value = any
    }
  }
  block "test" {
    attributes {
      rules = any
    }
    unknown = "any"
  }
  block "override" {
    labels = ["kind", "name"]
    unknown = "any"
  }
  block "sentinel" {
    attributes {
      features = map(bool)
    }
  }
}
