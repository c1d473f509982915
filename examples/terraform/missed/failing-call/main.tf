module "network" {
  source = "./network"
  cidr   = "10.0.0.0"
}
