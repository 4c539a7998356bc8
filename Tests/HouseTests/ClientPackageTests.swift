// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The app's side as a package of its own. The guide for a first app builds it, once in a run. Its tests run in it by
/// `make client-package`: they are those that run here, and would take `make test` a minute more.
@Suite(.timeLimit(.minutes(20))) struct `The client's package` {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A package in a folder that is removed with the value.
  private final class Package: Sendable {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID())")

    init() throws {
      let script = `The client's package`.root.appendingPathComponent(
        "Sources/Client/Package/package.sh"
      )
      #expect(try Package.run([script.path, folder.path]) == "")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs a command, and returns what it said if it failed.
    static func run(_ arguments: [String]) throws -> String {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      (process.standardOutput, process.standardError) = (pipe, pipe)
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? "" : String(decoding: output, as: UTF8.self)
    }

    func text(_ path: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
  }

  @Test func `It has what a package needs`() throws {
    let package = try Package()
    #expect(try package.text("Package.swift").hasPrefix("// swift-tools-version: 6.0\n"))
    #expect(try package.text("LICENSE").contains("Apache License"))
    #expect(try package.text("README.md").hasPrefix("# PorticoClient\n"))
    withExtendedLifetime(package) {}
  }

  @Test func `It is written again in the same place, and in no folder of something else`() throws {
    let package = try Package()
    let script = Self.root.appendingPathComponent("Sources/Client/Package/package.sh").path
    let old = package.folder.appendingPathComponent("Sources/Client/PorticoClient/Old.swift")
    try Data().write(to: old)
    #expect(try Package.run([script, package.folder.path]) == "")
    #expect(!FileManager.default.fileExists(atPath: old.path))
    try Data("let package = 1".utf8).write(
      to: package.folder.appendingPathComponent("Package.swift")
    )
    #expect(try Package.run([script, package.folder.path]).contains("has something else in it"))
  }

  @Test func `Its privacy manifest has its four keys, and says that nothing is collected`() throws {
    let package = try Package()
    let text = try package.text("Sources/Client/PorticoClient/PrivacyInfo.xcprivacy")
    let data = Data(text.utf8)
    // Safe: no format is asked for.
    let list = unsafe try PropertyListSerialization.propertyList(from: data, format: nil)
    let keys = try #require(list as? [String: Any])
    #expect(keys["NSPrivacyTracking"] as? Bool == false)
    for name in ["TrackingDomains", "CollectedDataTypes", "AccessedAPITypes"] {
      #expect((keys["NSPrivacy" + name] as? [Any])?.isEmpty == true)
    }
    #expect(keys.count == 4)
  }

  /// Its modules import one another, and parts of the systems that apps run on.
  @Test func `It imports nothing that an app would have to bring`() throws {
    let known: Set = [
      "PorticoClient", "Foundation", "FoundationNetworking", "Dispatch", "os", "Synchronization",
      "Darwin", "Musl", "Glibc", "SQLite3", "CSQLite", "Observation", "SwiftUI",
    ]
    let package = try Package()
    let folder = package.folder.appendingPathComponent("Sources/Client")
    let files =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    var imported: Set<String> = []
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for found in text.matches(of: /(?m)^ *(?:public |package )?import (\w+)/) {
        imported.insert(String(found.1))
      }
    }
    withExtendedLifetime(package) {}
    #expect(imported.contains("PorticoClient"))
    #expect(imported.subtracting(known) == [])
  }
}
