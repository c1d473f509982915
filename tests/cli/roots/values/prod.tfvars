size  = 8
sizes = 9
