-- Neovim's own client: nvim --headless -u NONE -c "luafile nvim.lua", in the folder of the module with settings.lua.
local function fail(...)
  io.stderr:write(table.concat({ ... }, " ") .. "\n")
  vim.cmd("cq")
end
local function check(condition, ...)
  if not condition then fail(...) end
end

vim.cmd("filetype on")
dofile("settings.lua")
vim.cmd("edit main.tf")
local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
check(vim.wait(5000, function() return #clients({ bufnr = 0 }) > 0 end, 20), "no client for", vim.bo.filetype)
local id = clients({ bufnr = 0 })[1].id

-- Neovim from 0.11 on pulls findings; before, they are pushed
local function messages()
  local found = {}
  for _, finding in ipairs(vim.diagnostic.get(0)) do table.insert(found, finding.message) end
  return table.concat(found, "; ")
end
check(vim.wait(10000, function() return messages():find("unknown variable `var.regoin`", 1, true) end, 20),
  "no finding on open:", messages())
local finding = vim.diagnostic.get(0)[1]
check(finding.lnum == 5, "line", finding.lnum)
local line = vim.api.nvim_buf_get_lines(0, 5, 6, false)[1]
local from = line:find("var.regoin", 1, true) - 1
check(finding.col == from, "column in bytes", finding.col, "and not", from)

-- types
vim.api.nvim_buf_set_text(0, 5, from + 4, 5, from + 10, { "region" })
check(vim.wait(10000, function() return messages() == "" end, 20), "the finding stays:", messages())

local client = vim.lsp.get_client_by_id(id)
local function ask(method, column, more)
  vim.api.nvim_win_set_cursor(0, { 6, column })
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, client.offset_encoding), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 5000)
  check(answers and answers[id] and not answers[id].err, method, vim.inspect(answers))
  return answers[id].result
end

local hover = ask("textDocument/hover", from + 5)
check(vim.inspect(hover):find("string", 1, true), "hover:", vim.inspect(hover))

local completion = ask("textDocument/completion", from + 4)
local labels = vim.tbl_map(function(item) return item.label end, completion.items or completion)
check(vim.tbl_contains(labels, "region"), "completion:", vim.inspect(labels))

local edit = ask("textDocument/rename", from + 5, { newName = "location" })
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
check(text:find('variable "location"', 1, true) and text:find("𝄞 ${var.location}", 1, true), "renamed:", text)
check(vim.wait(10000, function() return messages() == "" end, 20), "after the rename:", messages())

vim.lsp.stop_client(id)
vim.wait(3000, function() return not vim.lsp.get_client_by_id(id) end, 20)
vim.cmd("qa!")
