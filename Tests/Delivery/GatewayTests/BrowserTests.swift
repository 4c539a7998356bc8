// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// The site whose answers Chromium lets pages of another origin read.
@Suite(.timeLimit(.minutes(5))) struct `Chromium with a page of another origin` {
  private static let files = ["home": #"{ datatype: "screen", body: { x: 1 } }"#]

  private func site(_ cors: String) async throws -> SiteServer {
    try await SiteServer(
      Self.files,
      settings: """
        { languages: { published: ["en"], source: "en" }, cors: \(cors), roots: "*" }
        """
    )
  }

  /// A server of pages that ask a site in four ways and show what they could read.
  private func pages() async throws -> PlainService {
    try await PlainService(clock: ManualClock(wallSeconds: SiteServer.start)) { exchange, _ in
      let target = String(exchange.request.target.drop { $0 != "?" }.dropFirst())
      try await exchange.respond(
        Response(.ok, fields: ["content-type": "text/html"]),
        body: Array(Self.page(asking: target).utf8)
      )
    }
  }

  private static func page(asking address: String) -> String {
    """
    <!doctype html><body><script>
    const url = "http://\(address)/en/home";
    async function ask(options) {
      try {
        const answer = await fetch(url, options);
        const body = await answer.json();
        return `${answer.status} x=${body.x} etag=${answer.headers.get("etag") !== null}`;
      } catch (error) { return error.name; }
    }
    const shown = (async () => {
      const texts = [
        await ask({}),
        await ask({ headers: { "X-App": "version=2.1" } }),
        await ask({ headers: { "X-Other": "1" } }),
        await ask({ credentials: "include" }),
      ];
      document.body.textContent = "[" + texts.join("|") + "]";
    })();
    </script></body>
    """
  }

  /// The text of a page that requests the site plainly, with a declared field, with another field
  /// and with cookies.
  private func reading(_ site: SiteServer, from pages: PlainService) async throws -> [String] {
    let seen = try await Chromium.look(
      ["/page?\(site.address)"],
      at: "\(pages.address)",
      scripts: true,
      action: "shown"
    )
    let html = try #require(seen.first?.html)
    let shown = try #require(html.firstMatch(of: /<body>\[([^\]]*)\]/), "\(html)")
    return shown.output.1.split(separator: "|").map(String.init)
  }

  @Test
  func `Chromium reads, preflights and sends cookies for a page of a named origin`() async throws {
    let pages = try await pages()
    let site = try await site(#"{ origins: ["\#(pages.address)"], credentials: true }"#)
    let whole = "200 x=1 etag=true"
    #expect(try await reading(site, from: pages) == [whole, whole, "TypeError", whole])
  }

  @Test
  func `Chromium reads nothing for a page of an origin that the site does not name`() async throws {
    let pages = try await pages()
    let site = try await site(#"{ origins: ["https://app.example.com"], credentials: true }"#)
    #expect(try await reading(site, from: pages) == Array(repeating: "TypeError", count: 4))
  }

  @Test
  func `Chromium reads without cookies for a page of any origin where any may read`() async throws {
    let pages = try await pages()
    let site = try await site(#"{ origins: "*" }"#)
    let whole = "200 x=1 etag=true"
    #expect(try await reading(site, from: pages) == [whole, whole, "TypeError", "TypeError"])
  }

  @Test
  func `Chromium reads nothing for a page of another origin without CORS settings`() async throws {
    let pages = try await pages()
    let site = try await SiteServer(Self.files)
    #expect(try await reading(site, from: pages) == Array(repeating: "TypeError", count: 4))
  }
}
