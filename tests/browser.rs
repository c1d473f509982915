//! The page of findings in a real browser, where one is installed: what it draws, and that nothing a repository holds is
//! run. `HCLX_BROWSER=required` fails without one.

use std::path::Path;
use std::process::Command;

use crate::hostile::Folder;

/// The document after the script has run; `None` if there is no browser.
fn document(folder: &Folder, hash: &str) -> Option<String> {
    let found = ["chromium", "chromium-browser", "google-chrome"].iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    let Some(browser) = found else {
        let is_required = std::env::var_os("HCLX_BROWSER").is_some_and(|value| value == "required");
        assert!(!is_required, "HCLX_BROWSER=required, and there is no Chromium");
        println!("not tried in a browser: Chromium is not installed");
        return None;
    };
    let profile = folder.0.join("profile");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--window-size=1200,800", "--virtual-time-budget=2000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}#{hash}", folder.0.join("report.html").display()))
        .output()
        .expect("the browser runs");
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

fn check(folder: &Path) {
    let status = Command::new(crate::program())
        .args(["check", "-q", "--exit-zero", "--output", "html=report.html", "--format", "concise", "."])
        .current_dir(folder)
        .output()
        .expect("hclx runs");
    assert_eq!(status.status.code(), Some(0), "{}", String::from_utf8_lossy(&status.stderr));
}

#[test]
fn a_page_of_many_findings_draws_the_rows_of_the_window() {
    let folder = Folder::new("browser-many");
    let lines: String = (0..2_000).map(|number| format!("a{number} = [1][{}]\n", number + 2)).collect();
    folder.write("many.hcl", &lines);
    folder.write("one.hcl", "needle = 1 + \"haystack\"\n");
    check(&folder.0);
    let Some(page) = document(&folder, "v=findings&n=1500") else { return };
    let rows = page.matches("class=\"row\"").count();
    assert!((10..100).contains(&rows), "{rows} rows are drawn");
    assert!(page.contains("aria-rowcount=\"2001\"") && page.contains("2001 findings"), "all are there");
    assert!(page.contains("a1500 = [1][1502]"), "the finding of the address is open");
    let page = document(&folder, "q=haystack").expect("a browser");
    assert!(page.contains("1 of 2001 findings") && page.contains("needle = 1 + \"haystack\""), "the search");
    assert_eq!(page.matches("class=\"row\"").count(), 1);
}

#[test]
fn hostile_names_and_texts_run_nothing() {
    let folder = Folder::new("browser-hostile");
    let texts = [
        "<img src=x onerror=document.title='RUN'>",
        "</script><script>document.title='RUN'</script>",
        "<svg onload=document.title='RUN'>",
        "<!--<script>",
        "' onfocus='document.title=1' autofocus='",
    ];
    for (number, text) in texts.iter().enumerate() {
        folder.write(&format!("a{number}<b onclick=x>.hcl"), &format!("a = 1 + \"{text}\"\n"));
    }
    check(&folder.0);
    for number in 0..texts.len() {
        let Some(page) = document(&folder, &format!("n={number}")) else { return };
        let title = page.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
        assert_eq!(title.map(|title| title.starts_with("hclx: 5 errors")), Some(true), "{title:?}");
        assert!(!page.contains("<img") && !page.contains("<svg") && !page.contains("<b onclick"), "{number}");
    }
}
