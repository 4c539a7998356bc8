// SPDX-License-Identifier: Apache-2.0

import Commands
import HTTPServer

extension ServeCommand {
  /// The timeouts for clients, and for the upstream of `--upstream`.
  static let timeoutOptions = [
    OptionDefinition(
      name: "head-timeout",
      value: "TIME",
      summary: "The longest time for the head of a request, such as 500ms, 30s or 5m",
      fallback: "10s"
    ),
    OptionDefinition(
      name: "body-timeout",
      value: "TIME",
      summary:
        "The longest pause in a request body, and the period in which it needs 1,024 bytes a"
        + " second",
      fallback: "20s"
    ),
    OptionDefinition(
      name: "send-timeout",
      value: "TIME",
      summary: "The same for a client that reads its response",
      fallback: "20s"
    ),
    OptionDefinition(
      name: "idle-timeout",
      value: "TIME",
      summary: "The longest time between two requests of a connection",
      fallback: "75s"
    ),
    OptionDefinition(
      name: "upstream-timeout",
      value: "TIME",
      summary:
        "The longest time to the response of --upstream, and the longest pause in it",
      fallback: "30s"
    ),
  ]
}

extension ServerLimits {
  private static let range = Duration.milliseconds(100)...Duration.seconds(3_600)

  /// The timeouts for clients, with defaults.
  init(_ arguments: Arguments) throws(UsageError) {
    self.init()
    let timeouts: [(String, WritableKeyPath<ServerLimits.Timeouts, Duration>)] = [
      ("head-timeout", \.head), ("body-timeout", \.body), ("send-timeout", \.send),
      ("idle-timeout", \.idle),
    ]
    for (name, timeout) in timeouts {
      guard let duration = try ServerLimits.duration(name, arguments) else { continue }
      self.timeouts[keyPath: timeout] = duration
    }
  }

  static func ofUpstream(_ arguments: Arguments) throws(UsageError) -> Duration? {
    guard let duration = try duration("upstream-timeout", arguments) else { return nil }
    guard arguments.has("upstream") else {
      throw UsageError(
        "--upstream-timeout is for --upstream, which is not given",
        ServeCommand.definition
      )
    }
    return duration
  }

  private static func duration(
    _ name: String,
    _ arguments: Arguments
  ) throws(UsageError) -> Duration? {
    guard let text = arguments.value(name) else { return nil }
    guard let span = TimeSpan(text, in: range) else {
      throw UsageError(
        "--\(name) is \(text), expected 100ms to 60m, such as 30s",
        ServeCommand.definition
      )
    }
    return span.duration
  }
}
