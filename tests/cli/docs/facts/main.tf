variable "word" {
  type = string

  validation {
    condition     = contains(["a", "b"], var.word)
    error_message = "The rule of word."
  }
}

variable "words" {
  type = set(string)

  validation {
    condition     = alltrue([for word in var.words : contains(["a", "b"], word)])
    error_message = "The rule of words."
  }
}

variable "subset" {
  type = list(string)

  validation {
    condition     = length(setsubtract(var.subset, ["a", "b"])) == 0
    error_message = "The rule of subset."
  }
}

variable "either" {
  type = string

  validation {
    condition     = var.either == null || contains(["a"], var.either) || var.either == "b"
    error_message = "The rule of either."
  }
}

variable "pattern" {
  type = string

  validation {
    condition     = can(regex("^[a-z]+$", var.pattern))
    error_message = "The rule of pattern."
  }
}

variable "some" {
  type = string

  validation {
    condition     = var.some == "" || length(regexall("^x-", var.some)) > 0
    error_message = "The rule of some."
  }
}

variable "excluded" {
  type = string

  validation {
    condition     = !contains(["root", "admin"], var.excluded)
    error_message = "The rule of excluded."
  }
}

variable "start" {
  type = string

  validation {
    condition     = startswith(var.start, "ami-") && length(var.start) <= 21
    error_message = "The rule of start."
  }
}

variable "substring" {
  type = string

  validation {
    condition     = substr(var.substring, 0, 4) == "ami-"
    error_message = "The rule of substring."
  }
}

variable "number" {
  type = number

  validation {
    condition     = var.number == null ? true : var.number >= 1 && var.number < 10
    error_message = "The rule of number."
  }
}

variable "whole" {
  type = number

  validation {
    condition     = floor(var.whole) == var.whole
    error_message = "The rule of whole."
  }
}

variable "unique" {
  type = list(string)

  validation {
    condition     = length(distinct(var.unique)) == length(var.unique)
    error_message = "The rule of unique."
  }
}

variable "mode" {
  type = object({ mode = string, size = optional(number) })

  validation {
    condition     = contains(["r", "w"], var.mode.mode) && (var.mode.size == null || var.mode.size > 0)
    error_message = "The rule of mode."
  }
}

variable "keys" {
  type = map(string)

  validation {
    condition     = alltrue([for key in keys(var.keys) : length(key) <= 8])
    error_message = "The rule of keys."
  }
}

variable "nested" {
  type = list(object({ ports = list(number) }))

  validation {
    condition     = alltrue([for one in var.nested : alltrue([for port in one.ports : port > 0])])
    error_message = "The rule of nested."
  }
}

variable "kept" {
  type = list(string)

  validation {
    condition     = length([for one in var.kept : one if startswith(one, "a")]) == length(var.kept)
    error_message = "The rule of kept."
  }
}

variable "filtered" {
  type = list(object({ name = optional(string) }))

  validation {
    condition     = alltrue([for one in var.filtered : length(one.name) > 2 if one.name != null])
    error_message = "The rule of filtered."
  }
}

variable "two" {
  type = object({ a = number, b = number })

  validation {
    condition     = var.two.a < var.two.b
    error_message = "The rule of two."
  }
}

variable "half" {
  type = string

  validation {
    condition     = length(var.half) > 1 && can(cidrhost(var.half, 0))
    error_message = "The rule of half."
  }
}

variable "other" {
  type = string

  validation {
    condition     = var.other == "a" || var.start == "ami-1"
    error_message = "The rule of other."
  }
}

variable "listed" {
  type = list(string)

  validation {
    condition     = alltrue([for index, one in var.listed : index < 3])
    error_message = "The rule of listed."
  }
}
