// SPDX-License-Identifier: Apache-2.0

import Commands
import Gateway
import HTTPValues
import Message
import Reactor
import Serving

extension ServeCommand {
  static let eventOptions = [
    OptionDefinition(
      name: "events",
      value: "FILE",
      summary: "Write a line of JSON for each event to this file, or - for standard output;"
        + " SIGUSR1 opens the file again",
      fallback: "nowhere"
    ),
    OptionDefinition(
      name: "events-rotate",
      value: "WHEN",
      summary: "Begin a new file at this size, such as 100M, or each day in UTC: day",
      fallback: "never",
      repeats: true
    ),
    OptionDefinition(
      name: "events-keep",
      value: "NUMBER",
      summary: "Keep so many old files",
      fallback: "\(LogRotation.usualKept)"
    ),
    OptionDefinition(
      name: "events-levels",
      summary: "Begin each line on standard output with its level as journald reads it, such as"
        + " <3>",
      fallback: "if standard output goes to the journal"
    ),
    OptionDefinition(
      name: "syslog",
      value: "SOCKET",
      summary: "Send each event to the syslog service of this machine at its socket: unix:/dev/log"
    ),
    OptionDefinition(
      name: "events-query",
      value: "NAME",
      summary: "Also show this query parameter in events; * shows all",
      fallback: EventQueries.usual.joined(separator: ", ") + "; others are withheld",
      repeats: true
    ),
    OptionDefinition(
      name: "events-request",
      value: "NAME",
      summary: "Also show this field of requests in events, such as User-Agent",
      repeats: true
    ),
    OptionDefinition(
      name: "events-response",
      value: "NAME",
      summary: "Also show this field of responses in events, such as Content-Type",
      repeats: true
    ),
    OptionDefinition(
      name: "events-client",
      value: "HOW",
      summary: "Show in events of a client's address none, its network or all of it: none, network"
        + " or full",
      fallback: EventAddresses.network.rawValue
    ),
  ]

  static let logOptions = [
    OptionDefinition(
      name: "log-age",
      value: "TIME",
      summary: "Erase events of the log that are older than this, such as 7d or 12h",
      fallback: "those for which there is no room"
    )
  ]

  private static let logAges: ClosedRange<Duration> = .seconds(60) ... .seconds(3_660 * 86_400)

  static func logAge(_ arguments: Arguments) throws(UsageError) -> Duration? {
    guard let text = arguments.value("log-age") else { return nil }
    guard let age = TimeSpan(text, in: logAges)?.duration else {
      throw UsageError("--log-age is \(text), expected 1m to 3660d, such as 7d", definition)
    }
    return age
  }

  static func eventAddresses(_ arguments: Arguments) throws(UsageError) -> EventAddresses {
    guard let text = arguments.value("events-client") else { return .network }
    guard let addresses = EventAddresses(rawValue: text) else {
      throw UsageError("--events-client is \(text), expected none, network or full", definition)
    }
    return addresses
  }

  /// Reads the names of fields that events show.
  static func fieldNames(
    _ arguments: Arguments,
    _ option: String
  ) throws(UsageError) -> [FieldName] {
    var names: [FieldName] = []
    for text in arguments.all(option) {
      let name = text.lowercased()
      guard let field = FieldName(name), !EventHeaders.withheld.contains(name) else {
        throw UsageError(
          "--\(option) is \(text), expected the name of a field such as User-Agent; those that prove who"
            + " somebody is are in no event",
          definition
        )
      }
      names.append(field)
    }
    return names
  }

  private static let rotatedBytes = (1 << 16)...(1 << 40)
  private static let keptFiles = 0...10_000

  static func events(_ arguments: Arguments) throws(UsageError) -> [EventOutput] {
    [try file(arguments), try syslog(arguments)].compactMap(\.self)
  }

  private static func syslog(_ arguments: Arguments) throws(UsageError) -> EventOutput? {
    guard let text = arguments.value("syslog") else { return nil }
    guard let address = SocketAddress(text), !address.isInternet else {
      throw UsageError(
        "--syslog is \(text), expected the socket of this machine's service: unix:/dev/log",
        definition
      )
    }
    return EventOutput(place: .syslog(address))
  }

  private static func file(_ arguments: Arguments) throws(UsageError) -> EventOutput? {
    let rotation = try rotation(arguments)
    let hasLevels = arguments.has("events-levels")
    switch arguments.value("events") {
    case nil:
      for option in ["events-rotate", "events-keep", "events-levels"] where arguments.has(option) {
        throw UsageError("--\(option) is for --events, which is not given", definition)
      }
      return nil
    case "-"?:
      guard rotation == nil else {
        throw UsageError(
          "--events-rotate is for a file; --events is -, the standard output",
          definition
        )
      }
      return EventOutput(place: .output(hasLevels: hasLevels || isJournal))
    case let path?:
      guard !hasLevels else {
        throw UsageError("--events-levels is for --events -; --events is \(path)", definition)
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
      } else if let bytes = ByteCount(text)?.bytes, rotatedBytes.contains(bytes) {
        rotation.bytes = bytes
      } else {
        throw UsageError(
          "--events-rotate is \(text), expected day, or a size of 64K to 1024G such as 100M",
          definition
        )
      }
    }
    let isRotated = arguments.has("events-rotate")
    if let text = arguments.value("events-keep") {
      guard isRotated else {
        throw UsageError("--events-keep is for --events-rotate, which is not given", definition)
      }
      guard let number = Int(text), keptFiles.contains(number) else {
        throw UsageError("--events-keep is \(text), expected 0 to 10000", definition)
      }
      rotation.kept = number
    }
    return isRotated ? rotation : nil
  }
}
