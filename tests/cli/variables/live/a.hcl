count = replicas + 1
url   = "https://${endpoint}"
bad   = replicas.x
list  = ports.first
worse = region + 1
