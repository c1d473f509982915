//! Pages in a real browser, where Chromium is installed: driven through the DevTools protocol, over pipes.
//! `HCLX_BROWSER=required` fails without a browser. `HCLX_AXE` names the script of axe-core (`axe.min.js` of its npm
//! package), which then checks the accessibility of the pages.

mod playground;
mod report;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// The names of a browser that speaks the protocol.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// The number of frames for which a test waits for a change of a page.
const MOST_FRAMES: usize = 2_000;

/// The maximum number of elements that keyboard navigation visits.
const MOST_STOPS: usize = 60;

/// Returns `true` if tests must run instead of being skipped with a note.
fn is_required() -> bool {
    std::env::var_os("HCLX_BROWSER").is_some_and(|value| value == "required")
}

/// A browser with a page.
struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The number of the last command.
    last: u64,
    /// The session of the page.
    session: String,
    /// Events of the page so far.
    events: Vec<Value>,
}

impl Browser {
    /// A browser whose profile is below a directory; `None` if none is installed.
    fn open(folder: &Path) -> Option<Self> {
        let runs = |name: &&&str| {
            Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
        };
        let Some(program) = NAMES.iter().find(runs) else {
            assert!(!is_required(), "HCLX_BROWSER=required, and there is no Chromium");
            println!("not tried in a browser: Chromium is not installed");
            return None;
        };
        // the protocol uses streams 3 and 4
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", program])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--remote-debugging-pipe", "--window-size=1200,800"])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg("about:blank")
            // crash reports and desktop settings are not in the profile
            .envs(["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].map(|name| (name, folder.join("home"))))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut browser = Self { child, input, output, last: 0, session: String::new(), events: Vec::new() };
        browser.new_page();
        Some(browser)
    }

    /// Opens an empty page, to which later commands apply.
    fn new_page(&mut self) {
        self.session.clear();
        self.events.clear();
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let asked = json!({"targetId": target["targetId"], "flatten": true});
        let session = self.call("Target.attachToTarget", asked);
        self.session = session["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Network", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }

    /// The result of a command.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut command = json!({"id": self.last, "method": method, "params": parameters});
        if !self.session.is_empty() {
            command["sessionId"] = self.session.as_str().into();
        }
        self.input.write_all(format!("{command}\0").as_bytes()).expect("the browser reads");
        loop {
            let message = self.message();
            if message["id"] == self.last {
                assert_eq!(message.get("error"), None, "{method}");
                return message["result"].clone();
            }
        }
    }

    /// The next message; events of the page are kept.
    fn message(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.output.read_until(0, &mut bytes).expect("the browser writes");
        assert_eq!(bytes.pop(), Some(0), "the browser ended");
        let message: Value = serde_json::from_slice(&bytes).expect("JSON");
        if message["sessionId"] == self.session.as_str() && message.get("method").is_some() {
            self.events.push(message.clone());
        }
        message
    }

    /// Loads a file in a new page.
    fn load(&mut self, file: &Path, hash: &str) {
        self.new_page();
        let address = format!("file://{}{hash}", file.display());
        self.call("Page.navigate", json!({"url": address}));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            self.message();
        }
    }

    /// The value of a JavaScript expression in the page; a promise is awaited.
    fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.call("Runtime.evaluate", asked);
        assert_eq!(result.get("exceptionDetails"), None, "{expression}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true; returns `false` if it never is.
    fn until(&mut self, condition: &str) -> bool {
        // a hidden page has no frames
        let frame = "new Promise((done) => setTimeout(done, 10))";
        let found = format!(
            "(async () => {{ for (let at = 0; at < {MOST_FRAMES}; at++) {{ if ({condition}) return true; await {frame}; }} return false; }})()"
        );
        self.value(&found) == true
    }

    /// The text of an element.
    fn text(&mut self, id: &str) -> String {
        let text = self.value(&format!("document.getElementById({}).textContent", json!(id)));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Presses and releases a key, with Control if requested.
    fn press(&mut self, key: &str, has_control: bool) {
        let text = if key.chars().count() == 1 && !has_control { key } else { "" };
        let text = if key == "Enter" { "\r" } else { text };
        let modifiers = if has_control { 2 } else { 0 };
        let mut event = json!({"type": "keyDown", "key": key, "text": text, "modifiers": modifiers});
        if let Some((_, code)) = CODES.iter().find(|(name, _)| *name == key) {
            event["windowsVirtualKeyCode"] = (*code).into();
        }
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        event["text"] = "".into();
        self.call("Input.dispatchKeyEvent", event);
    }

    /// Types text into the focused element.
    fn write(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Presses a key until the focus is on an element that matches a selector, and returns the visited elements,
    /// each by its identifier or its text. The focus must be visible on all of them.
    fn walk(&mut self, key: &str, selector: &str) -> Vec<String> {
        let focus = "(() => { const one = document.activeElement; const style = getComputedStyle(one); \
            return [one.id || one.textContent, style.outlineStyle !== 'none' && style.outlineWidth !== '0px']; })()";
        let mut visited = Vec::new();
        loop {
            self.press(key, false);
            let found = self.value(focus);
            let name = found[0].as_str().unwrap_or_default().to_owned();
            assert_eq!(found[1], true, "the focus on `{name}` is not visible");
            visited.push(name);
            if self.value(&format!("document.activeElement.matches({})", json!(selector))) == true {
                return visited;
            }
            assert!(visited.len() < MOST_STOPS, "{key} does not lead to {selector}: {visited:?}");
        }
    }

    /// Asserts that axe-core reports nothing about the page, in light and dark mode, if `HCLX_AXE` names its
    /// script.
    fn assert_accessible(&mut self, place: &str) {
        let Some(script) = std::env::var_os("HCLX_AXE") else { return };
        let script = std::fs::read_to_string(script).expect("the script of axe-core");
        if self.value("typeof axe") == "undefined" {
            self.value(&format!("{script}\n;0"));
        }
        for scheme in ["light", "dark"] {
            let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            self.call("Emulation.setEmulatedMedia", media);
            let found = self.value(
                "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => \
                 violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' ')).join('\\n'))",
            );
            assert_eq!(found, "", "{place}, {scheme}");
        }
        println!("axe-core finds nothing: {place}");
    }

    /// Asserts that only the page and its worker were requested, and that no script failed.
    fn assert_quiet(&self) {
        for event in &self.events {
            let parameters = &event["params"];
            match event["method"].as_str() {
                Some("Network.requestWillBeSent") => {
                    let address = parameters["request"]["url"].as_str().unwrap_or_default();
                    let is_own = ["file:", "blob:", "data:"].iter().any(|scheme| address.starts_with(scheme));
                    assert!(is_own, "the page asked for {address}");
                }
                Some("Runtime.exceptionThrown" | "Log.entryAdded") => panic!("{parameters}"),
                _ => {}
            }
        }
    }
}

/// The codes of keys that edit or move.
const CODES: &[(&str, u32)] = &[
    ("Backspace", 8),
    ("Tab", 9),
    ("Enter", 13),
    ("Escape", 27),
    (" ", 32),
    ("ArrowRight", 39),
    ("ArrowDown", 40),
    ("F8", 119),
];

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
