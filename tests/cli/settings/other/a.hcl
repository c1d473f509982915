size = [1][2]
