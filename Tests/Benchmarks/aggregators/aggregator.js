// SPDX-License-Identifier: Apache-2.0

// An aggregator as one writes it in Node: four calls at once over an agent that keeps connections,
// JSON.parse, one document out of them. `aggregator.js PORT ITEMS PRICES REVIEWS STOCK`, all ports.
"use strict";

const http = require("node:http");

const [port, items, prices, reviews, stock] = process.argv.slice(2).map(Number);
const agent = new http.Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 512 });

function get(port, path) {
  return new Promise((resolve, reject) => {
    const call = http.get({ host: "127.0.0.1", port, path, agent }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        try {
          resolve(JSON.parse(Buffer.concat(parts)));
        } catch (error) {
          reject(error);
        }
      });
      answer.on("error", reject);
    });
    call.on("error", reject);
  });
}

async function composed(id) {
  const [item, price, said, left] = await Promise.all([
    get(items, `/item/${id}`), get(prices, `/price/${id}`), get(reviews, `/reviews/${id}`),
    get(stock, `/stock/${id}`),
  ]);
  return {
    datatype: "item",
    id: item.id,
    title: item.title,
    text: item.text,
    image: item.images[0].url,
    price: price.amount,
    currency: price.currency,
    stars: said.summary.average,
    reviews: said.data.map((one) => ({ by: one.author.name, stars: one.stars, text: one.text })),
    inStock: left.available,
    stores: left.stores.map((one) => ({ name: one.name, count: one.count })),
    _expire: String(Math.floor(Date.now() / 1000)),
  };
}

const server = http.createServer(async (request, response) => {
  try {
    const body = JSON.stringify(await composed(request.url.slice("/composed/".length)));
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  } catch (error) {
    response.writeHead(502);
    response.end(String(error));
  }
});
server.keepAliveTimeout = 600000;
server.listen(port, "127.0.0.1");
