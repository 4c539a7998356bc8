// SPDX-License-Identifier: Apache-2.0

extension FullFile {
  static let document = """
    {
      $schema: "../../document.schema.json",
      datatype: "screen",
      id: "home",
      ttl: 1, staleWhileRevalidate: 0, staleIfError: 2592000,
      fallback: "refuse",
      precedence: "device",
      tags: ["home", "a-b"],
      light: ["title"],
      log: { capture: "title", slow: "300ms" },
      budget: "800ms",
      query: {
        id: { default: "1", maximumBytes: 16 },
        order: { values: ["price", "name"] },
        page: { minimum: 1, maximum: 100, digits: 0 },
        latitude: { minimum: -89.995, maximum: 90, digits: 3 },
      },
      flow: { cart: {}, note: { default: "", maximumBytes: 80 } },
      visitor: { country: ["US", "dach"], device: "phone" },
      list: {
        limit: 10, maximum: 20,
        keys: {
          title: "@.title", size: { $pick: "@.size", else: 1 },
          price: { $match: "prices", on: "@.id", pick: "@.price" },
          kind: { pick: "@.kind", equal: "kindIs" },
        },
      },
      calls: {
        item: {
          backend: "shop", path: "/items/{id}{?language,country,kindIs}",
          with: { id: "$.query.id" },
          keepsLast: true, timeout: "60s", tags: "items", xml: { repeated: "a", numbers: ["b"] },
          send: { fields: { a: { $env: "A", before: "B " } }, query: { b: { $file: "/b" } }, host: "a" },
          schema: {
            $schema: "https://json-schema.org/draft/2020-12/schema", $id: "item",
            $comment: "all there is", title: "Item", description: "An item",
            examples: [{}], default: {}, type: "object", required: ["title"],
            properties: {
              title: { type: ["string", "null"], minLength: 1, maxLength: 80 },
              sizes: { type: "array", items: { enum: ["S", "L"] }, minItems: 0, maxItems: 2 },
              price: { type: "number", minimum: 0, maximum: 9999.5 },
              kind: { const: "plant" },
              any: true,
            },
            additionalProperties: { type: "string" },
          },
        },
        prices: {
          backend: "prices", path: "/prices{?ids,kind,limit}",
          with: { ids: "$.item.related[*].id", kind: "sale", limit: 5 },
          optional: true, otherwise: { items: [] }, batch: { variable: "ids", size: 20 },
          freshness: {
            ttl: 10, minimum: 0, maximum: 60, staleWhileRevalidate: 5, staleIfError: 600,
            absent: 30,
          },
          items: "$.items[*]", key: "@.id",
        },
      },
      body: {
        title: { $t: "home.title", count: 3, name: "Ana", share: 0.5 },
        data: [null, true, 1, 1.5, "text", [{ a: 1 }]],
        rows: [
          { datatype: "link", url: { $ref: "screens/cart" }, device: "phone" },
          { device: ["tv", "car"], when: { app: ">=2" }, text: "x" },
          { when: {}, inner: { when: "an ordinary key", device: 1 } },
          { $t: "home.row" },
          { $ref: "screens/cart" },
          { $pick: "$.item.row" },
          { $number: 1, digits: 0 }, { $percent: "1e-2", else: "?" },
          { $money: 1, currency: "EUR" }, { $date: "2026-12-20T00:00Z" },
          { $each: "$.item.rows[*]", do: "@.text" },
          { $match: "prices", on: "$.item.id" },
          { $embed: "items/{key}", with: { key: "a" }, device: "tv", when: { app: ">=2" } },
          { $embed: "screens/cart", view: "heavy", else: "b" },
        ],
        price: { $money: "$.item.price", currency: "$.item.currency", else: "?" },
        sum: {
          $money: { $match: "prices", on: "$.item.id", pick: "@.price" }, symbol: "narrow",
          currency: { $pick: "$.item.currency" }, digits: 2,
        },
        local: { $money: 5 },
        share: { $percent: 0.5, digits: 1 },
        pieces: { $number: { $pick: "$.item.count" }, else: null },
        since: {
          $date: "$.item.since", style: "long", time: "short", offset: "-09:30", else: "",
        },
        label: {
          $t: "home.title", count: 3,
          with: {
            a: "$.item.a", b: 1, c: { $pick: "$.item.c", else: 0 },
            d: { $money: 1, currency: "EUR" }, e: { $match: "prices", on: "$.item.id" },
            f: { $number: 1 }, g: { $percent: 1 }, h: { $date: "2026-12-20", style: "full" },
            i: { $date: 0, zone: "Europe/Vienna" },
          },
        },
        card: { $embed: "items/{key}", with: { key: "$.item.id" }, view: "light", else: { a: 1 } },
        name: { $pick: "$.item.name", else: { $t: "home.title" } },
        sizes: { $pick: "$.item.sizes[*]", all: true },
        cart: { $pick: "$.flow.cart" },
        related: {
          $each: "$.item.related[*]", limit: 10,
          do: {
            price: { $match: "prices", on: "@.id", pick: "@.price", else: 0 },
            url: {
              $ref: "screens/cart", with: { id: "@.id", kind: "sale" },
              carry: { item: "@.id", kind: "sale", count: 5 },
            },
          },
        },
        shown: { $list: "$.item.shown[*]", do: { name: { $pick: "@.name" } } },
        continueURL: { $ref: "screens/cart" },
        cancelURL: { $ref: "config" },
      },
      variants: [
        {
          id: "all",
          priority: -1000,
          when: {
            country: ["DE", "dach", "uk"], device: ["phone", "tablet"], app: ">=2.3 <4 || 5.x",
            build: 412, appName: "com.example.shop", cohort: ["checkout/a", "checkout"],
            from: "2026-12-20T00:00Z", until: "2026-12-27 23:59:59+01:00",
          },
          patch: {
            title: { $t: null, $ref: "screens/cart", count: null, name: null, share: null },
            added: { inner: { $t: "home.title" }, list: [{ device: "tv" }], none: null },
            price: { $money: 5, currency: "EUR" },
            since: { $date: null },
            pieces: { $number: 1 },
            share: { $percent: null },
            label: { $t: "home.title", with: { a: 1 } },
            picked: [{ $pick: "$.item.a" }],
            holes: {
              a: { $pick: "$.item.a", else: { b: 1 } },
              b: { $each: "$.item.b", do: { c: { $pick: "@.c" } } },
              c: { $match: "prices", on: "$.item.c", else: null },
            },
            shown: { $list: "$.item.others[*]", do: "@.name" },
            card: { $embed: "screens/cart" },
            continueURL: null,
            cancelURL: { $ref: "screens/home", carry: { kind: "sale", cart: null } },
          },
        },
        {
          when: { build: ">=400 <=412", country: "FR", device: "tv", cohort: "checkout/two-pages" },
          body: { title: "plain", continueURL: { $ref: "config" } },
        },
      ],
    }
    """

  /// A list that its service pages.
  static let servicePaged = """
    {
      datatype: "screen",
      list: { total: "$.item.total", keys: { price: {
        sort: "cost", equal: "a", notEqual: "b", lessThan: "c", lessThanOrEqual: "d",
        greaterThan: "e", greaterThanOrEqual: "f", beginsWith: "g", endsWith: "h", contains: "i",
        equalIgnoringCase: "j", beginsWithIgnoringCase: "k", endsWithIgnoringCase: "l",
        containsIgnoringCase: "m", in: "n", exists: "o" } } },
      calls: { item: { backend: "shop",
        path: "/items{?offset,limit,sort,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o}" } },
      body: { shown: { $list: "$.item.shown[*]", do: "@.name" } },
    }
    """

  /// Calls that send bodies.
  static let sending = """
    {
      datatype: "screen",
      calls: {
        item: { backend: "shop", method: "QUERY", path: "/items", items: "$.a",
          key: "@.b", body: { id: { $pick: "$.visitor.language" } } },
        prices: {
          backend: "shop", method: "POST", safe: true, path: "/prices{?kind}",
          with: { ids: "$.item.related[*].id", kind: "sale" },
          batch: { variable: "ids", size: 20 },
          body: {
            ids: { $with: "ids" }, plain: [1, "a", null, { b: 1.5 }],
            rows: { $each: "$.item.rows[*]", do: { $pick: "@.a" } },
            name: { $pick: "$.item.name", else: "a" },
            price: { $match: "item", on: "$.item.id" },
          },
        },
      },
      body: { price: { $pick: "$.prices.price" } },
    }
    """
}
