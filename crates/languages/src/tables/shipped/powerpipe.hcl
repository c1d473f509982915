# Mods of Powerpipe and Steampipe.
language "powerpipe" {
  title   = "Powerpipe"
  unknown = "warning"

  block "mod" {
    labels = ["name"]
    max    = 1
    unknown = "any"
    attributes {
      title         = any
      description   = any
      documentation = any
      color         = any
      categories    = any
      icon          = any
      tags          = any
    }
    block "require" {
      unknown = "warning"
      attributes {
        steampipe = any
      }
      block "powerpipe" {
        attributes {
          min_version = any
        }
      }
      block "steampipe" {
        attributes {
          min_version = any
        }
      }
      block "plugin" {
        labels = ["name"]
        attributes {
          version     = any
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
    }
  }
  block "locals" {
    unknown = "any"
  }
  block "query" {
    labels = ["name"]
    include = ["resource"]
    attributes {
      sql         = any
      search_path = any
      search_path_prefix = any
      database    = any
    }
    block "param" {
      labels = ["name"]
      body   = "param"
    }
  }
  block "control" {
    labels = ["name"]
    include = ["resource"]
    attributes {
      sql         = any
      query       = any
      args        = any
      severity    = any
      base        = any
      search_path = any
      search_path_prefix = any
      width       = any
      type        = any
      database    = any
    }
    block "param" {
      labels = ["name"]
      body   = "param"
    }
  }
  block "benchmark" {
    labels = ["name"]
    include = ["resource"]
    attributes {
      children = any
      base     = any
      type     = any
      width    = any
      database = any
      args     = any
    }
  }
  block "detection" {
    labels  = ["name"]
    unknown = "any"
  }
  block "detection_benchmark" {
    labels  = ["name"]
    unknown = "any"
  }
  block "dashboard" {
    labels  = ["name"]
    unknown = "any"
  }
  block "category" {
    labels  = ["name"]
    unknown = "any"
  }
  block "card" {
    labels  = ["name"]
    unknown = "any"
  }
  block "chart" {
    labels  = ["name"]
    unknown = "any"
  }
  block "container" {
    labels          = ["name"]
    optional_labels = 1
    unknown         = "any"
  }
  block "edge" {
    labels  = ["name"]
    unknown = "any"
  }
  block "flow" {
    labels  = ["name"]
    unknown = "any"
  }
  block "graph" {
    labels  = ["name"]
    unknown = "any"
  }
  block "hierarchy" {
    labels  = ["name"]
    unknown = "any"
  }
  block "image" {
    labels  = ["name"]
    unknown = "any"
  }
  block "input" {
    labels  = ["name"]
    unknown = "any"
  }
  block "node" {
    labels  = ["name"]
    unknown = "any"
  }
  block "table" {
    labels  = ["name"]
    unknown = "any"
  }
  block "text" {
    labels  = ["name"]
    unknown = "any"
  }
  block "with" {
    labels  = ["name"]
    unknown = "any"
  }
  block "connection" {
    labels  = ["type", "name"]
    unknown = "any"
  }
}

body "resource" {
  attributes {
    title         = any
    description   = any
    documentation = any
    tags          = any
    enabled       = any
  }
}

body "param" {
  attributes {
    description = any
    default     = any
  }
}
