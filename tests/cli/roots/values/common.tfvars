region = "eu-west-1"
size   = "small"
