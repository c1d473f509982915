//! The units of a repository that are not part of the run. A module that is checked by itself may be the source of
//! units in other directories, which add files to it.

use hclx_analysis::{GeneratedFiles, Snapshot, file_name, query};

use super::outline::{self, ByFolder};
use crate::repository::{top_folder, units_below};

/// The files that units outside of the run add to the module in a directory.
pub(super) fn generated_elsewhere(folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
    let mut found = GeneratedFiles::default();
    let real = |path: &str| snapshot.host().resolve(path).ok();
    let (Some(root), Some(own)) = (top_folder(&**snapshot.host(), folder), real(folder)) else {
        return found;
    };
    let is_same = |of: &String, is_last: bool| match is_last {
        true => of == file_name(&own),
        false => of == folder || real(of).as_ref() == Some(&own),
    };
    for (of, is_last, generated) in snapshot.get(&UnitsElsewhere(root)).iter() {
        if of.as_ref().is_some_and(|of| is_same(of, *is_last)) {
            found.extend(generated);
        }
    }
    found
}

query! {
    /// The files that units below a directory generate, for units that are not part of the run.
    struct UnitsElsewhere(String) -> ByFolder;
    |UnitsElsewhere(root), snapshot| {
        let paths = units_below(&**snapshot.host(), root).into_iter();
        let is_outside = |path: &String| !snapshot.find(path).is_ok_and(|file| snapshot.is_selected(file));
        let paths: Vec<String> = paths.filter(is_outside).collect();
        paths.iter().flat_map(|path| outline::files_of_unit(path, snapshot)).collect()
    }
}
