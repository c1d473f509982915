include "root" {
  path = find_in_parent_folders("root.hcl")
}

terraform {
  source = "../../modules/app"
}

dependency "vpc" {
  config_path = "../vpc"
}

inputs = {
  account  = include.root.locals.account
  replicas = "two"
  vpc_id   = dependency.vpc.outputs.vpc_idd
}
