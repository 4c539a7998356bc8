// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Files
import Synchronization

/// The time zones of the system's tzdata. Each is read once: an update of the package takes effect
/// at the next start.
package final class ZoneDatabase: Sendable {
  package static let systemFolder = "/usr/share/zoneinfo"
  package static let system = ZoneDatabase(systemFolder)
  package static let example = "Europe/Vienna"

  /// The longest name in bytes.
  private static let maximumNameBytes = 64
  /// Copies of the zones with leap seconds or without, and names that are no places.
  private static let excluded = [
    "posix", "right", "posixrules", "localtime", "leapseconds", "Factory",
  ]

  private let folder: String
  private let known = Mutex<[String: ZoneRules]>([:])

  package init(_ folder: String) { self.folder = folder }

  /// Returns the rules of a zone by its tzdata name; `nil` where there is no such zone.
  package func rules(of name: String) throws(PlainError) -> ZoneRules? {
    if let rules = known.withLock({ $0[name] }) { return rules }
    guard Files.exists(folder) else {
      throw PlainError(
        "this machine knows no zones: \(folder) is missing, which the package tzdata has"
      )
    }
    let path = "\(folder)/\(name)"
    guard ZoneDatabase.isName(name), let bytes = try read(path) else { return nil }
    guard let rules = ZoneFile.rules(bytes.span, name: name) else {
      throw PlainError("the file \(path) cannot be read as one of tzdata")
    }
    known.withLock { $0[name] = rules }
    return rules
  }

  private func read(_ path: String) throws(PlainError) -> [UInt8]? {
    do throws(FileError) {
      // A folder of zones is not a zone.
      if Files.exists(path), (try? FileTree.names(in: path)) == nil {
        return try Files.read(path, limit: ZoneFile.maximumBytes)
      }
      _ = try FileTree.names(in: folder)
      return nil
    } catch {
      throw PlainError(error.description)
    }
  }

  /// All valid names, for suggestions.
  package var names: [String] {
    let files = (try? FileTree(folder))?.files ?? []
    return files.map(\.path).filter(ZoneDatabase.isName)
  }

  /// Returns whether a text has the form of a zone's name, which cannot lead out of the folder.
  private static func isName(_ name: String) -> Bool {
    guard (1...maximumNameBytes).contains(name.utf8.count) else { return false }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_+-".utf8.contains(byte)
        }
    } && !excluded.contains { $0 == parts[0] }
  }
}
