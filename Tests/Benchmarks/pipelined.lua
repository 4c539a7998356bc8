-- SPDX-License-Identifier: Apache-2.0
-- Sends so many requests at once on each connection: the first word.

function init(words)
  local requests = {}
  for number = 1, tonumber(words[1]) do requests[number] = wrk.format("GET") end
  whole = table.concat(requests)
end

function request() return whole end
