include "root" {
  path   = find_in_parent_folders("root.hcl")
  expose = true
}

terraform {
  source = "../../modules/app"
}

dependency "vpc" {
  config_path = "../vpc"
}

inputs = {
  replicas = 2
  vpc_id   = dependency.vpc.outputs.vpc_id
}
