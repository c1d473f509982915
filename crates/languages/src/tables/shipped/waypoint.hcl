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
    labels   = ["name"]
    declares = "var"
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
    max     = 1
    docs    = "The plugin that does the work, with its settings. Those of plugins that come with Waypoint are known."
    variant "aws-alb" {
      unknown = "warning"
      attributes {
        certificate        = string
        domain_name        = string
        listener_arn       = string
        name               = string
        port               = number
        security_group_ids = list(string)
        subnets            = list(string)
        zone_id            = string
      }
    }
    variant "aws-ami" {
      unknown = "warning"
      attributes {
        filters = any
        name    = string
        owners  = list(string)
        region  = string
      }
    }
    variant "aws-ec2" {
      unknown = "warning"
      attributes {
        desired         = number
        extra_ports     = any
        instance_type   = string
        key             = string
        max             = number
        min             = number
        region          = string
        security_groups = list(string)
        service_port    = number
        subnet          = string
      }
      block "count" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "aws-ecr" {
      unknown = "warning"
      attributes {
        region     = string
        repository = string
        tag        = string
      }
    }
    variant "aws-ecr-pull" {
      unknown = "warning"
      attributes {
        disable_entrypoint = bool
        force_architecture = string
        region             = string
        repository         = string
        tag                = string
      }
    }
    variant "aws-ecs" {
      unknown = "warning"
      attributes {
        architecture                  = string
        assign_public_ip              = bool
        certificate                   = string
        cluster                       = string
        command                       = list(string)
        container_port                = number
        count                         = number
        cpu                           = number
        create_group                  = bool
        datetime_format               = string
        disable_alb                   = bool
        domain_name                   = string
        ec2_cluster                   = bool
        execution_role_name           = string
        grpc_code                     = string
        healthy_threshold_count       = number
        host_port                     = number
        http_code                     = string
        image                         = string
        ingress_port                  = number
        internal                      = bool
        interval                      = number
        load_balancer_arn             = string
        log_group                     = string
        max_buffer_size               = string
        memory                        = number
        memory_reservation            = number
        mode                          = string
        multiline_pattern             = string
        name                          = string
        odr_cpu                       = string
        odr_memory                    = string
        path                          = string
        protocol                      = string
        region                        = string
        retries                       = number
        secrets                       = any
        security_group_id             = string
        security_group_ids            = any
        service_port                  = number
        start_period                  = number
        static_environment            = any
        stream_prefix                 = string
        subnets                       = any
        target_group_protocol         = string
        target_group_protocol_version = string
        task_role_name                = string
        task_role_policy_arns         = list(string)
        timeout                       = number
        unhealthy_threshold_count     = number
        zone_id                       = string
      }
      block "alb" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "health_check" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "logging" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "sidecar" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "aws-lambda" {
      unknown = "warning"
      attributes {
        architecture       = string
        iam_role           = string
        memory             = number
        region             = string
        static_environment = any
        storagemb          = number
        timeout            = number
      }
    }
    variant "azure-container-instance" {
      unknown = "warning"
      attributes {
        cpu_count            = number
        directory            = string
        location             = string
        managed_identity     = string
        memory               = number
        name                 = string
        password             = string
        path                 = string
        ports                = any
        read_only            = bool
        repository           = string
        resource_group       = string
        revision             = string
        static_environment   = any
        storage_account_key  = string
        storage_account_name = string
        subscription_id      = string
        username             = string
      }
      block "azure_file_share" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "capacity" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "git_repo" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "volume" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "docker" {
      unknown = "warning"
      attributes {
        api_version        = string
        binds              = list(string)
        build_args         = any
        buildkit           = bool
        cert_path          = string
        command            = list(string)
        context            = string
        cpu                = number
        debug_containers   = bool
        disable_entrypoint = bool
        dockerfile         = string
        email              = string
        encoded_auth       = string
        extra_ports        = any
        force_pull         = bool
        host               = string
        hostname           = string
        image              = string
        insecure           = bool
        labels             = any
        local              = bool
        memory             = string
        networks           = list(string)
        no_cache           = bool
        password           = string
        platform           = string
        scratch_path       = string
        service_port       = number
        static_environment = any
        tag                = string
        target             = string
        username           = string
      }
      block "auth" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "client_config" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "resources" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "docker-pull" {
      unknown = "warning"
      attributes {
        disable_entrypoint = bool
        encoded_auth       = string
        image              = string
        tag                = string
      }
      block "auth" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "exec" {
      unknown = "any"
      attributes {
        command = list(string)
        dir     = string
        path    = string
      }
      block "template" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "files" {
      unknown = "warning"
      attributes {
        path = string
      }
    }
    variant "google-cloud-run" {
      unknown = "warning"
      attributes {
        cloudsql_instances         = list(string)
        connector                  = string
        cpu_count                  = number
        egress                     = string
        location                   = string
        max                        = number
        max_requests_per_container = number
        memory                     = number
        min                        = any
        port                       = number
        project                    = string
        request_timeout            = number
        service_account_name       = string
        static_environment         = any
        unauthenticated            = bool
      }
      block "auto_scaling" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "capacity" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "vpc_access" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "helm" {
      unknown = "any"
      attributes {
        chart            = string
        context          = string
        create_namespace = bool
        devel            = bool
        driver           = string
        kubeconfig       = string
        name             = string
        namespace        = string
        repository       = string
        skip_crds        = bool
        type             = string
        value            = string
        values           = list(string)
        version          = string
      }
      block "set" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "kubernetes" {
      unknown = "warning"
      attributes {
        annotations                       = any
        args                              = list(string)
        command                           = list(string)
        context                           = string
        cpu_percent                       = number
        default                           = bool
        failure_threshold                 = number
        fs_group                          = number
        host                              = string
        host_ip                           = string
        host_port                         = number
        hosts                             = list(string)
        image                             = string
        image_pull_policy                 = string
        image_secret                      = string
        initial_delay                     = number
        key                               = string
        kubeconfig                        = string
        labels                            = any
        limit                             = string
        load_balancer                     = bool
        max_replicas                      = number
        min_replicas                      = number
        name                              = string
        namespace                         = string
        node_port                         = number
        path                              = string
        path_type                         = string
        ports                             = any
        probe_path                        = string
        protocol                          = string
        replicas                          = number
        request                           = string
        resources                         = any
        run_as_group                      = number
        run_as_non_root                   = bool
        run_as_user                       = number
        scratch_path                      = list(string)
        secret                            = bool
        secret_name                       = string
        service_account                   = string
        service_port                      = number
        static_environment                = any
        timeout                           = number
        watchtask_startup_timeout_seconds = number
      }
      block "autoscale" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "container" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "cpu" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "ephemeral_storage" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "ingress" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "memory" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "pod" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "port" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "probe" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "security_context" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "sidecar" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "tls" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "kubernetes-apply" {
      unknown = "warning"
      attributes {
        context         = string
        kubeconfig      = string
        path            = string
        prune_allowlist = list(string)
        prune_label     = string
      }
    }
    variant "lambda-function-url" {
      unknown = "warning"
      attributes {
        allow_credentials = bool
        allow_headers     = any
        allow_methods     = any
        allow_origins     = any
        auth_type         = string
        expose_headers    = any
        max_age           = number
        principal         = string
      }
      block "cors" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "nomad" {
      unknown = "warning"
      attributes {
        cpu                = number
        datacenter         = string
        memorymb           = number
        namespace          = string
        nomad_host         = string
        password           = string
        region             = string
        replicas           = number
        resources_cpu      = number
        resources_memory   = number
        service_port       = number
        service_provider   = string
        static_environment = any
        username           = string
      }
      block "auth" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
      block "resources" {
        labels          = ["label"]
        optional_labels = 1
        or_attribute    = true
        unknown         = "any"
      }
    }
    variant "nomad-jobspec" {
      unknown = "warning"
      attributes {
        hcl1    = bool
        jobspec = string
      }
    }
    variant "nomad-jobspec-canary" {
      unknown = "warning"
      attributes {
        fail_deployment = bool
        groups          = list(string)
      }
    }
    variant "null" {
      unknown = "warning"
      attributes {
        values = any
      }
    }
    variant "pack" {
      unknown = "warning"
      attributes {
        builder            = string
        buildpacks         = list(string)
        disable_entrypoint = bool
        ignore             = list(string)
        process_type       = string
        static_environment = any
      }
    }
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
