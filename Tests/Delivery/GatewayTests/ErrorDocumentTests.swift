// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Message
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A site with documents for errors` {
  private static let files = [
    "home": """
    { datatype: "screen", body: { x: { $t: "lost" }, cancelURL: { $ref: "config" } } }
    """,
    "errors/lost": """
    { datatype: "error", body: { title: { $t: "lost" }, continueURL: { $ref: "home" } } }
    """,
    "errors/busy": #"{ datatype: "error", body: { title: { $t: "busy" } } }"#,
    "items/{id}": """
    { datatype: "item", calls: { item: { backend: "shop", path: "/items/{id}" } },
      body: { name: { $pick: "$.item.name" } } }
    """,
    "Locales/en.json": #"{ "lost": "Nothing here", "busy": "Too busy" }"#,
    "Locales/fr.json": #"{ "lost": "Rien ici", "busy": "Trop occupé" }"#,
  ]

  private static let errors =
    #"errors: { notFound: "errors/lost", overloaded: "errors/busy", failed: "errors/busy" },"#

  private static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      backends: { shop: { addresses: "http://127.0.0.1:1", timeout: "500ms", retries: 0 } },
      \(errors)
      rateLimits: { home: { paths: "home", requests: 1, seconds: 60 } },
      roots: "*",
    }
    """

  @Test func `The event of an error names the error document and the failed call`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let server = try await SiteServer(Self.files, settings: Self.settings, events: log)
    #expect(try await server.get("/en/items/1").status >= 500)
    #expect(try await server.get("/nothing").status == 404)
    let events = try EventLines.of(log)
    let failed = try #require(events.first { $0.contains(#""path":"/en/items/1""#) })
    #expect(
      failed.contains(#""error_document":"errors/busy""#)
        && failed.contains(#""failed_call":"item""#)
    )
    let missing = try #require(events.first { $0.contains(#""path":"/nothing""#) })
    #expect(missing.contains(#""error_document":"errors/lost""#), "\(missing)")
    let settings = Self.settings.replacing(Self.errors, with: "")
    let plain = try EventLog(state: nil, loops: 1, at: 0)
    let other = try await SiteServer(Self.files, settings: settings, events: plain)
    #expect(try await other.get("/nothing").status == 404)
    #expect(try EventLines.of(plain).allSatisfy { !$0.contains("error_document") })
  }

  @Test(arguments: [true, false], [Status.internalServerError, .notFound, .serviceUnavailable])
  func `No error names a service, a call or an address to the public`(
    hasDocuments: Bool,
    status: Status
  ) async throws {
    let service = try await SampleService()
    var says = SampleService.Says("{}")
    says.status = status
    service.says(says, to: "/hidden-path/1")
    let plan = """
      { datatype: "item", calls: { hiddenCall: { backend: "hiddenService", path: "/hidden-path/{id}" } },
        body: { name: { $pick: "$.hiddenCall.name" } } }
      """
    let settings = """
      {
        languages: { published: ["en", "fr"], source: "en", default: "en" },
        backends: {
          hiddenService: { addresses: "\(service.address)", retries: 0 },
          hiddenToo: { addresses: "http://127.0.0.1:1", retries: 0 },
        },
        \(hasDocuments ? Self.errors : "")
        passes: { "/through": { backend: "hiddenToo" } },
        roots: "*",
      }
      """
    let files = Self.files.merging(["items/{id}": plan]) { $1 }
    let server = try await SiteServer(files, settings: settings)
    for path in ["/en/items/1", "/through/1"] {
      let reply = try await server.get(path)
      #expect(reply.status >= 400)
      let told = reply.body + reply.fields.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
      for name in ["hidden", "127.0.0.1"] { #expect(!told.contains(name), "\(told)") }
    }
  }
}
