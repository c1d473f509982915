# Trails record all regions.
policy {}

resource_policy "aws_cloudtrail" "trail-all-regions" {
  enforce {
    condition     = core::try(attrs.is_multi_region_trail, false) == true
    error_message = "Set is_multi_region_trail = true."
  }
}
