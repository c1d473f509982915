policytest {
  targets = ["sg-no-ssh.policy.hcl"]
}

resource "aws_security_group" "good" {
  attrs = {
    ingress = [{ protocol = "tcp", from_port = 443, to_port = 443, cidr_blocks = ["0.0.0.0/0"] }]
  }
}

resource "aws_security_group" "bad" {
  expect_failure = true
  attrs = {
    ingress = [{ protocol = "tcp", from_port = 22, to_port = 22, cidr_blocks = ["0.0.0.0/0"] }]
  }
}

resource "aws_vpc_security_group_ingress_rule" "inside" {
  attrs = {
    ip_protocol = "tcp"
    from_port   = 22
    to_port     = 22
    cidr_ipv4   = "10.0.0.0/8"
  }
}

resource "aws_vpc_security_group_ingress_rule" "outside" {
  expect_failure = true
  attrs = {
    ip_protocol = "tcp"
    from_port   = 22
    to_port     = 22
    cidr_ipv4   = "0.0.0.0/0"
  }
}

# a rule for all protocols has no ports
resource "aws_vpc_security_group_ingress_rule" "all" {
  expect_failure = true
  attrs = {
    ip_protocol = "-1"
    cidr_ipv4   = "0.0.0.0/0"
  }
}
