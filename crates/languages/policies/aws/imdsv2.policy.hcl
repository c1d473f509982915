# Instances require tokens of the metadata service.
policy {}

resource_policy "aws_instance" "imdsv2" {
  enforce {
    condition     = core::try(attrs.metadata_options[0].http_tokens, "optional") == "required"
    error_message = "Set http_tokens = \"required\" in metadata_options."
  }
}
