// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Files
package import Sites

/// The file with a site's last rollout, so that it goes on after a restart.
package struct RolloutJournal: Sendable {
  package static let fileName = "rollout.json"
  private static let format = "portico rollout"
  private static let version: Int64 = 1
  private static let maximumBytes = 65_536

  private let folder: String

  /// - Parameter folder: where a site keeps its state.
  package init(in folder: String) { self.folder = folder }

  private var path: String { "\(folder)/\(RolloutJournal.fileName)" }

  /// The last rollout; `nil` where there was none. Throws for a file that cannot be read; one of another
  /// version is set aside.
  package func read() throws(SourceFault) -> Rollout? {
    guard Files.exists(path) else { return nil }
    let value: DataValue
    do {
      let bytes = try Files.read(path, limit: RolloutJournal.maximumBytes)
      value = try DataValue(reading: bytes.span, as: .json)
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
    guard case .integer(let version)? = value["version"]?.content else {
      throw SourceFault(path: path, reason: "its version is missing")
    }
    guard version == RolloutJournal.version else { throw setAside(version) }
    guard let rollout = Rollout(value) else {
      throw SourceFault(path: path, reason: "a member is missing or of another kind")
    }
    return rollout
  }

  private func setAside(_ version: Int64) -> SourceFault {
    let aside = "\(path).version-\(version)"
    let told =
      "it has version \(version) of the format of rollouts, expected \(RolloutJournal.version)"
    do throws(FileError) {
      try Files.move(path, to: aside)
    } catch {
      return SourceFault(path: path, reason: "\(told), and cannot be set aside: \(error)")
    }
    return SourceFault(path: path, reason: "\(told): it is \(aside) now")
  }

  package func write(_ rollout: Rollout) throws(SourceFault) {
    do {
      try Files.makeFolder(folder)
      try Files.write(
        DataValue.members(
          [
            ("format", .text(RolloutJournal.format)), ("version", .number(RolloutJournal.version)),
          ] + rollout.members
        ).json,
        to: path
      )
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
  }
}

extension Rollout {
  fileprivate var members: [(String, DataValue)] {
    [
      ("edition", .text(edition)), ("published", .text(published)),
      ("began", .number(began.seconds)), ("step", .number(step)),
      ("since", .number(since.seconds)), ("state", .text(state.rawValue)),
      ("paused", .boolean(isPaused)),
      ("reason", .text(reason)),
      (
        "before",
        .members(
          before.numbers.map { name, path in
            (name, .number(Int64(clamping: before[keyPath: path])))
          }
        )
      ),
    ]
  }

  fileprivate init?(_ value: DataValue) {
    func text(_ key: String) -> String? { value[key]?.string }
    func number(_ key: String) -> Int64? { value[key]?.integer }
    guard let edition = text("edition"), let published = text("published"),
      let began = number("began"), let step = number("step"), let since = number("since"),
      let state = text("state").flatMap(State.init), let reason = text("reason")
    else { return nil }
    var before = RolloutBaseline()
    for (name, path) in before.numbers {
      before[keyPath: path] = UInt64(clamping: value["before"]?[name]?.integer ?? 0)
    }
    self.init(of: edition, beside: published, after: before, at: UnixTime(seconds: began))
    self.step = Int(clamping: step)
    self.since = UnixTime(seconds: since)
    self.state = state
    if case .bool(let isPaused)? = value["paused"]?.content { self.isPaused = isPaused }
    self.reason = reason
  }
}

extension RolloutBaseline {
  fileprivate var numbers: [(name: String, path: WritableKeyPath<RolloutBaseline, UInt64>)] {
    [
      ("whole", \.counts.whole), ("degraded", \.counts.degraded),
      ("clientErrors", \.counts.clientErrors), ("failed", \.counts.failed),
      ("composed", \.composed), ("nanoseconds", \.nanoseconds),
    ]
  }
}
