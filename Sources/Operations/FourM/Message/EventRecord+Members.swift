// SPDX-License-Identifier: Apache-2.0

import Filters
import Signals

extension EventRecord {
  /// A named field of an event with all its values.
  struct Member {
    enum Value {
      case plain(EventValue)
      /// The fields of one of several parts.
      case group([Member])
    }

    let name: String
    let isList: Bool
    var values: [Value]
  }

  /// The names of the members of every event.
  package static let headNames = ["time", "event", "level"]

  /// The head and all fields, in the order in which they were recorded.
  var members: [Member] {
    var members = [
      Member(name: "time", isList: false, values: [.plain(.instant(time))]),
      Member(name: "event", isList: false, values: [.plain(.text(kind?.name ?? ""))]),
      Member(name: "level", isList: false, values: [.plain(.text("\(level)"))]),
    ]
    forEachField { field in
      add(field, to: &members)
      return true
    }
    return members
  }

  private func add(_ field: Field, to members: inout [Member]) {
    // A field of a later release has no name here.
    guard let definition = EventField.definition(of: field.number) else { return }
    let value: Member.Value
    if let plain = self.value(of: field) {
      value = .plain(plain)
    } else {
      var inner: [Member] = []
      forEachField(of: field) { field in
        add(field, to: &inner)
        return true
      }
      value = .group(inner)
    }
    if let last = members.indices.last, members[last].name == definition.name, definition.isList {
      members[last].values.append(value)
    } else {
      members.append(Member(name: definition.name, isList: definition.isList, values: [value]))
    }
  }
}
