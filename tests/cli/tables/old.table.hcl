language "old" {
  title  = "Old"
  syntax = "hcl1"

  block "log" {
    or_attribute = true
    attributes {
      level = string
    }
  }
  block "disk" {
    labels = ["name"]
    attributes {
      size = int
    }
  }
}
