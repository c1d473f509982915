//! Evaluation: every declaration of a module is evaluated once, and called modules with the values of their
//! arguments.

pub(crate) mod admitted;
pub(crate) mod assumptions;
pub(crate) mod calls;
pub(crate) mod collection;
pub(crate) mod data_models;
pub(crate) mod defaults_in_use;
pub(crate) mod deprecated_reads;
pub(crate) mod described_run;
pub(crate) mod evaluate;
pub(crate) mod evaluation;
pub(crate) mod evaluation_cache;
pub(crate) mod expression_references;
pub(crate) mod implied_facts;
pub(crate) mod instance;
pub(crate) mod instances;
pub(crate) mod judge;
pub(crate) mod known_conditions;
pub(crate) mod logic;
pub(crate) mod normal_form;
pub(crate) mod outputs;
mod placeholders;
pub(crate) mod planned;
pub(crate) mod provided;
mod provider_minimum;
pub(crate) mod records;
pub(crate) mod repeat;
pub(crate) mod resource_values;
pub(crate) mod resources;
pub(crate) mod reuse;
pub(crate) mod rule;
mod splat_index;
pub(crate) mod tree;
pub(crate) mod unknown_keys;
pub(crate) mod validation;
pub(crate) mod values_files;
