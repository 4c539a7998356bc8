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
