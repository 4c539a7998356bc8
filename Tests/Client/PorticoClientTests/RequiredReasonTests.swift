// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Apple wants a reason for each use of some functions, in the privacy manifest of who calls them. Ours calls none.
/// The sources for Apple systems are not compiled here, so that words are looked for and not symbols.
@Suite struct `Functions that Apple wants a reason for` {
  private static let functions: Set = [
    // Dates of files.
    "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey",
    "creationDateKey", "contentAccessDateKey", "getattrlist", "getattrlistbulk", "fgetattrlist",
    "getattrlistat", "stat", "fstat", "fstatat", "lstat", "attributesOfItem",
    // The time since the system's start.
    "systemUptime", "mach_absolute_time", "mach_continuous_time", "SuspendingClock",
    // The room of a disk.
    "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
    "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey", "systemFreeSize",
    "systemSize", "statfs", "statvfs", "fstatfs", "fstatvfs", "attributesOfFileSystem",
    // Keyboards, and the defaults of a user.
    "activeInputModes", "UserDefaults", "NSUbiquitousKeyValueStore", "CFPreferencesCopyAppValue",
  ]

  @Test(arguments: ["PorticoClient", "PorticoClientURLSession", "PorticoClientSQLite"])
  func `None of them is named in a module for apps`(module: String) throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Client/\(module)")
    let files =
      FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    #expect(files.contains { $0.hasSuffix(".swift") })
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      let code = text.split(separator: "\n").filter {
        !$0.drop(while: \.isWhitespace).hasPrefix("//")
      }
      let words = Set(
        code.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } }.map(String.init)
      )
      #expect(words.intersection(Self.functions) == [], "\(file)")
    }
  }
}
