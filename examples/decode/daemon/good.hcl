name        = "edge"
workers     = cpus * 2
cache_bytes = megabytes(64)

log {
  level  = "info"
  fields = { region = "eu", shard = 7 }
}

listen {
  address = "0.0.0.0"
  port    = 8080
}

listen {
  address = "::"
  port    = "8443"
  tls {
    certificate = "/etc/edge/cert.pem"
    key         = "/etc/edge/key.pem"
  }
}

upstream "api" {
  urls    = ["http://10.0.0.1:9000", "http://10.0.0.2:9000"]
  retries = 3
}

environment {
  TZ   = "UTC"
  NICE = 5
}
