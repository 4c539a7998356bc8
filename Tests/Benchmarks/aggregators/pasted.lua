-- SPDX-License-Identifier: Apache-2.0
-- The same calls, with the answers put one behind the other, and nothing of them read.

local id = ngx.var.uri:sub(#"/pasted/" + 1)
local a, b, c, d = ngx.location.capture_multi{
  {"/item/" .. id}, {"/price/" .. id}, {"/reviews/" .. id}, {"/stock/" .. id},
}
local body = table.concat{
  '{"item":', a.body, ',"price":', b.body, ',"reviews":', c.body, ',"stock":', d.body, "}",
}
ngx.header["Content-Type"] = "application/json"
ngx.header["Content-Length"] = #body
ngx.print(body)
