// Works beside other extensions for the same files: two servers would report most errors twice, and a second grammar
// would change the colors of the first.

import * as vscode from "vscode";

const HASHICORP = "hashicorp.terraform";
const SETTING = "terraform.languageServer.enable";
const ASKED = "askedAboutOtherServer";

/** Asks once, if the server of another extension runs too, whether it shall go on. */
export async function settleWithOthers(context: vscode.ExtensionContext): Promise<void> {
  const runs = vscode.extensions.getExtension(HASHICORP) !== undefined
    && vscode.workspace.getConfiguration().get<boolean>(SETTING, true);
  if (!runs || context.globalState.get<boolean>(ASKED, false)) {
    return;
  }
  const off = "Turn it off in this workspace";
  const choice = await vscode.window.showInformationMessage(
    "The HashiCorp Terraform extension runs a language server too, so some errors are shown twice.",
    off, "Keep both");
  if (choice === undefined) {
    return;
  }
  await context.globalState.update(ASKED, true);
  if (choice === off) {
    await vscode.workspace.getConfiguration().update(SETTING, false, vscode.ConfigurationTarget.Workspace);
  }
}

/** Languages that other extensions bring grammars for. */
const SHARED = ["terraform", "terraform-vars", "opentofu", "hcl"];

/** Gives documents the language `hclx`, which has a grammar, where no installed extension has one for their own. */
export function useGrammar(context: vscode.ExtensionContext): void {
  const colored = new Set(vscode.extensions.all
    .filter((extension) => extension.id !== context.extension.id)
    .flatMap((extension): { language?: string }[] => extension.packageJSON?.contributes?.grammars ?? [])
    .map((grammar) => grammar.language));
  const plain = SHARED.filter((language) => !colored.has(language));
  const color = (document: vscode.TextDocument): void => {
    if (plain.includes(document.languageId)) {
      void vscode.languages.setTextDocumentLanguage(document, "hclx");
    }
  };
  vscode.workspace.textDocuments.forEach(color);
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument(color));
}
