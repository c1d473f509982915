variable "VERSION" {
  type    = string
  default = "1.0"
}

function "tags" {
  params = [name]
  result = ["example/${name}:${VERSION}", "example/${name}:latest"]
}

group "default" {
  targets = ["app", "test"]
}

target "_base" {
  platforms = ["linux/amd64", "linux/arm64"]
}

target "app" {
  inherits = ["_base"]
  tags     = tags("app")
}

target "test" {
  name   = "test-${db}"
  matrix = { db = ["mysql", "postgres"] }
  args   = { DB = upper(db) }
}
