# Networks have flow logs.
policy {}

resource_policy "aws_vpc" "vpc-flow-logs" {
  enforce {
    condition     = core::length(core::getresources("aws_flow_log", { vpc_id = attrs.id })) > 0
    error_message = "Add an aws_flow_log for this VPC."
  }
}
