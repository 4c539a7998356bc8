// SPDX-License-Identifier: Apache-2.0

import Commands
import Gateway
import HTTPValues
import Message
import Reactor
import Serving

extension ServeCommand {
  static let eventOptions = [
    Option(
      "events FILE",
      "Write a line of JSON for each event to this file, or - for standard output;"
        + " SIGUSR1 opens the file again",
      fallback: "nowhere"
    ),
    Option(
      "events-rotate WHEN",
      "Begin a new file at this size, such as 100M, or each day in UTC: day",
      fallback: "never",
      repeats: true
    ),
    Option("events-keep NUMBER", "Keep so many old files", fallback: "\(LogRotation.usualKept)"),
    Option(
      "events-levels",
      "Begin each line on standard output with its level as journald reads it, such as" + " <3>",
      fallback: "if standard output goes to the journal"
    ),
    Option(
      "syslog SOCKET",
      "Send each event to the syslog service of this machine at its socket: unix:/dev/log"
    ),
    Option(
      "events-query NAME",
      "Also show this query parameter in events; * shows all",
      fallback: EventQueries.usual.joined(separator: ", ") + "; others are withheld",
      repeats: true
    ),
    Option(
      "events-request NAME",
      "Also show this field of requests in events, such as User-Agent",
      repeats: true
    ),
    Option(
      "events-response NAME",
      "Also show this field of responses in events, such as Content-Type",
      repeats: true
    ),
    Option(
      "events-client HOW",
      "Show in events of a client's address none, its network or all of it: none, network"
        + " or full",
      fallback: EventAddresses.network.rawValue
    ),
  ]

  static let logOptions = [
    Option(
      "log-age TIME",
      "Erase events of the log that are older than this, such as 7d or 12h",
      fallback: "those for which there is no room"
    )
  ]

  /// Reads the names of fields that events show.
  static func fieldNames(
    _ arguments: Arguments,
    _ option: String
  ) throws(UsageError) -> [FieldName] {
    try arguments.values(
      option,
      expected: "the name of a field such as User-Agent; those that prove who somebody is are in no"
        + " event"
    ) { text in
      let name = text.lowercased()
      return EventHeaders.withheld.contains(name) ? nil : FieldName(name)
    }
  }

  private static let rotatedBytes = (1 << 16)...(1 << 40)

  static func events(_ arguments: Arguments) throws(UsageError) -> [EventOutput] {
    [try file(arguments), try syslog(arguments)].compactMap(\.self)
  }

  private static func syslog(_ arguments: Arguments) throws(UsageError) -> EventOutput? {
    try arguments.value(
      "syslog",
      expected: "the socket of this machine's service: unix:/dev/log"
    ) { text in
      guard let address = SocketAddress(text), !address.isInternet else { return nil }
      return EventOutput(place: .syslog(address))
    }
  }

  private static func file(_ arguments: Arguments) throws(UsageError) -> EventOutput? {
    let rotation = try rotation(arguments)
    let hasLevels = arguments.has("events-levels")
    try arguments.check("events-rotate", "events-keep", "events-levels", need: "events")
    switch arguments.value("events") {
    case nil: return nil
    case "-"?:
      guard rotation == nil else {
        throw UsageError("--events-rotate is for a file; --events is -, the standard output")
      }
      return EventOutput(place: .output(hasLevels: hasLevels || isJournal))
    case let path?:
      guard !hasLevels else {
        throw UsageError("--events-levels is for --events -; --events is \(path)")
      }
      return EventOutput(place: .file(path, rotation))
    }
  }

  /// True if the service manager says that the standard output is the journal's.
  private static var isJournal: Bool {
    guard let stream = ProcessEnvironment.all["JOURNAL_STREAM"] else { return false }
    return stream == StandardStream.output.identity
  }

  private static func rotation(_ arguments: Arguments) throws(UsageError) -> LogRotation? {
    var rotation = LogRotation()
    for text in arguments.all("events-rotate") {
      if text == "day" {
        rotation.isDaily = true
      } else if let size = ByteCount(text, in: rotatedBytes) {
        rotation.bytes = size.bytes
      } else {
        throw UsageError(
          "--events-rotate is \(text), expected day, or a size of 64K to 1024G such as 100M"
        )
      }
    }
    let isRotated = arguments.has("events-rotate")
    try arguments.check("events-keep", need: "events-rotate")
    rotation.kept =
      try arguments.value("events-keep", expected: "0 to 10000") { Int($0, in: 0...10_000) }
      ?? rotation.kept
    return isRotated ? rotation : nil
  }
}
