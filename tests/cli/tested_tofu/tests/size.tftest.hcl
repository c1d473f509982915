run "of_terraform" {
  command = plan

  assert {
    condition     = output.size == 2
    error_message = "two"
  }
}
