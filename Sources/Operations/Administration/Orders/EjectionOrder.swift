// SPDX-License-Identifier: Apache-2.0

import Backends
import Bytes
import Commands
import DataFiles
import Editions
import FileShapes
import HTTPClient
import HTTPValues
import Measure
import Reactor
import Services
import Serving
import Sites

/// The order to send no more calls to a service, or to one of its endpoints, or to send them again.
struct EjectionOrder: OperatorOrder {
  private struct Body: Sendable {
    var service = ""
    var site = SiteChoice.unsaid
    var endpoint: String?
    var seconds: Int64?
  }

  static let eject = definition(
    "eject",
    "Sends no more calls to a service, or to one of its endpoints.",
    [
      Member(
        "for",
        \.seconds,
        .span,
        "Time until calls are sent again; until it is readmitted, without it.",
        examples: ["10m"]
      )
    ]
  )
  static let readmit = definition(
    "readmit",
    "Sends calls to an ejected service or endpoint again.",
    []
  )

  private static func definition(
    _ name: String,
    _ sentence: String,
    _ more: [Member<Body>]
  ) -> OrderDefinition {
    OrderDefinition(
      name,
      .ejection,
      sentence,
      Shape.object(Body()) {
        Member(
          "backend",
          \.service,
          .text,
          isRequired: true,
          "Name of the service.",
          examples: ["catalog"]
        )
        Member(
          "endpoint",
          \.endpoint,
          .letters(1...500),
          "Address of one endpoint; all of the service, without it.",
          examples: ["http://10.0.0.7:8080"]
        )
        more
        Member.site(\.site)
      }
    ) {
      EjectionOrder(
        isEjecting: name == "eject",
        service: $0.service,
        site: $0.site,
        endpoint: $0.endpoint,
        seconds: $0.seconds
      )
    }
  }

  /// The order at `/backends/NAME:eject` or `/backends/NAME:readmit`.
  static func order(at path: String, _ body: [UInt8]) throws -> any OperatorOrder {
    let name = OperatorPath.backends.rest(of: path) ?? ""
    guard let definition = [eject, readmit].first(where: { name.hasSuffix(":\($0.name)") }),
      let service = PercentCoding.decodeText(
        name.dropLast(definition.name.count + 1).utf8Span.span
      ), !service.isEmpty
    else { throw Refusal(.notFound, "expected /backends/NAME:eject or /backends/NAME:readmit") }
    return try definition.order(body, and: [("backend", .text(service))])
  }

  let isEjecting: Bool
  let service: String
  let site: SiteChoice
  /// `nil` for all endpoints.
  let endpoint: String?
  /// `nil` for an ejection that lasts until it is taken back.
  let seconds: Int64?

  /// The site, and the endpoints of the service there.
  private func target(in state: AdminState) async throws -> (site: SiteService, endpoints: [String])
  {
    let site = try state.site(site)
    let names = site.publisher.publication?.edition.site.backends.map(\.name) ?? []
    guard names.contains(service) else {
      throw Refusal(
        .notFound,
        "\(site.name) has no service \"\(service)\"; expected one of "
          + names.joined(separator: ", ")
      )
    }
    // A loop learns of the services with its first request.
    let known = try await site.inspection().backends.first { $0.name == service }
    let endpoints = known?.loops.first?.endpoints.map(\.destination.description) ?? []
    if let endpoint, !endpoints.contains(endpoint) {
      let expected =
        endpoints.isEmpty
        ? "no endpoint, since nobody has called the service yet"
        : "one of " + endpoints.joined(separator: ", ")
      throw PlainError("\"endpoint\" is \"\(endpoint)\"; expected \(expected)")
    }
    return (site, endpoints)
  }

  private var thing: String { endpoint.map { "\($0) of \(service)" } ?? "all of \(service)" }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let (site, endpoints) = try await target(in: state)
    guard isEjecting else { return OrderPreview(["\(thing) would get calls again."]) }
    let span = seconds.map { "for \(SpanWords.text($0))" } ?? "until it is readmitted"
    let left = endpoints.count - (endpoint == nil ? endpoints.count : 1)
    var effect = ["\(thing) would get no calls \(span)."]
    effect.append(
      left > 0
        ? "Its other \(Counted.text(left, "endpoint")) would get them."
        : "Calls to it would fail at once. What is kept stays in use while it lasts; answers that need it"
          + " fail, others lack its part."
    )
    return OrderPreview(effect, [try await routes(of: site, in: state)])
  }

  /// The routes that call the service, as `GET /routes` has them.
  private func routes(of site: SiteService, in state: AdminState) async throws -> FigureTable {
    let all = try await state.tables(of: OperatorPath.routes.text, QueryParameters([]))[0]
    var table = FigureTable(all.name, all.columns)
    let keys = all.columns.map(\.key)
    guard let sites = keys.firstIndex(of: "site"), let backends = keys.firstIndex(of: "backends")
    else { return table }
    for row in all.rows where row.figures[sites] == .text(site.name) {
      guard case .text(let names) = row.figures[backends],
        names.split(separator: ", ").contains(where: { $0 == service })
      else { continue }
      table.add(row.figures, tone: row.tone)
    }
    return table
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let (site, _) = try await target(in: state)
    let isChanged = try await site.change(
      isEjecting ? .eject(for: seconds.map { .seconds($0) }) : .readmit,
      endpoint,
      of: service
    )
    guard isChanged else { throw PlainError("\(thing) is not ejected by an operator") }
    let span = seconds.map { " for \(SpanWords.text($0))" } ?? ""
    let text = isEjecting ? "\(thing) is ejected\(span)" : "\(thing) is readmitted"
    state.record(.ejection, text, kind: "ejection", site: site.name, by: caller)
    return DataValue.members([
      ("site", .text(site.name)), ("backend", .text(service)), ("endpoint", .text(endpoint)),
      ("ejected", .boolean(isEjecting)), ("seconds", seconds.map { .number(Int($0)) } ?? .null),
    ]).json
  }
}
