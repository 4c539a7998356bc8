// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Gateway
import Geography
import GeographyTesting
import LoopTesting
import SiteTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The country of a visitor` {
  private let folder: TemporaryFolder
  private let database: String
  private let files = [
    "home": """
    { datatype: "a", body: { country: "unknown" }, variants: [
      { when: { country: "DE" }, patch: { country: "DE" } },
      { when: { country: "FR" }, patch: { country: "FR" } },
      { when: { country: "JP" }, patch: { country: "JP" } },
      { when: { country: "BR" }, patch: { country: "BR" } },
      { when: { country: "US" }, patch: { country: "US" } } ] }
    """,
    "terms": #"{ datatype: "a", body: { x: 1 } }"#,
  ]

  init() throws {
    folder = TemporaryFolder()
    database = "\(folder.path)/countries.mmdb"
    try Files.write(
      DatabaseWriter.countries([127: "US", 1: "DE", 2: "FR", 3: "JP"]),
      to: database
    )
  }

  private func server(_ edges: String = "") async throws -> SiteServer {
    try await SiteServer(
      files,
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" },
          edges: { \(edges) }, errors: { notFound: "home" }, roots: "*",
        }
        """,
      countries: CountryFile(database)
    )
  }

  private func country(
    _ server: SiteServer,
    _ fields: [String: String] = [:]
  ) async throws -> String {
    let home = try await server.get("/home", fields)
    return String(try #require(home.body.firstMatch(of: /"country":"([^"]*)"/)?.1))
  }

  private static let edge = #"cdn: { peers: ["127.0.0.0/8", "9.9.0.0/16"], country: "X-Country" }"#

  @Test func `A visitor's country is looked up by the peer's address where no edge is declared`()
    async throws
  {
    #expect(try await country(server()) == "US")
  }

  @Test func `An error page that depends on the country by address is private`() async throws {
    let lost = try await server().get("/nothing")
    #expect(lost.status == 404 && lost.body.contains(#""country":"US""#))
    #expect(lost.fields["cache-control"] == "private, max-age=5")
    let told = try await server(Self.edge).get("/nothing", ["X-Country": "DE"])
    #expect(told.body.contains(#""country":"DE""#))
    #expect(told.fields["cache-control"] == "public, max-age=5")
  }

  private enum Undeclared {
    static let fields: [[String: String]] = [
      ["X-Forwarded-For": "1.0.0.1"], ["Forwarded": "for=1.0.0.1"], ["X-Real-IP": "1.0.0.1"],
      ["True-Client-IP": "1.0.0.1"], ["X-Country": "DE"],
    ]
  }

  @Test(arguments: Undeclared.fields)
  func `A country or client named by an undeclared peer is ignored`(
    fields: [String: String]
  ) async throws {
    let server = try await server(#"cdn: { peers: ["9.0.0.0/8"], country: "X-Country" }"#)
    #expect(try await country(server, fields) == "US")
  }

  private enum Lists {
    static let all: [(String, String)] = [
      ("1.0.0.1", "DE"), ("2.0.0.1, 1.0.0.1", "DE"), ("1.0.0.1, 9.9.1.2", "DE"),
      ("1.0.0.1, 9.9.1.2, 127.0.0.2", "DE"), ("2.0.0.1, 8.8.8.8", "unknown"),
      ("::ffff:1.0.0.1", "DE"), ("1.0.0.1:4711", "DE"), ("1.0.0.1, unknown", "unknown"),
      ("nonsense", "unknown"), ("", "unknown"), ("::1", "unknown"), ("5.0.0.1", "unknown"),
    ]
  }

  @Test(arguments: Lists.all)
  func `A visitor's country is that of the client whom the declared peers forward`(
    list: String,
    expected: String
  ) async throws {
    let server = try await server(Self.edge)
    #expect(try await country(server, ["X-Forwarded-For": list]) == expected)
  }

  @Test
  func `A visitor's country is unknown where a declared peer names no client`() async throws {
    #expect(try await country(server(Self.edge)) == "unknown")
  }

  private enum ClientFields {
    static let all: [(String, [String: String], String)] = [
      ("Forwarded", ["Forwarded": "for=2.0.0.1, for=\"1.0.0.1:80\""], "DE"),
      ("Forwarded", ["X-Forwarded-For": "1.0.0.1"], "unknown"),
      ("True-Client-IP", ["True-Client-IP": "3.0.0.1", "X-Forwarded-For": "1.0.0.1"], "JP"),
      ("true-client-ip", ["True-Client-IP": "3.0.0.1:8080"], "JP"),
      ("True-Client-IP", ["True-Client-IP": "3.0.0.1, 1.0.0.1"], "unknown"),
      ("True-Client-IP", ["X-Forwarded-For": "1.0.0.1"], "unknown"),
    ]
  }

  @Test(arguments: ClientFields.all)
  func `A visitor's country is that of the address in the edge's client field`(
    field: String,
    fields: [String: String],
    expected: String
  ) async throws {
    let server = try await server(#"cdn: { peers: "127.0.0.0/8", client: "\#(field)" }"#)
    #expect(try await country(server, fields) == expected)
  }

  private enum Order {
    static let all: [([String: String], String)] = [
      (["X-App": "country=BR", "X-Country": "FR", "X-Forwarded-For": "1.0.0.1"], "BR"),
      (["X-Country": "FR", "X-Forwarded-For": "1.0.0.1"], "FR"),
      (["X-Forwarded-For": "1.0.0.1"], "DE"), (["X-Forwarded-For": "6.0.0.1"], "unknown"),
      // A code that is not a country counts as missing.
      (["X-App": "country=ZZ", "X-Country": "T1", "X-Forwarded-For": "1.0.0.1"], "DE"),
    ]
  }

  @Test(arguments: Order.all)
  func `A country stated by the app precedes the edge's, and that the address's`(
    fields: [String: String],
    expected: String
  ) async throws {
    #expect(try await country(server(Self.edge), fields) == expected)
  }

  @Test func `An answer that depends on the country by address is private`() async throws {
    let server = try await server(Self.edge)
    func control(_ target: String, _ fields: [String: String]) async throws -> String? {
      let reply = try await server.get(target, fields)
      return reply.fields["cache-control"].map { String($0.prefix { $0 != "," }) }
    }
    #expect(try await control("/home", ["X-Forwarded-For": "1.0.0.1"]) == "private")
    // An unknown country is one by address too: the next client may have one.
    #expect(try await control("/home", [:]) == "private")
    #expect(try await control("/home", ["X-Country": "DE"]) == "public")
    #expect(try await control("/home", ["X-App": "country=DE"]) == "public")
    #expect(try await control("/home?country=DE", [:]) == "public")
    #expect(try await control("/und.de/home", ["X-Forwarded-For": "2.0.0.1"]) == "public")
    #expect(try await control("/terms", ["X-Forwarded-For": "1.0.0.1"]) == "public")
    let plain = try await SiteServer(files)
    #expect(try await plain.get("/home").fields["cache-control"]?.hasPrefix("public") == true)
  }

  @Test func `A maintenance page that depends on the country by address is private`() async throws {
    let server = try await server(Self.edge)
    server.site.write(
      #"{ maintenance: { when: { country: "DE" }, message: "Closed" } }"#,
      to: "Content/emergency.json5"
    )
    server.publish()
    let closed = try await server.get("/home", ["X-Forwarded-For": "1.0.0.1"])
    #expect(closed.status == 503 && closed.fields["cache-control"] == "private, max-age=5")
    #expect(try await server.get("/home", ["X-Forwarded-For": "2.0.0.1"]).status == 200)
    let said = try await server.get("/home", ["X-App": "country=DE"])
    #expect(said.status == 503 && said.fields["cache-control"] == "public, max-age=5")
  }

  @Test func `The links of the config URL carry the country by address`() async throws {
    var files = files
    files["config"] = #"{ datatype: "config", body: { home: { $ref: "home" } } }"#
    let server = try await SiteServer(
      files,
      settings: #"{ languages: { published: ["en"], source: "en", default: "en" }, roots: "*" }"#,
      countries: CountryFile(database)
    )
    let config = try await server.get("/config")
    #expect(config.body.contains(#""home":"/und.us/home""#), "\(config.body)")
    #expect(config.fields["cache-control"]?.hasPrefix("private, ") == true)
  }
}
