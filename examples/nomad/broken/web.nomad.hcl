job "web" {
  datacenters = "dc1"

  group "app" {
    count = var.replicas

    network {
      port "http" {
        to = 80
      }
    }

    service {
      name = "web"
      port = "htpp"
    }

    task "server" {
      driver       = "docker"
      kill_timeout = "10 seconds"

      resources {
        memry = 256
      }
    }
  }
}
