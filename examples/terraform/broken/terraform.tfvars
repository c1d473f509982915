services = {
  web = { port = 443, public = true, replicas = 3 }
  api = { port = "http" }
  job = { port = 9000, replica = 1 }
}
