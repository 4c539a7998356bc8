// SPDX-License-Identifier: Apache-2.0

import Editions
import Gateway
import LoopTesting
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The metrics of resolution` {
  private static let settings = """
    {
      languages: { published: ["en", "de", "fr"], source: "en", default: "en" },
      roots: "*",
    }
    """

  private static let files = [
    "Locales/en.json": #"{ "hello": "Hello", "bye": "Bye" }"#,
    "Locales/fr.json": #"{ "hello": "Bonjour", "bye": "Adieu" }"#,
    "Locales/de.json": #"{ "bye": "Ade" }"#,
    "home": #"{ datatype: "screen", body: { title: { $t: "hello" } } }"#,
    "end": #"{ datatype: "screen", body: { title: { $t: "bye" } } }"#,
    "menu": #"""
    {
      datatype: "screen", body: { x: 1 },
      variants: [{ id: "small", when: { device: "phone" }, body: { x: 2 } }],
    }
    """#,
    "plain": #"{ datatype: "screen", body: { x: 3 } }"#,
  ]

  private func server() async throws -> SiteServer {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let findings = server.publisher.lastReport?.findings ?? []
    _ = try #require(server.publisher.publication, "\(findings)")
    return server
  }

  private func count(_ server: SiteServer, _ kind: String, _ outcome: String) -> UInt64 {
    guard
      case .counter(let count)? = server.signals.snapshot()["portico_resolutions_total"]?[
        kind,
        outcome
      ]
    else { return 0 }
    return count
  }

  @Test func `Each answer's language match is counted, also of kept answers`() async throws {
    let server = try await server()
    for _ in 0..<3 {
      #expect(try await server.get("/home", ["Accept-Language": "fr"]).status == 200)
    }
    _ = try await server.get("/home", ["Accept-Language": "fr-CA"])
    _ = try await server.get("/home", ["Accept-Language": "de"])
    _ = try await server.get("/fr/home")
    #expect(count(server, "language", "exact") == 4)
    #expect(count(server, "language", "parent") == 1)
    #expect(count(server, "language", "default") == 1)
    let missing = server.signals.snapshot()["portico_translation_missing_total"]
    #expect(missing?["de"] == .counter(1))
    #expect(missing?["fr"] == .counter(0))
  }

  @Test func `Variants for a device are counted apart from bodies for everybody`() async throws {
    let server = try await server()
    _ = try await server.get("/menu", ["X-App": "device=phone"])
    _ = try await server.get("/menu", ["X-App": "device=tablet"])
    _ = try await server.get("/plain", ["X-App": "device=phone"])
    _ = try await server.get("/nothing")
    #expect(count(server, "device", "exact") == 1)
    #expect(count(server, "device", "default") == 1)
    #expect(count(server, "language", "none") == 0)
  }
}
