// SPDX-License-Identifier: Apache-2.0

package import JSONValues

/// Notices that members of the answers of a call stop coming, or begin to come.
///
/// Members that some answers have and others do not are none of its business.
package struct MemberDrift: Sendable {
  package enum Change: Sendable, Equatable {
    /// A member that had come with every answer comes no more.
    case gone(String)
    /// A member that had not come before comes with every answer.
    case new(String)
  }

  private enum Habit {
    case always
    case sometimes
    case never
  }

  private struct Member {
    var habit = Habit.never
    /// Number of the last answers in a row that had it, or of those that had not, below zero.
    var row = 0
  }

  /// Number of answers in a row that make a habit.
  private static let certain = 20
  private static let mostMembers = 64
  private static let depth = 3

  private var answers = 0
  private var members: [String: Member] = [:]

  package init() {}

  /// Takes an answer, and returns what has changed with it.
  package mutating func observe(_ document: JSONDocument) -> [Change] {
    var present: Set<String> = []
    MemberDrift.collect(document.root, at: "$", 0, in: document, into: &present)
    let isLearning = answers < MemberDrift.certain
    answers += isLearning ? 1 : 0
    for path in present where members[path] == nil && members.count < MemberDrift.mostMembers {
      members[path] = Member(habit: isLearning && answers > 1 ? .sometimes : .never)
    }
    return members.keys.sorted().compactMap { note($0, present.contains($0), isLearning) }
  }

  private mutating func note(_ path: String, _ isPresent: Bool, _ isLearning: Bool) -> Change? {
    guard var member = members[path] else { return nil }
    defer { members[path] = member }
    member.row = isPresent ? max(0, member.row) + 1 : min(0, member.row) - 1
    guard !isLearning else {
      if !isPresent { member.habit = .sometimes }
      let isHabit = answers == MemberDrift.certain && member.habit != .sometimes
      if isHabit { member.habit = .always }
      return nil
    }
    switch member.habit {
    case .always where member.row <= -MemberDrift.certain:
      member.habit = .never
      return .gone(path)
    case .never where member.row >= MemberDrift.certain:
      member.habit = .always
      return .new(path)
    case .always, .sometimes, .never: return nil
    }
  }

  /// Collects the paths of members, of arrays those of the first element.
  private static func collect(
    _ node: JSONNode,
    at path: String,
    _ level: Int,
    in document: JSONDocument,
    into paths: inout Set<String>
  ) {
    guard level < depth, paths.count < mostMembers else { return }
    switch document.kind(of: node) {
    case .array:
      guard let first = document.element(0, of: node) else { return }
      collect(first, at: "\(path)[*]", level, in: document, into: &paths)
    case .object:
      for value in document.children(of: node) {
        guard paths.count < mostMembers, let name = document.memberName(of: value) else { return }
        let member = "\(path).\(name.prefix(40))"
        paths.insert(member)
        collect(value, at: member, level + 1, in: document, into: &paths)
      }
    case .null, .boolean, .number, .string: return
    }
  }
}
