# A file with mistakes: `hclx check examples/mistakes.hcl` finds every one of them.

name     = "storefront"
name     = "shopfront"
replicas = "three" + 1

hosts = ["a.example.com", "b.example.com"]
first = ["a.example.com", "b.example.com"].name

port = 8080 ? 80 : 443

limits = {
  memory = max("lots", 512)
  cpu    = { cores = 2 }.core
}

region = 'eu-central-1'

service "http" {
  port 8080
}

motd = "Welcome, ${upper("guest)}"
