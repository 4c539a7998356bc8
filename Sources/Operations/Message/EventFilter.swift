// SPDX-License-Identifier: Apache-2.0

package import Filters
package import Signals

/// A condition on events in the filter language, over the fields of `EventField`, `time`, `event` and
/// `level`.
package struct EventFilter: Sendable {
  /// The numbers of the fields in an event's head.
  private enum Head: Int {
    case time = -1
    case event = -2
    case level = -3
  }

  package static let schema = FilterSchema(
    [
      FilterField("time", .instant, number: Head.time.rawValue),
      FilterField("event", .text, number: Head.event.rawValue),
      FilterField("level", .text, number: Head.level.rawValue),
    ]
      + EventField.definitions.compactMap { definition in
        definition.type.filterType.map {
          FilterField(definition.path, $0, number: Int(definition.field.rawValue))
        }
      },
    functions: [FilterFunction("ago", [.duration], .instant)],
    hasExpressions: true,
    open: headers.map { FilterField($0.name, .text, number: Int($0.field.rawValue)) }
  )

  /// The fields of HTTP that events show, each of which is a field of filters: `request.user_agent`.
  private static let headers = EventField.definitions.filter {
    $0.field == .requestField || $0.field == .responseField
  }

  private let filter: Filter

  package init(_ text: String) throws(FilterError) {
    filter = try Filter(text, schema: EventFilter.schema)
  }

  /// Returns whether an event satisfies the condition.
  ///
  /// - Parameter now: nanoseconds of Unix time, from which `ago` counts.
  package func matches(_ record: EventRecord, now: Int64) -> Bool {
    filter.matches(Subject(record: record, now: now))
  }

  private struct Subject: FilterRecord {
    let record: EventRecord
    let now: Int64

    func hasValue(of field: FilterField, where condition: (FilterValue) -> Bool) -> Bool {
      switch Head(rawValue: field.number) {
      case .time: return condition(.instant(record.time))
      case .event: return condition(.text(record.kind?.name ?? ""))
      case .level: return condition(.text(record.level.name))
      case nil: break
      }
      guard let definition = EventField.definition(of: UInt16(truncatingIfNeeded: field.number))
      else { return false }
      var isFound = false
      // The name of a field of HTTP, whose hyphens filters do not have.
      let header =
        field.name.hasPrefix("\(definition.name).")
        ? field.name.dropFirst(definition.name.count + 1).replacing("_", with: "-").lowercased()
        : nil
      func examine(_ candidate: EventRecord.Field) -> Bool {
        guard candidate.number == definition.field.rawValue else { return true }
        if let header {
          guard case .text(let text)? = record.value(of: candidate), text.hasPrefix("\(header): ")
          else { return true }
          isFound = condition(.text(String(text.dropFirst(header.utf8.count + 2))))
        } else if let value = record.value(of: candidate) {
          isFound = condition(value.filterValue)
        }
        return !isFound
      }
      record.forEachField { candidate in
        guard let group = definition.group else { return examine(candidate) }
        if candidate.number == group.rawValue { record.forEachField(of: candidate, examine) }
        return !isFound
      }
      return isFound
    }

    func result(of call: FilterCall) -> FilterValue? {
      // The one function of the schema.
      guard case .duration(let span)? = call.arguments.first else { return nil }
      return .instant(now - span)
    }
  }
}

extension EventFieldType {
  /// The type in filters; `nil` for a group.
  fileprivate var filterType: FilterType? {
    switch self {
    case .text: .text
    case .integer: .integer
    case .boolean: .boolean
    case .duration: .duration
    case .instant: .instant
    case .group: nil
    }
  }
}

extension EventValue {
  /// The value as filters compare and print it.
  package var filterValue: FilterValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let number): .integer(number)
    case .boolean(let boolean): .boolean(boolean)
    case .duration(let nanoseconds): .duration(nanoseconds)
    case .instant(let nanoseconds): .instant(nanoseconds)
    }
  }
}
