config "replicas" "int" {
  default = "two"
}

image = invoke("cloud:index:getImage", { nam = "debian" })

resource "db" "cloud:index:Server" {
  image = image.id
  size  = "Small"
  rules = [{ port = 443 }, { port = "http" }]
}

resource "web" "cloud:index:Server" {
  image = image.id
  size  = "large"
  zones = db.cores
}

output "address" {
  value = web.adress
}
