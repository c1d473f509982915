policytest {
  targets = ["lb-https.policy.hcl"]
}

resource "aws_lb_listener" "good" {
  attrs = {
    protocol       = "HTTP"
    default_action = [{ type = "redirect" }]
  }
}

resource "aws_lb_listener" "bad" {
  expect_failure = true
  attrs = {
    protocol       = "HTTP"
    default_action = [{ type = "forward" }]
  }
}
