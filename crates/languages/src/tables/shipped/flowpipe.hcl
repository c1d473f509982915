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
      body   = "param"
    }
    block "step" {
      labels  = ["type", "name"]
      include = ["step"]
      docs    = "A step: its first label is the type, such as `http`, `query` or `pipeline`."
      variant "http" {
        attributes {
          url                = any
          method             = any
          ca_cert_pem        = any
          insecure           = any
          request_body       = any
          request_headers    = any
          request_timeout_ms = any
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
          duration = any
        }
      }
      variant "email" {
        attributes {
          to            = any
          from          = any
          smtp_username = any
          smtp_password = any
          host          = any
          port          = any
          sender_name   = any
          cc            = any
          bcc           = any
          body          = any
          content_type  = any
          subject       = any
        }
      }
      variant "query" {
        attributes {
          sql               = any
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
          source  = any
          handler = any
          runtime = any
          env     = any
          event   = any
          src     = any
        }
      }
      variant "container" {
        attributes {
          image              = any
          source             = any
          cmd                = any
          env                = any
          entrypoint         = any
          cpu_shares         = any
          memory             = any
          memory_reservation = any
          memory_swap        = any
          memory_swappiness  = any
          read_only          = any
          user               = any
          workdir            = any
        }
      }
      variant "input" {
        attributes {
          options  = any
          prompt   = any
          notifier = any
          type     = any
          to       = any
          cc       = any
          bcc      = any
          subject  = any
          channel  = any
        }
        block "option" {
          labels = ["value"]
          attributes {
            label    = any
            value    = any
            selected = any
            style    = any
          }
        }
      }
      variant "message" {
        attributes {
          notifier = any
          text     = any
          to       = any
          cc       = any
          bcc      = any
          subject  = any
          channel  = any
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
      title         = any
      description   = any
      documentation = any
      tags          = any
      enabled       = any
    }
    variant "schedule" {
      attributes {
        schedule = any
        pipeline = any
        args     = any
      }
      block "param" {
        labels = ["name"]
        body   = "param"
      }
    }
    variant "interval" {
      attributes {
        schedule = any
        pipeline = any
        args     = any
      }
      block "param" {
        labels = ["name"]
        body   = "param"
      }
    }
    variant "query" {
      attributes {
        schedule    = any
        sql         = any
        primary_key = any
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
        execution_mode   = any
        response_body    = any
        response_headers = any
      }
      block "method" {
        labels = ["method"]
        attributes {
          pipeline       = any
          args           = any
          execution_mode = any
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
      title       = any
      description = any
    }
    variant "slack" {
      attributes {
        token          = any
        signing_secret = any
        webhook_url    = any
        channel        = any
      }
    }
    variant "email" {
      attributes {
        smtp_host     = any
        smtp_tls      = any
        smtp_port     = any
        smtps_port    = any
        smtp_username = any
        smtp_password = any
        from          = any
        to            = any
        cc            = any
        bcc           = any
        subject       = any
        response_url  = any
      }
    }
    variant "msteams" {
      attributes {
        webhook_url = any
      }
    }
    variant "http" {
      unknown = "warning"
      attributes {
        url = any
      }
    }
  }
  block "notifier" {
    labels = ["name"]
    attributes {
      title       = any
      description = any
    }
    block "notify" {
      attributes {
        integration = any
        title       = any
        description = any
        channel     = any
        to          = any
        cc          = any
        bcc         = any
        subject     = any
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
    docs = "Repeats the step, with these arguments instead of its own, until a condition holds."
    attributes {
      until = required(any)
      args               = any
      bcc                = any
      body               = any
      ca_cert_pem        = any
      cc                 = any
      channel            = any
      cmd                = any
      content_type       = any
      cpu_shares         = any
      database           = any
      duration           = any
      entrypoint         = any
      env                = any
      event              = any
      from               = any
      handler            = any
      host               = any
      if                 = any
      image              = any
      insecure           = any
      max_concurrency    = any
      memory             = any
      memory_reservation = any
      memory_swap        = any
      memory_swappiness  = any
      method             = any
      notifier           = any
      options            = any
      pipeline           = any
      port               = any
      prompt             = any
      read_only          = any
      request_body       = any
      request_headers    = any
      runtime            = any
      sender_name        = any
      smtp_password      = any
      smtp_username      = any
      source             = any
      sql                = any
      subject            = any
      text               = any
      timeout            = any
      to                 = any
      url                = any
      user               = any
      value              = any
      workdir            = any
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
    description = any
    optional    = bool
    tags        = any
    enum        = any
    subtype     = opaque
    format      = any
    title       = any
  }
}

body "output" {
  attributes {
    value       = any
    description = any
    sensitive   = any
  }
}
