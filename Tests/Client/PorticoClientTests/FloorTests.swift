// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The app's side must build for iOS 16, macOS 13, tvOS 16, watchOS 9 and visionOS 1, on which nothing can be
/// built here. The compiler's syntax tree names each symbol that is used, and the symbol graph of the
/// standard library the system that each of its symbols came with.
@Suite struct `The oldest system of an app` {
  private static let floor = 16

  /// The compiler takes the extension's function of the same name where the requirement is newer.
  private static let elsewhere: Set = ["s:s17FixedWidthIntegerP2amoiyxx_xtFZ"]

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let sources = root.appendingPathComponent("Sources/Client/PorticoClient")

  private static func run(_ arguments: [String], in folder: URL) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // The tree is printed as if it were errors.
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(
      process.terminationStatus == 0,
      "\(String(decoding: output.prefix(1_000), as: UTF8.self))"
    )
    return output
  }

  private static func files(_ folder: URL) -> [String] {
    let all =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".swift") }.sorted()
  }

  /// The symbols of the standard library that are newer than the floor, with their names.
  private static func newerSymbols() throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("symbols-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var newer: [String: String] = [:]
    for module in ["Swift", "_Concurrency"] {
      _ = try run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-output-dir", ".", "-target"]
          + [
            "x86_64-unknown-linux-gnu", "-minimum-access-level", "public",
            "-skip-synthesized-members",
          ],
        in: folder
      )
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let graph = try JSONDecoder().decode(
        Graph.self,
        from: Data(contentsOf: folder.appendingPathComponent(file))
      )
      for symbol in graph.symbols where symbol.system > floor {
        newer[symbol.identifier.precise] = symbol.pathComponents.joined(separator: ".")
      }
    }
    return newer
  }

  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { let precise: String }
      struct Availability: Decodable {
        struct Version: Decodable { let major: Int }
        let domain: String?
        let introduced: Version?
      }
      let identifier: Identifier
      let pathComponents: [String]
      let availability: [Availability]?

      var system: Int { availability?.first { $0.domain == "iOS" }?.introduced?.major ?? 0 }
    }
    let symbols: [Symbol]
  }

  @Test func `No symbol is used that came later, outside of the lock for other systems`() throws {
    let newer = try Self.newerSymbols()
    #expect(newer.values.contains("Array.span"))
    #expect(newer.count > 500)
    let files = Self.files(Self.sources)
    let tree = try Self.run(
      // By itself the compiler begins a process for each file here.
      ["swiftc", "-enable-batch-mode", "-dump-ast", "-dump-ast-format", "json"]
        + ["-module-name", "PorticoClient"]
        + [
          "-package-name", "portico", "-swift-version", "6", "-enable-experimental-feature",
          "Lifetimes",
        ]
        + files,
      in: Self.sources
    )
    var used: Set<String> = []
    let text = String(decoding: tree, as: UTF8.self)
    for part in text.split(separator: "\"decl_usr\":\"").dropFirst() {
      used.insert(String(part.prefix { $0 != "\"" }))
    }
    #expect(used.count > 300)
    let late = used.subtracting(Self.elsewhere).compactMap { newer[$0] }
    #expect(late.sorted() == [])
  }

  /// The modules that a file may import, all of them parts of every system that apps run on.
  private static let imports: [String: Set<String>] = [
    "Values/Locked.swift": ["os", "Synchronization"],
    "Persistence/DiskFile.swift": ["Darwin", "Musl", "Glibc"],
    "Persistence/StoreDisk.swift": ["Dispatch"],
    "Requests/Queries/RecordFilter+Evaluation.swift": ["Darwin", "Musl", "Glibc"],
    "Screens/ScreenView.swift": ["SwiftUI"],
    "Start/ObservedSession.swift": ["Observation"],
  ]

  @Test func `Only files that are named here import anything`() throws {
    for file in Self.files(Self.sources) {
      let text = try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
      let imports = text.matches(of: /(?m)^ *(?:public |package )?import (\w+)/).map {
        String($0.1)
      }
      #expect(Set(imports) == Self.imports[file] ?? [], "\(file)")
    }
  }
}
