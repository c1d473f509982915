replicas = "three"
