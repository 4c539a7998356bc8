// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
import Serving

/// A copy of a state folder that is complete or not there: it gets its name when all is on the disk.
struct StateCopy {

  /// Files that belong to a running process, or are copied in a way of their own.
  private static let left = ["serving.lock", SiteRollout.lockName, StoredBackups.name]

  private let source: String
  private let target: String
  private let part: String

  /// The path for the file of the records.
  var records: String { "\(part)/\(SiteResources.fileName)" }

  init(from source: String, to target: String) throws {
    guard Files.exists(source) else {
      throw PlainError("there is no folder \(source); expected one to copy")
    }
    guard !Files.exists(target) else {
      throw PlainError("there is something at \(target); expected a new folder")
    }
    (self.source, self.target) = (source, target)
    part = "\(target).part"
    guard !Files.exists(part) else {
      throw PlainError("\(part) is left of a copy that ended early; remove it first")
    }
    try Files.makeFolder(part, isPrivate: true)
  }

  /// Copies the other files and gives the folder its name; returns the files that it has.
  func finish() throws -> [FileEntry] {
    let tree = try FileTree(source)
    for folder in tree.folders where !folder.isEmpty { try Files.makeFolder("\(part)/\(folder)") }
    for file in tree.files where isCopied(file.path) {
      do {
        try Files.write(try Files.read("\(source)/\(file.path)"), to: "\(part)/\(file.path)")
      } catch {
        // A journal that was replaced meanwhile is gone under its old name.
        guard Files.exists("\(source)/\(file.path)") else { continue }
        throw error
      }
    }
    for folder in tree.folders { try Files.synchronize(folder: "\(part)/\(folder)") }
    let files = try FileTree(part).files
    try Files.move(part, to: target)
    let parent = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
    try Files.synchronize(folder: parent.isEmpty ? "/" : parent)
    return files
  }

  private func isCopied(_ path: String) -> Bool {
    !Self.left.contains(path) && !path.hasPrefix(SiteResources.fileName)
  }
}
