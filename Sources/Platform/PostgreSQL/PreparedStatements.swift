// SPDX-License-Identifier: Apache-2.0

/// The names of statements that a connection has prepared, by their texts.
struct PreparedStatements {
  private var names: [String: (name: String, use: UInt64)] = [:]
  private var uses: UInt64 = 0
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit) }

  /// Returns the name of a statement that is prepared.
  mutating func name(of sql: String) -> String? {
    guard let index = names.index(forKey: sql) else { return nil }
    uses &+= 1
    names.values[index].use = uses
    return names.values[index].name
  }

  /// Gives a statement a name, and returns it with the name of one that was not used for the longest
  /// time and makes room.
  mutating func add(_ sql: String) -> (name: String, evicted: String?) {
    var evicted: String?
    if names.count >= limit, let oldest = names.min(by: { $0.value.use < $1.value.use }) {
      evicted = oldest.value.name
      names[oldest.key] = nil
    }
    uses &+= 1
    let name = "portico_\(uses)"
    names[sql] = (name, uses)
    return (name, evicted)
  }

  mutating func remove(_ sql: String) { names[sql] = nil }

  mutating func removeAll() { names.removeAll() }

  /// Writes the parameters of a statement as PostgreSQL has them: `?` as `$1` and so on, `?2` as `$2`.
  static func numbered(_ sql: String) -> String {
    guard sql.utf8.contains(UInt8(ascii: "?")) else { return sql }
    var result = ""
    var count = 0
    var isMark = false
    for character in sql {
      if isMark {
        isMark = false
        if !character.isWholeNumber {
          count += 1
          result += "\(count)"
        }
      }
      if character == "?" {
        isMark = true
        result += "$"
      } else {
        result.append(character)
      }
    }
    return isMark ? result + "\(count + 1)" : result
  }
}
