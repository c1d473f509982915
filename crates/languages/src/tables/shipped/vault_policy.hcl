# Policies of Vault and OpenBao: what a token may do at which path.
language "vault-policy" {
  title  = "Vault"
  syntax = "hcl1"

  attributes {
    name = string
  }
  block "path" {
    labels = ["path"]
    docs   = "What is allowed at paths that match the label; `*` at the end matches any suffix, `+` one segment."

    attribute "capabilities" {
      type = list(enum("deny", "create", "read", "update", "delete", "list", "sudo", "root", "patch", "recover", "subscribe", "scan"))
      docs = "The operations that are allowed. `deny` takes precedence over all others."
    }
    attribute "policy" {
      type       = enum("deny", "read", "write", "sudo")
      deprecated = "use `capabilities`"
    }
    attribute "min_wrapping_ttl" {
      type = union(string, number)
      docs = "The least time to live of a wrapped response."
    }
    attribute "max_wrapping_ttl" {
      type = union(string, number)
      docs = "The greatest time to live of a wrapped response."
    }
    attributes {
      allowed_parameters       = map(list(any))
      denied_parameters        = map(list(any))
      required_parameters      = list(string)
      mfa_methods              = list(string)
      subscribe_event_types    = list(string)
      expiration               = string
      comment                  = string
      pagination_limit         = int
      list_scan_response_keys_filter_path = string
      response_keys_filter_path = string
    }
    block "control_group" {
      docs = "Approvals that are required before the operation."
      attributes {
        ttl        = union(string, number)
        max_ttl    = union(string, number)
      }
      block "factor" {
        labels = ["name"]
        attributes {
          controlled_capabilities = list(string)
        }
        block "identity" {
          attributes {
            group_ids   = list(string)
            group_names = list(string)
            approvals   = int
          }
        }
      }
    }
  }
}
