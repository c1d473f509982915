# Projects of Atlas.
language "atlas" {
  title   = "Atlas"

  attributes {
    docker_url = string
  }
  block "atlas" {
    unknown = "any"
  }
  block "variable" {
    labels = ["name"]
    attributes {
      type        = required(any)
      default     = any
      description = string
      sensitive   = bool
    }
    block "validation" {
      attributes {
        condition     = any
        error_message = string
      }
    }
  }
  block "locals" {
    unknown = "any"
  }
  block "data" {
    labels  = ["type", "name"]
    unknown = "any"
  }
  block "docker" {
    labels  = ["driver", "name"]
    unknown = "any"
  }
  block "env" {
    labels          = ["name"]
    optional_labels = 1
    unknown         = "any"
    docs            = "An environment: where the schema comes from, and the database that gets it."
    attributes {
      name     = any
      for_each = any
      src      = any
      url      = any
      dev      = any
      schemas  = list(string)
      exclude  = list(string)
      include  = list(string)
    }
    block "migration" {
      body = "migration"
    }
    block "diff" {
      body = "diff"
    }
    block "lint" {
      unknown = "any"
    }
    block "format" {
      unknown = "any"
    }
    block "test" {
      unknown = "any"
    }
    block "schema" {
      unknown = "any"
    }
  }
  block "lint" {
    unknown = "any"
  }
  block "diff" {
    body = "diff"
  }
  block "test" {
    unknown = "any"
  }
  block "script" {
    labels  = ["type", "name"]
    optional_labels = 1
    unknown = "any"
  }
  block "deployment" {
    labels  = ["name"]
    unknown = "any"
  }
  block "hook" {
    labels  = ["type", "name"]
    optional_labels = 2
    unknown = "any"
  }
  block "permissions" {
    unknown = "any"
  }
  block "policy" {
    unknown = "any"
  }
  block "rule" {
    labels  = ["type", "name"]
    unknown = "any"
  }
  block "predicate" {
    labels  = ["type", "name"]
    unknown = "any"
  }
  unknown = "warning"
}

body "migration" {
  unknown = "any"
  attributes {
    dir              = any
    format           = any
    baseline         = any
    exec_order       = any
    lock_timeout     = string
    revisions_schema = string
    tx_mode          = any
  }
}

body "diff" {
  unknown = "any"
  block "skip" {
    unknown = "any"
  }
  block "concurrent_index" {
    attributes {
      create = bool
      drop   = bool
      add    = bool
    }
  }
}
