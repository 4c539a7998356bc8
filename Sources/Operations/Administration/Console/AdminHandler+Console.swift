// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import ContentModel
import HTTPServer
import HTTPValues
import Reactor
import Serving

/// Serves pages of the console at the addresses of the reports that they show, to clients that
/// prefer HTML.
extension AdminHandler {
  /// The texts that are the same for every client, coded when the first of them is asked for.
  private static let staticTexts = Dictionary(
    uniqueKeysWithValues: StaticText.all.map { (StaticText.folder + $0.name, StaticAnswers($0)) }
  )

  /// The stylesheet, the script or the icon, which reveal nothing about the service.
  static func staticText(_ request: borrowing RequestView) -> Answer? {
    let path = request.path.text
    guard request.method == .get || request.method == .head, path.hasPrefix(StaticText.folder)
    else { return nil }
    return staticTexts[path].map { .prepared($0.answer(to: request)) }
  }

  /// The page for a request; `nil` where the client prefers another format, or the console has no
  /// such page.
  ///
  /// - Parameters:
  ///   - hasReport: true if there is something else than a page at the address.
  ///   - node: the name of this node, for a page that is read at another one.
  func page(
    _ request: borrowing RequestView,
    hasReport: Bool,
    for caller: Operator,
    at node: String? = nil
  ) -> Answer? {
    guard AdminHandler.asksForPage(request, hasReport: hasReport),
      let console = Console(AdminHandler.address(of: request))
    else { return nil }
    // Orders are given at the node that is to follow them.
    let isOwn = node == nil
    let session = isOwn ? state.gate.session(of: request, at: UnixTime.now.seconds) : nil
    let (state, reader) = (state, reader(caller, of: session, atOwnNode: isOwn))
    return .later { exchange in
      let inspection = await state.inspection(for: console, of: reader, caller, at: node)
      let read = exchange.age
      let bytes = try await state.readers.run { console.html(inspection) }
      var response = Response(.ok, fields: PageFields.all)
      let written = AdminHandler.milliseconds(exchange.age - read)
      response.fields.set(
        "server-timing",
        "read;dur=\(AdminHandler.milliseconds(read)), write;dur=\(written)"
      )
      try await state.respond(to: exchange, response, body: bytes)
    }
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    (Double(duration.nanoseconds) / 1e4).rounded() / 100
  }

  private static let html = MediaType("text/html").map { [$0] } ?? []
  private static let types = ["application/json", "text/plain"].compactMap { MediaType($0) } + html

  static func address(of request: borrowing RequestView) -> Address {
    Address(asked: request.path.text, AdminEndpoint.query(of: request))
  }

  /// Whether the client prefers HTML, as browsers do; a client that accepts everything gets JSON, where there
  /// is any.
  static func asksForPage(_ request: borrowing RequestView, hasReport: Bool = true) -> Bool {
    guard request.method == .get || request.method == .head else { return false }
    let accept = Accept(request.fields)
    return hasReport ? accept.preferred(among: types) == 2 : accept.preferred(among: html) != nil
  }
}
