-- SPDX-License-Identifier: Apache-2.0
-- Asks for numbered paths: `wrk -s numbered.lua URL -- PATH FIRST COUNT ORDER`. `{n}` in the path is
-- the number. In the order `each`, every number from FIRST on is asked for once, and the load ends
-- after COUNT of them; in the order `random`, COUNT numbers from FIRST on come as chance has it.

local before, after, first, count, order
local asked = 0

function init(words)
  local head, tail = words[1]:match("^(.*){n}(.*)$")
  before = "GET " .. head
  after = tail .. " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\n\r\n"
  first, count, order = tonumber(words[2]), tonumber(words[3]), words[4]
  math.randomseed(first + 1)
end

function request()
  if order == "random" then
    return before .. string.format("%d", first + math.random(0, count - 1)) .. after
  end
  asked = asked + 1
  if asked > count then wrk.thread:stop() end
  return before .. string.format("%d", first + asked - 1) .. after
end
