-- SPDX-License-Identifier: Apache-2.0
-- An aggregator within nginx: subrequests that run at once, read and written by cjson. Other
-- locations of the same server, `/item/` and its like, lead to the services.

local json = require "cjson"

local function found(answer)
  if answer.status ~= 200 then ngx.exit(502) end
  return json.decode(answer.body)
end

local id = ngx.var.uri:sub(#"/composed/" + 1)
local a, b, c, d = ngx.location.capture_multi{
  {"/item/" .. id}, {"/price/" .. id}, {"/reviews/" .. id}, {"/stock/" .. id},
}
local item, price, reviews, stock = found(a), found(b), found(c), found(d)

local said = {}
for index, one in ipairs(reviews.data) do
  said[index] = {by = one.author.name, stars = one.stars, text = one.text}
end
local stores = {}
for index, one in ipairs(stock.stores) do
  stores[index] = {name = one.name, count = one.count}
end

local body = json.encode{
  datatype = "item", id = item.id, title = item.title, text = item.text,
  image = item.images[1].url, price = price.amount, currency = price.currency,
  stars = reviews.summary.average, reviews = said, inStock = stock.available, stores = stores,
  _expire = tostring(ngx.time()),
}
ngx.header["Content-Type"] = "application/json"
ngx.header["Content-Length"] = #body
ngx.print(body)
