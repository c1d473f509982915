resource "terraform_data" "subnet" {}

resource "terraform_data" "route" {
  for_each = toset([terraform_data.subnet.id])
}
