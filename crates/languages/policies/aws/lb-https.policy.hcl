# Listeners use TLS, or redirect to it.
policy {}

resource_policy "aws_lb_listener" "lb-https" {
  enforce {
    condition     = core::try(attrs.protocol, "HTTP") != "HTTP" || core::try(attrs.default_action[0].type, "") == "redirect"
    error_message = "Use HTTPS, or redirect to it."
  }
}
