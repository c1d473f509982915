# hclx: ignore[policy:owner] bucket of the vendor
resource "aws_s3_bucket" "vendor" {
  tags = { name = "vendor" }
}

resource "aws_s3_bucket" "own" {
  tags = { name = "own" } # hclx: ignore[policy:other] never used
}
