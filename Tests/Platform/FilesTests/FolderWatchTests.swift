// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Testing

@Suite struct `A folder watch` {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  init() throws { try Files.makeFolder("\(folder)/a/b") }

  private func changes(_ change: () throws -> Void) throws -> Bool {
    var watch = FolderWatch([folder, "\(folder)/missing"])
    try change()
    return watch.wait(timeout: 5_000, quiet: 1)
  }

  @Test func `A folder watch notices a file written in a folder far below`() throws {
    #expect(try changes { try Files.write([1], to: "\(folder)/a/b/file") })
  }

  @Test func `A folder watch notices a new folder`() throws {
    #expect(try changes { try Files.makeFolder("\(folder)/a/c") })
  }

  @Test func `A folder watch notices a removed file`() throws {
    try Files.write([1], to: "\(folder)/a/file")
    #expect(try changes { try Files.remove("\(folder)/a/file") })
  }

  @Test func `A folder watch notices changes in a folder that was made after it began`() throws {
    var watch = FolderWatch([folder])
    try Files.makeFolder("\(folder)/new/deep")
    let isSeen = watch.wait(timeout: 5_000, quiet: 1)
    #expect(isSeen)
    try Files.write([1], to: "\(folder)/new/deep/file")
    let isSeenAgain = watch.wait(timeout: 5_000, quiet: 1)
    #expect(isSeenAgain)
  }

  @Test func `A folder watch names a folder that it cannot read, until that is repaired`() throws {
    let circle = "\(folder)/a/circle"
    try FileManager.default.createSymbolicLink(atPath: circle, withDestinationPath: ".")
    var watch = FolderWatch([folder, "\(folder)/missing"])
    let description = try #require(watch.fault?.description)
    #expect(description.hasPrefix("cannot enter \(folder)/a/circle/circle"), "\(description)")
    try Files.remove(circle)
    let isSeen = watch.wait(timeout: 0, quiet: 1)
    #expect(isSeen)
    let isMended = watch.fault == nil
    #expect(isMended)
  }

  @Test
  func `A folder watch notices a folder that was missing and is made later, and changes within`()
    throws
  {
    var watch = FolderWatch(["\(folder)/a", "\(folder)/later"])
    try Files.makeFolder("\(folder)/later")
    let isSeen = watch.wait(timeout: 0, quiet: 1)
    #expect(isSeen)
    let isSeenTwice = watch.wait(timeout: 0, quiet: 1)
    #expect(!isSeenTwice)
    try Files.write([1], to: "\(folder)/later/file")
    let isSeenWithin = watch.wait(timeout: 5_000, quiet: 1)
    #expect(isSeenWithin)
  }

  @Test func `A folder watch of a flat folder ignores changes in the folders below`() throws {
    try Files.makeFolder("\(folder)/c")
    var watch = FolderWatch(["\(folder)/c"], flat: ["\(folder)/a"])
    try Files.write([1], to: "\(folder)/a/b/file")
    let isSeenBelow = watch.wait(timeout: 0, quiet: 1)
    #expect(!isSeenBelow)
    try Files.write([1], to: "\(folder)/a/file")
    let isSeen = watch.wait(timeout: 5_000, quiet: 1)
    #expect(isSeen)
  }

  @Test func `A folder watch reports nothing when nothing changes`() throws {
    var watch = FolderWatch([folder])
    _ = Files.exists("\(folder)/a/b")
    let isSeen = watch.wait(timeout: 0, quiet: 1)
    #expect(!isSeen)
  }
}
