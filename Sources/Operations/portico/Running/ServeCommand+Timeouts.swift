// SPDX-License-Identifier: Apache-2.0

import Commands
import HTTPServer

extension ServeCommand {
  /// The timeouts for clients, and for the upstream of `--upstream`.
  static let timeoutOptions = [
    Option(
      "head-timeout TIME",
      "The longest time for the head of a request, such as 500ms, 30s or 5m",
      fallback: "10s"
    ),
    Option(
      "body-timeout TIME",
      "The longest pause in a request body, and the period in which it needs 1,024 bytes a"
        + " second",
      fallback: "20s"
    ),
    Option("send-timeout TIME", "The same for a client that reads its response", fallback: "20s"),
    Option(
      "idle-timeout TIME",
      "The longest time between two requests of a connection",
      fallback: "75s"
    ),
    Option(
      "upstream-timeout TIME",
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
    let duration = try duration("upstream-timeout", arguments)
    try arguments.check("upstream-timeout", need: "upstream")
    return duration
  }

  private static func duration(
    _ name: String,
    _ arguments: Arguments
  ) throws(UsageError) -> Duration? {
    try arguments.value(name, expected: "100ms to 60m, such as 30s") {
      TimeSpan($0, in: range)?.duration
    }
  }
}
