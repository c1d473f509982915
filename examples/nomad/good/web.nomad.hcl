variable "replicas" {
  type    = number
  default = 2
}

job "web" {
  datacenters = ["dc1"]

  group "app" {
    count = var.replicas

    network {
      port "http" {
        to = 80
      }
    }

    service {
      name = "web"
      port = "http"
    }

    task "server" {
      driver       = "docker"
      kill_timeout = "10s"

      config {
        image = "nginx:1.27"
        args  = ["${NOMAD_PORT_http}"]
      }
    }
  }
}
