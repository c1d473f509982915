"""The client of pytest-lsp, with the abilities of Neovim and of VS Code, in the folder of the module."""

import asyncio
import os
import pathlib

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = pathlib.Path.cwd()
URI = (ROOT / "main.tf").as_uri()
SOURCE = (ROOT / "main.tf").read_text()
LINE = 5


def column(text, encoding):
    """The column of the name behind `var.`, in units of the encoding."""
    before = text.splitlines()[LINE].split("var.")[0] + "var."
    units = {"utf-8": len(before.encode()), "utf-16": len(before.encode("utf-16-le")) // 2, "utf-32": len(before)}
    return units[encoding]


@pytest_lsp.fixture(
    params=["neovim", "visual_studio_code"],
    config=ClientServerConfig(server_command=[os.environ["HCLX"], "lsp"]),
)
async def client(request, lsp_client: LanguageClient):
    capabilities = client_capabilities(request.param)

    # the library announces this ability and leaves it to the test
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(parameters: types.RegistrationParams):
        return None

    answer = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, root_uri=ROOT.as_uri()))
    lsp_client.encoding = str(getattr(answer.capabilities.position_encoding, "value", answer.capabilities.position_encoding or "utf-16"))
    lsp_client.pulls = capabilities.text_document.diagnostic is not None
    yield
    await lsp_client.shutdown_session()


async def findings(client, wanted):
    """The messages once there are as many as wanted."""
    for _ in range(200):
        if client.pulls:
            report = await client.text_document_diagnostic_async(
                types.DocumentDiagnosticParams(types.TextDocumentIdentifier(URI)))
            found = report.items
        else:
            found = client.diagnostics.get(URI, [])
        if len(found) == wanted:
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"{found} are not {wanted} findings")


async def test_a_file_is_mended(client: LanguageClient):
    document = types.TextDocumentIdentifier(URI)
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(URI, "terraform", 1, SOURCE)))
    [finding] = await findings(client, 1)
    assert finding.message.startswith("unknown variable `var.regoin`")
    start = column(SOURCE, client.encoding)
    assert finding.range.start == types.Position(LINE, start - 4)

    wrong = types.Range(types.Position(LINE, start), types.Position(LINE, start + 6))
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(2, URI),
        [types.TextDocumentContentChangePartial(range=wrong, text="region")]))
    await findings(client, 0)

    place = types.Position(LINE, start + 1)
    hover = await client.text_document_hover_async(types.HoverParams(document, place))
    assert "string" in hover.contents.value
    completion = await client.text_document_completion_async(types.CompletionParams(document, types.Position(LINE, start)))
    items = completion if isinstance(completion, list) else completion.items
    assert "region" in [item.label for item in items]
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document, position=place, new_name="location"))
    changes = edit.changes[URI] if edit.changes else [e for change in edit.document_changes for e in change.edits]
    assert sorted(change.range.start.line for change in changes) == [0, LINE]
