# Firewalls do not open SSH to the world.
policy {}

resource_policy "google_compute_firewall" "firewall-no-ssh" {
  filter = core::try(core::contains(attrs.source_ranges, "0.0.0.0/0"), false)
  locals {
    open = [for a in core::try(attrs.allow, []) : a if core::try(core::contains(a.ports, "22"), false)]
  }
  enforce {
    condition     = core::length(local.open) == 0
    error_message = "Do not open port 22 to 0.0.0.0/0."
  }
}
