//! The page of `--output html`: its contents, its keys, and that it runs nothing from a repository.

use std::path::Path;
use std::process::Command;

use super::Browser;
use crate::hostile::Folder;

fn check(folder: &Path) {
    let status = Command::new(crate::program())
        .args(["check", "-q", "--exit-zero", "--output", "html=report.html", "--format", "concise", "."])
        .current_dir(folder)
        .output()
        .expect("hclx runs");
    assert_eq!(status.status.code(), Some(0), "{}", String::from_utf8_lossy(&status.stderr));
}

/// A page of a directory, in a browser; `None` without one.
fn page(folder: &Folder, hash: &str) -> Option<Browser> {
    check(&folder.0);
    let mut browser = Browser::open(&folder.0)?;
    browser.load(&folder.0.join("report.html"), hash);
    Some(browser)
}

/// The number of elements that match a selector.
fn count(browser: &mut Browser, selector: &str) -> u64 {
    let found = browser.value(&format!("document.querySelectorAll('{selector}').length"));
    found.as_u64().expect("a number")
}

#[test]
fn a_page_of_many_findings_draws_the_rows_of_the_window() {
    let folder = Folder::new("browser-many");
    let lines: String = (0..2_000).map(|number| format!("a{number} = [1][{}]\n", number + 2)).collect();
    folder.write("many.hcl", &lines);
    folder.write("one.hcl", "needle = 1 + \"haystack\"\n");
    let Some(mut browser) = page(&folder, "#v=findings&n=1500") else { return };
    let rows = count(&mut browser, ".row");
    assert!((10..100).contains(&rows), "{rows} rows are drawn");
    let elements = count(&mut browser, "*");
    assert!(elements <= 500, "{elements} elements");
    assert_eq!(count(&mut browser, "[aria-rowcount=\"2001\"]"), 1);
    assert_eq!(browser.text("count"), "2001 findings");
    assert!(browser.text("detail").contains("a1500 = [1][1502]"), "the finding of the address is open");
    browser.load(&folder.0.join("report.html"), "#q=haystack");
    assert_eq!(browser.text("count"), "1 of 2001 findings");
    assert!(browser.text("detail").contains("needle = 1 + \"haystack\""));
    assert_eq!(count(&mut browser, ".row"), 1);
    browser.assert_quiet();
}

/// A module that calls another, with an error.
fn modules(folder: &Folder) {
    std::fs::create_dir_all(folder.0.join("net")).expect("a folder");
    folder.write(
        "main.tf",
        "variable \"zones\" {\n  type = list(string)\n}\n\nmodule \"net\" {\n  source = \"./net\"\n  zones  = var.zones\n}\n\n\
         output \"first\" {\n  value = module.net.fist\n}\n",
    );
    folder.write(
        "net/main.tf",
        "variable \"zones\" {\n  type = list(string)\n  validation {\n    condition     = length(var.zones) > 2\n    \
         error_message = \"More.\"\n  }\n}\n\noutput \"first\" {\n  value = var.zones[0]\n}\n",
    );
    folder.write("values.hcl", "port = 80\n");
}

#[test]
fn modules_and_their_references_are_views() {
    let folder = Folder::new("browser-modules");
    modules(&folder);
    let Some(mut browser) = page(&folder, "#v=modules") else { return };
    let rows =
        browser.value("[...document.querySelectorAll('.row')].map((row) => row.textContent).join('\\n')");
    let rows = rows.as_str().expect("text");
    let name = folder.0.file_name().expect("a name").to_string_lossy().into_owned();
    let expected = format!(
        "Terraform{name}1 input, 1 call, 1 output\ninputvar.zoneslist(string)required\ncallmodule.net./net"
    );
    assert!(rows.starts_with(&expected), "{rows}");
    assert!(
        rows.contains("HCLvalues.hcl1 value\nvalueport"),
        "a file without declarations has its types: {rows}"
    );
    browser.load(&folder.0.join("report.html"), "#v=modules&q=net+var.zones+3");
    assert_eq!(browser.text("count"), "1 of 9 rows", "constraints are searched");
    let text = browser.text("detail");
    assert!(text.contains("var.zones: list(string)\ninput of net\nnet/main.tf:1\nrequired"), "{text}");
    assert!(text.contains("constraints: at least 3 elements"), "{text}");
    browser.load(&folder.0.join("report.html"), "#v=graph&q=net+var.zones+input");
    assert_eq!(
        browser.text("detail"),
        format!("Used by 1output.firstvar.zonesinput of netUses 1{name} module.net")
    );
    browser.value("document.querySelectorAll('#detail button')[1].click()");
    assert!(
        browser.text("detail").contains(&format!("module.netcall of {name}")),
        "a neighbor is opened by a click"
    );
    browser.assert_quiet();
}

#[test]
fn a_keyboard_is_enough() {
    let folder = Folder::new("browser-keys");
    modules(&folder);
    folder.write("other.hcl", "a = 1 + \"x\"\nb = [1][3]\n");
    let Some(mut browser) = page(&folder, "") else { return };
    let selected = "document.querySelector('.row[aria-selected=true]').textContent";
    let focus = "document.activeElement.id";
    let first = browser.value(selected);
    browser.press("j", false);
    assert_ne!(browser.value(selected), first);
    browser.press("k", false);
    assert_eq!(browser.value(selected), first);
    browser.press("/", false);
    assert_eq!(browser.value(focus), "search");
    browser.write("HX2055");
    assert_eq!(browser.text("count"), "1 of 3 findings");
    browser.press("Enter", false);
    assert_eq!(browser.value(focus), "list");
    browser.press("Enter", false);
    assert_eq!(browser.value(focus), "detail");
    assert!(browser.text("detail").contains("b = [1][3]"));
    browser.press("Escape", false);
    assert_eq!(browser.value(focus), "list");
    for view in ["Modules", "References", "Not checked", "Findings"] {
        browser.press("]", false);
        assert_eq!(
            browser.value("document.querySelector('[role=tab][aria-selected=true]').textContent"),
            view
        );
    }
    browser.press("?", false);
    assert_eq!(browser.value("document.getElementById('keys').hidden"), false);
    assert!(browser.until("location.hash === '#v=findings&q=HX2055&n=2'"));
    browser.assert_quiet();
}

#[test]
fn the_report_is_accessible() {
    let folder = Folder::new("browser-axe");
    modules(&folder);
    folder.write("other.hcl", "a = 1 + \"x\"\nb = [1][3]\n");
    let Some(mut browser) = page(&folder, "") else { return };
    for view in ["findings", "modules", "graph", "judged"] {
        browser.value(&format!("document.getElementById('tab-{view}').click()"));
        browser.press("j", false);
        browser.assert_accessible(&format!("the view `{view}` of the report"));
    }
    browser.press("?", false);
    browser.assert_accessible("the keys of the report");
    browser.assert_quiet();
}

/// Sets the size of the window.
fn resize(browser: &mut Browser, width: u32) {
    let size = serde_json::json!({"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": false});
    browser.call("Emulation.setDeviceMetricsOverride", size);
}

#[test]
fn a_narrow_window_leaves_room_for_rows_and_for_ends_of_paths() {
    let folder = Folder::new("browser-narrow");
    let directories: Vec<String> = (0..9)
        .map(|number| format!("environments/production/eu-central-{number}/platform/network-hub"))
        .collect();
    for (number, directory) in directories.iter().enumerate() {
        std::fs::create_dir_all(folder.0.join(directory)).expect("a folder");
        let lines: String =
            (0..=number).map(|line| format!("output \"o{line}\" {{\n  value = 1 + \"x\"\n}}\n")).collect();
        folder.write(&format!("{directory}/main.tf"), &lines);
    }
    let top: String = (0..12).map(|line| format!("output \"o{line}\" {{\n  value = [1][3]\n}}\n")).collect();
    folder.write("main.tf", &top);
    let Some(mut browser) = page(&folder, "") else { return };
    for (width, rows) in [(400, 7), (800, 13), (1400, 13)] {
        resize(&mut browser, width);
        browser.load(&folder.0.join("report.html"), "");
        resize(&mut browser, width);
        let is_wide = browser.value("document.documentElement.scrollWidth > innerWidth");
        assert_eq!(is_wide, false, "the page scrolls sideways at {width} pixels");
        let seen = browser.value(
            "(() => { const list = document.getElementById('list').getBoundingClientRect(); \
             return [...document.querySelectorAll('.row')].filter((row) => \
             row.getBoundingClientRect().bottom <= list.bottom).length; })()",
        );
        assert!(seen.as_u64() >= Some(rows), "{seen} rows are in the window at {width} pixels");
        let head = browser.value("document.querySelector('header').offsetHeight");
        assert!(head.as_u64() <= Some(300), "the head has {head} of 1000 pixels at {width}");
    }
    resize(&mut browser, 400);
    browser.value("document.getElementById('tab-modules').click()");
    let name = browser.value(
        "[...document.querySelectorAll('.h')].find((one) => one.textContent.includes('…')).textContent",
    );
    assert!(name.as_str().is_some_and(|name| name.ends_with("network-hub")), "{name}");
    browser.value("document.getElementById('tab-findings').click()");
    browser.value("document.querySelector('.total[data-words=\"./\"]').click()");
    assert_eq!(browser.text("count"), "12 of 57 findings", "the directory at the top is a button");
    browser.assert_quiet();
}

/// Names and texts that a page must not run or interpret.
const HOSTILE: &[&str] = &[
    "<img src=x onerror=document.title='RUN'>",
    "</script><script>document.title='RUN'</script>",
    "<svg onload=document.title='RUN'>",
    "<!--<script>",
    "' onfocus='document.title=1' autofocus='",
    "]]><iframe src=x>",
    "<base href=x>",
    "<meta http-equiv=refresh content=0>",
    "{{constructor.constructor(1)()}}",
    "<b onclick=x>",
];

#[test]
fn hostile_names_and_texts_run_nothing() {
    let folder = Folder::new("browser-hostile");
    // a file name has no `/`, and on Windows many other characters are not allowed
    let is_allowed = |letter: char| {
        letter != '/' && !(cfg!(windows) && (letter.is_control() || "<>:\"\\|?*".contains(letter)))
    };
    let allowed = |letter: char| if is_allowed(letter) { letter } else { '\u{2215}' };
    let names = HOSTILE.iter().map(|text| text.chars().map(allowed).collect::<String>());
    for (number, name) in names.enumerate() {
        for (other, text) in HOSTILE.iter().enumerate() {
            let text = text.replace('"', "'");
            folder.write(&format!("{name}{number}-{other}.hcl"), &format!("a = 1 + \"{text}\"\n"));
        }
    }
    let Some(mut browser) = page(&folder, "") else { return };
    assert_eq!(browser.text("count"), "100 findings");
    for view in ["findings", "modules", "graph", "judged"] {
        browser.value(&format!("document.getElementById('tab-{view}').click()"));
        for _ in 0..100 {
            browser.press("j", false);
        }
        let title = browser.value("document.title");
        assert!(title.as_str().is_some_and(|title| title.starts_with("hclx: 100 errors")), "{title}");
        assert_eq!(count(&mut browser, "img, iframe, base, svg[onload], b"), 0, "{view}");
        assert_eq!(count(&mut browser, "script"), 1, "{view}");
    }
    // on paper, and without scripts
    browser.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(count(&mut browser, "#still article"), 100);
    assert_eq!(count(&mut browser, "img, iframe, base, b"), 0);
    browser.assert_quiet();
}
