// SPDX-License-Identifier: Apache-2.0

import Sites
import Testing

/// Files in which every key stands that there is, each written in more than one way where it can be.
struct FullFile: CustomTestStringConvertible {
  let kind: EditorSchema
  let text: String

  var testDescription: String { "\(kind), \(text.utf8.count) bytes" }

  init(_ kind: EditorSchema, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// The settings that the documents are read by are also the fullest site.
  static let site = """
    {
      $schema: "../site.schema.json",
      name: "shop-1",
      hosts: ["shop.example.com", "*.flowers.example:8443"],
      languages: {
        published: ["en", "fr", "zh-Hant"],
        source: "en",
        default: "fr",
        steps: { ca: ["fr"], lb: "fr", yue: null },
      },
      regions: { dach: ["DE", "AT", "ch"], britain: "UK" },
      apps: {
        "com.example.shop": {
          versions: ["1.0", "2.3.1-beta.2", "3.1 (412)"],
          update: {
            minimum: "1.0", recommended: "3", latest: "v3.1", blockedBuilds: [205, 0],
            storeURL: "https://apps.example.com/shop", message: "update.message",
            from: "2026-12-20T00:00Z",
          },
        },
        "com.example.kiosk": { versions: "1" },
      },
      datatypes: {
        screen: {},
        product: {
          app: ">=2",
          schema: {
            $schema: "https://json-schema.org/draft/2020-12/schema", $id: "product",
            $comment: "all there is", title: "Product", description: "A product",
            examples: [{}], default: {},
            type: "object",
            required: ["title"],
            properties: {
              title: { type: ["string", "null"], minLength: 1, maxLength: 80, minItems: 1 },
              sizes: { type: "array", items: { enum: ["S", "L"] }, minItems: 0, maxItems: 2 },
              price: { type: "number", minimum: 0, maximum: 9999.5 },
              kind: { const: "plant" },
              any: true,
            },
            additionalProperties: { type: "string" },
          },
        },
        closed: { schema: { required: "id", additionalProperties: false } },
      },
      experiments: { checkout: { salt: "2026", share: 12.5, arms: { a: 1, "two-pages": 0 } } },
      defaults: { ttl: 300, staleWhileRevalidate: 60, staleIfError: 86400 },
      precedence: ["country", "device", "app", "build", "appName", "time", "cohort"],
      budgets: { audiences: 20000, variants: 63, documentBytes: 262144 },
      config: "config",
      roots: ["widgets/*"],
      texts: { unused: ["app.*"] },
      baseURL: "https://content.example.com/",
      edges: {
        cdn: { peers: ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1"], country: "X-Country",
          device: "X-Device", client: "True-Client-IP", kind: "cloudfront",
          tagField: "Cache-Tag" },
        other: { peers: "::1", freshnessField: "CDN-Cache-Control" },
        varnish: { kind: "varnish", purge: { address: ["http://10.0.0.1:6081"], probe: "http://[::1]:80" },
          measure: { url: "http://[::1]:80", paths: ["/config", "/home?a=b"], seconds: 30, staleSeconds: 3,
            purgeSeconds: 20, hits: 90 } },
        fastly: { kind: "fastly", purge: { service: "a1", secret: "TOKEN", onPublish: false } },
        cloudflare: { kind: "cloudflare", purge: { zone: "a1", secret: "TOKEN", rate: 300, burst: 25 } },
        cloudfront: { kind: "cloudfront", purge: {
          distribution: "A1", secret: { accessKey: "A", secretKey: "B" } } },
        akamai: { kind: "akamai", purge: {
          address: "https://a.luna.akamaiapis.net", network: "staging",
          secret: { clientToken: "A", clientSecret: "B", accessToken: "C" } } },
        own: { purge: { address: "http://10.0.0.1", secret: { a: "A" }, request: {
          tag: { method: "PURGE", path: "/purge/{tag}", fields: { "X-Soft": "{soft}" },
            body: '{"tags":[{tagList}]}' }, path: { path: "{path}" },
          prefix: { path: "/{prefix}{secret.a}" }, all: { path: "/all" } } } },
      },
      backends: {
        shop: {
          addresses: ["http://127.0.0.1:9000/v2", { address: "https://[::1]/v2/", weight: 5 },
            { $env: "A", otherwise: "http://a/v2" }], send: { fields: { "x-a": { $env: "A", before: "B " } },
            query: { key: { $file: "/run/a" }, b: "c" }, host: true },
          timeout: "500ms", mirror: { backend: "prices", share: 0.5 }, maximumBytes: 1024, health: "/health", credentials: ["authorization", "cookie:session"],
          retries: 1, hedge: 5, concurrency: 50, protocol: "h2", tls: { authorities: "/a", certificate: "/b", key: "/c", serverName: "prices.internal" },
        },
        prices: {
          addresses: { address: "https://prices.example.com", weight: 1 },
          token: { at: { $env: "A", otherwise: "https://a/token" }, client: "portico", secret: { $env: "S" },
            scope: "read", authenticate: "body", timeout: "2s", parameters: { audience: "https://a" } },
          health: { path: "/up", interval: "500ms", timeout: "250ms", failures: 2, successes: 1 },
        },
        mail: { addresses: { $env: "MAIL_URL", otherwise: "http://mail.internal:9000" }, health: { interval: "5s" } },
        old: { addresses: "http://old.internal:9000", health: false } },
      resources: {
        at: "/records", ttl: 30, open: "read", writeToken: "WRITE_TOKEN",
        administerToken: "ADMIN_TOKEN", storePassword: "STORE_PASSWORD",
        store: "postgresql://portico@db1:5432,[::1]/shop?sslmode=require&passfile=/etc/pgpass",
        people: {
          signUp: true, mailHook: "https://mail.example.com/portico?a=1", mailKey: "MAIL_KEY",
          sessionDays: 30, mailCodes: true, name: "Flower Shop",
          sessionCookie: "strict",
          providers: {
            id: {
              issuer: "https://id.example.com", client: "shop", secret: "ID_SECRET",
              scopes: ["email", "profile"],
            },
          },
        },
        hooks: {
          orders: {
            url: "https://hooks.example.com/orders", key: "HOOK_KEY", types: ["orders"],
            sendsRecord: true, giveUpAfter: 3600,
          },
        },
        beforeKey: "BEFORE_KEY", localHooks: ["127.0.0.1"],
        limits: {
          totalFileBytes: 100000000000, userFileBytes: 1000000000, streams: 500, visitorStreams: 20,
          appStreams: 100, recordBytes: 100000, pageBytes: 1000000, batchBytes: 2000000,
        },
      },
      passes: {
        "/account": {
          backend: "shop", strip: true, methods: ["GET", "PATCH"], timeout: "5s",
          send: { host: "accounts.example.com", query: { a: "b" } }, bodyBytes: 1024, log: { capture: "sku", slow: "2s" }, cache: "none", fields: { "x-frame-options": "DENY" },
        },
        "/": { backend: "shop", webSockets: { connections: 10, idle: 300 } },
        "/prices/": {
          backend: "prices", methods: "GET", cache: "standard", targets: ["cdn-cache-control"],
          heuristic: true, cookies: "kept", mirror: { backend: "shop", share: 5 }, staysOpen: true,
        },
      },
      cors: {
        origins: ["https://app.example.com", "http://*.example.com:8080"], credentials: true,
        headers: "x-app", expose: ["etag"], maxAge: 0,
      },
      fields: { "*": { "Strict-Transport-Security": "max-age=1" } },
      redirects: { "old/{id}": "items/{id}", help: { to: "https://a.example/", status: 302 } },
      rateLimits: { pay: { paths: "checkout/*", by: "installation", requests: 3, seconds: 10 } },
      refresh: { perSecond: 50, most: 5000 },
      hints: { share: 33.3, most: 2, visitors: 50, within: 30 },
      rollout: {
        steps: [0.5, 10], hold: 60, answers: 50, errors: 0.5, clientErrors: 1, degraded: 1, latency: 2,
      },
      beacon: { path: "beacon", share: 10, perSecond: 50 },
      errors: {
        notFound: "a", gone: "b", forbidden: "c", overloaded: "d", failed: "e",
      },
      model: {
        volume: { month: 9e7, peakMonth: 1.6, peakDay: 2.2, peakHour: 3, doublings: 1 },
        flows: { start: { share: 0.5, calls: { "GET /config": 1, "POST /account": 1.4 } } },
        routes: {
          "GET /config": {
            steady: 400, peak: 1500, hits: 0.9, class: "critical", calls: { shop: 2 },
            sla: { percentile: 99, within: "120ms", availability: 99.9 },
          },
        },
        backends: { shop: { capacity: 800, sla: { percentile: 50, within: "1s", availability: 99.999 } } },
        instance: { count: 2, cores: 4, egress: 1, connections: 50000, utilization: 0.6 },
        requests: {
          values: { id: ["1", "2"] },
          routes: { "GET /config": { paths: ["/config"], fields: { "x-app": "country=CA" }, body: "{}" } },
        },
      },
    }
    """

  static let emergency = """
    {
      $schema: "../emergency.schema.json",
      maintenance: {
        when: {
          country: "dach", device: "tv", app: "^2", build: ">=400", appName: ["com.example.shop"],
          cohort: "checkout/a", from: "2026-12-20T00:00Z", until: "2026-12-20T00:01:30Z",
        },
        message: { en: "Closed", fr: "Fermé" }, retryAfter: 120,
      },
      hide: ["legal/*", "about"],
      force: { "screens/home": "body" },
      ttl: { "products/*": 10, "*": 604800 },
      banner: "We answer slowly today",
    }
    """

  /// The fullest files, and what else a file can be.
  static let all: [FullFile] = [
    FullFile(.site, site), FullFile(.document, document), FullFile(.emergency, emergency),
    FullFile(.document, #"{ datatype: "a", variants: [{ when: { app: "2" }, body: {} }] }"#),
    FullFile(.document, servicePaged), FullFile(.document, sending),
    FullFile(.document, #"{ datatype: "a", tags: "one", precedence: [], body: {}, variants: [] }"#),
    FullFile(
      .emergency,
      #"{ ttl: 5, hide: "*a", maintenance: { message: "Closed" }, banner: { ar: "" } }"#
    ),
    FullFile(.emergency, "{}"), FullFile(.site, #"{ languages: { published: "en" } }"#),
  ]
}
