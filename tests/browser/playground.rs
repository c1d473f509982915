//! The playground as a page: typing, fixes, links, keys, and hostile input. `HCLX_PLAYGROUND` names the directory that
//! `packaging/playground/build` has built.

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

use super::{Browser, is_required};
use crate::hostile::Folder;
use crate::playground::{answer, differs, directories, question};

/// The built folder.
fn built() -> Option<PathBuf> {
    let folder = std::env::var_os("HCLX_PLAYGROUND").map(PathBuf::from);
    if folder.is_none() {
        assert!(!is_required(), "HCLX_BROWSER=required, and HCLX_PLAYGROUND names no built playground");
        println!("the playground was not tried in a browser: HCLX_PLAYGROUND names none");
    }
    let folder = folder?;
    Some(folder.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", folder.display())))
}

/// The page in a browser, after its first answer.
fn page(folder: &Folder) -> Option<(Browser, PathBuf)> {
    let page = built()?.join("index.html");
    let mut browser = Browser::open(&folder.0)?;
    browser.load(&page, "");
    assert!(browser.until(ANSWERED), "{}", browser.text("totals"));
    Some((browser, page))
}

const ANSWERED: &str = "/checked|Not checked/.test(document.getElementById('totals').textContent)";

/// Opens files through a link, as the page creates it, and waits for the answer.
fn open(browser: &mut Browser, files: &[(&str, &str)]) -> String {
    let files: Vec<Value> = files.iter().map(|(name, text)| json!({"name": name, "text": text})).collect();
    let shared = json!(json!({"files": files, "open": 0}).to_string()).to_string();
    browser.value(&format!(
        "(async () => {{ document.getElementById('totals').textContent = ''; \
         const bytes = await new Response(new Blob([{shared}]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer(); \
         let text = ''; for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte); \
         location.hash = 'f=' + btoa(text).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, ''); }})()"
    ));
    assert!(browser.until(ANSWERED), "no answer about {}", shared.chars().take(200).collect::<String>());
    browser.text("totals")
}

#[test]
fn a_mistake_is_found_while_typing_and_fixed_by_a_key() {
    let folder = Folder::new("play-typing");
    let Some((mut browser, page)) = page(&folder) else { return };
    let totals = browser.text("totals");
    assert!(totals.starts_with("6 errors") && totals.ends_with("4 files checked"), "{totals}");
    open(&mut browser, &[("main.tf", ""), ("net/main.tf", "variable \"zones\" {}\n")]);
    browser.value("document.getElementById('text').focus()");
    browser.write("variable \"region\" {}\n\noutput \"o\" {\n  value = var.");
    browser.press(" ", true);
    assert!(browser.until("document.querySelectorAll('#names li').length === 1"), "one name is offered");
    browser.press("Escape", false);
    browser.write("regoin\n}\n");
    assert!(browser.until("document.getElementById('totals').textContent.startsWith('1 error')"));
    assert!(browser.text("list").contains("unknown variable `var.regoin`"));
    assert_eq!(browser.value("document.querySelector('#marks mark').textContent"), "var.regoin");
    browser.press("F8", false);
    browser.press(".", true);
    assert!(browser.until("document.getElementById('totals').textContent.startsWith('0 errors')"));
    let text = "document.getElementById('text').value";
    assert!(browser.value(text).as_str().is_some_and(|text| text.contains("value = var.region\n")));
    // the link contains the files, and opens elsewhere
    browser.press("s", true);
    assert!(browser.until("document.getElementById('said').textContent.startsWith('The link')"));
    let (link, text) = (browser.value("location.hash"), browser.value(text));
    browser.assert_quiet();
    browser.load(&page, link.as_str().expect("a link"));
    assert!(browser.until(ANSWERED));
    assert_eq!(browser.value("document.getElementById('text').value"), text);
    browser.assert_quiet();
}

#[test]
fn a_keyboard_is_enough_in_the_playground() {
    let folder = Folder::new("play-keys");
    let Some((mut browser, _)) = page(&folder) else { return };
    open(&mut browser, &[("a.hcl", "a = [1][3]\nb = 2\n"), ("b.hcl", "c = 3\n")]);
    let header = browser.walk("Tab", "#tab0");
    assert_eq!(header, ["example", "add", "rename", "remove", "share", "keys-open", "tab0"]);
    browser.press("ArrowRight", false);
    assert_eq!(browser.value("document.activeElement.id"), "tab1");
    assert_eq!(browser.value("document.getElementById('text').value"), "c = 3\n", "the other file is open");
    assert_eq!(browser.walk("Tab", "#text"), ["text"]);
    // Tab indents; after Escape it leaves
    browser.press("Tab", false);
    assert_eq!(browser.value("document.getElementById('text').value"), "  c = 3\n");
    browser.press("Escape", false);
    assert_eq!(browser.walk("Tab", "#tab-findings"), ["here", "tab-findings"]);
    assert_eq!(browser.walk("Tab", "#list .place"), ["findings", "a.hcl:1:8"]);
    browser.press("Enter", false);
    assert_eq!(browser.value("document.activeElement.id"), "text", "a finding opens its place");
    assert_eq!(browser.value("document.getElementById('text').selectionStart"), 7);
    browser.press("Escape", false);
    browser.walk("Tab", "#tab-findings");
    for view in ["types", "eval", "algebra"] {
        browser.press("ArrowRight", false);
        assert_eq!(browser.value(&format!("document.getElementById('{view}').hidden")), false);
    }
    let fields = browser.walk("Tab", "#result");
    let expected = ["unify", "Unify", "from", "to", "Convert", "refined", "facts", "Refine", "result"];
    assert_eq!(fields, expected);
    browser.assert_quiet();
}

#[test]
fn the_playground_is_accessible() {
    let folder = Folder::new("play-axe");
    let Some((mut browser, _)) = page(&folder) else { return };
    for view in ["findings", "types", "eval", "algebra"] {
        browser.value(&format!("document.getElementById('tab-{view}').click()"));
        browser.assert_accessible(&format!("the view `{view}` of the playground"));
    }
    browser.value("document.getElementById('keys-open').click()");
    browser.value("document.getElementById('text').focus()");
    browser.press(" ", true);
    assert!(browser.until("!document.getElementById('names').hidden"), "names are offered");
    browser.assert_accessible("names that are offered");
    browser.assert_quiet();
}

#[test]
fn the_module_answers_as_the_library() {
    let folder = Folder::new("play-module");
    let Some(built) = built() else { return };
    let Some(mut browser) = Browser::open(&folder.0) else { return };
    let module = BASE64.encode(std::fs::read(built.join("hclx_play.wasm")).expect("the module"));
    // the worker's script, in a separate page
    browser.value(include_str!("../../packaging/playground/worker.js"));
    browser.value(&format!(
        "(async () => {{ const bytes = Uint8Array.from(atob('{module}'), (c) => c.charCodeAt(0)); \
         compiled = await WebAssembly.compile(bytes); }})()"
    ));
    let mut count = 0;
    for files in directories() {
        count += files.len();
        let question = question(&files);
        let found = browser.value(&format!("answer({})", json!(question)));
        assert_eq!(differs(&answer(&question), found.as_str().expect("an answer")), None);
    }
    println!("{count} files have the same findings in the module");
}

#[test]
fn types_and_values_are_shown() {
    let folder = Folder::new("play-types");
    let Some((mut browser, _)) = page(&folder) else { return };
    open(&mut browser, &[("a.hcl", "ports = [80, 443]\n")]);
    browser.value("document.getElementById('text').focus()");
    assert!(browser.until("document.getElementById('here').textContent.includes('tuple([int, int])')"));
    browser.value("document.getElementById('tab-types').click()");
    assert!(browser.until("document.getElementById('types').textContent.includes('tuple([int, int])')"));
    for (form, fields, answer, expected) in [
        ("eval", vec![("expression", "[80, 443][1] + 1")], "value", "444"),
        ("unify", vec![("unify", "list(number)\nlist(string)")], "result", "safe: list(string)"),
        ("convert", vec![("from", "list(number)"), ("to", "map(string)")], "result", "conversion: none"),
        ("refine", vec![("refined", "number"), ("facts", "not_null\nmin 3")], "result", "value:"),
    ] {
        for (field, text) in fields {
            browser.value(&format!("document.getElementById('{field}').value = {}", json!(text)));
        }
        browser.value(&format!("document.getElementById('ask-{form}').requestSubmit()"));
        let condition =
            format!("document.getElementById('{answer}').textContent.includes({})", json!(expected));
        assert!(browser.until(&condition), "{form}: {}", browser.text(answer));
    }
    browser.assert_quiet();
}

/// The length of an input that fits into a link after escaping.
const LONGEST: usize = 400_000;

/// Signs that open and close something.
const PAIRS: &[(&str, &str)] = &[
    ("[", "]"),
    ("{a=", "}"),
    ("(", ")"),
    ("!", ""),
    ("-", ""),
    ("\"${", "}\""),
    ("f(", ")"),
    ("true ? 1 : ", ""),
    ("[for x in ", ": x]"),
    ("1 + ", ""),
];

/// Expressions with large results, or that access something outside.
const EXPRESSIONS: &[&str] = &[
    "range(0, 1e9)",
    "format(\"%999999999d\", 1)",
    "join(\"\", [for x in range(0, 1000): join(\"\", [for y in range(0, 1000): \"xxxxxxxxxx\"])])",
    "regexall(\"(a*)*b\", \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\")",
    "regex(\"(((a{1,100}){1,100}){1,100})\", \"a\")",
    "1e999999999 + 1e-999999999",
    "pow(9999999, 9999999)",
    "[for a in range(0,1000): [for b in range(0,1000): [for c in range(0,1000): a]]]",
    "setproduct(range(0,1000), range(0,1000), range(0,1000))",
    "jsondecode(\"[[[[[[[[[[[[[[[[[[[[\")",
    "flatten([for x in range(0, 1000): range(0, 1000)])",
    "file(\"/etc/passwd\")",
    "file(\"../../../../etc/passwd\")",
    "templatefile(\"a.hcl\", {})",
    "cidrsubnets(\"::/0\", [for x in range(0, 1000): 128]...)",
    "base64gzip(join(\"\", [for x in range(0, 1000): \"xxxxxxxxxxxxxxxxxxxxxx\"]))",
    "bcrypt(\"a\", 31)",
];

/// Files that are invalid in other ways.
const TEXTS: &[&str] = &[
    "a = b\nb = a\n",
    "a = \"${a}\"\n",
    "a = <<E\n${\n",
    "locals {\n  a = local.b\n  b = local.a\n}\n",
    "module \"a\" {\n  source = \"./\"\n}\n",
    "\u{feff}\u{202e}a = 1\0",
    "a = \"\u{1b}[31m</textarea><script>document.title='RUN'</script>\"\n",
    "\r\r\r\n\n\r",
    "𝒳 = \"👩‍👩‍👧‍👦\"\n",
];

/// Names of files that a page or a program might interpret.
const NAMES: &[&str] = &[
    "../a.tf",
    "/etc/passwd",
    "a/../../b.tf",
    "",
    ".",
    "..",
    "<img src=x onerror=document.title='RUN'>.tf",
    "javascript:alert(1).tf",
    "\u{202e}ft.a",
    "a\0.tf",
    "__proto__",
    "constructor.tf",
    "CON.tf",
    "a\\b.tf",
    "https://example.com/a.tf",
    "#f=x.tf",
    "a\n.tf",
    "hclx.toml",
    ".terraform/modules/modules.json",
    ".terraform.lock.hcl",
];

/// Inputs that are deep, long, wide or invalid.
fn hostile() -> Vec<(String, String)> {
    let file = |name: &str, text: String| (name.to_owned(), text);
    let mut inputs = Vec::new();
    for count in [100, 1_000, 3_000, 10_000, 200_000] {
        inputs.extend(PAIRS.iter().map(|(open, close)| {
            let count = count.min(LONGEST / (open.len() + close.len()));
            file("a.hcl", format!("a = {}1{}\n", open.repeat(count), close.repeat(count)))
        }));
        inputs.push(file("a.tf", "locals {".repeat(count.min(LONGEST / 8))));
        inputs.push(file("a.hcl.json", "{\"a\":".repeat(count.min(LONGEST / 8)) + "1"));
        inputs.push(file("a.mull.yaml", "a: ".to_owned() + &"[".repeat(count)));
        inputs.push(file("a.tf", "<<".repeat(count)));
        inputs.push(file("a.tf", format!("locals {{\n  a = \"{}\"\n}}\n", "x".repeat(count))));
    }
    let output = |text: &&str| file("a.tf", format!("output \"a\" {{\n  value = {text}\n}}\n"));
    inputs.extend(EXPRESSIONS.iter().map(output));
    inputs.extend(TEXTS.iter().map(|text| file("a.tf", (*text).to_owned())));
    let wide = |at: u32| format!("locals {{\n  a{at} = {at} + \"x\"\n}}\n");
    inputs.push(file("a.tf", (0..10_000).map(wide).collect()));
    inputs
}

/// Files with names that a page or a program might interpret, in several languages.
fn hostile_names() -> Vec<(String, String)> {
    let endings = ["", ".hcl", ".tf", ".hcl.json", ".tfvars"];
    let names = NAMES.iter().flat_map(|name| endings.map(|ending| format!("{name}{ending}")));
    names.map(|name| (name, "a = 1 +\n".to_owned())).collect()
}

#[test]
fn hostile_inputs_end_and_leave_the_page_alive() {
    let folder = Folder::new("play-hostile");
    let Some((mut browser, _)) = page(&folder) else { return };
    let (inputs, names) = (hostile(), hostile_names());
    assert!(inputs.len() >= 100 && names.len() >= 100, "{} inputs, {} names", inputs.len(), names.len());
    let title = browser.value("document.title");
    for (name, text) in inputs.iter().chain(&names) {
        open(&mut browser, &[(name, text)]);
        assert_eq!(browser.value("document.title"), title, "{name}");
        assert_eq!(browser.value("document.querySelectorAll('img, iframe').length"), 0, "{name}");
    }
    // damaged links are reported, and open files are kept
    for link in ["f=", "f=AAAA", "f=!!!!", "g=1", "f=7cEBAQAAAIAgf0rsAQ", "%"] {
        browser.value(&format!("location.hash = {}", json!(link)));
    }
    let totals = open(&mut browser, &[("a.hcl", "a = 1 + \"x\"\n")]);
    assert_eq!(totals, "1 error, 0 warnings, 1 file checked", "the page still answers");
    browser.assert_quiet();
}
