// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles
import Edges

// The form in which operators and the journal read a job. It contains no secret, since requests are made
// from the site and the environment each time.

extension PurgeJob {
  /// The job as a dictionary.
  package var data: DataValue {
    .members([
      ("id", .text(id)), ("state", .text(state.rawValue)), ("reason", .text(reason)),
      ("target", purge.target.data),
      ("strength", .text(purge.strength.rawValue)), ("samples", .texts(purge.samples)),
      ("submitted", .number(submitted)), ("edges", DataValue(.array(legs.map(\.data)))),
    ])
  }

  /// The job in one line of JSON.
  var line: [UInt8] {
    data.json + [UInt8(ascii: "\n")]
  }

  /// `nil` where the data is no job.
  init?(_ data: DataValue) {
    guard let id = data.text("id"), !id.isEmpty,
      let target = data["target"].flatMap({ Purge.Target($0) }),
      let strength = data.text("strength"), let submitted = data.number("submitted"),
      case .array(let legs) = data["edges"]?.content
    else { return nil }
    self.init(
      id: id,
      Purge(target, strength == "soft" ? .soft : .hard, samples: data.texts("samples") ?? []),
      reason: data.text("reason"),
      submitted: submitted,
      legs: legs.compactMap { Leg($0) }
    )
  }
}

extension PurgeJob.Leg {
  fileprivate var data: DataValue {
    .members([
      ("edge", .text(edge)), ("kind", .text(kind.rawValue)), ("state", .text(state.rawValue)),
      ("attempts", .number(Int64(attempts))), ("status", .number(status.map { Int64($0) })),
      ("error", .text(error)), ("note", .text(note)), ("at", .number(at)),
      ("repeats", .number(Int64(repeats))),
      ("consistentAfterMilliseconds", .number(consistentAfterMilliseconds)),
    ])
  }

  fileprivate init?(_ data: DataValue) {
    guard let edge = data.text("edge"),
      let kind = data.text("kind").flatMap({ EdgeKind(rawValue: $0) }),
      let state = data.text("state").flatMap({ PurgeJob.State(rawValue: $0) })
    else { return nil }
    self.init(edge: edge, kind: kind)
    // An interrupted purge begins anew.
    self.state = state.isOver ? state : .queued
    attempts = data.number("attempts").map { Int(clamping: $0) } ?? 0
    status = data.number("status").map { Int(clamping: $0) }
    error = data.text("error")
    note = data.text("note")
    at = data.number("at")
    repeats = data.number("repeats").map { Int(clamping: $0) } ?? 0
    consistentAfterMilliseconds = data.number("consistentAfterMilliseconds")
  }
}

extension Purge.Target {
  /// The target as a dictionary.
  package var data: DataValue {
    switch self {
    case .tags(let tags): .members([("tags", .texts(tags))])
    case .paths(let paths, let tags):
      .members([("paths", .texts(paths))] + (tags.isEmpty ? [] : [("tags", .texts(tags))]))
    case .prefix(let prefix): .members([("prefix", .text(prefix))])
    case .everything: .members([("all", DataValue(.bool(true)))])
    }
  }

  /// `nil` where the data is no target.
  package init?(_ data: DataValue) {
    if let paths = data.texts("paths") {
      self = .paths(paths, tags: data.texts("tags") ?? [])
    } else if let tags = data.texts("tags") {
      self = .tags(tags)
    } else if let prefix = data.text("prefix") {
      self = .prefix(prefix)
    } else if case .bool(true) = data["all"]?.content {
      self = .everything
    } else {
      return nil
    }
  }
}

extension DataValue {
  fileprivate func text(_ key: String) -> String? { self[key]?.string }

  fileprivate func number(_ key: String) -> Int64? { self[key]?.integer }

  fileprivate func texts(_ key: String) -> [String]? {
    guard let value = self[key], case .array(let elements) = value.content else { return nil }
    return elements.compactMap { if case .string(let text) = $0.content { text } else { nil } }
  }
}
