//! Documentation of modules: settings of terraform-docs, pages, and files that contain a page between
//! markers.

mod keys;
mod marked;
mod page;
mod settings;
mod template;

pub(crate) use marked::markers_in;
pub(crate) use page::{Folder, text};
pub(crate) use settings::{
    Settings, columns, find, is_formatter, order, output_values, read, read_file, shown,
};
