// SPDX-License-Identifier: Apache-2.0

/// The members of a dictionary in the order of the file.
///
/// Keys are unique; where a file may repeat them, the last member takes the position of the first,
/// and the earlier ones are `overridden`. Canonically equivalent spellings are one key, as in
/// Swift's dictionaries, with which an app could not hold both.
package struct DataDictionary: Sendable {
  /// A key and its value, each with its position.
  package struct Member: Sendable, Equatable {
    package let key: String
    package let keyPosition: SourcePosition
    package var value: DataValue

    package init(_ key: String, at keyPosition: SourcePosition = .start, _ value: DataValue) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }

    package static func == (first: Member, second: Member) -> Bool {
      ExactText(first.key) == ExactText(second.key) && first.value == second.value
    }
  }

  package private(set) var members: [Member]
  /// Members replaced by a later one; they do not affect equality.
  package private(set) var overridden: [Member] = []

  package init() { members = [] }

  /// Creates a dictionary; throws for the first repeated key.
  package init(_ members: [Member]) throws(DataFileError) {
    if let repeated = Self.repetition(in: members) {
      let (first, second) = (members[repeated.first], members[repeated.second])
      throw DataFileError(
        .duplicateKey,
        at: second.keyPosition,
        seen: "the key \(DataFileError.quoted(second.key)) again",
        expected: "each key once",
        other: first.keyPosition
      )
    }
    self.members = members
  }

  /// Creates a dictionary in which the last member of each key wins.
  package init(lastOf members: [Member]) {
    guard Self.repetition(in: members) != nil else {
      self.members = members
      return
    }
    var places: [String: Int] = [:]
    self.members = []
    for member in members {
      if let place = places[member.key] {
        overridden.append(self.members[place])
        self.members[place] = member
      } else {
        places[member.key] = self.members.count
        self.members.append(member)
      }
    }
  }

  /// Creates a dictionary of members known to be unique.
  package init(unique members: [Member]) {
    assert(Self.repetition(in: members) == nil, "a key stands twice")
    self.members = members
  }

  package subscript(key: String) -> DataValue? {
    index(of: key).map { members[$0].value }
  }

  func index(of key: String) -> Int? {
    members.firstIndex { $0.key == key }
  }

  /// Up to this many members, comparing all pairs is cheaper than hashing.
  private static let pairwiseCount = 8

  private static func repetition(in members: [Member]) -> (first: Int, second: Int)? {
    guard members.count > pairwiseCount else { return pairwiseRepetition(in: members) }
    var seen: [String: Int] = [:]
    seen.reserveCapacity(members.count)
    for index in members.indices {
      if let earlier = seen.updateValue(index, forKey: members[index].key) {
        return (earlier, index)
      }
    }
    return nil
  }

  private static func pairwiseRepetition(in members: [Member]) -> (first: Int, second: Int)? {
    for second in members.indices {
      for first in 0..<second where members[first].key == members[second].key {
        return (first, second)
      }
    }
    return nil
  }
}

extension DataDictionary: Equatable {
  package static func == (first: DataDictionary, second: DataDictionary) -> Bool {
    first.members == second.members
  }
}
