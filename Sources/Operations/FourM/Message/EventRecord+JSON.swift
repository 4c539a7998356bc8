// SPDX-License-Identifier: Apache-2.0

import Bytes
import Filters
import JSONValues
package import Signals

extension EventRecord {
  /// Appends the event as one JSON object: instants as texts, durations in seconds.
  ///
  /// - Parameter names: the members, in this order; `nil` for all that the event has.
  package func writeJSON(to bytes: inout [UInt8], only names: [String]? = nil) {
    EventRecord.write(members.filter { names?.contains($0.name) ?? true }, to: &bytes)
  }

  /// Appends members as one JSON object.
  static func write(_ members: [Member], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (position, member) in members.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(member.name)
      bytes.append(UInt8(ascii: ":"))
      write(member.values, isList: member.isList, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func write(_ values: [Member.Value], isList: Bool, to bytes: inout [UInt8]) {
    if isList { bytes.append(UInt8(ascii: "[")) }
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .plain(let value): value.writeJSON(to: &bytes)
      case .group(let members): write(members, to: &bytes)
      }
    }
    if isList { bytes.append(UInt8(ascii: "]")) }
  }
}

extension EventValue {
  func writeJSON(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes.appendJSON(text)
    case .integer(let number): bytes += "\(number)".utf8
    case .boolean(let boolean): bytes += "\(boolean)".utf8
    case .duration(let nanoseconds): bytes += "\(Double(nanoseconds) / 1_000_000_000)".utf8
    case .instant(let nanoseconds): bytes.appendJSON(FilterValue.text(ofInstant: nanoseconds))
    }
  }
}
