// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// Where a value stands in another one: keys and numbers of elements.
struct ValuePath: Hashable, CustomStringConvertible {
  var steps: [String] = []

  var description: String { steps.map { "/\($0)" }.joined() }

  /// Whether it leads into a body or a patch, which are free-form.
  var isInBody: Bool { steps.contains { ["body", "patch"].contains($0) } }

  func appending(_ step: String) -> ValuePath { ValuePath(steps: steps + [step]) }
}

extension DataValue {
  /// The places of the value itself and of all in it.
  func paths(_ start: ValuePath = ValuePath()) -> [ValuePath] {
    switch content {
    case .array(let elements):
      [start] + elements.enumerated().flatMap { $1.paths(start.appending("\($0)")) }
    case .dictionary(let dictionary):
      [start] + dictionary.members.flatMap { $0.value.paths(start.appending($0.key)) }
    default: [start]
    }
  }

  /// The value with the one at a place changed; `nil` takes it away.
  func changed(
    at path: ValuePath,
    _ change: (DataValue) throws -> DataValue?
  ) rethrows -> DataValue? {
    guard let step = path.steps.first else { return try change(self) }
    let rest = ValuePath(steps: Array(path.steps.dropFirst()))
    switch content {
    case .array(let elements):
      let changed = try elements.enumerated().compactMap { index, element in
        "\(index)" == step ? try element.changed(at: rest, change) : element
      }
      return DataValue(.array(changed), at: position)
    case .dictionary(let dictionary):
      let changed = try dictionary.members.compactMap { member -> DataDictionary.Member? in
        guard member.key == step else { return member }
        return try member.value.changed(at: rest, change).map {
          DataDictionary.Member(member.key, at: member.keyPosition, $0)
        }
      }
      return (try? DataDictionary(changed)).map { DataValue(.dictionary($0), at: position) }
    default: return self
    }
  }

  /// A dictionary with only some of its members.
  func keeping(_ keys: Set<String>) -> DataValue {
    guard case .dictionary(let dictionary) = content,
      let fewer = try? DataDictionary(dictionary.members.filter { keys.contains($0.key) })
    else { return self }
    return DataValue(.dictionary(fewer), at: position)
  }

  /// A dictionary with one more member.
  func adding(_ key: String, _ value: DataValue) -> DataValue {
    guard case .dictionary(let dictionary) = content,
      let more = try? DataDictionary(dictionary.members + [DataDictionary.Member(key, value)])
    else { return self }
    return DataValue(.dictionary(more), at: position)
  }
}
