# Mods of Powerpipe and Steampipe.
language "powerpipe" {
  title     = "Powerpipe"
  read_with = ["*.pp", "*.sp"]
  project   = ["mod.pp", "mod.sp"]
  unknown = "warning"

  block "mod" {
    labels = ["name"]
    max    = 1
    unknown = "any"
    attributes {
      title         = string
      description   = string
      documentation = string
      color         = string
      categories    = list(string)
      icon          = string
      tags          = map(string)
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
    labels   = ["name"]
    declares = "var"
    attributes {
      type        = opaque
      default     = any
      description = string
      enum        = list(any)
      format      = string
      tags        = map(string)
      title       = string
    }
  }
  block "locals" {
    unknown  = "attributes"
    declares = "local"
    noun     = "local value"
  }
  block "query" {
    labels   = ["name"]
    declares = "query"
    # Steampipe turns each such file into a query
    files    = ".sql"
    include = ["resource"]
    attributes {
      sql         = string
      search_path = string
      search_path_prefix = string
      database    = string
    }
    block "param" {
      labels = ["name"]
      body   = "param"
    }
  }
  block "control" {
    labels   = ["name"]
    declares = "control"
    include = ["resource"]
    attributes {
      sql         = string
      query       = any
      args        = any
      severity    = string
      base        = any
      search_path = string
      search_path_prefix = string
      width       = int(0, 12)
      type        = string
      database    = string
    }
    block "param" {
      labels = ["name"]
      body   = "param"
    }
  }
  block "benchmark" {
    labels   = ["name"]
    declares = "benchmark"
    include = ["resource"]
    attributes {
      children = any
      base     = any
      type     = string
      width    = int(0, 12)
      database = string
      args     = any
    }
  }
  block "detection" {
    labels   = ["name"]
    declares = "detection"
    include  = ["shown"]
    attributes {
      severity           = string
      display_columns    = list(string)
      author             = string
      references         = list(string)
      search_path        = string
      search_path_prefix = string
      database           = string
    }
    block "param" {
      labels = ["name"]
      body   = "param"
    }
  }
  block "detection_benchmark" {
    labels   = ["name"]
    declares = "detection_benchmark"
    noun     = "benchmark"
    include = ["shown"]
    attributes {
      author     = string
      references = list(string)
      database   = string
    }
  }
  block "dashboard" {
    labels   = ["name"]
    declares = "dashboard"
    include = ["shown", "panels"]
    attributes {
      database = string
    }
  }
  block "category" {
    labels = ["name"]
    body   = "category"
  }
  block "card" {
    labels = ["name"]
    body   = "card"
  }
  block "chart" {
    labels = ["name"]
    body   = "chart"
  }
  block "container" {
    labels          = ["name"]
    optional_labels = 1
    body            = "container"
  }
  block "edge" {
    labels = ["name"]
    body   = "edge"
  }
  block "flow" {
    labels = ["name"]
    body   = "flow"
  }
  block "graph" {
    labels = ["name"]
    body   = "graph"
  }
  block "hierarchy" {
    labels = ["name"]
    body   = "hierarchy"
  }
  block "image" {
    labels = ["name"]
    body   = "image"
  }
  block "input" {
    labels = ["name"]
    body   = "input"
  }
  block "node" {
    labels = ["name"]
    body   = "node"
  }
  block "table" {
    labels = ["name"]
    body   = "table"
  }
  block "text" {
    labels = ["name"]
    body   = "text"
  }
  block "with" {
    labels = ["name"]
    body   = "with"
  }
  block "connection" {
    labels  = ["type", "name"]
    unknown = "any"
  }
}

body "card" {
  include = ["shown"]
  attributes {
    href  = string
    icon  = string
    label = string
    value = any
  }
}

body "chart" {
  include = ["shown"]
  attributes {
    grouping = string
    legend   = any
    transform = string
  }
  block "axes" {
    block "x" {
      body = "axis"
    }
    block "y" {
      body = "axis"
    }
  }
  block "legend" {
    attributes {
      display  = string
      position = string
    }
  }
  block "series" {
    labels = ["name"]
    attributes {
      title = string
      color = string
    }
    block "point" {
      labels = ["name"]
      attributes {
        name  = any
        color = string
      }
    }
  }
}

body "container" {
  include = ["shown", "panels"]
}

body "edge" {
  include = ["shown"]
  attributes {
    category = any
    from_id  = any
    to_id    = any
  }
}

body "flow" {
  include = ["shown"]
  attributes {
    category  = any
    direction = string
    nodes     = any
    edges     = any
  }
  block "category" {
    labels          = ["name"]
    optional_labels = 1
    body            = "category"
  }
  block "node" {
    labels          = ["name"]
    optional_labels = 1
    body            = "node"
  }
  block "edge" {
    labels          = ["name"]
    optional_labels = 1
    body            = "edge"
  }
}

body "graph" {
  include = ["shown"]
  attributes {
    direction = string
    category  = any
    nodes     = any
    edges     = any
  }
  block "category" {
    labels          = ["name"]
    optional_labels = 1
    body            = "category"
  }
  block "node" {
    labels          = ["name"]
    optional_labels = 1
    body            = "node"
  }
  block "edge" {
    labels          = ["name"]
    optional_labels = 1
    body            = "edge"
  }
}

body "hierarchy" {
  include = ["shown"]
  attributes {
    category = any
    nodes     = any
    edges     = any
  }
  block "category" {
    labels          = ["name"]
    optional_labels = 1
    body            = "category"
  }
  block "node" {
    labels          = ["name"]
    optional_labels = 1
    body            = "node"
  }
  block "edge" {
    labels          = ["name"]
    optional_labels = 1
    body            = "edge"
  }
}

body "image" {
  include = ["shown"]
  attributes {
    alt = string
    src = string
  }
}

body "input" {
  include = ["shown"]
  attributes {
    label       = string
    placeholder = string
  }
  block "option" {
    labels = ["value"]
    attributes {
      label = string
      value = any
    }
  }
}

body "node" {
  include = ["shown"]
  attributes {
    category = any
  }
}

body "table" {
  include = ["shown"]
  block "column" {
    labels = ["name"]
    attributes {
      display = string
      wrap    = string
      href    = string
    }
  }
}

body "text" {
  include = ["shown"]
  attributes {
    value = string
  }
}

body "with" {
  attributes {
    title       = string
    description = string
    documentation = string
    tags        = map(string)
    database    = string
    search_path = string
    search_path_prefix = string
    sql         = string
    query       = any
    args        = any
  }
  block "param" {
    labels = ["name"]
    body   = "param"
  }
}

body "category" {
  include = ["shown"]
  attributes {
    color          = string
    depth          = int
    fold           = any
    href           = string
    icon           = string
    property_order = list(string)
  }
  block "fold" {
    attributes {
      title     = string
      threshold = int
      icon      = string
    }
  }
  block "property" {
    labels = ["name"]
    attributes {
      display = string
      wrap    = string
      href    = string
    }
  }
}

body "axis" {
  attributes {
    display = string
    min     = number
    max     = number
  }
  block "title" {
    attributes {
      value   = string
      align   = string
      display = string
    }
  }
  block "labels" {
    attributes {
      display = string
      format  = string
    }
  }
}

body "panels" {
  block "card" {
    labels          = ["name"]
    optional_labels = 1
    body            = "card"
  }
  block "chart" {
    labels          = ["name"]
    optional_labels = 1
    body            = "chart"
  }
  block "container" {
    labels          = ["name"]
    optional_labels = 1
    body            = "container"
  }
  block "flow" {
    labels          = ["name"]
    optional_labels = 1
    body            = "flow"
  }
  block "graph" {
    labels          = ["name"]
    optional_labels = 1
    body            = "graph"
  }
  block "hierarchy" {
    labels          = ["name"]
    optional_labels = 1
    body            = "hierarchy"
  }
  block "image" {
    labels          = ["name"]
    optional_labels = 1
    body            = "image"
  }
  block "input" {
    labels          = ["name"]
    optional_labels = 1
    body            = "input"
  }
  block "table" {
    labels          = ["name"]
    optional_labels = 1
    body            = "table"
  }
  block "text" {
    labels          = ["name"]
    optional_labels = 1
    body            = "text"
  }
  block "with" {
    labels          = ["name"]
    optional_labels = 1
    body            = "with"
  }
  block "node" {
    labels          = ["name"]
    optional_labels = 1
    body            = "node"
  }
  block "edge" {
    labels          = ["name"]
    optional_labels = 1
    body            = "edge"
  }
  block "category" {
    labels          = ["name"]
    optional_labels = 1
    body            = "category"
  }
  block "benchmark" {
    labels          = ["name"]
    optional_labels = 1
    body            = "benchmark_panel"
  }
  block "control" {
    labels          = ["name"]
    optional_labels = 1
    body            = "control_panel"
  }
  block "detection" {
    labels          = ["name"]
    optional_labels = 1
    body            = "shown"
  }
}

body "benchmark_panel" {
  include = ["shown"]
}

body "control_panel" {
  include = ["shown"]
  attributes {
    severity = string
  }
}

body "resource" {
  attributes {
    title         = string
    description   = string
    documentation = string
    tags          = map(string)
    enabled       = any
  }
}

body "shown" {
  attributes {
    title              = string
    description        = string
    documentation      = string
    tags               = map(string)
    width              = int(0, 12)
    type               = string
    display            = string
    base               = any
    sql                = string
    query              = any
    args               = any
    inputs             = any
    children           = any
    search_path        = string
    search_path_prefix = string
    database           = string
  }
  block "param" {
    labels = ["name"]
    body   = "param"
  }
  block "with" {
    labels = ["name"]
    body   = "with"
  }
}

body "param" {
  attributes {
    description = string
    default     = any
    type        = opaque
  }
}
