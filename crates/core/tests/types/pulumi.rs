//! The extended model: the answers of Pulumi's model package, where the text binds it.
