module "m" {
  source = "../"
  size   = 1000
}

output "all" {
  value = [module.m.zone, module.m.name, module.m.id, module.m.arn]
}
