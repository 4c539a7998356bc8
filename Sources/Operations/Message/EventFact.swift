// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues
import Reactor
package import Signals

/// A field with its value, for events that are recorded seldom.
package struct EventFact: Sendable {
  fileprivate enum Value: Sendable {
    case text(String)
    case integer(Int)
    case boolean(Bool)
    case duration(Int64)
  }

  private let field: EventField
  /// `nil` leaves the field out.
  private let value: Value?

  package init(_ field: EventField, _ text: String?) {
    self.field = field
    value = text.map { .text($0) }
  }

  package init(_ field: EventField, _ number: Int?) {
    self.field = field
    value = number.map { .integer($0) }
  }

  package init(_ field: EventField, _ boolean: Bool) {
    self.field = field
    value = .boolean(boolean)
  }

  package init(_ field: EventField, milliseconds: Int?) {
    self.field = field
    value = milliseconds.map { .duration(Int64($0) * 1_000_000) }
  }

  /// Returns the facts as a JSON object, as the event is written.
  package static func json(_ facts: [EventFact]) -> String {
    var bytes = Array("{".utf8)
    for fact in facts {
      guard let value = fact.value,
        let name = EventField.definition(of: fact.field.rawValue)?.name
      else { continue }
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(name)
      bytes.append(UInt8(ascii: ":"))
      value.writeJSON(to: &bytes)
    }
    return String(decoding: bytes + [UInt8(ascii: "}")], as: UTF8.self)
  }

  fileprivate func add(to event: EventEncoder) {
    switch value {
    case .text(let text): event.add(field, text)
    case .integer(let number): event.add(field, number)
    case .boolean(let boolean): event.add(field, boolean)
    case .duration(let nanoseconds): event.add(field, nanoseconds: nanoseconds)
    case nil: break
    }
  }
}

extension EventFact.Value {
  fileprivate func writeJSON(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes.appendJSON(text)
    case .integer(let number): bytes.append(decimal: number)
    case .boolean(let boolean): bytes.append(boolean ? "true" : "false")
    case .duration(let nanoseconds): bytes.append(seconds: nanoseconds)
    }
  }
}

extension EventLog {
  /// Records an event of now, on any thread.
  package func record(_ kind: EventKind, _ level: EventLevel, _ facts: [EventFact]) {
    shared.record(kind, level, at: LoopClock.system.wallNanoseconds) { event in
      for fact in facts { fact.add(to: event) }
    }
  }
}
