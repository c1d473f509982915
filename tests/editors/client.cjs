// The client library of VS Code, in the folder of the module.
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const { pathToFileURL } = require("node:url");
const lsp = require("vscode-languageserver-protocol/node");

const uri = pathToFileURL(fs.realpathSync("main.tf")).href;
const source = fs.readFileSync("main.tf", "utf8");
const line = 5;
// columns are UTF-16, as in strings of JavaScript
const column = source.split("\n")[line].indexOf("var.") + 4;

async function main() {
  const child = spawn(process.env.HCLX, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const client = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(child.stdout), new lsp.StreamMessageWriter(child.stdin));
  let pushed = () => {};
  client.onNotification(lsp.PublishDiagnosticsNotification.type, (found) => found.uri === uri && pushed(found.diagnostics));
  const findings = (count) => new Promise((resolve) => {
    pushed = (found) => found.length === count && resolve(found);
  });
  client.listen();
  await client.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(process.cwd()).href,
    capabilities: { general: { positionEncodings: ["utf-16"] } },
    workspaceFolders: null,
  });
  await client.sendNotification(lsp.InitializedNotification.type, {});

  const opened = findings(1);
  await client.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "terraform", version: 1, text: source },
  });
  const [finding] = await opened;
  assert.match(finding.message, /^unknown variable `var.regoin`/);
  assert.deepStrictEqual(finding.range.start, { line, character: column - 4 });

  const mended = findings(0);
  await client.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: { line, character: column }, end: { line, character: column + 6 } }, text: "region" }],
  });
  await mended;

  const at = (character) => ({ textDocument: { uri }, position: { line, character } });
  const hover = await client.sendRequest(lsp.HoverRequest.type, at(column + 1));
  assert.match(JSON.stringify(hover.contents), /string/);
  const completion = await client.sendRequest(lsp.CompletionRequest.type, at(column));
  const items = Array.isArray(completion) ? completion : completion.items;
  assert.ok(items.some((item) => item.label === "region"));
  const edit = await client.sendRequest(lsp.RenameRequest.type, { ...at(column + 1), newName: "location" });
  const edits = edit.changes ? edit.changes[uri] : edit.documentChanges.flatMap((change) => change.edits);
  assert.deepStrictEqual(edits.map((edit) => edit.range.start.line).sort(), [0, line]);

  await client.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  await client.sendRequest(lsp.ShutdownRequest.type);
  await client.sendNotification(lsp.ExitNotification.type);
  assert.strictEqual(await ended, 0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
