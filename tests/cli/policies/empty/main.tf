# What plans of hashicorp/aws 5.100.0 store for arguments that are empty.
resource "aws_s3_bucket" "b" {
  bucket = "b"
  tags   = {} # null
}

resource "aws_vpc_security_group_ingress_rule" "v" {
  security_group_id = "sg-1"
  ip_protocol       = "-1"
  cidr_ipv4         = "0.0.0.0/0"
  description       = "" # ""
  tags              = {} # {}
}

resource "aws_iam_role" "r" {
  name                = "r"
  assume_role_policy  = "{}"
  description         = "" # ""
  managed_policy_arns = [] # chosen
}

resource "aws_lambda_function" "l" {
  function_name = "l"
  role          = "arn:aws:iam::123456789012:role/x"
  filename      = "x.zip"
  layers        = [] # []
  vpc_config {
    subnet_ids         = [] # null
    security_group_ids = [] # null
  }
}

resource "aws_instance" "i" {
  ami           = "ami-1"
  instance_type = "t3.micro"
  key_name      = "" # chosen
}

# What they store for arguments that are absent.
resource "aws_sqs_queue" "q" {}
