# Configuration entries of Consul, as `consul config write` reads them. Their arguments depend on the kind; the table
# combines the arguments of all kinds, in both spellings that Consul accepts.
language "consul-config-entry" {
  title   = "Consul"
  syntax  = "hcl1"
  case    = "any"
  unknown = "warning"

  attribute "Kind" {
    type     = enum("api-gateway", "bound-api-gateway", "control-plane-request-limit", "exported-services", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "mesh", "proxy-defaults", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway")
    required = true
    docs     = "The kind of the entry."
  }
  attributes {
    Name = string
    Namespace = string
    Partition = string
    ExternalSNI = string
    external_sni = string
    DefaultSubset = string
    default_subset = string
    SamenessGroup = string
    sameness_group = string
    Issuer = string
    Certificate = string
    PrivateKey = string
    private_key = string
    Meta = map(string)
    Protocol = enum("tcp", "http", "http2", "grpc", "")
    Mode = enum("", "direct", "transparent", "permissive", "enforcing", "disabled")
    ConnectTimeout = duration
    connect_timeout = duration
    RequestTimeout = duration
    request_timeout = duration
    MaxInboundConnections = int
    max_inbound_connections = int
    LocalConnectTimeoutMs = int
    local_connect_timeout_ms = int
    LocalRequestTimeoutMs = int
    local_request_timeout_ms = int
    ClockSkewSeconds = int
    clock_skew_seconds = int
    MaxRequestHeadersKB = int
    max_request_headers_kb = int
    BalanceInboundConnections = enum("", "exact_balance")
    balance_inbound_connections = enum("", "exact_balance")
    MutualTLSMode = enum("", "default", "strict", "permissive")
    mutual_tls_mode = enum("", "default", "strict", "permissive")
    AllowEnablingPermissiveMutualTLS = bool
    allow_enabling_permissive_mutual_tls = bool
    ValidateClusters = bool
    validate_clusters = bool
    DefaultForFailover = bool
    default_for_failover = bool
    IncludeLocal = bool
    include_local = bool
    Audiences = list(string)
    Hostnames = list(string)
    Subsets = any
    Failover = any
    Config = any
    Status = any
    Hash = any
    CreateIndex = any
    create_index = any
    ModifyIndex = any
    modify_index = any
    ReadRate = number
    read_rate = number
    WriteRate = number
    write_rate = number
  }
  block "MeshGateway" {
    body = "mode"
  }
  block "mesh_gateway" {
    body = "mode"
  }
  block "PrioritizeByLocality" {
    body = "mode"
  }
  block "prioritize_by_locality" {
    body = "mode"
  }
  block "TransparentProxy" {
    body = "transparent_proxy"
  }
  block "transparent_proxy" {
    body = "transparent_proxy"
  }
  block "Expose" {
    body = "expose"
  }
  block "UpstreamConfig" {
    body = "upstream_config"
  }
  block "upstream_config" {
    body = "upstream_config"
  }
  block "Destination" {
    body = "destination"
  }
  block "RateLimits" {
    body = "rate_limits"
  }
  block "rate_limits" {
    body = "rate_limits"
  }
  block "EnvoyExtensions" {
    body = "envoy_extension"
  }
  block "envoy_extensions" {
    body = "envoy_extension"
  }
  block "AccessLogs" {
    body = "access_logs"
  }
  block "access_logs" {
    body = "access_logs"
  }
  block "FailoverPolicy" {
    body = "failover_policy"
  }
  block "failover_policy" {
    body = "failover_policy"
  }
  block "Routes" {
    body = "route"
  }
  block "Splits" {
    body = "split"
  }
  block "Redirect" {
    body = "target"
  }
  block "LoadBalancer" {
    body = "load_balancer"
  }
  block "load_balancer" {
    body = "load_balancer"
  }
  block "Listeners" {
    body = "listener"
  }
  block "Services" {
    body = "service"
  }
  block "Sources" {
    body = "source"
  }
  block "JWT" {
    body = "jwt"
  }
  block "TLS" {
    body = "tls"
  }
  block "HTTP" {
    body = "mesh_http"
  }
  block "Peering" {
    body = "mesh_peering"
  }
  block "Defaults" {
    body = "limits"
  }
  block "Members" {
    body = "member"
  }
  block "JSONWebKeySet" {
    body = "key_set"
  }
  block "json_web_key_set" {
    body = "key_set"
  }
  block "Locations" {
    body = "location"
  }
  block "Forwarding" {
    body = "forwarding"
  }
  block "CacheConfig" {
    body = "cache_config"
  }
  block "cache_config" {
    body = "cache_config"
  }
  block "Parents" {
    body = "reference"
  }
  block "Rules" {
    body = "rule"
  }
  block "ACL" {
    body = "rates"
  }
  block "Catalog" {
    body = "rates"
  }
  block "ConfigEntry" {
    body = "rates"
  }
  block "config_entry" {
    body = "rates"
  }
  block "ConnectCA" {
    body = "rates"
  }
  block "connect_ca" {
    body = "rates"
  }
  block "Coordinate" {
    body = "rates"
  }
  block "DiscoveryChain" {
    body = "rates"
  }
  block "discovery_chain" {
    body = "rates"
  }
  block "ServerDiscovery" {
    body = "rates"
  }
  block "server_discovery" {
    body = "rates"
  }
  block "Health" {
    body = "rates"
  }
  block "Intention" {
    body = "rates"
  }
  block "KV" {
    body = "rates"
  }
  block "Tenancy" {
    body = "rates"
  }
  block "PreparedQuery" {
    body = "rates"
  }
  block "prepared_query" {
    body = "rates"
  }
  block "Session" {
    body = "rates"
  }
  block "Txn" {
    body = "rates"
  }
}

body "mode" {
  attributes {
    Mode = string
  }
}

body "transparent_proxy" {
  attributes {
    OutboundListenerPort = int
    outbound_listener_port = int
    DialedDirectly = bool
    dialed_directly = bool
    MeshDestinationsOnly = bool
    mesh_destinations_only = bool
  }
}

body "expose" {
  attributes {
    Checks = bool
  }
  block "Paths" {
    body = "exposed_path"
  }
}

body "exposed_path" {
  attributes {
    ListenerPort = int
    listener_port = int
    LocalPathPort = int
    local_path_port = int
    Path = string
    Protocol = string
    ParsedFromCheck = bool
    parsed_from_check = bool
  }
}

body "upstream_config" {
  block "Overrides" {
    body = "upstream"
  }
  block "Defaults" {
    body = "upstream"
  }
}

body "upstream" {
  attributes {
    Name = string
    Namespace = string
    Partition = string
    Peer = string
    EnvoyListenerJSON = string
    envoy_listener_json = string
    EnvoyClusterJSON = string
    envoy_cluster_json = string
    Protocol = string
    BalanceOutboundConnections = string
    balance_outbound_connections = string
    ConnectTimeoutMs = int
    connect_timeout_ms = int
  }
  block "Limits" {
    body = "limits"
  }
  block "PassiveHealthCheck" {
    body = "health_check"
  }
  block "passive_health_check" {
    body = "health_check"
  }
  block "MeshGateway" {
    body = "mode"
  }
  block "mesh_gateway" {
    body = "mode"
  }
}

body "limits" {
  attributes {
    MaxConnections = int
    max_connections = int
    MaxPendingRequests = int
    max_pending_requests = int
    MaxConcurrentRequests = int
    max_concurrent_requests = int
  }
  block "PassiveHealthCheck" {
    body = "health_check"
  }
  block "passive_health_check" {
    body = "health_check"
  }
}

body "health_check" {
  attributes {
    Interval = duration
    BaseEjectionTime = duration
    base_ejection_time = duration
    MaxFailures = int
    max_failures = int
    EnforcingConsecutive5xx = int
    enforcing_consecutive5xx = int
    MaxEjectionPercent = int
    max_ejection_percent = int
  }
}

body "destination" {
  attributes {
    Service = string
    ServiceSubset = string
    service_subset = string
    Namespace = string
    Partition = string
    PrefixRewrite = string
    prefix_rewrite = string
    RequestTimeout = duration
    request_timeout = duration
    IdleTimeout = duration
    idle_timeout = duration
    NumRetries = int
    num_retries = int
    Port = int
    RetryOnConnectFailure = bool
    retry_on_connect_failure = bool
    RetryOnStatusCodes = list(int)
    retry_on_status_codes = list(int)
    RetryOn = list(string)
    retry_on = list(string)
    Addresses = list(string)
    Address = string
  }
  block "RequestHeaders" {
    body = "modified_headers"
  }
  block "request_headers" {
    body = "modified_headers"
  }
  block "ResponseHeaders" {
    body = "modified_headers"
  }
  block "response_headers" {
    body = "modified_headers"
  }
}

body "modified_headers" {
  attributes {
    Add = map(string)
    Set = map(string)
    Remove = list(string)
  }
}

body "rate_limits" {
  block "InstanceLevel" {
    body = "rate_limit"
  }
  block "instance_level" {
    body = "rate_limit"
  }
}

body "rate_limit" {
  attributes {
    RequestsPerSecond = int
    requests_per_second = int
    RequestsMaxBurst = int
    requests_max_burst = int
    PathExact = string
    path_exact = string
    PathPrefix = string
    path_prefix = string
    PathRegex = string
    path_regex = string
  }
  block "Routes" {
    body = "rate_limit"
  }
}

body "envoy_extension" {
  attributes {
    Name = string
    ConsulVersion = string
    consul_version = string
    EnvoyVersion = string
    envoy_version = string
    Required = bool
    Arguments = any
  }
}

body "access_logs" {
  attributes {
    Enabled = bool
    DisableListenerLogs = bool
    disable_listener_logs = bool
    Type = enum("", "file", "stdout", "stderr")
    Path = string
    JSONFormat = string
    json_format = string
    TextFormat = string
    text_format = string
  }
}

body "failover_policy" {
  attributes {
    Mode = string
    Regions = list(string)
  }
}

body "route" {
  block "Match" {
    body = "match"
  }
  block "Destination" {
    body = "destination"
  }
}

body "match" {
  block "HTTP" {
    body = "http_match"
  }
}

body "http_match" {
  attributes {
    PathExact = string
    path_exact = string
    PathPrefix = string
    path_prefix = string
    PathRegex = string
    path_regex = string
    CaseInsensitive = bool
    case_insensitive = bool
    Methods = list(string)
  }
  block "Header" {
    body = "header_match"
  }
  block "QueryParam" {
    body = "header_match"
  }
  block "query_param" {
    body = "header_match"
  }
}

body "header_match" {
  attributes {
    Name = string
    Exact = string
    Prefix = string
    Suffix = string
    Contains = string
    Regex = string
    Present = bool
    Invert = bool
    IgnoreCase = bool
    ignore_case = bool
  }
}

body "split" {
  attributes {
    Weight = number
    Service = string
    ServiceSubset = string
    service_subset = string
    Namespace = string
    Partition = string
  }
  block "RequestHeaders" {
    body = "modified_headers"
  }
  block "request_headers" {
    body = "modified_headers"
  }
  block "ResponseHeaders" {
    body = "modified_headers"
  }
  block "response_headers" {
    body = "modified_headers"
  }
}

body "target" {
  attributes {
    Service = string
    ServiceSubset = string
    service_subset = string
    Namespace = string
    Partition = string
    Datacenter = string
    Peer = string
    SamenessGroup = string
    sameness_group = string
  }
}

body "load_balancer" {
  attributes {
    Policy = string
  }
  block "RingHashConfig" {
    body = "ring_hash"
  }
  block "ring_hash_config" {
    body = "ring_hash"
  }
  block "LeastRequestConfig" {
    body = "least_request"
  }
  block "least_request_config" {
    body = "least_request"
  }
  block "HashPolicies" {
    body = "hash_policy"
  }
  block "hash_policies" {
    body = "hash_policy"
  }
}

body "ring_hash" {
  attributes {
    MinimumRingSize = int
    minimum_ring_size = int
    MaximumRingSize = int
    maximum_ring_size = int
  }
}

body "least_request" {
  attributes {
    ChoiceCount = int
    choice_count = int
  }
}

body "hash_policy" {
  attributes {
    Field = string
    FieldValue = string
    field_value = string
    SourceIP = bool
    source_ip = bool
    Terminal = bool
  }
  block "CookieConfig" {
    body = "cookie"
  }
  block "cookie_config" {
    body = "cookie"
  }
}

body "cookie" {
  attributes {
    Session = bool
    TTL = duration
    Path = string
  }
}

body "listener" {
  attributes {
    Port = port
    Protocol = string
    Name = string
    Hostname = string
    MaxRequestHeadersKB = int
    max_request_headers_kb = int
  }
  block "TLS" {
    body = "tls"
  }
  block "Services" {
    body = "service"
  }
  block "Default" {
    body = "gateway_policy"
  }
  block "Override" {
    body = "gateway_policy"
  }
}

body "gateway_policy" {
  block "JWT" {
    body = "jwt"
  }
}

body "tls" {
  attributes {
    Enabled = bool
    TLSMinVersion = string
    tls_min_version = string
    TLSMaxVersion = string
    tls_max_version = string
    MinVersion = string
    min_version = string
    MaxVersion = string
    max_version = string
    CipherSuites = list(string)
    cipher_suites = list(string)
  }
  block "SDS" {
    body = "sds"
  }
  block "Certificates" {
    body = "reference"
  }
  block "Incoming" {
    body = "tls"
  }
  block "Outgoing" {
    body = "tls"
  }
}

body "sds" {
  attributes {
    ClusterName = string
    cluster_name = string
    CertResource = string
    cert_resource = string
  }
}

body "reference" {
  attributes {
    Kind = string
    Name = string
    Namespace = string
    Partition = string
    SectionName = string
    section_name = string
  }
}

body "service" {
  attributes {
    Name = string
    Namespace = string
    Partition = string
    CAFile = string
    ca_file = string
    CertFile = string
    cert_file = string
    KeyFile = string
    key_file = string
    SNI = string
    Hosts = list(string)
    DisableAutoHostRewrite = bool
    disable_auto_host_rewrite = bool
    Weight = int
    MaxConnections = int
    max_connections = int
    MaxPendingRequests = int
    max_pending_requests = int
    MaxConcurrentRequests = int
    max_concurrent_requests = int
  }
  block "TLS" {
    body = "tls"
  }
  block "RequestHeaders" {
    body = "modified_headers"
  }
  block "request_headers" {
    body = "modified_headers"
  }
  block "ResponseHeaders" {
    body = "modified_headers"
  }
  block "response_headers" {
    body = "modified_headers"
  }
  block "PassiveHealthCheck" {
    body = "health_check"
  }
  block "passive_health_check" {
    body = "health_check"
  }
  block "Consumers" {
    body = "member"
  }
  block "Filters" {
    body = "filters"
  }
  block "ResponseFilters" {
    body = "filters"
  }
  block "response_filters" {
    body = "filters"
  }
}

body "member" {
  attributes {
    Partition = string
    Peer = string
    SamenessGroup = string
    sameness_group = string
  }
}

body "source" {
  attributes {
    Name = string
    Partition = string
    Namespace = string
    Peer = string
    SamenessGroup = string
    sameness_group = string
    Description = string
    Type = string
    LegacyID = string
    legacy_id = string
    Action = enum("", "allow", "deny")
    Precedence = int
    LegacyMeta = any
    legacy_meta = any
    LegacyCreateTime = any
    legacy_create_time = any
    LegacyUpdateTime = any
    legacy_update_time = any
  }
  block "Permissions" {
    body = "permission"
  }
}

body "permission" {
  attributes {
    Action = enum("allow", "deny")
  }
  block "HTTP" {
    body = "http_match"
  }
  block "JWT" {
    body = "jwt"
  }
}

body "jwt" {
  block "Providers" {
    body = "jwt_provider"
  }
}

body "jwt_provider" {
  attributes {
    Name = string
  }
  block "VerifyClaims" {
    body = "claim"
  }
  block "verify_claims" {
    body = "claim"
  }
}

body "claim" {
  attributes {
    Path = list(string)
    Value = string
  }
}

body "mesh_http" {
  attributes {
    SanitizeXForwardedClientCert = bool
    sanitize_x_forwarded_client_cert = bool
    Incoming = any
  }
}

body "mesh_peering" {
  attributes {
    PeerThroughMeshGateways = bool
    peer_through_mesh_gateways = bool
  }
}

body "key_set" {
  attributes {
    Local = any
    Remote = any
  }
}

body "location" {
  attributes {
    Header = any
    QueryParam = any
    query_param = any
    Cookie = any
  }
}

body "forwarding" {
  attributes {
    HeaderName = string
    header_name = string
    PadForwardPayloadHeader = bool
    pad_forward_payload_header = bool
  }
}

body "cache_config" {
  attributes {
    Size = int
  }
}

body "rates" {
  attributes {
    ReadRate = number
    read_rate = number
    WriteRate = number
    write_rate = number
  }
}

body "rule" {
  block "Filters" {
    body = "filters"
  }
  block "ResponseFilters" {
    body = "filters"
  }
  block "response_filters" {
    body = "filters"
  }
  block "Matches" {
    body = "route_match"
  }
  block "Services" {
    body = "service"
  }
}

body "filters" {
  attributes {
    Headers = any
    URLRewrite = any
    url_rewrite = any
    RetryFilter = any
    retry_filter = any
    TimeoutFilter = any
    timeout_filter = any
    JWT = any
  }
}

body "route_match" {
  attributes {
    Headers = any
    Query = any
    Path = any
    Method = string
  }
}
