# Projects of Atlas.
language "atlas" {
  title   = "Atlas"

  attributes {
    docker_url = string
  }
  block "atlas" {
    unknown = "any"
    attributes {
      org = string
    }
    block "cloud" {
      unknown = "any"
      attributes {
        token   = sensitive(string)
        project = string
        org     = string
        url     = string
      }
    }
  }
  block "variable" {
    labels   = ["name"]
    declares = "var"
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
    unknown  = "attributes"
    declares = "local"
    noun     = "local value"
  }
  block "data" {
    labels   = ["type", "name"]
    declares = "data"
    noun     = "data source"
    lazy     = true
    docs   = "A value from elsewhere: of a query, a program, a file or a service."
    variant "sql" {
      unknown = "ignored"
      attributes {
        url   = string
        query = string
        args  = any
      }
    }
    variant "external" {
      unknown = "ignored"
      attributes {
        program     = list(string)
        working_dir = string
      }
    }
    variant "external_schema" {
      unknown = "ignored"
      attributes {
        program     = list(string)
        working_dir = string
      }
    }
    variant "runtimevar" {
      unknown = "ignored"
      attributes {
        url = string
      }
    }
    variant "template_dir" {
      unknown = "ignored"
      attributes {
        path = string
        vars = map(any)
      }
    }
    variant "remote_dir" {
      unknown = "ignored"
      attributes {
        name  = string
        tag   = string
        query = string
      }
    }
    variant "remote_schema" {
      unknown = "ignored"
      attributes {
        name = string
        tag  = string
      }
    }
    variant "hcl_schema" {
      unknown = "ignored"
      attributes {
        path  = string
        paths = list(string)
        vars  = map(any)
      }
    }
    variant "composite_schema" {
      unknown = "ignored"
      block "schema" {
        labels          = ["name"]
        optional_labels = 1
        unknown         = "ignored"
        attributes {
          url = string
        }
      }
    }
    variant "aws_rds_token" {
      unknown = "ignored"
      attributes {
        endpoint = string
        region   = string
        username = string
        profile  = string
      }
    }
    variant "gcp_cloudsql_token" {
      unknown = "ignored"
    }
    variant "blob_dir" {
      unknown = "ignored"
      attributes {
        url     = string
        profile = string
      }
    }
  }
  block "docker" {
    labels   = ["driver", "name"]
    declares = "docker"
    noun     = "container"
    lazy     = true
    unknown = "any"
    docs    = "A container with a database for the work of Atlas: `docker.DRIVER.NAME.url`."
    attributes {
      image    = string
      schema   = string
      baseline = string
    }
    block "build" {
      unknown = "any"
      attributes {
        context    = string
        dockerfile = string
      }
    }
  }
  block "env" {
    labels          = ["name"]
    label_attribute = "name"
    unknown         = "attributes"
    docs            = "An environment: where the schema comes from, and the database that gets it."
    attributes {
      name     = string
      for_each = any
      src      = one_or_more(string)
      url      = string
      dev      = string
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
      body = "lint"
    }
    block "format" {
      unknown = "ignored"
      block "migrate" {
        unknown = "ignored"
        attributes {
          apply  = string
          down   = string
          lint   = string
          status = string
          diff   = string
          push   = string
        }
      }
      block "schema" {
        unknown = "ignored"
        attributes {
          clean   = string
          inspect = string
          apply   = string
          diff    = string
          push    = string
        }
      }
    }
    block "test" {
      body = "test"
    }
    block "schema" {
      unknown = "ignored"
      attributes {
        src = one_or_more(string)
      }
      block "repo" {
        unknown = "ignored"
        attributes {
          name = string
        }
      }
      block "mode" {
        unknown = "ignored"
        attributes {
          roles       = any
          permissions = any
          sensitive   = any
          funcs       = any
          objects     = any
          triggers    = any
          tables      = any
          types       = any
          views       = any
        }
      }
    }
  }
  block "lint" {
    body = "lint"
  }
  block "diff" {
    body = "diff"
  }
  block "test" {
    body = "test"
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
  unknown = "ignored"
  attributes {
    dir              = string
    format           = string
    baseline         = string
    exec_order       = keyword
    lock_timeout     = string
    revisions_schema = string
    tx_mode          = keyword
    exclude          = list(string)
  }
  block "repo" {
    unknown = "any"
    attributes {
      name = string
    }
  }
}

body "diff" {
  unknown = "ignored"
  block "skip" {
    unknown = "ignored"
    attributes {
      add_schema         = bool
      drop_schema        = bool
      modify_schema      = bool
      add_table          = bool
      drop_table         = bool
      modify_table       = bool
      rename_table       = bool
      add_column         = bool
      drop_column        = bool
      modify_column      = bool
      add_index          = bool
      drop_index         = bool
      modify_index       = bool
      add_foreign_key    = bool
      drop_foreign_key   = bool
      modify_foreign_key = bool
      rename_constraint  = bool
    }
  }
  block "concurrent_index" {
    attributes {
      create = bool
      drop   = bool
      add    = bool
    }
  }
}

body "lint" {
  unknown = "ignored"
  attributes {
    log    = string
    format = string
    latest = number
    review = keyword
  }
  block "git" {
    unknown = "ignored"
    attributes {
      dir  = string
      base = string
    }
  }
  block "destructive" {
    unknown = "ignored"
    attributes {
      error = bool
    }
  }
  block "data_depend" {
    unknown = "ignored"
    attributes {
      error = bool
    }
  }
  block "incompatible" {
    unknown = "ignored"
    attributes {
      error = bool
    }
  }
  block "concurrent_index" {
    unknown = "ignored"
    attributes {
      error = bool
    }
  }
  block "nestedtx" {
    unknown = "ignored"
    attributes {
      error = bool
    }
  }
  block "condrop" {
    unknown = "ignored"
    attributes {
      error = bool
    }
  }
  block "check" {
    unknown = "ignored"
    attributes {
      error = bool
    }
  }
  block "naming" {
    attributes {
      error   = bool
      match   = string
      message = string
    }
    block "schema" {
      body = "naming"
    }
    block "table" {
      body = "naming"
    }
    block "column" {
      body = "naming"
    }
    block "index" {
      body = "naming"
    }
    block "foreign_key" {
      body = "naming"
    }
    block "check" {
      body = "naming"
    }
    block "view" {
      body = "naming"
    }
    block "function" {
      body = "naming"
    }
    block "procedure" {
      body = "naming"
    }
    block "trigger" {
      body = "naming"
    }
  }
  block "rule" {
    labels = ["type", "name"]
    attributes {
      src   = one_or_more(string)
      error = bool
      vars  = map(any)
    }
  }
}

body "test" {
  unknown = "any"
  block "schema" {
    unknown = "ignored"
    attributes {
      src  = one_or_more(string)
      vars = map(any)
    }
  }
  block "migrate" {
    unknown = "ignored"
    attributes {
      src  = one_or_more(string)
      vars = map(any)
    }
  }
}

body "naming" {
  unknown = "ignored"
  attributes {
    match   = string
    message = string
  }
}
