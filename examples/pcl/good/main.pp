# A program of Pulumi: the servers of a shop.
config "replicas" "int" {
  default = 2
}

image = invoke("cloud:index:getImage", { name = "debian" })

component "network" "./network" {
  cidr = "10.0.0.0/16"
}

resource "web" "cloud:index:Server" {
  options {
    range = replicas
  }
  image   = image.id
  size    = "small"
  network = network.id
  rules   = [{ port = 443, cidrs = ["0.0.0.0/0"] }]
}

output "addresses" {
  value = [for server in web : "https://${server.ip}"]
}
