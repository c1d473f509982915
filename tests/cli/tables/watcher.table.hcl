language "watcher" {
  title     = "Watcher"
  read_with = ["*.watch.hcl"]

  exactly_one = [["interval", "schedule"]]
  attributes {
    interval = duration
    schedule = string
    level    = any_case(enum("info", "warning"))
    period   = deprecated(string, "interval")
  }
  block "locals" {
    unknown  = "attributes"
    declares = "local"
    noun     = "local value"
  }
  block "probe" {
    labels   = ["name"]
    declares = "probe"
    attributes {
      url   = required(string)
      after = reference
    }
  }
}
