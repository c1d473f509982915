# Lock files of Terraform and OpenTofu.
language "terraform-lock" {
  title = "Terraform"

  block "provider" {
    labels = ["source address"]
    attributes {
      version     = required(string)
      constraints = string
      hashes      = list(string)
    }
  }
}
