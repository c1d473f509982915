name    = "edge"
wrokers = 8

log {
  fields = { region = "eu" }
}

listen {
  address = "0.0.0.0"
  port    = "http"
}

upstream "api" {
  urls = ["http://10.0.0.1:9000", ["http://10.0.0.2:9000"]]
}

upstream "api" {
  urls = []
}
