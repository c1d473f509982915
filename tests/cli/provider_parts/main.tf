terraform {
  required_providers {
    acme = {
      source = "hashicorp/acme"
    }
  }
}

ephemeral "acme_token" "ci" {
}

resource "acme_site" "main" {
  login = {
    user     = "root"
    password = "secret"
  }

  rule {
    token = ephemeral.acme_token.ci.value
  }

  lifecycle {
    ignore_changes = [
      rule[0].prot,
      rule.port,
      origin[0].host,
      login.users,
    ]
  }
}

output "login" {
  value = acme_site.main.login
}

output "calls" {
  value = [
    provider::acme::jion(",", "a"),
    provider::acme::join(",", ["a"]),
    provider::acme::describe(),
    provider::acme::describe("a").nam,
    provider::amce::describe("a"),
    try(provider::acme::nothing(), 1),
  ]
}
