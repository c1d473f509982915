# Mods of Flowpipe.
language "flowpipe" {
  title     = "Flowpipe"
  read_with = ["*.fp"]
  project   = ["mod.fp"]
  unknown = "warning"
  include = ["mod"]

  block "pipeline" {
    labels   = ["name"]
    declares = "pipeline"
    attributes {
      title           = string
      description     = string
      documentation   = string
      tags            = map(string)
      max_concurrency = number
      format          = any
      enabled         = bool
    }
    block "param" {
      labels   = ["name"]
      body     = "param"
      declares = "param"
      noun     = "parameter"
    }
    block "step" {
      labels   = ["type", "name"]
      declares = "step"
      include = ["step"]
      docs    = "A step: its first label is the type, such as `http`, `query` or `pipeline`."
      variant "http" {
        attributes {
          url                = required(string)
          method             = string
          ca_cert_pem        = string
          insecure           = bool
          request_body       = string
          request_headers    = any
          request_timeout_ms = union(string, number)
        }
        block "basic_auth" {
          attributes {
            username = required(any)
            password = required(any)
          }
        }
      }
      variant "sleep" {
        attributes {
          duration = required(union(string, number))
        }
      }
      variant "email" {
        attributes {
          to            = required(any)
          from          = required(string)
          smtp_username = required(string)
          smtp_password = required(string)
          host          = required(string)
          port          = required(union(string, number))
          sender_name   = string
          cc            = any
          bcc           = any
          body          = string
          content_type  = string
          subject       = string
        }
      }
      variant "query" {
        attributes {
          sql               = string
          database          = any
          args              = any
          connection_string = any
        }
      }
      variant "transform" {
        attributes {
          value = any
        }
      }
      variant "pipeline" {
        attributes {
          pipeline = any
          args     = any
        }
      }
      variant "function" {
        attributes {
          source  = string
          handler = string
          runtime = string
          env     = any
          event   = any
          src     = any
        }
      }
      variant "container" {
        attributes {
          image              = string
          source             = string
          cmd                = any
          env                = any
          entrypoint         = any
          cpu_shares         = number
          memory             = number
          memory_reservation = number
          memory_swap        = number
          memory_swappiness  = number
          read_only          = bool
          user               = string
          workdir            = string
        }
      }
      variant "input" {
        attributes {
          options  = any
          prompt   = string
          notifier = any
          type     = required(any)
          to       = any
          cc       = any
          bcc      = any
          subject  = string
          channel  = string
        }
        block "option" {
          labels = ["value"]
          attributes {
            label    = any
            value    = any
            selected = bool
            style    = any
          }
        }
      }
      variant "message" {
        attributes {
          notifier = required(any)
          text     = required(string)
          to       = any
          cc       = any
          bcc      = any
          subject  = string
          channel  = string
        }
      }
}
    block "output" {
      labels = ["name"]
      body   = "output"
    }
  }
  block "trigger" {
    labels = ["type", "name"]
    docs   = "What starts a pipeline: a schedule, an HTTP request or new rows of a query."
    attributes {
      title         = string
      description   = string
      documentation = string
      tags          = map(string)
      enabled       = bool
    }
    variant "schedule" {
      attributes {
        schedule = required(string)
        pipeline = required(any)
        args     = any
      }
      block "param" {
        labels = ["name"]
        body   = "param"
      }
    }
    variant "interval" {
      attributes {
        schedule = required(string)
        pipeline = required(any)
        args     = any
      }
      block "param" {
        labels = ["name"]
        body   = "param"
      }
    }
    variant "query" {
      attributes {
        schedule    = string
        sql         = required(string)
        primary_key = string
        database    = any
        pipeline    = any
        args        = any
      }
      block "capture" {
        labels = ["operation"]
        attributes {
          pipeline = any
          args     = any
        }
      }
      block "param" {
        labels = ["name"]
        body   = "param"
      }
    }
    variant "http" {
      attributes {
        pipeline         = any
        args             = any
        execution_mode   = string
        response_body    = any
        response_headers = any
      }
      block "method" {
        labels = ["method"]
        attributes {
          pipeline       = any
          args           = any
          execution_mode = string
        }
      }
      block "param" {
        labels = ["name"]
        body   = "param"
      }
    }
  }
  block "integration" {
    labels = ["type", "name"]
    attributes {
      title       = string
      description = string
    }
    variant "slack" {
      attributes {
        token          = string
        signing_secret = string
        webhook_url    = string
        channel        = string
      }
    }
    variant "email" {
      attributes {
        smtp_host     = required(string)
        smtp_tls      = any
        smtp_port     = any
        smtps_port    = any
        smtp_username = string
        smtp_password = string
        from          = required(string)
        to            = any
        cc            = any
        bcc           = any
        subject       = string
        response_url  = any
      }
    }
    variant "msteams" {
      attributes {
        webhook_url = required(string)
      }
    }
    variant "http" {
      unknown = "warning"
      attributes {
        url = string
      }
    }
  }
  block "notifier" {
    labels = ["name"]
    attributes {
      title       = string
      description = string
    }
    block "notify" {
      attributes {
        integration = any
        title       = string
        description = string
        channel     = string
        to          = any
        cc          = any
        bcc         = any
        subject     = string
      }
    }
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
      title         = string
      description   = string
      documentation = string
      color         = string
      categories    = list(string)
      icon          = string
      tags          = map(string)
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
    labels   = ["name"]
    declares = "var"
    attributes {
      type        = opaque
      default     = any
      description = string
      enum        = list(any)
      format      = any
      tags        = map(string)
      title       = string
      subtype     = opaque
    }
  }
  block "locals" {
    unknown  = "attributes"
    declares = "local"
    noun     = "local value"
  }
}

body "step" {
  attributes {
    title           = string
    description     = string
    depends_on      = any
    for_each        = any
    if              = any
    max_concurrency = number
    timeout         = union(string, number)
  }
  block "error" {
    attributes {
      if     = any
      ignore = bool
    }
  }
  block "retry" {
    attributes {
      if           = any
      max_attempts = number
      min_interval = number
      max_interval = number
      strategy     = string
    }
  }
  block "throw" {
    attributes {
      if      = any
      message = string
    }
  }
  block "loop" {
    docs = "Repeats the step, with these arguments instead of its own, until a condition holds."
    attributes {
      until = required(any)
      args               = any
      bcc                = any
      body               = string
      ca_cert_pem        = string
      cc                 = any
      channel            = string
      cmd                = any
      content_type       = string
      cpu_shares         = number
      database           = any
      duration           = union(string, number)
      entrypoint         = any
      env                = any
      event              = any
      from               = string
      handler            = string
      host               = string
      if                 = any
      image              = string
      insecure           = bool
      max_concurrency    = number
      memory             = number
      memory_reservation = number
      memory_swap        = number
      memory_swappiness  = number
      method             = string
      notifier           = any
      options            = any
      pipeline           = any
      port               = union(string, number)
      prompt             = string
      read_only          = bool
      request_body       = string
      request_headers    = any
      runtime            = string
      sender_name        = string
      smtp_password      = string
      smtp_username      = string
      source             = string
      sql                = string
      subject            = string
      text               = string
      timeout            = union(string, number)
      to                 = any
      url                = string
      user               = string
      value              = any
      workdir            = string
    }
  }
  block "output" {
    labels = ["name"]
    body   = "output"
  }
}

body "param" {
  attributes {
    type        = opaque
    default     = any
    description = string
    optional    = bool
    tags        = map(string)
    enum        = list(any)
    subtype     = opaque
    format      = any
    title       = string
  }
}

body "output" {
  attributes {
    value       = required(any)
    description = string
    sensitive   = any
  }
}
