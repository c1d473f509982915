url = "https://${endpoint}"
