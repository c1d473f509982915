module_policy "*" "versions" {
  enforcement_level = "mandatory"
  filter            = !core::startswith(meta.source, "./")
  enforce {
    condition     = meta.version != null
    error_message = "Pin the version."
  }
}
