// SPDX-License-Identifier: Apache-2.0

import Filters
package import Signals

extension EventRecord {
  /// A named field of an event with all its values.
  package struct Member {
    package enum Value {
      case plain(EventValue)
      /// The fields of one of several parts.
      case group([Member])
    }

    package let name: String
    let isList: Bool
    package fileprivate(set) var values: [Value]
  }

  /// The names of the members of every event.
  package static let headNames = ["time", "event", "level"]

  /// The head and all fields, in the order in which they were recorded.
  package var members: [Member] { members { _ in true } }

  /// The same without the fields that may not be sent to other hosts.
  var membersLeavingHost: [Member] { members(where: \.leavesHost) }

  private func members(where isWanted: (EventField.Definition) -> Bool) -> [Member] {
    var members = [
      Member(name: "time", isList: false, values: [.plain(.instant(time))]),
      Member(name: "event", isList: false, values: [.plain(.text(kind?.name ?? ""))]),
      Member(name: "level", isList: false, values: [.plain(.text(level.name))]),
    ]
    forEachField { field in
      add(field, to: &members, where: isWanted)
      return true
    }
    return members
  }

  private func add(
    _ field: Field,
    to members: inout [Member],
    where isWanted: (EventField.Definition) -> Bool
  ) {
    // A field of a later release has no name here.
    guard let definition = EventField.definition(of: field.number), isWanted(definition) else {
      return
    }
    let value: Member.Value
    if let plain = self.value(of: field) {
      value = .plain(plain)
    } else {
      var inner: [Member] = []
      forEachField(of: field) { field in
        add(field, to: &inner, where: isWanted)
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
