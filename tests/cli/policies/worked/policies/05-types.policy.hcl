input "types" {
  default = ["t3.micro"]
}

resource_policy "aws_instance" "types" {
  enforcement_level = "mandatory"
  enforce {
    condition     = core::contains(input.types, attrs.instance_type)
    error_message = "Use one of ${core::join(", ", input.types)}."
  }
}
