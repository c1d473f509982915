# Fails for the values of the plans.
policy {}

resource_policy "aws_s3_bucket" "bucket" {
  enforce {
    condition = !(attrs.tags == null)
  }
}

resource_policy "aws_vpc_security_group_ingress_rule" "rule" {
  enforce {
    condition = !(attrs.description == "" && core::length(attrs.tags) == 0)
  }
}

resource_policy "aws_iam_role" "role" {
  enforce {
    condition = !(attrs.description != null && core::length(attrs.managed_policy_arns) == 1)
  }
}

resource_policy "aws_lambda_function" "function" {
  enforce {
    condition = !(attrs.layers != null && attrs.vpc_config[0].subnet_ids == null)
  }
}

resource_policy "aws_instance" "instance" {
  enforce {
    condition = !(attrs.key_name == "chosen")
  }
}

resource_policy "aws_sqs_queue" "queue" {
  enforce {
    condition = !(attrs.visibility_timeout_seconds == 30 && attrs.fifo_queue == false)
  }
}
