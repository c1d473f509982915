resource "terraform_data" "a" {
  count = 2
}

output "third" {
  value = terraform_data.a[2].id
}
