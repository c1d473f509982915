// Makes a picture of the extension in a real editor, on the shipped example with a mistake in it.
//
//   npm install code-server playwright-core     somewhere; NODE_PATH names it
//   npm ci && npm run package                   here
//   HCLX=path node picture.mjs ../../docs/editor.png
//
// CHROMIUM is the browser (/usr/bin/chromium), CODE_SERVER another command that starts code-server.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const here = import.meta.dirname;
const require = createRequire(path.join(process.env.NODE_PATH ?? here, "/"));
const { chromium } = require("playwright-core");
const server = process.env.CODE_SERVER ?? require.resolve("code-server/out/node/entry.js");
const work = fs.mkdtempSync(path.join(os.tmpdir(), "picture-"));
const folder = path.join(work, "shop");
const PORT = "8765";

// the example, with an attribute that no output has
fs.cpSync(path.join(here, "../../examples/terraform/shop"), folder, { recursive: true });
const main = path.join(folder, "main.tf");
fs.writeFileSync(main, fs.readFileSync(main, "utf8").replace("name => service.address", "name => service.adress"));

fs.mkdirSync(path.join(work, "data/User"), { recursive: true });
fs.writeFileSync(path.join(work, "data/User/settings.json"), JSON.stringify({
  "hclx.path": path.resolve(process.env.HCLX ?? path.join(here, "../../target/release/hclx")),
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.activityBar.location": "hidden",
  "window.commandCenter": false,
  "chat.commandCenter.enabled": false,
  "breadcrumbs.enabled": false,
  "editor.minimap.enabled": false,
  "editor.fontFamily": "JetBrains Mono",
  "editor.scrollBeyondLastLine": false,
  "editor.stickyScroll.enabled": false,
  "editor.codeLensFontSize": 11,
}));
const places = ["--user-data-dir", path.join(work, "data"), "--extensions-dir", path.join(work, "extensions")];
execFileSync("node", [server, ...places, "--install-extension", path.join(here, "hclx.vsix")], { stdio: "ignore" });
const running = spawn("node", [server, ...places, "--auth", "none", "--bind-addr", `127.0.0.1:${PORT}`, folder],
  { stdio: "ignore" });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1060, height: 500 }, deviceScaleFactor: 2 });
  for (let tries = 0; ; tries++) {
    try {
      await page.goto(`http://127.0.0.1:${PORT}/?folder=${folder}`);
      break;
    } catch (error) {
      if (tries > 50) throw error;
      await page.waitForTimeout(200);
    }
  }
  await page.getByRole("treeitem", { name: "main.tf" }).first().dblclick({ timeout: 60000 });
  // the finding, near the end of the file
  await page.locator(".view-line").first().waitFor({ timeout: 60000 });
  await page.keyboard.press("Control+B");
  await page.keyboard.press("Control+End");
  await page.locator(".squiggly-error").first().waitFor({ state: "attached", timeout: 60000 });
  // the problems below, and a hover
  await page.keyboard.press("Control+Shift+M");
  await page.waitForTimeout(1500);
  const lines = fs.readFileSync(main, "utf8").split("\n");
  const line = lines.findIndex((line) => line.includes("network.subnet_ids"));
  await page.keyboard.press("Control+1");
  await page.keyboard.press("Control+G");
  await page.keyboard.type(`${line + 1}:${lines[line].length - 2}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+K");
  await page.keyboard.press("Control+I");
  await page.locator(".monaco-hover-content").first().waitFor({ timeout: 20000 });
  await page.waitForTimeout(800);
  await page.screenshot({ path: process.argv[2] });
} finally {
  await browser.close();
  running.kill();
  fs.rmSync(work, { recursive: true, force: true });
}
