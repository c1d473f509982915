log {
  levl = "info"
}
disk "a" "b" {
  size = 1
}
disk = 5
