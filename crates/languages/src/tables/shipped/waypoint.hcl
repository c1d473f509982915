# Projects of Waypoint.
language "waypoint" {
  title = "Waypoint"
  attributes {
    project = string
    labels  = map(string)
  }
  block "runner" {
    max = 1
    body = "runner"
  }
  block "variable" {
    labels = ["name"]
    attributes {
      type        = type
      default     = any
      description = string
      env         = list(string)
      sensitive   = bool
    }
  }
  block "plugin" {
    labels = ["name"]
    attributes {
      type     = any
      checksum = string
    }
  }
  block "config" {
    body = "config"
  }
  block "pipeline" {
    labels  = ["name"]
    unknown = "any"
  }
  block "hook" {
    unknown = "any"
  }
  block "app" {
    labels = ["name"]
    min    = 1
    docs   = "An application: how it is built, deployed and released."
    attributes {
      path   = string
      labels = map(string)
    }
    block "config" {
      body = "config"
    }
    block "url" {
      attributes {
        auto_hostname = bool
      }
    }
    block "runner" {
      body = "runner"
    }
    block "build" {
      max  = 1
      body = "build"
    }
    block "deploy" {
      max  = 1
      body = "stage"
    }
    block "release" {
      max  = 1
      body = "stage"
    }
  }
}

body "use" {
  block "use" {
    labels  = ["plugin"]
    unknown = "any"
  }
  block "hook" {
    attributes {
      when       = required(enum("before", "after"))
      command    = required(list(string))
      on_failure = enum("continue", "fail")
    }
  }
}

body "stage" {
  include = ["use"]
  attributes {
    labels    = map(string)
    workspace = any
  }
  block "workspace" {
    labels  = ["name"]
    unknown = "any"
  }
  block "label" {
    labels  = ["selector"]
    unknown = "any"
  }
  block "scope" {
    labels  = ["selector"]
    unknown = "any"
  }
}

body "build" {
  include = ["stage"]
  block "registry" {
    max  = 1
    body = "stage"
  }
}

body "config" {
  attributes {
    env      = any
    internal = any
    file     = any
    runner   = any
  }
  block "runner" {
    unknown = "any"
  }
  block "workspace" {
    labels  = ["name"]
    unknown = "any"
  }
  block "label" {
    labels  = ["selector"]
    unknown = "any"
  }
}

body "runner" {
  attributes {
    enabled = bool
    profile = string
  }
  block "data_source" {
    labels = ["type"]
    attributes {
      url                         = string
      path                        = string
      ref                         = string
      username                    = string
      password                    = sensitive(string)
      key                         = sensitive(string)
      key_password                = sensitive(string)
      recurse_submodules          = number
      ignore_changes_outside_path = bool
    }
  }
  block "poll" {
    attributes {
      enabled  = bool
      interval = string
    }
  }
}
