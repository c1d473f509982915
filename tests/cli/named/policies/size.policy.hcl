input "sizes" {
  default = ["small"]
}

resource_policy "terraform_data" "size" {
  enforce {
    condition = core::contains(input.sizes, attrs.input)
  }
}
