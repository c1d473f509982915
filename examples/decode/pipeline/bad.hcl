image = "registry.example.com/build:${version}"

job "test" {
  timeout_minutes = "soon"
  step = "make test"
}

job {
  step {
    run = "make push"
  }
}
