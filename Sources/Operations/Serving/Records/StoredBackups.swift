// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Files
package import ResourceModel

/// The backups that `portico backup` has made of a state folder, the newest last, as a line of JSON each in
/// that folder. They are read by a running service and are in no backup themselves.
package enum StoredBackups {
  package struct Backup {
    package let time: Timestamp
    package let folder: String
    package let files: Int
    package let bytes: Int64

    package init(time: Timestamp, folder: String, files: Int, bytes: Int64) {
      (self.time, self.folder, self.files, self.bytes) = (time, folder, files, bytes)
    }
  }

  package static let name = "backups.jsonl"
  /// The most backups that are remembered.
  private static let most = 20
  /// The version of a line's members; lines of others are left out.
  private static let version: Int64 = 1
  private static let maximumBytes = 1 << 20

  package static func read(in state: String) throws(FileError) -> [Backup] {
    let path = "\(state)/\(name)"
    guard Files.exists(path) else { return [] }
    let bytes = try Files.read(path, limit: maximumBytes)
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap(backup)
  }

  package static func add(_ backup: Backup, in state: String) throws(FileError) {
    let lines = (try read(in: state).suffix(most - 1) + [backup]).map { line(of: $0) }
    try Files.write(Array(lines.joined()), to: "\(state)/\(name)")
  }

  private static func line(of backup: Backup) -> [UInt8] {
    let value = DataValue.members([
      ("version", .integer(version)), ("at", .text("\(backup.time)")),
      ("folder", .text(backup.folder)), ("files", .integer(Int64(backup.files))),
      ("bytes", .integer(backup.bytes)),
    ])
    return value.json + [UInt8(ascii: "\n")]
  }

  private static func backup(_ line: ArraySlice<UInt8>) -> Backup? {
    guard let value = try? DataValue(reading: Array(line).span, as: .json),
      value["version"] == .integer(version), let time = value["at"]?.string.flatMap(Timestamp.init),
      let folder = value["folder"]?.string, let files = value["files"]?.integer,
      let bytes = value["bytes"]?.integer
    else { return nil }
    return Backup(time: time, folder: folder, files: Int(clamping: files), bytes: bytes)
  }
}
