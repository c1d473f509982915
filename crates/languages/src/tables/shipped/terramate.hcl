# Files of Terramate.
language "terramate" {
  title = "Terramate"

  block "stack" {
    max = 1
    attributes {
      id          = string
      name        = string
      description = string
      tags        = list(string)
      after       = list(string)
      before      = list(string)
      wants       = list(string)
      wanted_by   = list(string)
      watch       = list(string)
    }
  }
  block "terramate" {
    attributes {
      required_version                   = string
      required_version_allow_prereleases = bool
    }
    block "config" {
      unknown = "any"
      attributes {
        experiments                 = list(string)
        disable_safeguards          = list(string)
        disable_integration_testing = bool
      }
      block "git" {
        attributes {
          default_branch         = string
          default_remote         = string
          default_branch_base_ref = string
          check_untracked        = bool
          check_uncommitted      = bool
          check_remote           = any
        }
      }
      block "generate" {
        attributes {
          hcl_magic_header_comment_style = enum("//", "#")
        }
      }
      block "change_detection" {
        unknown = "any"
        block "terragrunt" {
          unknown = "any"
          attributes {
            enabled = any
          }
        }
        block "git" {
          unknown = "any"
          attributes {
            untracked   = any
            uncommitted = any
          }
        }
      }
      block "run" {
        unknown = "any"
        attributes {
          check_gen_code = any
        }
      }
      block "cloud" {
        unknown = "any"
        attributes {
          organization = any
          location     = any
        }
        block "targets" {
          unknown = "any"
          attributes {
            enabled = any
          }
        }
      }
      block "telemetry" {
        attributes {
          enabled = bool
        }
      }
      block "targets" {
        unknown = "any"
        attributes {
          enabled = any
        }
      }
      block "order_of_execution" {
        unknown = "any"
        attributes {
          nested = any
        }
      }
    }
  }
  block "globals" {
    labels          = ["key", "key", "key", "key", "key", "key", "key", "key"]
    optional_labels = 8
    unknown         = "attributes"
    block "map" {
      labels = ["name"]
      body   = "map"
    }
  }
  block "assert" {
    attributes {
      assertion = required(any)
      message   = required(any)
      warning   = any
    }
  }
  block "import" {
    attributes {
      source = required(string)
    }
  }
  block "trigger" {
    docs = "A reason to run the stack, which `terramate experimental trigger` writes."
    attributes {
      ctime   = int
      reason  = string
      type    = opaque
      context = opaque
    }
  }
  block "generate_file" {
    labels = ["path"]
    include = ["generate"]
    attributes {
      content = required(any)
      context = any
    }
  }
  block "generate_hcl" {
    labels = ["path"]
    include = ["generate"]
    block "content" {
      min     = 1
      unknown = "any"
      block "tm_dynamic" {
        labels = ["type"]
        attributes {
          for_each   = any
          iterator   = any
          condition  = any
          labels     = any
          attributes = any
        }
        block "content" {
          max     = 1
          unknown = "any"
        }
      }
    }
  }
  block "vendor" {
    unknown = "any"
    attributes {
      dir = string
    }
  }
  block "script" {
    labels          = ["name", "name", "name", "name", "name", "name"]
    optional_labels = 5
    attributes {
      name        = string
      description = string
    }
    block "lets" {
      unknown = "attributes"
    }
    block "job" {
      attributes {
        name        = string
        description = string
        command     = any
        commands    = any
      }
    }
  }
  block "input" {
    labels  = ["name"]
    unknown = "any"
    attributes {
      backend       = required(string)
      from_stack_id = required(string)
      value         = any
      sensitive     = any
      mock          = any
    }
  }
  block "output" {
    labels  = ["name"]
    unknown = "any"
    attributes {
      backend     = required(string)
      value       = required(any)
      description = string
      sensitive   = any
    }
  }
  block "sharing_backend" {
    labels  = ["name"]
    unknown = "any"
    attributes {
      type     = any
      filename = string
      command  = list(string)
    }
  }
  block "define" {
    labels          = ["kind", "part", "name", "part"]
    optional_labels = 4
    unknown = "any"
  }
  block "bundle" {
    labels          = ["name"]
    optional_labels = 1
    unknown = "any"
  }
  block "component" {
    labels          = ["name"]
    optional_labels = 1
    unknown = "any"
  }
  block "environment" {
    labels          = ["name"]
    optional_labels = 1
    unknown = "any"
  }
}

body "generate" {
  attributes {
    condition = any
    inherit   = any
  }
  block "lets" {
    unknown = "attributes"
    block "map" {
      labels = ["name"]
      body   = "map"
    }
  }
  block "assert" {
    attributes {
      assertion = required(any)
      message   = required(any)
      warning   = any
    }
  }
  block "stack_filter" {
    attributes {
      project_paths    = list(string)
      repository_paths = list(string)
    }
  }
}

body "map" {
  attributes {
    for_each = required(any)
    iterator = any
    key      = required(any)
    value    = any
  }
  block "value" {
    unknown = "any"
    block "map" {
      labels = ["name"]
      body   = "map"
    }
  }
}
