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
    include = ["shown"]
    unknown = "any"
    attributes {
      severity        = any
      display_columns = any
      author          = any
      references      = any
    }
  }
  block "detection_benchmark" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
  }
  block "dashboard" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    block "with" {
      labels  = ["name"]
      unknown = "any"
    }
  }
  block "category" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      color          = any
      depth          = any
      fold           = any
      href           = any
      icon           = any
      property       = any
      property_order = any
    }
  }
  block "card" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      href  = any
      icon  = any
      label = any
      value = any
    }
  }
  block "chart" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      axes      = any
      grouping  = any
      legend    = any
      series    = any
      transform = any
    }
  }
  block "container" {
    labels  = ["name"]
    optional_labels = 1
    include = ["shown"]
    unknown = "any"
  }
  block "edge" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      category = any
    }
  }
  block "flow" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
  }
  block "graph" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      direction = any
    }
  }
  block "hierarchy" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
  }
  block "image" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      alt = any
      src = any
    }
  }
  block "input" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      label       = any
      option      = any
      placeholder = any
    }
  }
  block "node" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      category = any
    }
  }
  block "table" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      column = any
    }
  }
  block "text" {
    labels  = ["name"]
    include = ["shown"]
    unknown = "any"
    attributes {
      value = any
    }
  }
  block "with" {
    labels  = ["name"]
    include = ["shown"]
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

body "shown" {
  attributes {
    title         = any
    description   = any
    documentation = any
    tags          = any
    width         = any
    type          = any
    display       = any
    base          = any
    sql           = any
    query         = any
    args          = any
    inputs        = any
    children      = any
  }
}

body "param" {
  attributes {
    description = any
    default     = any
  }
}
