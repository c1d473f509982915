# Settings of tflint.
language "tflint" {
  title = "tflint"

  block "config" {
    attribute "module" {
      type       = bool
      deprecated = "use `call_module_type`"
    }
    attributes {
      call_module_type    = enum("all", "local", "none")
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
    variant "terraform" {
      unknown = "ignored"
      attributes {
        preset = enum("all", "recommended")
      }
    }
    variant "aws" {
      unknown = "warning"
      attributes {
        deep_check              = bool
        access_key              = string
        secret_key              = sensitive(string)
        region                  = string
        profile                 = string
        shared_credentials_file = string
      }
      block "assume_role" {
        attributes {
          role_arn     = required(string)
          external_id  = string
          policy       = string
          session_name = string
        }
      }
    }
    variant "google" {
      unknown = "warning"
      attributes {
        deep_check = bool
      }
    }
    variant "azurerm" {
      unknown = "ignored"
    }
    variant "opa" {
      unknown = "ignored"
      attributes {
        policy_dir = string
      }
    }
  }
  block "rule" {
    labels  = ["name"]
    unknown = "any"
    docs    = "Settings of a rule; further arguments are its own."
    attributes {
      enabled = required(bool)
    }
    variant "terraform_comment_syntax" {
      unknown = "ignored"
    }
    variant "terraform_deprecated_index" {
      unknown = "ignored"
    }
    variant "terraform_deprecated_interpolation" {
      unknown = "ignored"
    }
    variant "terraform_deprecated_lookup" {
      unknown = "ignored"
    }
    variant "terraform_documented_outputs" {
      unknown = "ignored"
    }
    variant "terraform_documented_variables" {
      unknown = "ignored"
    }
    variant "terraform_empty_list_equality" {
      unknown = "ignored"
    }
    variant "terraform_map_duplicate_keys" {
      unknown = "ignored"
    }
    variant "terraform_required_version" {
      unknown = "ignored"
    }
    variant "terraform_standard_module_structure" {
      unknown = "ignored"
    }
    variant "terraform_typed_variables" {
      unknown = "ignored"
    }
    variant "terraform_unused_declarations" {
      unknown = "ignored"
    }
    variant "terraform_unused_required_providers" {
      unknown = "ignored"
    }
    variant "terraform_workspace_remote" {
      unknown = "ignored"
    }
    variant "terraform_json_syntax" {
      unknown = "ignored"
    }
    variant "terraform_module_shallow_clone" {
      unknown = "ignored"
    }
    variant "terraform_module_pinned_source" {
      unknown = "ignored"
      attributes {
        style            = enum("flexible", "semver")
        default_branches = list(string)
      }
    }
    variant "terraform_module_version" {
      unknown = "ignored"
      attributes {
        exact = bool
      }
    }
    variant "terraform_required_providers" {
      unknown = "ignored"
      attributes {
        source  = bool
        version = bool
      }
    }
    variant "terraform_naming_convention" {
      unknown = "warning"
      include = ["naming"]
      attributes {
        custom_formats = any
      }
      block "check" {
        body = "naming"
      }
      block "data" {
        body = "naming"
      }
      block "locals" {
        body = "naming"
      }
      block "module" {
        body = "naming"
      }
      block "output" {
        body = "naming"
      }
      block "resource" {
        body = "naming"
      }
      block "variable" {
        body = "naming"
      }
    }
  }
  block "tflint" {
    unknown = "ignored"
    attributes {
      required_version = string
    }
  }
}

body "naming" {
  attributes {
    # one of its own formats, or of `custom_formats`
    format = string
    custom = string
  }
}
