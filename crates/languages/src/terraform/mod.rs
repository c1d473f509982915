//! Terraform and OpenTofu.

pub mod providers;
