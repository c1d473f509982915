// Finds the program: the setting, the workspace's own tools, then the path.

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

const NAME = process.platform === "win32" ? "hclx.exe" : "hclx";

/** Where tools of a workspace lie, as npm, pip and others install them. */
const TOOLS = [["node_modules", "hclx"], [".venv", "bin"], ["venv", "bin"], [".venv", "Scripts"], [".tools"]];

/** The program to start; undefined if there is none. */
export async function findServer(): Promise<string | undefined> {
  // of a workspace that is not trusted, VS Code hides the setting, and nothing in it is started
  const set = vscode.workspace.getConfiguration("hclx").get<string>("path", "");
  if (set !== "") {
    const whole = set.startsWith("~/") ? path.join(os.homedir(), set.slice(2)) : set;
    return (await isProgram(whole)) ? whole : undefined;
  }
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const tools = folders.filter((folder) => folder.uri.scheme === "file")
    .flatMap((folder) => TOOLS.map((tool) => path.join(folder.uri.fsPath, ...tool)));
  const onPath = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const folder of [...tools, ...onPath, path.join(os.homedir(), ".cargo", "bin")]) {
    const program = path.join(folder, NAME);
    if (await isProgram(program)) {
      return program;
    }
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await fs.promises.access(file, fs.constants.X_OK);
    return (await fs.promises.stat(file)).isFile();
  } catch {
    return false;
  }
}
