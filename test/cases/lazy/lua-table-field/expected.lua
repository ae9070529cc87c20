local M = {}

M.defaults = {
  width = 80,
  border = "single",
  keys = {
    close = "q",
    next = "j",
    previous = "k",
  },
}

function M.setup(options)
  M.options = vim.tbl_deep_extend("force", M.defaults, options or {})
end

function M.open(lines)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  return buffer
end

return M
