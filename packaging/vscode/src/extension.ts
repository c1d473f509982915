// The extension starts `hclx lsp` and connects the editor to it. Everything about HCL is in the server.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { findServer } from "./server";
import { settleWithOthers, useGrammar } from "./others";

/** Languages of other extensions and of this one whose documents the server knows. */
const LANGUAGES = [
  "terraform", "terraform-vars", "terraform-test", "terraform-mock", "terraform-stack", "terraform-deploy",
  "terraform-search", "opentofu", "opentofu-vars", "hcl", "packer", "nomad", "terragrunt", "hclx",
];

/** Files in JSON and others whose language does not tell that the server knows them. */
const PATTERNS = [
  "**/*.{tf,tofu,tfvars,tftest,pkr,pkrvars,nomad,hcl}.json", "**/docker-bake*.{hcl,json}", "**/*.{pp,mull}",
  "**/*.{hcl,tf,tofu,tfvars,nomad}", "**/*.mull.{yaml,yml,json}", "**/Mu.{yaml,yml,json}", "**/hclx.toml",
];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("hclx.restartServer", async () => {
      await deactivate();
      await start(context);
    }),
    vscode.commands.registerCommand("hclx.showOutput", () => client?.outputChannel.show()),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("hclx.path") || change.affectsConfiguration("hclx.arguments")) {
        await vscode.commands.executeCommand("hclx.restartServer");
      }
    }),
  );
  useGrammar(context);
  await start(context);
  await settleWithOthers(context);
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const command = await findServer();
  if (command === undefined) {
    const choice = await vscode.window.showErrorMessage(
      "The program hclx was not found. Install it, or set `hclx.path`.", "Open settings");
    if (choice !== undefined) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "hclx.path");
    }
    return;
  }
  const settings = vscode.workspace.getConfiguration("hclx");
  const server: ServerOptions = { command, args: ["lsp", ...settings.get<string[]>("arguments", [])] };
  const options: LanguageClientOptions = {
    documentSelector: [
      ...LANGUAGES.flatMap((language) => ["file", "untitled"].map((scheme) => ({ scheme, language }))),
      ...PATTERNS.map((pattern) => ({ scheme: "file", pattern })),
    ],
    initializationOptions: serverSettings(),
    synchronize: { configurationSection: "hclx" },
    middleware: {
      // the server is told its own settings alone
      workspace: { didChangeConfiguration: async () => {
        await client?.sendNotification("workspace/didChangeConfiguration", { settings: { hclx: serverSettings() } });
      } },
    },
  };
  client = new LanguageClient("hclx", "hclx", server, options);
  try {
    await client.start();
    context.subscriptions.push({ dispose: () => void deactivate() });
  } catch (error) {
    void vscode.window.showErrorMessage(`hclx lsp did not start: ${error instanceof Error ? error.message : error}`);
  }
}

/** The settings of the server: those of this extension without the ones that say how it is started. */
function serverSettings(): Record<string, unknown> {
  const { path: _path, arguments: _arguments, trace: _trace, ...rest } =
    JSON.parse(JSON.stringify(vscode.workspace.getConfiguration("hclx")));
  return rest;
}
