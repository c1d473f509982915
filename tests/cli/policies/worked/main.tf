variable "tags" {
  type = map(string)
}

variable "cidrs" {
  type = list(string)
}

variable "env" {
  type = string
}

# 1: keys that a merge certainly has
resource "aws_s3_bucket" "b" {
  tags = merge(var.tags, { owner = "a" })
}

resource "aws_s3_bucket" "c" {
  tags = merge({ owner = "a" }, var.tags)
}

# 2: an optional argument that is absent is null
resource "aws_db_instance" "plain" {
  instance_class = "db.t3.micro"
}

# 3: the provider may choose an absent argument
resource "aws_ebs_volume" "v" {
  availability_zone = "eu-west-1a"
}

# 4: blocks over an unknown list
resource "aws_security_group" "ssh" {
  dynamic "ingress" {
    for_each = var.cidrs
    content {
      protocol    = "tcp"
      from_port   = 22
      to_port     = 22
      cidr_blocks = [ingress.value]
    }
  }
}

resource "aws_security_group" "web" {
  dynamic "ingress" {
    for_each = var.cidrs
    content {
      protocol    = "tcp"
      from_port   = 443
      to_port     = 443
      cidr_blocks = [ingress.value]
    }
  }
}

# 5: one of several instances
resource "aws_instance" "i" {
  for_each      = { a = "t3.micro", b = "m5.24xlarge" }
  instance_type = each.value
}

# 6: arguments of calls
module "db" {
  source = "./db"
  public = var.env == "dev"
}

module "public" {
  source = "./db"
  public = true
}

# 7: identity of references
resource "aws_s3_bucket_public_access_block" "b" {
  bucket = aws_s3_bucket.b.id
}

# 8: documents with unknown parts
resource "aws_iam_role" "r" {
  assume_role_policy = "{}"
}

resource "aws_s3_bucket_policy" "p" {
  bucket = aws_s3_bucket.b.id
  policy = jsonencode({ Statement = [{ Action = "*", Principal = { AWS = aws_iam_role.r.arn } }] })
}

# 9: a document of a data source
data "aws_iam_policy_document" "d" {
  statement {
    actions   = ["*"]
    resources = [aws_s3_bucket.b.arn]
  }
}

resource "aws_iam_policy" "i" {
  policy = data.aws_iam_policy_document.d.json
}
