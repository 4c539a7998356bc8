// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import FileShapes
import HTTPValues
import Measure
import Message
import Serving

/// The order to write more or less of the log elsewhere for a while.
struct LogLevelOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "log-level",
    .logLevel,
    "Writes more or less of the log elsewhere for a while.",
    shape
  )

  private static let shape = Shape.object(LogLevelOrder()) {
    Member(
      "level",
      \.level,
      .choice,
      isRequired: true,
      "What is written: usual is what the options say.",
      examples: ["all"]
    )
    Member("for", \.seconds, .span, "How long.", examples: ["10m"])
  }

  private var level = EventVerbosity.Level.usual
  private var seconds: Int64 = 600

  private var effect: String {
    switch level {
    case .usual: "what the options say is written elsewhere"
    case .all: "every event is written elsewhere, also requests that --send-share leaves out"
    case .warning: "only warnings and errors are written elsewhere"
    case .error: "only errors are written elsewhere"
    }
  }

  private var text: String { level == .usual ? effect : "for \(SpanWords.text(seconds)) \(effect)" }

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
