log = "info"
disk "a" {
  size = 1
}
