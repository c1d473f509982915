# A small web service, in plain HCL.

name        = "storefront"
environment = "staging"
replicas    = 3

owners = ["web@example.com", "on-call@example.com"]

labels = {
  team = "web"
  tier = "front"
}

# 250 MiB for each replica, and a third more to be safe
memory = ceil(3 * 250 * 4 / 3)

service "http" {
  port     = 8080
  protocol = "tcp"
  hosts    = [for zone in ["a", "b", "c"] : "${zone}.storefront.example.com"]

  check {
    path     = "/healthz"
    interval = "10s"
    timeout  = 2
  }
}

service "metrics" {
  port     = 9100
  protocol = "tcp"
}

motd = <<-EOT
  Welcome to the storefront.
  %{~ for host in ["a", "b"] }
  - ${upper(host)}.storefront.example.com
  %{~ endfor }
EOT
