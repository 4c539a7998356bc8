// SPDX-License-Identifier: Apache-2.0
//
// RFC 5424. A message is
//
//   <PRIORITY>1 TIME HOST portico PROCESS EVENT STRUCTURED-DATA [TEXT]
//
// with the kind of the event as its id. The fields are one element of structured data, those of
// calls with the number of the call: `backends.0.name="prices"`. Its name needs an enterprise
// number; 32473 is the one that RFC 5612 reserves for documentation. With JSON there is no
// structured data, and the event is the text; it has no byte order mark, since readers of JSON
// refuse one.

import Filters
import Signals

/// Writes events as messages of syslog.
struct SyslogMessage {
  private static let elementName = "portico@32473"
  /// RFC 5424 section 6: the most bytes of the name of a host and of a parameter.
  private static let mostHostBytes = 255
  private static let mostNameBytes = 32

  private let format: SyslogTarget.Format
  private let facility: Int
  /// The part between time and event: ` HOST portico PROCESS `.
  private let sender: String

  init(_ target: SyslogTarget, host: String?, process: Int) {
    format = target.format
    facility = target.facility
    let name = (host ?? "").unicodeScalars.filter { (33...126).contains($0.value) }
    let shown = String(String.UnicodeScalarView(name.prefix(SyslogMessage.mostHostBytes)))
    sender = " \(shown.isEmpty ? "-" : shown) portico \(process) "
  }

  /// Returns the message of an event, without the fields that may not leave the host.
  func bytes(_ event: QueuedEvent) -> [UInt8] {
    let record = event.record
    var bytes = Array("<\(facility * 8 + record.level.severity)>1 ".utf8)
    bytes += SyslogMessage.time(record.time).utf8
    bytes += sender.utf8
    bytes += (record.kind?.name ?? "-").utf8
    switch format {
    case .json:
      bytes += " - ".utf8
      EventJSON.leavingHost.write(record, weight: event.weight, to: &bytes)
    case .structured:
      var members = record.membersLeavingHost
      if event.weight != 1 {
        let weight = EventValue.integer(Int64(event.weight.rounded()))
        members.append(.init(name: "weight", isList: false, values: [.plain(weight)]))
      }
      bytes += " [\(SyslogMessage.elementName)".utf8
      // Time and kind stand in the head.
      SyslogMessage.write(members.filter { $0.name != "time" && $0.name != "event" }, to: &bytes)
      bytes += "]".utf8
      SyslogMessage.writeText(members, to: &bytes)
    }
    return bytes
  }

  /// An instant with at most six digits behind the point, as section 6.2.3 has it.
  private static func time(_ nanoseconds: Int64) -> String {
    FilterValue.text(ofInstant: nanoseconds - (nanoseconds % 1_000 + 1_000) % 1_000)
  }

  private static func write(
    _ members: [EventRecord.Member],
    below path: String = "",
    to bytes: inout [UInt8]
  ) {
    for member in members {
      for (number, value) in member.values.enumerated() {
        switch value {
        case .group(let inner):
          write(inner, below: "\(path)\(member.name).\(number).", to: &bytes)
        case .plain(let value):
          let name = "\(path)\(member.name)"
          guard name.utf8.count <= mostNameBytes else { continue }
          bytes += " \(name)=\"".utf8
          write(value, to: &bytes)
          bytes.append(UInt8(ascii: "\""))
        }
      }
    }
  }

  private static func write(_ value: EventValue, to bytes: inout [UInt8]) {
    switch value {
    case .text(let text):
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "]"):
          bytes += [UInt8(ascii: "\\"), byte]
        case 0..<0x20, 0x7F:
          // A line feed within a value must not be taken for the end of a line.
          bytes.append(UInt8(ascii: "?"))
        default: bytes.append(byte)
        }
      }
    case .duration(let nanoseconds): bytes += "\(Double(nanoseconds) / 1_000_000_000)".utf8
    case .instant(let nanoseconds): bytes += FilterValue.text(ofInstant: nanoseconds).utf8
    case .integer(let number): bytes += "\(number)".utf8
    case .boolean(let boolean): bytes += "\(boolean)".utf8
    }
  }

  /// Writes the text for people: method, path, status and failure of a request.
  private static func writeText(_ members: [EventRecord.Member], to bytes: inout [UInt8]) {
    for name in ["method", "path", "status", "error_message"] {
      guard let member = members.first(where: { $0.name == name }),
        case .plain(let value)? = member.values.first
      else { continue }
      bytes.append(UInt8(ascii: " "))
      if case .text(let text) = value {
        bytes += text.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
      } else {
        write(value, to: &bytes)
      }
    }
  }
}
