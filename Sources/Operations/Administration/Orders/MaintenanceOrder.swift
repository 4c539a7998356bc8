// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import Editions
import Reactor
import Serving
import Sites

/// The order to close a site for maintenance, or to open it again:
/// `{"on": true, "message": "Back at noon", "for": "30m"}`. It is in the words of the emergency file, in
/// place of whose maintenance it holds.
struct MaintenanceOrder: OperatorOrder {
  private let site: SiteChoice
  /// `nil` to open the site again.
  private let maintenance: DataValue?
  private let until: UnixTime?

  init(_ body: [UInt8], at now: Int64) throws(PlainError) {
    let order = try OrderBody(
      body,
      keys: ["on", "message", "until", "for", "site"],
      example: "{\"on\": true, \"message\": \"Back at noon\", \"for\": \"30m\"}"
    )
    site = try order.site()
    guard case .bool(let isOn)? = order.value("on")?.content else {
      throw PlainError("\"on\" is missing; expected true or false")
    }
    until = try MaintenanceOrder.end(of: order, at: now)
    guard isOn else {
      maintenance = nil
      return
    }
    guard let message = order.value("message") else {
      throw PlainError(
        "\"message\" is missing; expected a text for those who are shut out"
      )
    }
    var members: [(String, DataValue)] = [("message", message)]
    if let until { members.append(("when", .members([("until", .text("\(until)"))]))) }
    maintenance = .members(members)
  }

  private static func end(of order: OrderBody, at now: Int64) throws(PlainError) -> UnixTime? {
    let span = try order.span("for")
    guard let text = try order.text("until") else {
      return span.map { UnixTime(seconds: now + $0) }
    }
    guard span == nil else {
      throw PlainError("there are both \"until\" and \"for\"; expected one of them")
    }
    guard let until = UnixTime(text), until.seconds > now else {
      throw PlainError(
        "\"until\" is \"\(text)\"; expected an instant to come, such as \(UnixTime.example)"
      )
    }
    return until
  }

  private func target(in state: AdminState) throws -> [SiteService] {
    try state.services.chosen(site, meansAll: false)
  }

  func preview(of state: AdminState) throws -> OrderPreview {
    let sites = try target(in: state)
    let names = sites.map(\.name).joined(separator: ", ")
    guard maintenance != nil else {
      return OrderPreview([
        "\(names) would be open again, unless the emergency file closes it."
      ])
    }
    let end = until.map { "until \($0)" } ?? "until it is opened again"
    let addresses = sites.compactMap { $0.publisher.publication?.edition.site }
      .map { "\($0.baseURL)/\($0.config)" }.joined(separator: ", ")
    return OrderPreview([
      "\(names) would be closed for everybody \(end).",
      "The config URL (\(addresses)) answers 200 with the message, everything else 503 with Retry-After."
        + " CDNs that are purged on publication are purged; others go on with what they have."
        + " It outlives a restart.",
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let sites = try target(in: state)
    for site in sites {
      try await state.readers.run { try site.close(maintenance) }
      let end = until.map { " until \($0)" } ?? ""
      let text = maintenance == nil ? "the site is open again" : "the site is closed\(end)"
      state.record(.maintenance, text, kind: "maintenance", site: site.name, by: caller)
    }
    return DataValue.members([
      ("sites", .texts(sites.map(\.name))), ("on", .boolean(maintenance != nil)),
      ("until", maintenance == nil ? .null : .text(until.map { "\($0)" })),
    ]).json
  }
}
