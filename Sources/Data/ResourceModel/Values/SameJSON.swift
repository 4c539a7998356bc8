// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension DataValue {
  /// Whether two values are the same JSON: numbers by value, members in any order.
  package func isSameJSON(as other: DataValue) -> Bool {
    switch (content, other.content) {
    case (.array(let first), .array(let second)):
      return first.count == second.count && zip(first, second).allSatisfy { $0.isSameJSON(as: $1) }
    case (.dictionary(let first), .dictionary(let second)):
      guard first.members.count == second.members.count else { return false }
      // Among a handful, looking costs less than hashing.
      let places = first.members.count > 16 ? second.places : nil
      return first.members.allSatisfy { member in
        let place = places.map { $0[member.key] }
        let other = place.map { $0.map { second.members[$0].value } } ?? second[member.key]
        return other.map { member.value.isSameJSON(as: $0) } ?? false
      }
    case (.decimal, .integer), (.integer, .decimal), (.decimal, .decimal):
      return number == other.number
    default: return self == other
    }
  }
}

extension DataDictionary {
  /// The places of the members by their keys.
  fileprivate var places: [String: Int] {
    Dictionary(zip(members.map(\.key), members.indices)) { first, _ in first }
  }
}

/// A value that equals every other one of the same JSON, for sets of them.
struct SameJSON: Hashable {
  let value: DataValue

  init(_ value: DataValue) { self.value = value }

  static func == (first: SameJSON, second: SameJSON) -> Bool {
    first.value.isSameJSON(as: second.value)
  }

  func hash(into hasher: inout Hasher) {
    switch value.content {
    case .null: break
    case .bool(let bool): hasher.combine(bool)
    case .integer, .decimal: hasher.combine(value.number)
    case .string(let text): hasher.combine(text)
    case .date(let date): hasher.combine(date.text)
    case .data(let data): hasher.combine(data)
    case .array(let elements): for element in elements { SameJSON(element).hash(into: &hasher) }
    case .dictionary(let dictionary):
      // Members have any order, so that their hashes are added up.
      hasher.combine(
        dictionary.members.reduce(0) { sum, member in
          var hasher = Hasher()
          hasher.combine(member.key)
          SameJSON(member.value).hash(into: &hasher)
          return sum &+ hasher.finalize()
        }
      )
    }
  }
}
