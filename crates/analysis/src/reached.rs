//! The only code that resolves a path in a source to a file or directory.
//!
//! A path is joined with the directory of its source, and links are resolved in order, as Terraform does for
//! modules: `../x` in a directory that is reached through a link starts at the target of the link. A directory thus
//! has one name, regardless of links to it.

use crate::{Snapshot, file_path, query};

/// The target of a path in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathTarget {
    /// The path for messages: as written, relative to the directory of the session.
    pub shown: String,
    /// The path of the target itself: the key for caches and cycles, and the base of paths in it.
    pub real: String,
    /// The path from the source's directory to the target if links were resolved.
    pub direct: Option<String>,
}

impl PathTarget {
    /// Returns `true` if links were resolved.
    pub fn is_linked(&self) -> bool {
        self.shown != self.real
    }
}

query! {
    /// The target of a path in a source of a directory.
    struct PathTargetQuery(Box<str>, Box<str>) -> PathTarget;
    |PathTargetQuery(from, written), snapshot| snapshot.resolved(from, written)
}

impl Snapshot {
    /// The file or directory to which a path in a source of the directory `from` refers.
    pub fn reach(&self, from: &str, written: &str) -> PathTarget {
        (*self.get(&PathTargetQuery(from.into(), written.into()))).clone()
    }

    fn resolved(&self, from: &str, written: &str) -> PathTarget {
        let host = self.host();
        let shown = file_path::join(from, written);
        let plain = || PathTarget { real: shown.clone(), shown: shown.clone(), direct: None };
        let (Ok(start), Ok(straight)) = (host.resolve(from), host.resolve(&shown)) else { return plain() };
        let target = file_path::join(&start, written);
        if straight == target {
            return plain();
        }
        let Ok(real) = host.resolve(&target) else { return plain() };
        // the directory may be reachable only through a link that the user named
        let direct = relative(&start, &real);
        let near = direct.as_ref().map(|direct| file_path::join(from, direct));
        match near.filter(|near| host.resolve(near).is_ok_and(|found| found == real)) {
            Some(near) => PathTarget { direct: direct.filter(|_| near != shown), real: near, shown },
            None => PathTarget { direct: Some(real.clone()), real, shown },
        }
    }
}

/// The path from one absolute directory to another path; `None` if they have no common root.
fn relative(from: &str, to: &str) -> Option<String> {
    let same = from.split('/').zip(to.split('/')).take_while(|(one, other)| one == other).count();
    if same == 0 {
        return None;
    }
    let steps = |path: &str| -> Vec<String> {
        path.split('/').skip(same).filter(|step| !step.is_empty()).map(str::to_owned).collect()
    };
    let up = std::iter::repeat_n("..".to_owned(), steps(from).len());
    let path: Vec<String> = up.chain(steps(to)).collect();
    Some(if path.is_empty() { ".".to_owned() } else { path.join("/") })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hclx_diag::Ordered;
    use hclx_eval::{Host, Refusal};

    use super::*;
    use crate::{Language, LanguageRow, Session, Settings};

    /// Links by path in the directory `/w`.
    #[derive(Debug)]
    struct Links(Ordered<String, String>);

    impl Host for Links {
        fn read(&self, _: &str) -> Result<Vec<u8>, Refusal> {
            Err(Refusal::Missing)
        }

        fn resolve(&self, path: &str) -> Result<String, Refusal> {
            let mut real = String::from("/");
            for part in file_path::join("/w", path).split('/') {
                let next = file_path::join(&real, part);
                real = self.0.get(&next).cloned().unwrap_or(next);
            }
            Ok(real)
        }
    }

    #[derive(Debug)]
    struct Any;

    static ROW: LanguageRow = LanguageRow::new("any", "any", &[]);

    impl Language for Any {
        fn row(&self) -> &'static LanguageRow {
            &ROW
        }

        fn judge(&self, _: crate::Ask<'_>, _: crate::Purpose) -> crate::Answer {
            crate::Answer::default()
        }
    }

    #[test]
    fn a_directory_has_one_name() {
        let links = [("/w/x", "/w"), ("/w/a/link", "/w/shared"), ("/w/out", "/o/m"), ("/w/b", "/v/b")];
        let links = links.map(|(link, target)| (link.to_owned(), target.to_owned()));
        let host = Arc::new(Links(links.into_iter().collect()));
        let snapshot = Session::new(&[&Any], host, Settings::default()).snapshot();
        for (from, written, shown, real, direct) in [
            (".", "./m", "m", "m", None),
            ("m", "../n", "n", "n", None),
            (".", "./x", "x", ".", Some(".")),
            (".", "./x/x/m", "x/x/m", "m", Some("m")),
            (".", "./a/link", "a/link", "shared", Some("shared")),
            ("a", "./link/c", "a/link/c", "shared/c", Some("../shared/c")),
            (".", "./out", "out", "../o/m", Some("../o/m")),
            // the user named a directory through a link
            ("b", "./c", "b/c", "b/c", None),
            ("b", "../c", "c", "/v/c", Some("/v/c")),
        ] {
            let reached = snapshot.reach(from, written);
            let expected =
                PathTarget { shown: shown.into(), real: real.into(), direct: direct.map(str::to_owned) };
            assert_eq!(reached, expected, "{written} in {from}");
        }
    }
}
