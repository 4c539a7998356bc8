-- SPDX-License-Identifier: Apache-2.0
-- Asks for numbered paths: `wrk -s numbered.lua URL -- PATH FIRST COUNT ORDER`. `{n}` in the path is
-- the number. In the order `each`, a number greater by one with each request, from FIRST on, without
-- an end; in the order `random`, COUNT numbers from FIRST on as chance has it. In the order `counted`
-- as in `each`, until COUNT requests were answered: then how many of them were not answered with 200
-- is printed, and wrk ends before its time, which it cannot do by itself. A path without `{n}` is the same
-- with each request.

-- Requests that may be under way: one on each connection.
local under_way = 64
local before, after, first, count, order, always
local asked, bad = 0, 0

function init(words)
  local head, tail = words[1]:match("^(.*){n}(.*)$")
  local rest = " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\n\r\n"
  before = "GET " .. (head or words[1])
  after = (tail or "") .. rest
  always = head == nil and before .. rest
  first, count, order = tonumber(words[2]), tonumber(words[3]), words[4]
  math.randomseed(first + 1)
  if order == "counted" then
    response = function(status) if status ~= 200 then bad = bad + 1 end end
  end
end

function request()
  if always then return always end
  if order == "random" then
    return before .. string.format("%d", first + math.random(0, count - 1)) .. after
  end
  asked = asked + 1
  if order == "counted" and asked > count + under_way then
    print(string.format("%d bad", bad))
    io.stdout:flush()
    os.exit(0)
  end
  return before .. string.format("%d", first + asked - 1) .. after
end
