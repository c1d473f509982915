run "one" {
  command = plan
  assert {
    condition     = output.size == 1
    error_message = "The size is not 1."
  }
}

run "two" {
  command = plan
  variables {
    size = 2
  }
  assert {
    condition     = output.size == 1
    error_message = "The size is not 1."
  }
}
