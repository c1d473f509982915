resource "aws_vpc" "main" {
  cidr_blok = "10.0.0.0/16"
  arn       = "arn:aws:ec2"
  tags      = { Name = ["main"] }
}

resource "aws_instance" "web" {
  ami                    = "ami-1"
  vpc_security_group_ids = true

  root_block_device = {
    volume_size = 20
  }

  dynamic "ebs_block_devices" {
    for_each = ["a", "b"]
    content {
      device_name = ebs_block_devices.value
    }
  }
}

resource "aws_lb_listener" "front" {
  load_balancer_arn = aws_vpc.main.arnn

  default_action {
    target_group_arn = "x"
  }
}

data "aws_eip_association" "a" {
}

resource "random_id" "suffix" {
  byte_length = 4
}

output "vpc" {
  value = aws_vpc.main.id
}

output "disks" {
  value = aws_instance.web.root_block_device[0].volume_size
}
