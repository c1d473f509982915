# Security groups do not open RDP to the world.
policy {}

resource_policy "aws_security_group" "sg-no-rdp" {
  locals {
    open = [
      for r in core::try(attrs.ingress, []) : r
      if(r.protocol == "-1" || r.from_port <= 3389 && r.to_port >= 3389) && core::try(core::contains(r.cidr_blocks, "0.0.0.0/0"), false)
    ]
  }
  enforce {
    condition     = core::length(local.open) == 0
    error_message = "Do not open port 3389 to 0.0.0.0/0."
  }
}

resource_policy "aws_vpc_security_group_ingress_rule" "sg-no-rdp-rule" {
  filter = core::try(attrs.cidr_ipv4, null) == "0.0.0.0/0"
  enforce {
    condition     = attrs.ip_protocol == "-1" ? false : !(attrs.from_port <= 3389 && attrs.to_port >= 3389)
    error_message = "Do not open port 3389 to 0.0.0.0/0."
  }
}
