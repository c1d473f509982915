variable "a" {
  type = string
}

variable "b" {
