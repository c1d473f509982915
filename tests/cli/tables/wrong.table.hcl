language "wrong" {
  attributes {
    size = intt
  }
}
