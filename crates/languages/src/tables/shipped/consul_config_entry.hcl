# Configuration entries of Consul, as `consul config write` reads them. Their arguments depend on the kind; the table
# has those that all kinds share.
language "consul-config-entry" {
  title   = "Consul"
  syntax  = "hcl1"
  unknown = "any"

  attribute "Kind" {
    type     = enum("api-gateway", "bound-api-gateway", "control-plane-request-limit", "exported-services", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "mesh", "proxy-defaults", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway")
    required = true
    docs     = "The kind of the entry."
  }
  attributes {
    Name         = string
    Namespace    = string
    Partition    = string
    Meta         = map(string)
    Protocol     = enum("tcp", "http", "http2", "grpc", "")
    MeshGateway  = any
    Expose       = any
    Mode         = enum("", "direct", "transparent", "permissive")
    Subsets      = any
    Splits       = any
    Routes       = any
    Sources      = any
    Listeners    = any
    Services     = any
    DefaultSubset = string
    ConnectTimeout = duration
    RequestTimeout = duration
    MaxInboundConnections = int
    BalanceInboundConnections = enum("", "exact_balance")
    ExternalSNI  = string
  }
}
