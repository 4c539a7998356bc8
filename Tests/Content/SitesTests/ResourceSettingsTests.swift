// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Services
import Sites
import Testing

@Suite struct `Records declared by a site` {
  private func site(_ members: String) throws -> (settings: SiteSettings, messages: [String]) {
    let text = "{ languages: { published: [\"en\"], source: \"en\" }, \(members) }"
    var findings = Findings()
    let value = try DataValue(reading: Array(text.utf8).span, as: .json5)
    let settings = SiteSettings(reading: value, as: .common, &findings)
    return (settings, findings.all.map(\.message))
  }

  @Test func `Declared records are a backend that plans may call and a pass for clients`() throws {
    let (settings, messages) = try site(
      """
      backends: { prices: { addresses: "http://127.0.0.1:9" } },
      passes: { "/prices": { backend: "prices" } },
      resources: { at: "/v1/", ttl: 0, open: "read", writeToken: "W" }
      """
    )
    #expect(messages == [])
    #expect(settings.backends.map(\.name) == ["prices", "resources"])
    #expect(settings.backends.map(\.isLocal) == [false, true])
    #expect(settings.passes.map(\.prefix) == ["/prices", "/v1", "/v1:batch"])
    #expect(settings.passes.last?.credentials?.authorization == true)
    let resources = try #require(settings.resources)
    #expect(resources.ttl == 0 && resources.open == .read && resources.writeToken == "W")
  }

  @Test func `A site without declared records has no backend and no pass for them`() throws {
    let (settings, messages) = try site("")
    #expect(messages == [] && settings.backends.isEmpty && settings.passes.isEmpty)
  }

  @Test func `Declared records have users only when those are declared`() throws {
    let (settings, messages) = try site(
      """
      resources: { at: "/v1", people: { signUp: true, mailHook: "http://127.0.0.1:9", mailKey: "K" } }
      """
    )
    let people = try #require(settings.resources?.people)
    #expect(messages == [] && people.allowsSignUp && people.sessionDays == 90)
    #expect(people.mailHook == "http://127.0.0.1:9" && people.mailKey == "K")
    #expect(try site("resources: { at: \"/v1\" }").settings.resources?.people == nil)
  }

  @Test func `Limits of records are numbers from 1, and streams have some without a declaration`()
    throws
  {
    let none = try #require(try site("resources: { at: \"/v1\" }").settings.resources).limits
    #expect(none.totalFileBytes == nil && none.userFileBytes == nil)
    #expect(none.streams == 10_000 && none.visitorStreams == 100 && none.appStreams == nil)
    #expect(none.recordBytes == 1_048_576 && none.pageBytes == 4_194_304)
    #expect(none.batchBytes == 16_777_216)
    let (settings, messages) = try site(
      """
      resources: {
        at: "/v1",
        limits: {
          totalFileBytes: 5, userFileBytes: 4, streams: 3, visitorStreams: 2, appStreams: 1,
          recordBytes: 1024, pageBytes: 1025, batchBytes: 1026,
        },
      }
      """
    )
    let limits = try #require(settings.resources).limits
    #expect(messages == [] && limits.totalFileBytes == 5 && limits.userFileBytes == 4)
    #expect(limits.streams == 3 && limits.visitorStreams == 2 && limits.appStreams == 1)
    #expect(limits.recordBytes == 1_024 && limits.pageBytes == 1_025)
    #expect(limits.batchBytes == 1_026)
    let keys = [
      "totalFileBytes", "userFileBytes", "streams", "visitorStreams", "appStreams", "recordBytes",
      "pageBytes", "batchBytes",
    ]
    for key in keys {
      let wrong = try site("resources: { at: \"/v1\", limits: { \(key): 0 } }").messages
      #expect(wrong.count == 1 && wrong[0].contains(key), "\(wrong)")
    }
  }

  @Test func `Plans may call the records with the visitor's rights where there are users`() throws {
    let settings = try site("resources: { at: \"/v1\", people: {} }").settings
    #expect(settings.backends.map(\.name) == ["resources", "visitor-resources"])
    #expect(settings.backends.map(\.isLocal) == [true, true])
    #expect(settings.backends.map(\.seesCredentials) == [false, true])
    let credentials = try #require(settings.backends.last?.credentials)
    #expect(credentials.authorization && credentials.cookies == .none)
  }

  @Test func `A declared webhook has its name, its key's variable and a day of patience`() throws {
    let (settings, messages) = try site(
      """
      resources: { at: "/v1", hooks: { orders: { url: "https://a.example.com", key: "K" } } }
      """
    )
    let hook = try #require(settings.resources?.hooks.first)
    #expect(messages == [] && hook.name == "orders" && hook.url == "https://a.example.com")
    #expect(hook.key == "K" && hook.types == [] && !hook.sendsRecord && hook.giveUpAfter == 86_400)
  }

  @Test(arguments: [
    ("resources: { at: \"/v1\", hooks: { a: { url: \"https://a\" } } }", "has no \"key\""),
    ("resources: { at: \"/v1\", hooks: { a: { key: \"K\" } } }", "has no \"url\""),
    (
      "resources: { at: \"/v1\", hooks: { a: { url: \"a\", key: \"K\" } } }",
      "https://mail.example.com"
    ),
    (
      "resources: { at: \"/v1\", hooks: { \"a/b\": { url: \"https://a\", key: \"K\" } } }",
      "1 to 32 letters, digits and dashes"
    ),
    (
      "resources: { at: \"/v1\", hooks: { a: { url: \"https://a\", key: \"K\", types: [\"A\"] } } }",
      "a small letter first"
    ),
    ("resources: { at: \"/v1\", people: { mailKey: \"K\" } }", "but no \"mailHook\""),
    ("resources: { at: \"/v1\", people: { mailHook: \"mail\" } }", "https://mail.example.com"),
    (
      "resources: { at: \"/v1\", people: { mailHook: \"https:///x\" } }", "https://mail.example.com"
    ),
    ("resources: { at: \"/v1\", people: { sessionDays: 0 } }", "expected 1 to 400"),
    (
      "resources: { at: \"/v1\", people: { providers: { a: { issuer: \"http://a\", client: \"c\" } } } }",
      "https://accounts.google.com"
    ),
    (
      "resources: { at: \"/v1\", people: { providers: { a: { issuer: \"https://a\" } } } }",
      "has no \"client\""
    ),
    ("resources: {}", "has no \"at\", which it needs"),
    ("resources: { at: \"/\" }", "\"at\" is /, where documents are; expected a path such as /v1"),
    ("resources: { at: \"v1\" }", "expected one such as /account"),
    ("resources: { at: \"/v1\", open: \"all\" }", "\"nothing\" or \"read\" or \"write\""),
    ("resources: { at: \"/v1\", ttl: -1 }", "expected 0 to 604800"),
    ("resources: { at: \"/v1\", writeToken: \"it's me\" }", "never the secret itself"),
    (
      "resources: { at: \"/v1\" }, backends: { resources: { addresses: \"http://127.0.0.1:9\" } }",
      "the backend \"resources\" is named like the site's own records"
    ),
    (
      """
      resources: { at: "/v1", people: {} },
      backends: { "visitor-resources": { addresses: "http://127.0.0.1:9" } }
      """, "the backend \"visitor-resources\" is named like the site's own records"
    ),
    (
      """
      resources: { at: "/v1" }, backends: { a: { addresses: "http://127.0.0.1:9" } },
      passes: { "/v1": { backend: "a" } }
      """, "the records and a pass are both at \"/v1\""
    ),
  ])
  func `An invalid declaration of records is refused with what was expected`(
    _ members: String,
    _ expected: String
  ) throws {
    let messages = try site(members).messages
    #expect(messages.contains { $0.contains(expected) }, "\(messages)")
  }

  @Test(arguments: [
    "postgresql://db/shop", "postgresql://portico@db1:5432,[::1]/shop?sslmode=require",
    "postgresql:///shop?host=/run/postgresql&passfile=/etc/pgpass",
  ])
  func `The address of a PostgreSQL database without a password is accepted`(address: String) throws
  {
    let (settings, messages) = try site("resources: { at: \"/v1\", store: \"\(address)\" }")
    #expect(messages == [] && settings.resources?.store == address)
  }

  @Test(arguments: [
    "db/shop", "postgres://db/shop", "mysql://db/shop", "postgresql://db", "postgresql://db/",
    "postgresql://db/a/b", "postgresql://ann:secret-word@db/shop", "postgresql://@db/shop",
    "postgresql://ann@bob@db/shop", "postgresql://db/shop?password=secret-word",
    "postgresql://db/shop?sslpassword=secret-word", "postgresql://db/shop?sslmode",
    "postgresql://db/shop?=require", "postgresql://db/shop?sslmode=require&",
    "postgresql://db/shop?options=-c x", "postgresql://db/shop name", "host=db dbname=shop",
  ])
  func `A store that is no address of PostgreSQL, or has a password, is refused and not shown`(
    address: String
  ) throws {
    let (settings, messages) = try site("resources: { at: \"/v1\", store: \"\(address)\" }")
    #expect(settings.resources?.store == nil)
    #expect(messages.count == 1 && messages[0].contains("expected one such as postgresql://user@"))
    #expect(!messages[0].contains(address), "\(messages)")
  }
}
