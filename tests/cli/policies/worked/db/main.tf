variable "public" {
  type = bool
}

resource "aws_db_instance" "this" {
  instance_class      = "db.t3.micro"
  storage_encrypted   = true
  publicly_accessible = var.public
}
