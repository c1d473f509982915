//! Revisions of untrusted repositories: no command that reads them runs anything that a repository configures, and
//! everything that cannot be read is named.

use std::process::Output;

use crate::hostile::{Folder, sh, text};

/// Commands that read a revision.
const COMMANDS: &[&str] = &[
    "hclx check --no-cache --since HEAD .",
    "hclx check --no-cache --since v1 .",
    "hclx fmt --check --since v1 .",
    "hclx breaking --against v1",
    "hclx breaking --against v1:modules/net modules/net",
    "hclx breaking --against v1 --changelog",
    "hclx graph --affected --since v1",
    "hclx graph --affected --since v1 --format json modules",
];

/// A repository with two versions of a module.
const REPOSITORY: &str = "git init -q . && git config user.name a && git config user.email a@b.c && mkdir -p modules/net \
    && printf 'variable \"a\" {}\\n' > modules/net/main.tf && printf 'module \"n\" {\\n  source = \"./modules/net\"\\n}\\n' > main.tf \
    && git add . && git commit -qm 1 && git tag v1 && printf 'variable \"b\" {}\\n' > modules/net/main.tf";

/// Everything in the configuration of a repository that makes a git command run a program.
pub(crate) const SETTINGS: &[&str] = &[
    "core.fsmonitor",
    "core.hooksPath",
    "core.pager",
    "core.editor",
    "core.sshCommand",
    "core.gitProxy",
    "core.askPass",
    "core.alternateRefsCommand",
    "pager.cat-file",
    "pager.diff",
    "pager.ls-tree",
    "pager.ls-files",
    "pager.rev-parse",
    "pager.merge-base",
    "pager.hash-object",
    "diff.external",
    "diff.x.command",
    "diff.x.textconv",
    "filter.x.clean",
    "filter.x.smudge",
    "filter.x.process",
    "merge.x.driver",
    "credential.helper",
    "gpg.program",
    "interactive.diffFilter",
    "sequence.editor",
    "uploadpack.packObjectsHook",
    "alias.cat-file",
    "alias.ls-tree",
    "alias.rev-parse",
    "alias.merge-base",
    "alias.hash-object",
    "trailer.x.command",
    "remote.origin.uploadpack",
    "remote.origin.vcs",
];

fn shell(folder: &Folder, line: &str) -> Output {
    sh(line, &folder.0, "")
}

fn made(name: &str, more: &str) -> Folder {
    let folder = Folder::new(name);
    let output = shell(&folder, &format!("{REPOSITORY} && {more}"));
    assert!(output.status.success(), "{}", text(&output));
    folder
}

#[test]
fn nothing_of_a_repository_is_run() {
    let more = "printf '#!/bin/sh\\ntouch \"$OUT/ran\"\\ncat\\n' > .git/run && chmod +x .git/run \
        && printf '* filter=x diff=x merge=x\\n' > .gitattributes && mkdir -p .git/hooks \
        && for h in pre-commit post-checkout post-index-change fsmonitor-watchman reference-transaction post-merge; do \
        cp .git/run .git/hooks/$h; done && git config extensions.partialClone origin \
        && git config core.repositoryFormatVersion 1 && git config remote.origin.promisor true \
        && git config remote.origin.url 'ext::sh -c touch% $OUT/ran'";
    let settings: String =
        SETTINGS.iter().map(|name| format!(" && git config {name} \"$PWD/.git/run\"")).collect();
    let folder = made("git-hostile", &format!("{more}{settings}"));
    for command in COMMANDS {
        let output = shell(&folder, &format!("export OUT=\"$PWD\"; {command}"));
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{command}: {code:?} {}", text(&output));
        assert!(!folder.0.join("ran").exists(), "{command} ran something: {}", text(&output));
    }
    // a missing object is not fetched
    let gone = "rm .git/objects/$(git rev-parse v1:modules/net/main.tf | sed 's#^..#&/#')";
    shell(&folder, gone);
    for command in &COMMANDS[3..] {
        let output = shell(&folder, &format!("export OUT=\"$PWD\"; {command}"));
        assert!(!folder.0.join("ran").exists(), "{command} ran something: {}", text(&output));
        assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output));
        assert!(text(&output).contains("missing object"), "{command}: {}", text(&output));
    }
}

#[test]
fn replaced_objects_count_as_they_were() {
    let more = "git add . && git commit -qm 2 && git replace v1 HEAD";
    let folder = made("git-replaced", more);
    let output = shell(&folder, "hclx breaking --all --against v1 --format concise");
    assert!(text(&output).contains("`var.a` was removed"), "{}", text(&output));
}

#[test]
fn objects_of_another_repository_are_read() {
    let folder = made("git-alternates", "git clone -q --shared . other");
    let output = shell(&folder, "cd other && hclx breaking --against v1");
    assert!(text(&output).contains("patch: nothing changed"), "{}", text(&output));
}

#[test]
fn what_cannot_be_compared_is_named() {
    // a shallow clone
    let more = "git commit -qam 2 && git clone -q --depth 1 \"file://$PWD\" shallow";
    let folder = made("git-shallow", more);
    let output = shell(&folder, "cd shallow && hclx breaking --against HEAD~1");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("this clone is shallow"), "{}", text(&output));

    // a submodule, whose files belong to another repository
    let more = "git init -q modules/sub && (cd modules/sub && git config user.name a && git config user.email a@b.c \
        && printf 'variable \"s\" {}\\n' > main.tf && git add . && git commit -qm s) && git add modules/sub 2> /dev/null \
        && git commit -qam 2 && git tag v2";
    let folder = made("git-submodule", more);
    let output = shell(&folder, "hclx breaking --against v2");
    assert!(text(&output).contains("`modules/sub` is a submodule of git"), "{}", text(&output));
    assert!(text(&output).contains("patch: nothing changed"), "{}", text(&output));

    // a link inside the repository is read, but a link out of it is not
    let more = "ln -s ../net/main.tf modules/net/linked.tf && ln -s /etc/passwd modules/net/out.tf && git add . \
        && git commit -qm 2 && git tag v2";
    let folder = made("git-links", more);
    let output = shell(&folder, "hclx graph --affected --since v2");
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stdout)), (Some(0), ""));
}

/// Other systems have no such names.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_are_refused() {
    let more = "printf 'variable \"c\" {}\\n' > \"$(printf 'modules/net/x\\377.tf')\" && git add . && git commit -qm 2 && git tag v2";
    let folder = made("git-names", more);
    for command in ["hclx breaking --against v2", "hclx graph --affected --since v2"] {
        let output = shell(&folder, command);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("its name is not Unicode"), "{}", text(&output));
    }
}

#[test]
fn a_file_that_moved_changes_nothing() {
    let more = "git add . && git commit -qm 2 && git tag v2 && mv modules/net/main.tf modules/net/variables.tf \
        && printf '# a comment\\nmodule   \"n\" {\\n  source = \"./modules/net\"\\n}\\n' > main.tf";
    let folder = made("git-moved", more);
    let output = shell(&folder, "hclx breaking --all --against v2");
    assert!(text(&output).contains("patch: nothing changed for callers of 2 modules"), "{}", text(&output));
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn both_versions_are_searched_alike() {
    // a directory that starts with a dot, a tracked file that is ignored, and an excluded directory
    let more = "for d in .github/x ignored excluded; do mkdir -p $d && echo 'variable \"b\" {}' > $d/main.tf; done \
        && printf '/ignored\\n' > .gitignore && printf 'exclude = [\"excluded/**\"]\\n' > hclx.toml \
        && git add -f . && git commit -qm 2 && git tag v2";
    let folder = made("git-alike", more);
    let output = shell(&folder, "hclx breaking --all --against v2");
    assert!(text(&output).contains("patch: nothing changed for callers of 2 modules"), "{}", text(&output));
}

#[test]
fn changed_files_that_git_is_told_to_take_as_unchanged_are_noted() {
    let folder = Folder::new("git-assumed");
    let told =
        "git update-index --assume-unchanged main.tf && git update-index --skip-worktree modules/net/main.tf";
    let made = format!("{REPOSITORY} && {told} && printf 'output \"o\" {{ value = [1][2] }}\\n' >> main.tf");
    assert!(shell(&folder, &made).status.success());
    let printed = text(&shell(&folder, "hclx check --no-cache --format concise --since HEAD ."));
    for note in [
        "note: `main.tf` changed since HEAD, but git is told to take it as unchanged",
        "note: `modules/net/main.tf` changed since HEAD, but git is told to take it as unchanged",
    ] {
        assert!(printed.contains(note), "{printed}");
    }
    assert!(printed.contains("main.tf:4:25: error[HX2055]"), "{printed}");
    let quiet = text(&shell(&folder, "hclx check -q --no-cache --format concise --since HEAD ."));
    assert!(!quiet.contains("note: "), "{quiet}");
    // unchanged parts are not reported
    shell(&folder, "git checkout -q HEAD -- . ; git update-index --assume-unchanged main.tf");
    let printed = text(&shell(&folder, "hclx check --no-cache --since HEAD ."));
    assert!(!printed.contains("note: `main.tf`"), "{printed}");
}

/// The changes of a branch are those since it diverged from the other one; `REF..` refers to the revision
/// itself.
#[test]
fn changes_since_a_branch_start_at_the_merge_base() {
    let folder = Folder::new("git-merge-base");
    let made = "git init -q -b main && git config user.name a && git config user.email a@b.c && echo 'a = 1' > a.hcl \
        && printf 'y = [1][2]\\n' > b.hcl && git add . && git commit -qm 1 && git checkout -qb topic && echo 'a = 2' > a.hcl \
        && git commit -qam 2 && git checkout -q main && echo 'y = 1' > b.hcl && git commit -qam 3 && git checkout -q topic";
    assert!(shell(&folder, made).status.success());
    let code =
        |revision: &str| shell(&folder, &format!("hclx check --no-cache --since {revision}")).status.code();
    assert_eq!((code("main"), code("main..."), code("main...HEAD")), (Some(0), Some(0), Some(0)));
    assert_eq!((code("main.."), code("main..HEAD"), code("HEAD")), (Some(1), Some(1), Some(0)));
    let output = shell(&folder, "hclx check --no-cache --since main..topic");
    let said = "changes are looked for in the files as they are; use `main..` or `main...`";
    assert!(text(&output).contains(said), "{}", text(&output));
}

#[test]
fn everything_is_new_before_the_first_commit() {
    for format in ["sha1", "sha256"] {
        let folder = Folder::new(&format!("git-unborn-{format}"));
        let made =
            format!("git init -q --object-format={format} . && echo 'y = [1][2]' > a.hcl && git add .");
        assert!(shell(&folder, &made).status.success());
        let output = shell(&folder, "hclx check --no-cache --since HEAD");
        assert!(text(&output).contains("1 error in 1 file (1 checked)"), "{}", text(&output));
    }
}

#[test]
fn a_revision_is_read_whole() {
    // more files than are requested from git at a time, in nested directories, with object names of both lengths
    for format in ["sha1", "sha256"] {
        let folder = Folder::new(&format!("git-whole-{format}"));
        let made = format!(
            "git init -q --object-format={format} . && git config user.name a && git config user.email a@b.c \
            && for i in $(seq 100); do mkdir -p m/$i/inner && echo 'variable \"a\" {{}}' > m/$i/main.tf \
            && cp m/$i/main.tf m/$i/inner; done && git add . && git commit -qm 1 && rm m/7/main.tf && echo > m/100/inner/main.tf"
        );
        let output = shell(&folder, &format!("{made} && hclx breaking --against HEAD --format concise"));
        let text = text(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("m/7: the module was removed"), "{text}");
        assert!(text.contains("m/100/inner: `var.a` was removed"), "{text}");
        assert!(text.contains("major: 2 breaking changes"), "{text}");
    }
}

#[test]
fn unknown_revisions_are_refused() {
    let folder = made("git-unknown", "git branch 'a{b'");
    for revision in ["HEAD~9", "v1:x:y", "v1\nv1", "v1^{tree}", "v1 v1", "-v", ""] {
        let output = shell(&folder, &format!("hclx breaking '--against={revision}'"));
        assert_eq!(output.status.code(), Some(2), "{revision:?}: {}", text(&output));
    }
    let output = shell(&folder, "hclx breaking --all --against 'a{b'");
    assert!(text(&output).contains("`var.a` was removed"), "{}", text(&output));
}

#[test]
fn a_report_has_the_name_of_the_repository_and_not_of_its_directory() {
    let folder = made("git-report-name", "git worktree add -q other HEAD && mkdir -p other/modules");
    let root = folder.0.file_name().expect("a name").to_string_lossy().into_owned();
    let named = |directory: &str| {
        let line = format!("cd {directory} && hclx check -q --no-cache --exit-zero --format html .");
        let page = String::from_utf8_lossy(&shell(&folder, &line).stdout).into_owned();
        let title = page.split("<h1>").nth(1).and_then(|rest| rest.split('<').next());
        title.unwrap_or_else(|| panic!("no title in {page}")).to_owned()
    };
    assert_eq!(named("other"), root, "a worktree belongs to the repository");
    shell(&folder, "git config remote.origin.url https://example.com/team/landing-zone.git");
    assert_eq!((named("."), named("other")), ("landing-zone".to_owned(), "landing-zone".to_owned()));
}
