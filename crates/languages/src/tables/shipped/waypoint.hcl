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
    docs    = "The plugin that does the work, with its settings. Those of plugins that come with Waypoint are known."
    variant "aws-alb" {
      unknown = "any"
      attributes {
        certificate        = any
        domain_name        = any
        listener_arn       = any
        name               = any
        port               = any
        security_group_ids = any
        subnets            = any
        zone_id            = any
      }
    }
    variant "aws-ami" {
      unknown = "any"
      attributes {
        filters = any
        name    = any
        owners  = any
        region  = any
      }
    }
    variant "aws-ec2" {
      unknown = "any"
      attributes {
        desired         = any
        extra_ports     = any
        instance_type   = any
        key             = any
        max             = any
        min             = any
        region          = any
        security_groups = any
        service_port    = any
        subnet          = any
      }
      block "count" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "aws-ecr" {
      unknown = "any"
      attributes {
        region     = any
        repository = any
        tag        = any
      }
    }
    variant "aws-ecr-pull" {
      unknown = "any"
      attributes {
        disable_entrypoint = any
        force_architecture = any
        region             = any
        repository         = any
        tag                = any
      }
    }
    variant "aws-ecs" {
      unknown = "any"
      attributes {
        architecture                  = any
        assign_public_ip              = any
        certificate                   = any
        cluster                       = any
        command                       = any
        container_port                = any
        count                         = any
        cpu                           = any
        create_group                  = any
        datetime_format               = any
        disable_alb                   = any
        domain_name                   = any
        ec2_cluster                   = any
        execution_role_name           = any
        grpc_code                     = any
        healthy_threshold_count       = any
        host_port                     = any
        http_code                     = any
        image                         = any
        ingress_port                  = any
        internal                      = any
        interval                      = any
        load_balancer_arn             = any
        log_group                     = any
        max_buffer_size               = any
        memory                        = any
        memory_reservation            = any
        mode                          = any
        multiline_pattern             = any
        name                          = any
        odr_cpu                       = any
        odr_memory                    = any
        path                          = any
        protocol                      = any
        region                        = any
        retries                       = any
        secrets                       = any
        security_group_id             = any
        security_group_ids            = any
        service_port                  = any
        start_period                  = any
        static_environment            = any
        stream_prefix                 = any
        subnets                       = any
        target_group_protocol         = any
        target_group_protocol_version = any
        task_role_name                = any
        task_role_policy_arns         = any
        timeout                       = any
        unhealthy_threshold_count     = any
        zone_id                       = any
      }
      block "alb" {
        or_attribute = true
        unknown      = "any"
      }
      block "health_check" {
        or_attribute = true
        unknown      = "any"
      }
      block "logging" {
        or_attribute = true
        unknown      = "any"
      }
      block "sidecar" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "aws-lambda" {
      unknown = "any"
      attributes {
        architecture       = any
        iam_role           = any
        memory             = any
        region             = any
        static_environment = any
        storagemb          = any
        timeout            = any
      }
    }
    variant "azure-container-instance" {
      unknown = "any"
      attributes {
        cpu_count            = any
        directory            = any
        location             = any
        managed_identity     = any
        memory               = any
        name                 = any
        password             = any
        path                 = any
        ports                = any
        read_only            = any
        repository           = any
        resource_group       = any
        revision             = any
        static_environment   = any
        storage_account_key  = any
        storage_account_name = any
        subscription_id      = any
        username             = any
      }
      block "azure_file_share" {
        or_attribute = true
        unknown      = "any"
      }
      block "capacity" {
        or_attribute = true
        unknown      = "any"
      }
      block "git_repo" {
        or_attribute = true
        unknown      = "any"
      }
      block "volume" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "docker" {
      unknown = "any"
      attributes {
        api_version        = any
        binds              = any
        build_args         = any
        buildkit           = any
        cert_path          = any
        command            = any
        context            = any
        cpu                = any
        debug_containers   = any
        disable_entrypoint = any
        dockerfile         = any
        email              = any
        encoded_auth       = any
        extra_ports        = any
        force_pull         = any
        host               = any
        hostname           = any
        image              = any
        insecure           = any
        labels             = any
        local              = any
        memory             = any
        networks           = any
        no_cache           = any
        password           = any
        platform           = any
        scratch_path       = any
        service_port       = any
        static_environment = any
        tag                = any
        target             = any
        username           = any
      }
      block "auth" {
        or_attribute = true
        unknown      = "any"
      }
      block "client_config" {
        or_attribute = true
        unknown      = "any"
      }
      block "resources" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "docker-pull" {
      unknown = "any"
      attributes {
        disable_entrypoint = any
        encoded_auth       = any
        image              = any
        tag                = any
      }
      block "auth" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "exec" {
      unknown = "any"
      attributes {
        command = any
        dir     = any
        path    = any
      }
      block "template" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "files" {
      unknown = "any"
      attributes {
        path = any
      }
    }
    variant "google-cloud-run" {
      unknown = "any"
      attributes {
        cloudsql_instances         = any
        connector                  = any
        cpu_count                  = any
        egress                     = any
        location                   = any
        max                        = any
        max_requests_per_container = any
        memory                     = any
        min                        = any
        port                       = any
        project                    = any
        request_timeout            = any
        service_account_name       = any
        static_environment         = any
        unauthenticated            = any
      }
      block "auto_scaling" {
        or_attribute = true
        unknown      = "any"
      }
      block "capacity" {
        or_attribute = true
        unknown      = "any"
      }
      block "vpc_access" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "helm" {
      unknown = "any"
      attributes {
        chart            = any
        context          = any
        create_namespace = any
        devel            = any
        driver           = any
        kubeconfig       = any
        name             = any
        namespace        = any
        repository       = any
        skip_crds        = any
        type             = any
        value            = any
        values           = any
        version          = any
      }
      block "set" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "kubernetes" {
      unknown = "any"
      attributes {
        annotations                       = any
        args                              = any
        command                           = any
        context                           = any
        cpu_percent                       = any
        default                           = any
        failure_threshold                 = any
        fs_group                          = any
        host                              = any
        host_ip                           = any
        host_port                         = any
        hosts                             = any
        image                             = any
        image_pull_policy                 = any
        image_secret                      = any
        initial_delay                     = any
        key                               = any
        kubeconfig                        = any
        labels                            = any
        limit                             = any
        load_balancer                     = any
        max_replicas                      = any
        min_replicas                      = any
        name                              = any
        namespace                         = any
        node_port                         = any
        path                              = any
        path_type                         = any
        ports                             = any
        probe_path                        = any
        protocol                          = any
        replicas                          = any
        request                           = any
        resources                         = any
        run_as_group                      = any
        run_as_non_root                   = any
        run_as_user                       = any
        scratch_path                      = any
        secret                            = any
        secret_name                       = any
        service_account                   = any
        service_port                      = any
        static_environment                = any
        timeout                           = any
        watchtask_startup_timeout_seconds = any
      }
      block "autoscale" {
        or_attribute = true
        unknown      = "any"
      }
      block "container" {
        or_attribute = true
        unknown      = "any"
      }
      block "cpu" {
        or_attribute = true
        unknown      = "any"
      }
      block "ephemeral_storage" {
        or_attribute = true
        unknown      = "any"
      }
      block "ingress" {
        or_attribute = true
        unknown      = "any"
      }
      block "memory" {
        or_attribute = true
        unknown      = "any"
      }
      block "pod" {
        or_attribute = true
        unknown      = "any"
      }
      block "port" {
        or_attribute = true
        unknown      = "any"
      }
      block "probe" {
        or_attribute = true
        unknown      = "any"
      }
      block "security_context" {
        or_attribute = true
        unknown      = "any"
      }
      block "sidecar" {
        or_attribute = true
        unknown      = "any"
      }
      block "tls" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "kubernetes-apply" {
      unknown = "any"
      attributes {
        context         = any
        kubeconfig      = any
        path            = any
        prune_allowlist = any
        prune_label     = any
      }
    }
    variant "lambda-function-url" {
      unknown = "any"
      attributes {
        allow_credentials = any
        allow_headers     = any
        allow_methods     = any
        allow_origins     = any
        auth_type         = any
        expose_headers    = any
        max_age           = any
        principal         = any
      }
      block "cors" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "nomad" {
      unknown = "any"
      attributes {
        cpu                = any
        datacenter         = any
        memorymb           = any
        namespace          = any
        nomad_host         = any
        password           = any
        region             = any
        replicas           = any
        resources_cpu      = any
        resources_memory   = any
        service_port       = any
        service_provider   = any
        static_environment = any
        username           = any
      }
      block "auth" {
        or_attribute = true
        unknown      = "any"
      }
      block "resources" {
        or_attribute = true
        unknown      = "any"
      }
    }
    variant "nomad-jobspec" {
      unknown = "any"
      attributes {
        hcl1    = any
        jobspec = any
      }
    }
    variant "nomad-jobspec-canary" {
      unknown = "any"
      attributes {
        fail_deployment = any
        groups          = any
      }
    }
    variant "null" {
      unknown = "any"
      attributes {
        values = any
      }
    }
    variant "pack" {
      unknown = "any"
      attributes {
        builder            = any
        buildpacks         = any
        disable_entrypoint = any
        ignore             = any
        process_type       = any
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
