run "name" {
  command = plan

  assert {
    condition     = output.nmae == "web-dev"
    error_message = "Wrong name."
  }
}
