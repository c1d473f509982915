resource_policy "terraform_data" "size {
