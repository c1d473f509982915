run "default" {
  command = plan

  assert {
    condition     = output.size == 1
    error_message = "one"
  }
}

run "two" {
  variables {
    size = 2
  }

  assert {
    condition     = output.size == 1 && length(output.id) == 36
    error_message = "one"
  }
}

run "after_plan" {
  command = plan

  assert {
    condition     = run.default.size == 1
    error_message = "OpenTofu keeps outputs of applies alone."
  }
}

run "negative" {
  command = plan

  variables {
    size = -2
  }

  expect_failures = [var.size]
}
