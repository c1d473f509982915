resource_policy "aws_security_group" "ssh" {
  enforcement_level = "mandatory"
  enforce {
    condition = core::length([for r in attrs.ingress : r if r.from_port == 22 && core::contains(r.cidr_blocks, "0.0.0.0/0")]) == 0
  }
}
