module "vpc" {
  source = "terraform-aws-modules/vpc/aws"
}

module "pinned" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 5.0"
}
