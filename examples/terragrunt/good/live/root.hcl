locals {
  account = "dev"
}

inputs = {
  name = "app"
}
