// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import HTTPValues
import Measure
import Message
import Serving

/// The order to write more or less of the log elsewhere for a while: `{"level": "all", "for": "10m"}`.
struct LogLevelOrder: OperatorOrder {
  private static let standardSeconds: Int64 = 600

  private let level: EventVerbosity.Level
  private let seconds: Int64

  init(_ body: [UInt8], _ query: QueryParameters) throws(PlainError) {
    let order = try OrderBody(
      body,
      keys: ["level", "for"],
      example: "{\"level\": \"all\", \"for\": \"10m\"}"
    )
    let names = EventVerbosity.Level.allCases.map(\.rawValue).joined(separator: ", ")
    let text = try order.text("level") ?? ""
    guard let level = EventVerbosity.Level(rawValue: text) else {
      throw PlainError("\"level\" is \"\(text)\"; expected one of \(names)")
    }
    self.level = level
    seconds =
      if let said = try order.span("for") { said } else if let text = query["for"] {
        try OrderBody.seconds(text, "for")
      } else {
        LogLevelOrder.standardSeconds
      }
  }

  private var effect: String {
    switch level {
    case .usual: "what the options say is written elsewhere"
    case .all: "every event is written elsewhere, also requests that --send-share leaves out"
    case .warning: "only warnings and errors are written elsewhere"
    case .error: "only errors are written elsewhere"
    }
  }

  private var text: String {
    level == .usual ? effect : "for \(SpanWords.text(seconds)) \(effect)"
  }

  func preview(of state: AdminState) -> OrderPreview {
    OrderPreview([
      "From now on \(text). Then the options hold again by themselves.",
      "Elsewhere means --events, --syslog and --otlp; the log of this host has everything all the same.",
    ])
  }

  func perform(on state: AdminState, by caller: Operator) -> [UInt8] {
    let until = UnixTime.now.seconds + seconds
    state.services.shared.verbosity.set(level, until: until)
    state.record(.logLevel, text, kind: "log-level", by: caller)
    return DataValue.members([
      ("level", .text(level.rawValue)),
      ("until", level == .usual ? .null : .text("\(UnixTime(seconds: until))")),
    ]).json
  }
}
