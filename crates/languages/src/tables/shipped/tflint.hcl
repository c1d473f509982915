# Settings of tflint.
language "tflint" {
  title = "tflint"

  block "config" {
    attributes {
      call_module_type    = enum("all", "local", "none")
      module              = bool
      force               = bool
      disabled_by_default = bool
      ignore_module       = map(bool)
      varfile             = list(string)
      variables           = list(string)
      plugin_dir          = string
      format              = enum("default", "json", "checkstyle", "junit", "compact", "sarif")
    }
  }
  block "plugin" {
    labels  = ["name"]
    unknown = "any"
    docs    = "A plugin with rules; further arguments are its own."
    attributes {
      enabled     = required(bool)
      version     = string
      source      = string
      signing_key = string
      signature   = string
    }
  }
  block "rule" {
    labels  = ["name"]
    unknown = "any"
    docs    = "Settings of a rule; further arguments are its own."
    attributes {
      enabled = required(bool)
    }
  }
  block "tflint" {
    attributes {
      required_version = string
    }
  }
}
