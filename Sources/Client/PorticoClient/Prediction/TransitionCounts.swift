// SPDX-License-Identifier: Apache-2.0
//
// A first-order Markov model of one user, with the same meaning as the gateway's: a document follows another one if it
// is among the next four that are asked for within a minute, since a screen asks for several at once. So the share
// of visits after which a document follows estimates how often an answer that was fetched ahead is used, and both
// shares can be combined: the gateway's counts as if it were that of some visits of this user.

/// Counts of the documents that a user asks for after others: halved every week, and bounded.
package struct TransitionCounts: Sendable, Equatable {
  private struct Document: Sendable, Equatable {
    var visits: Double
    var followers: [String: Double] = [:]
    /// The size of the last answer.
    var bytes = 0
  }

  private struct Visit: Sendable, Equatable {
    let target: String
    let instant: Int64
    var followers: Set<String> = []
  }

  /// The id of the record in the store.
  package static let recordID = "prefetch:transitions"
  private static let mostDocuments = 256
  private static let mostFollowers = 8
  private static let longestTarget = 512
  private static let window = 4
  private static let within: Int64 = 60
  private static let halfLife: Int64 = 7 * 86_400
  /// The visits as which a hint counts.
  private static let hintWeight = 4.0

  private var documents: [String: Document] = [:]
  private var recent: [Visit] = []
  /// The instant since which the counts were not halved.
  private var halved: Int64 = 0

  package init() {}

  /// Counts that a document was asked for; again right behind itself does not count.
  ///
  /// - Parameter bytes: the size of its answer; zero for an unknown one.
  package mutating func visit(_ target: String, bytes: Int, at now: Int64) {
    guard target.utf8.count <= TransitionCounts.longestTarget else { return }
    decay(at: now)
    recent.removeAll { $0.instant + TransitionCounts.within < now || $0.instant > now }
    if recent.last?.target != target {
      for place in recent.indices where recent[place].target != target {
        if recent[place].followers.insert(target).inserted {
          follow(recent[place].target, by: target)
        }
      }
      recent.append(Visit(target: target, instant: now))
      if recent.count > TransitionCounts.window { recent.removeFirst() }
      documents[target, default: Document(visits: 0)].visits += 1
      if documents.count > TransitionCounts.mostDocuments {
        let rarest = documents.filter { $0.key != target }.min { $0.value.visits < $1.value.visits }
        documents[rarest?.key ?? target] = nil
      }
    }
    if bytes > 0 { documents[target]?.bytes = bytes }
  }

  private mutating func follow(_ target: String, by follower: String) {
    guard var document = documents[target] else { return }
    if document.followers[follower] == nil,
      document.followers.count >= TransitionCounts.mostFollowers,
      let rarest = document.followers.min(by: { $0.value < $1.value })
    {
      document.followers[rarest.key] = nil
    }
    document.followers[follower, default: 0] += 1
    documents[target] = document
  }

  private mutating func decay(at now: Int64) {
    if halved == 0 || halved > now { halved = now }
    let weeks = (now - halved) / TransitionCounts.halfLife
    guard weeks > 0 else { return }
    halved += weeks * TransitionCounts.halfLife
    let factor = weeks < 32 ? 1 / Double(UInt64(1) << UInt64(weeks)) : 0
    documents = documents.compactMapValues { document in
      var document = document
      document.visits *= factor
      document.followers = document.followers.compactMapValues {
        $0 * factor < 0.1 ? nil : $0 * factor
      }
      return document.visits < 0.1 ? nil : document
    }
  }

  /// Returns the documents that follow the one that was asked for last, the likeliest first, each with its share of
  /// visits.
  ///
  /// - Parameter hints: the shares that its answer names.
  package func shares(
    after target: String,
    hints: [String: Double]
  ) -> [(target: String, share: Double)] {
    let document = documents[target]
    // The last visit has no followers yet.
    let visits = max((document?.visits ?? 0) - 1, 0)
    let followers = document?.followers ?? [:]
    let weight = TransitionCounts.hintWeight
    let shares = Set(hints.keys).union(followers.keys).map { follower in
      let counted = min(followers[follower] ?? 0, visits)
      return (follower, (counted + weight * (hints[follower] ?? 0)) / (visits + weight))
    }
    return shares.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// The size of a document's last answer; `nil` for an unknown one.
  package func bytes(of target: String) -> Int? {
    documents[target].flatMap { $0.bytes > 0 ? $0.bytes : nil }
  }
}

extension TransitionCounts {
  /// The form in which a store has the counts: addresses once, and for each document its own place among them, its
  /// visits, its size, and the places and counts of its followers.
  package var json: JSONValue {
    let names = documents.keys.sorted()
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Int64($0)) })
    let rows = names.enumerated().compactMap { place, name -> JSONValue? in
      guard let document = documents[name] else { return nil }
      var row: [JSONValue] = [.number(document.visits), .integer(Int64(document.bytes))]
      for (follower, count) in document.followers.sorted(by: { $0.key < $1.key }) {
        guard let place = places[follower] else { continue }
        row += [.integer(place), .number(count)]
      }
      return .array(row)
    }
    return [
      "halved": .integer(halved), "addresses": .array(names.map { .string($0) }),
      "counts": .array(rows),
    ]
  }

  /// Adds the counts of an earlier run of the app, as a store has them.
  package mutating func add(_ record: JSONValue) {
    guard let halved = record["halved"]?.integer, let rows = record["counts"]?.array else { return }
    let names = (record["addresses"]?.array ?? []).map { $0.string ?? "" }
    for (name, row) in zip(names, rows).prefix(TransitionCounts.mostDocuments) {
      guard let row = row.array, row.count >= 2, let visits = row[0].double else { continue }
      var document = documents[name] ?? Document(visits: 0)
      document.visits += visits
      if document.bytes == 0 { document.bytes = Int(clamping: row[1].integer ?? 0) }
      for place in stride(from: 2, to: row.count - 1, by: 2).prefix(TransitionCounts.mostFollowers)
      {
        guard let follower = row[place].integer.flatMap({ Int(exactly: $0) }),
          names.indices.contains(follower), let count = row[place + 1].double
        else { continue }
        document.followers[names[follower], default: 0] += count
      }
      documents[name] = document
    }
    self.halved = self.halved == 0 ? halved : min(self.halved, halved)
  }
}
