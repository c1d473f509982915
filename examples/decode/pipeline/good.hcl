image = "registry.example.com/build:${version}"

trigger {
  on       = "push"
  branches = ["main", "release", "main"]
}

trigger {
  on = "tag"
}

job "test" {
  timeout_minutes = 20
  step {
    run = "make test"
    env = { RUST_BACKTRACE = 1 }
  }
}

job "publish" {
  needs = ["test"]
  step {
    run = "make image"
  }
  step {
    run = "make push"
  }
}
