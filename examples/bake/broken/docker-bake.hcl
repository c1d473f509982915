variable "VERSION" {
  default = "1.0"
}

group "default" {
  targets = ["app", "tets"]
}

target "app" {
  platfroms = ["linux/amd64"]
  tags      = ["example/app:${VERSON}"]
  args {
    GO_VERSION = "1.24"
  }
}

target "test" {
  inherits = ["app"]
}
