// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Testing

@Suite struct `Reading and writing whole files` {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  private func cleaned(_ body: () throws -> Void) rethrows {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body()
  }

  @Test(arguments: [(0, 3, "abc"), (2, 3, "cde"), (4, 9, "ef"), (9, 2, ""), (2, 0, "")])
  func `A part of a file is read from an offset, shortened where the file ends`(
    offset: Int,
    count: Int,
    part: String
  ) throws {
    try cleaned {
      try Files.write(Array("abcdef".utf8), to: "\(folder)/file")
      let bytes = try Files.read("\(folder)/file", from: offset, count: count)
      #expect(String(decoding: bytes, as: UTF8.self) == part)
    }
  }

  @Test func `Asking for a file in a folder fails when the folder is missing or is no folder`()
    throws
  {
    try cleaned {
      try Files.write([], to: "\(folder)/file")
      #expect(try Files.has("file", in: folder))
      #expect(try !Files.has("other", in: folder))
      #expect(throws: FileError.self) { try Files.has("other", in: "\(folder)/none") }
      #expect(throws: FileError.self) { try Files.has("other", in: "\(folder)/file") }
    }
  }

  @Test(arguments: [0, 1, 4_096, 1_000_000])
  func `A file that was overwritten is read back as written, with no other file left`(
    count: Int
  ) throws {
    try cleaned {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try Files.write([1, 2, 3], to: "\(folder)/file")
      try Files.write(bytes, to: "\(folder)/file")
      #expect(try Files.read("\(folder)/file") == bytes)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
    }
  }

  @Test func `A file that is being written is not listed until it is put in place`() throws {
    try cleaned {
      var draft = try FileDraft(for: "\(folder)/site.json5")
      try draft.append([1, 2, 3])
      #expect(try FileTree(folder).files.isEmpty)
      #expect(try FileDraft.names(in: folder).count == 1)
      try draft.putInPlace()
      #expect(try FileTree(folder).files.map(\.path) == ["site.json5"])
      #expect(try FileDraft.names(in: folder).isEmpty)
    }
  }

  @Test func `Reading a file fails beyond its limit, and where there is no file`() throws {
    try cleaned {
      try Files.write([1, 2, 3], to: "\(folder)/file")
      #expect(throws: FileError.self) { try Files.read("\(folder)/file", limit: 2) }
      #expect(throws: FileError.self) { try Files.read("\(folder)/missing") }
      #expect(throws: FileError.self) { try Files.read(folder) }
      #expect(throws: FileError.self) { try Files.write([], to: "\(folder)/missing/file") }
      #expect(!Files.exists("\(folder)/missing"))
    }
  }

  @Test func `An error of a file says the operation, the path and the reason`() throws {
    try cleaned {
      let error = #expect(throws: FileError.self) { try Files.read("\(folder)/missing") }
      let said = try #require(error).description
      #expect(said == "cannot open \(folder)/missing: No such file or directory")
    }
  }

  @Test
  func
    `Files below a folder are listed in the order of their paths, without hidden and backup files`()
    throws
  {
    try cleaned {
      try Files.makeFolder("\(folder)/b/c/d")
      try Files.makeFolder("\(folder)/b/c/d")
      for name in ["b/c/x", "b.txt", "a", "b/c/d/y", ".hidden", "backup~"] {
        try Files.write(Array(name.utf8), to: "\(folder)/\(name)")
      }
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link",
        withDestinationPath: "a"
      )
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/broken",
        withDestinationPath: "nowhere"
      )
      let tree = try FileTree(folder)
      #expect(tree.files.map(\.path) == ["a", "b.txt", "b/c/d/y", "b/c/x", "link"])
      #expect(tree.files.map(\.size) == [1, 5, 7, 5, 1])
      #expect(Set(tree.folders) == ["", "b", "b/c", "b/c/d"])
    }
  }

  @Test func `The stamp of a file changes when the file is written again`() throws {
    try cleaned {
      try Files.write([1], to: "\(folder)/file")
      let first = try FileTree(folder).files
      #expect(try FileTree(folder).files == first)
      #expect(FileEntry.Stamp(of: "\(folder)/file") == first[0].stamp)
      try Files.write([2], to: "\(folder)/file")
      #expect(try FileTree(folder).files != first)
      #expect(FileEntry.Stamp(of: "\(folder)/file") != first[0].stamp)
      #expect(FileEntry.Stamp(of: "\(folder)/missing") == nil)
    }
  }

  @Test func `Listing a folder fails where a link leads around in a circle`() throws {
    try cleaned {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/around",
        withDestinationPath: "."
      )
      #expect(throws: FileError.self) { try FileTree(folder) }
    }
  }
}
