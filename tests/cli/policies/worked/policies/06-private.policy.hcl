resource_policy "aws_db_instance" "private" {
  enforcement_level = "mandatory"
  enforce {
    condition = attrs.publicly_accessible != true
  }
}
