# hclx: ignore[policy:owner] bucket of the vendor
resource "aws_s3_bucket" "vendor" {
  tags = {}
}

resource "aws_s3_bucket" "own" {
  tags = {} # hclx: ignore[policy:other] never used
}
