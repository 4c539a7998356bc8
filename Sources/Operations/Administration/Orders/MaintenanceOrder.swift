// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import Editions
import FileShapes
import Measure
import Reactor
import Serving
import Sites

/// The order to close a site for maintenance, or to open it again. It is in the words of the emergency file, in place
/// of whose maintenance it holds.
struct MaintenanceOrder: OperatorOrder {
  private struct Body: Sendable {
    var isOn = true
    var message: DataValue?
    var until: UnixTime?
    var seconds: Int64?
    var site = SiteChoice.unsaid
  }

  static let definition = OrderDefinition(
    "maintenance",
    at: .maintenance,
    .maintenance,
    "Closes a site for maintenance, or opens it again.",
    Shape.object(Body()) {
      Member("on", \.isOn, .flag, isRequired: true, "true to close it.", examples: [true])
      Member(
        "message",
        \.message,
        .anything,
        "Text for those who are shut out, or one for each language.",
        examples: ["Back at noon"]
      )
      Member("for", \.seconds, .span, "Time until it opens by itself.", examples: ["30m"])
      Member("until", \.until, .instant, "Instant at which it opens, in place of \"for\".")
      Member.site(\.site)
    }
  ) { try MaintenanceOrder($0, at: UnixTime.now.seconds) }

  private let site: SiteChoice
  /// `nil` to open the site again.
  private let maintenance: DataValue?
  private let until: UnixTime?

  private init(_ body: Body, at now: Int64) throws(PlainError) {
    site = body.site
    until = body.until ?? body.seconds.map { UnixTime(seconds: now + $0) }
    guard body.until == nil || body.seconds == nil else {
      throw PlainError("there are both \"until\" and \"for\"; expected one of them")
    }
    if let until, until.seconds <= now {
      throw PlainError(
        "\"until\" is \(until); expected an instant to come, such as \(UnixTime.example)"
      )
    }
    guard body.isOn else {
      maintenance = nil
      return
    }
    guard let message = body.message else {
      throw PlainError("\"message\" is missing; expected a text for those who are shut out")
    }
    var members: [(String, DataValue)] = [("message", message)]
    if let until { members.append(("when", .members([("until", .text("\(until)"))]))) }
    maintenance = .members(members)
  }

  private func target(in state: AdminState) throws -> [SiteService] {
    try state.services.chosen(site, meansAll: false)
  }

  func preview(of state: AdminState) throws -> OrderPreview {
    let sites = try target(in: state)
    let names = sites.map(\.name).joined(separator: ", ")
    guard maintenance != nil else {
      return OrderPreview(["\(names) would be open again, unless the emergency file closes it."])
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
    var told: [(String, DataValue)] = []
    for site in sites {
      told = AdminState.members(of: try await site.close(maintenance), site)
      let end = until.map { " until \($0)" } ?? ""
      let text = maintenance == nil ? "the site is open again" : "the site is closed\(end)"
      state.record(.maintenance, text, kind: "maintenance", site: site.name, by: caller)
    }
    return DataValue.members(
      [
        ("sites", .texts(sites.map(\.name))), ("on", .boolean(maintenance != nil)),
        ("until", maintenance == nil ? .null : .text(until.map { "\($0)" })),
      ] + told
    ).json
  }
}
