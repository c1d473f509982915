# Mods of Flowpipe.
language "flowpipe" {
  title   = "Flowpipe"
  unknown = "warning"
  include = ["mod"]

  block "pipeline" {
    labels = ["name"]
    attributes {
      title           = any
      description     = any
      documentation   = any
      tags            = any
      max_concurrency = any
      format          = any
      enabled         = any
    }
    block "param" {
      labels = ["name"]
      attributes {
        type        = opaque
        default     = any
        description = any
        optional    = bool
        tags        = any
        enum        = any
        subtype     = opaque
        format      = any
        title       = any
      }
    }
    block "step" {
      labels = ["type", "name"]
      body   = "step"
      docs   = "A step: its first label is the type, such as `http`, `query` or `pipeline`."
    }
    block "output" {
      labels = ["name"]
      body   = "output"
    }
  }
  block "trigger" {
    labels  = ["type", "name"]
    unknown = "any"
    attributes {
      enabled  = any
      title    = any
      pipeline = any
      args     = any
      schedule = any
    }
  }
  block "integration" {
    labels  = ["type", "name"]
    unknown = "any"
  }
  block "notifier" {
    labels  = ["name"]
    unknown = "any"
  }
  block "credential" {
    labels  = ["type", "name"]
    unknown = "any"
  }
  block "credential_import" {
    labels  = ["name"]
    unknown = "any"
  }
  block "connection" {
    labels  = ["type", "name"]
    unknown = "any"
  }
  block "connection_import" {
    labels  = ["name"]
    unknown = "any"
  }
  block "workspace" {
    labels  = ["name"]
    unknown = "any"
  }
}

body "mod" {
  block "mod" {
    labels = ["name"]
    max    = 1
    attributes {
      title         = any
      description   = any
      documentation = any
      color         = any
      categories    = any
      icon          = any
      tags          = any
      database      = any
      search_path   = any
      search_path_prefix = any
    }
    block "require" {
      unknown = "warning"
      block "flowpipe" {
        attributes {
          min_version = any
        }
      }
      block "mod" {
        labels = ["name"]
        attributes {
          version = any
          branch  = any
          tag     = any
          path    = any
          args    = any
        }
      }
    }
    block "opengraph" {
      unknown = "any"
    }
  }
  block "variable" {
    labels = ["name"]
    attributes {
      type        = opaque
      default     = any
      description = any
      enum        = any
      format      = any
      tags        = any
      title       = any
      subtype     = opaque
    }
  }
  block "locals" {
    unknown = "any"
  }
}

body "step" {
  unknown = "any"
  attributes {
    title           = any
    description     = any
    depends_on      = any
    for_each        = any
    if              = any
    max_concurrency = any
    timeout         = any
  }
  block "error" {
    attributes {
      if     = any
      ignore = any
    }
  }
  block "retry" {
    attributes {
      if           = any
      max_attempts = any
      min_interval = any
      max_interval = any
      strategy     = any
    }
  }
  block "throw" {
    attributes {
      if      = any
      message = any
    }
  }
  block "loop" {
    unknown = "any"
    attributes {
      until = any
    }
  }
  block "output" {
    labels = ["name"]
    body   = "output"
  }
}

body "output" {
  attributes {
    value       = any
    description = any
    sensitive   = any
  }
}
