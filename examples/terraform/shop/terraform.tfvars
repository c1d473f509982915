services = {
  web = { port = 443, public = true, replicas = 3 }
  api = { port = 8080 }
}
