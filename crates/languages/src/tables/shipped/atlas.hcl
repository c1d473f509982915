# Projects of Atlas.
language "atlas" {
  title   = "Atlas"

  attributes {
    docker_url = string
  }
  block "atlas" {
    unknown = "any"
    attributes {
      org = any
    }
    block "cloud" {
      unknown = "any"
      attributes {
        token   = sensitive(any)
        project = any
        org     = any
        url     = any
      }
    }
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
    labels = ["type", "name"]
    docs   = "A value from elsewhere: of a query, a program, a file or a service."
    variant "sql" {
      unknown = "any"
      attributes {
        url   = any
        query = any
        args  = any
      }
    }
    variant "external" {
      unknown = "any"
      attributes {
        program     = any
        working_dir = any
      }
    }
    variant "external_schema" {
      unknown = "any"
      attributes {
        program     = any
        working_dir = any
      }
    }
    variant "runtimevar" {
      unknown = "any"
      attributes {
        url = any
      }
    }
    variant "template_dir" {
      unknown = "any"
      attributes {
        path = any
        vars = any
      }
    }
    variant "remote_dir" {
      unknown = "any"
      attributes {
        name  = any
        tag   = any
        query = any
      }
    }
    variant "remote_schema" {
      unknown = "any"
      attributes {
        name = any
        tag  = any
      }
    }
    variant "hcl_schema" {
      unknown = "any"
      attributes {
        path  = any
        paths = any
        vars  = any
      }
    }
    variant "composite_schema" {
      unknown = "any"
      block "schema" {
        labels          = ["name"]
        optional_labels = 1
        unknown         = "any"
        attributes {
          url = any
        }
      }
    }
    variant "aws_rds_token" {
      unknown = "any"
      attributes {
        endpoint = any
        region   = any
        username = any
        profile  = any
      }
    }
    variant "gcp_cloudsql_token" {
      unknown = "any"
    }
    variant "blob_dir" {
      unknown = "any"
      attributes {
        url     = any
        profile = any
      }
    }
  }
  block "docker" {
    labels  = ["driver", "name"]
    unknown = "any"
    docs    = "A container with a database for the work of Atlas: `docker.DRIVER.NAME.url`."
    attributes {
      image    = any
      schema   = any
      baseline = any
    }
    block "build" {
      unknown = "any"
      attributes {
        context    = any
        dockerfile = any
      }
    }
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
      body = "lint"
    }
    block "format" {
      unknown = "any"
      block "migrate" {
        unknown = "any"
        attributes {
          apply  = any
          down   = any
          lint   = any
          status = any
          diff   = any
          push   = any
        }
      }
      block "schema" {
        unknown = "any"
        attributes {
          clean   = any
          inspect = any
          apply   = any
          diff    = any
          push    = any
        }
      }
    }
    block "test" {
      body = "test"
    }
    block "schema" {
      unknown = "any"
      attributes {
        src = any
      }
      block "repo" {
        unknown = "any"
        attributes {
          name = any
        }
      }
      block "mode" {
        unknown = "any"
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
  unknown = "any"
  attributes {
    dir              = any
    format           = any
    baseline         = any
    exec_order       = any
    lock_timeout     = string
    revisions_schema = string
    tx_mode          = any
    exclude          = any
  }
  block "repo" {
    unknown = "any"
    attributes {
      name = any
    }
  }
}

body "diff" {
  unknown = "any"
  block "skip" {
    unknown = "any"
    attributes {
      add_schema         = any
      drop_schema        = any
      modify_schema      = any
      add_table          = any
      drop_table         = any
      modify_table       = any
      rename_table       = any
      add_column         = any
      drop_column        = any
      modify_column      = any
      add_index          = any
      drop_index         = any
      modify_index       = any
      add_foreign_key    = any
      drop_foreign_key   = any
      modify_foreign_key = any
      rename_constraint  = any
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
  unknown = "any"
  attributes {
    log    = any
    format = any
    latest = any
    review = any
  }
  block "git" {
    unknown = "any"
    attributes {
      dir  = any
      base = any
    }
  }
  block "destructive" {
    unknown = "any"
    attributes {
      error = any
    }
  }
  block "data_depend" {
    unknown = "any"
    attributes {
      error = any
    }
  }
  block "incompatible" {
    unknown = "any"
    attributes {
      error = any
    }
  }
  block "concurrent_index" {
    unknown = "any"
    attributes {
      error = any
    }
  }
  block "nestedtx" {
    unknown = "any"
    attributes {
      error = any
    }
  }
  block "condrop" {
    unknown = "any"
    attributes {
      error = any
    }
  }
  block "check" {
    unknown = "any"
    attributes {
      error = any
    }
  }
  block "naming" {
    unknown = "any"
    attributes {
      error   = any
      match   = any
      message = any
    }
  }
}

body "test" {
  unknown = "any"
  block "schema" {
    unknown = "any"
    attributes {
      src  = any
      vars = any
    }
  }
  block "migrate" {
    unknown = "any"
    attributes {
      src  = any
      vars = any
    }
  }
}
