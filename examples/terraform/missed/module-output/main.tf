module "network" {
  source = "./network"
  zones  = ["a", "b"]
}

output "first" {
  value = module.network.subnets["a"].adress
}
