resource "terraform_data" "a" {
  input = "small"
}
