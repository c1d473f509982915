# Buckets have uniform access.
policy {}

resource_policy "google_storage_bucket" "bucket-uniform-access" {
  enforce {
    condition     = core::try(attrs.uniform_bucket_level_access, false) == true
    error_message = "Set uniform_bucket_level_access = true."
  }
}
