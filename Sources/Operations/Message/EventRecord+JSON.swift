// SPDX-License-Identifier: Apache-2.0

import Bytes
import Filters
package import Signals

/// Writes events as JSON objects, with all of their members or some: instants as texts, durations in
/// seconds.
package struct EventJSON: Sendable {
  static let whole = EventJSON()
  /// Without the fields that may not be sent to other hosts.
  static let leavingHost = EventJSON { $0.leavesHost }

  private let fields: FieldTexts
  private let hasTime: Bool
  private let hasKind: Bool
  private let hasLevel: Bool

  /// - Parameter names: the members that are written; `nil` for all.
  package init(only names: [String]? = nil) {
    func isWanted(_ name: String) -> Bool { names?.contains(name) ?? true }
    fields = EventJSON.texts { $0.group != nil || isWanted($0.name) }
    (hasTime, hasKind, hasLevel) = (isWanted("time"), isWanted("event"), isWanted("level"))
  }

  private init(where isWanted: (EventField.Definition) -> Bool) {
    fields = EventJSON.texts(where: isWanted)
    (hasTime, hasKind, hasLevel) = (true, true, true)
  }

  private static func texts(where isWanted: (EventField.Definition) -> Bool) -> FieldTexts {
    FieldTexts { isWanted($0) ? ",\($0.name.quotedAsJSON):" : nil }
  }

  /// Appends an event.
  ///
  /// - Parameter weight: the number of events that it stands for, which is written unless it is 1.
  package func write(_ record: EventRecord, weight: Double = 1, to bytes: inout [UInt8]) {
    let start = bytes.count
    if hasTime {
      bytes.append(#","time":""#)
      FilterValue.append(instant: record.time, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    if hasKind {
      bytes.append(#","event":"#)
      bytes.appendJSON(record.kind?.name ?? "")
    }
    if hasLevel {
      bytes.append(#","level":"#)
      bytes.appendJSON(record.level.name)
    }
    write(record.fields, of: record, to: &bytes)
    if weight != 1 {
      bytes.append(#","weight":"#)
      bytes.append(decimal: Int(weight.rounded()))
    }
    EventJSON.enclose(from: start, in: &bytes)
  }

  /// Makes an object of members, of which each has a comma before it.
  private static func enclose(from start: Int, in bytes: inout [UInt8]) {
    if bytes.count == start {
      bytes.append(UInt8(ascii: "{"))
    } else {
      bytes[start] = UInt8(ascii: "{")
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func write(_ fields: EventRecord.Fields, of record: EventRecord, to bytes: inout [UInt8])
  {
    var fields = fields
    /// The list that is open; 0 for none.
    var list: UInt16 = 0
    while let field = fields.next(of: record) {
      if field.number == list {
        bytes.append(UInt8(ascii: ","))
      } else {
        if list != 0 { bytes.append(UInt8(ascii: "]")) }
        list = 0
        guard let place = self.fields[field.number] else { continue }
        bytes.append(self.fields.text(place))
        if place.isList {
          bytes.append(UInt8(ascii: "["))
          list = field.number
        }
      }
      write(field, of: record, to: &bytes)
    }
    if list != 0 { bytes.append(UInt8(ascii: "]")) }
  }

  private func write(_ field: EventRecord.Field, of record: EventRecord, to bytes: inout [UInt8]) {
    switch field.type {
    case .text: bytes.appendJSON(record.text(of: field))
    case .integer: bytes.append(decimal: Int(record.number(of: field)))
    case .boolean: bytes.append(record.boolean(of: field) ? "true" : "false")
    case .duration: bytes.append(seconds: record.number(of: field))
    case .instant:
      bytes.append(UInt8(ascii: "\""))
      FilterValue.append(instant: record.number(of: field), to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .group:
      let start = bytes.count
      write(record.fields(of: field), of: record, to: &bytes)
      EventJSON.enclose(from: start, in: &bytes)
    }
  }
}

extension EventRecord {
  /// Appends the event as one JSON object with all of its members.
  package func writeJSON(to bytes: inout [UInt8]) { EventJSON.whole.write(self, to: &bytes) }
}

extension [UInt8] {
  /// Appends nanoseconds as seconds with their decimals.
  mutating func append(seconds nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if nanoseconds < 0, seconds == 0 { append(UInt8(ascii: "-")) }
    append(decimal: Int(seconds))
    append(UInt8(ascii: "."))
    append(decimals: Int(rest.magnitude))
  }
}

/// A text for each field of events, such as its name in an encoding, found by the field's number.
struct FieldTexts: Sendable {
  struct Place {
    fileprivate let bytes: Range<Int>
    let isList: Bool
  }

  private var bytes: [UInt8] = []
  private var places: [Place?] = []

  /// - Parameter text: returns the text of a field; `nil` for a field that is left out.
  init(_ text: (EventField.Definition) -> String?) {
    for definition in EventField.definitions {
      guard let text = text(definition) else { continue }
      let number = Int(definition.field.rawValue)
      while places.count <= number { places.append(nil) }
      let start = bytes.count
      bytes += text.utf8
      places[number] = Place(bytes: start..<bytes.count, isList: definition.isList)
    }
  }

  /// The place of a field's text; `nil` where it has none, and for a field of a later release.
  subscript(_ number: UInt16) -> Place? { number < places.count ? places[Int(number)] : nil }

  @_lifetime(borrow self)
  func text(_ place: Place) -> Span<UInt8> { bytes.span.extracting(place.bytes) }
}
