// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The rules of the house, held against the sources.
@Suite struct `The source tree` {
  private struct Source {
    let path: String
    let text: String
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func sources(_ folder: String) throws -> [Source] {
    let start = Self.root.appendingPathComponent(folder)
    let files =
      FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
    let swift = files.filter { $0.hasSuffix(".swift") }
    #expect(!swift.isEmpty)
    return try swift.map { path in
      let url = start.appendingPathComponent(path)
      return Source(
        path: "\(folder)/\(path)",
        text: try String(contentsOf: url, encoding: .utf8)
      )
    }
  }

  @Test func `The top level of the repository has only the agreed files and folders`() throws {
    let agreed: Set = [
      "Package.swift", "Sources", "Tests", "Content", "Locales", "README.md", "Makefile", "LICENSE",
    ]
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
    #expect(found.filter { !$0.hasPrefix(".") && !agreed.contains($0) } == [])
  }

  @Test func `Every source file begins with its licence and has at most 400 lines`() throws {
    for source in try sources("Sources") + sources("Tests") {
      let lines = source.lines
      #expect(lines.first == "// SPDX-License-Identifier: Apache-2.0", "\(source.path)")
      #expect(lines.count <= 400, "\(source.path) has \(lines.count) lines")
    }
  }

  @Test func `No source file contains a mark of unfinished work`() throws {
    let marks = ["TO" + "DO", "FIX" + "ME", "HA" + "CK", "XX" + "X"]
    for source in try sources("Sources") + sources("Tests") {
      for mark in marks { #expect(!source.text.contains(mark), "\(source.path): \(mark)") }
    }
  }

  @Test func `No doc comment of the sources begins with a question word`() throws {
    let question = try Regex(
      #"(?m)^ *///(?: +- (?:Parameter )?\w+:)? (?:What|How|Who|Whose|Whoever)\b"#
    )
    for source in try sources("Sources") {
      let found = source.text.firstMatch(of: question).map { String(source.text[$0.range]) }
      #expect(found == nil, "\(source.path)")
    }
  }

  @Test func `Every error type describes itself in words`() throws {
    let all = try sources("Sources")
    let description = try Regex(#"extension (?:\w+\.)*(\w+): [\w, ]*CustomStringConvertible"#)
    let described = Set(
      all.flatMap { $0.text.matches(of: description) }
        .compactMap { $0.output[1].substring.map(String.init) }
    )
    let error = "(?:struct|enum|class) (\\w+): ([^{\n]*\\bError\\b[^{\n]*)\\{"
    let (any, shared) = (try Regex(error), try Regex("(?:package|public) \(error)"))
    for source in all {
      for declaration in source.text.matches(
        of: source.path.hasPrefix("Sources/Operations") ? any : shared
      ) {
        let name = declaration.output[1].substring.map(String.init) ?? ""
        let isDescribed =
          described.contains(name)
          || declaration.output[2].substring?.contains("CustomStringConvertible") == true
        #expect(isDescribed, "\(source.path): \(name) has no description")
      }
    }
  }

  /// An app's side has no loops of its own: its disk has a queue, and its usual transport is Foundation's.
  @Test(arguments: [
    ("Foundation", "Sources/Client/PorticoClientURLSession/URLSessionTransport.swift"),
    ("Dispatch", "Sources/Client/PorticoClient/Persistence/StoreDisk.swift"),
  ])
  func `Foundation and Dispatch are imported by one file of an app's side each`(
    module: String,
    place: String
  ) throws {
    for source in try sources("Sources") where source.path != place {
      #expect(!source.text.contains("import \(module)"), "\(source.path)")
    }
  }

  /// An app's side shares these with the gateway.
  @Test(arguments: ["ResourceModel", "Filters"])
  func `Values that an app needs depend on no C library`(module: String) throws {
    let all = try sources("Sources")
    var (known, waiting): (Set<String>, [String]) = ([module], [module])
    while let next = waiting.popLast() {
      let lines = all.filter { $0.path.split(separator: "/").dropFirst(2).first == next[...] }
        .flatMap(\.lines)
        .filter { $0.hasPrefix("import ") || $0.hasPrefix("package import ") }
      let imported = Set(lines.compactMap { $0.firstMatch(of: /^(?:package )?import (\w+)/)?.1 })
      for name in imported.map(String.init) where known.insert(name).inserted {
        waiting.append(name)
      }
    }
    #expect(known.isSuperset(of: ["DataFiles", "Bytes"]), "\(known)")
    #expect(known.filter { $0.contains(/^C[A-Z]/) } == [])
  }

  @Test func `Unsafe code stands only in the platform and the codecs' C seams`() throws {
    let seams = [
      "Sources/Platform/", "Sources/HTTP/HTTP2/", "Sources/HTTP/ContentCoding/",
      "Sources/Client/PorticoClient/Persistence/DiskFile.swift",
      "Sources/Client/PorticoClientSQLite/SQLiteFile.swift",
    ]
    for source in try sources("Sources") where !seams.contains(where: source.path.hasPrefix) {
      let code = source.lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
      for line in code {
        #expect(!line.contains("unsafe ") && !line.contains("Unsafe"), "\(source.path): \(line)")
      }
    }
  }

  @Test func `Unchecked Sendable conformances stand only in the allowed files`() throws {
    let allowed: Set = [
      "Sources/Platform/Geography/CountryDatabase.swift",
      "Sources/Platform/Reactor/LoopConfined.swift",
      "Sources/Platform/PostgreSQL/PostgreSQLConnection.swift",
      "Sources/Platform/SQLite/Database.swift",
      "Sources/Platform/Signals/SignalMemory.swift",
      "Sources/Platform/TransportSecurity/SavedSession.swift",
      "Sources/Platform/TransportSecurity/TLSClientContext.swift",
      "Sources/Platform/TransportSecurity/TLSServerContext.swift",
      "Sources/Platform/TransportSecurity/TicketKey.swift",
      "Sources/Client/PorticoClientSQLite/SQLiteFile.swift",
    ]
    let found = try sources("Sources").filter { $0.text.contains("@unchecked Sendable") }
    #expect(Set(found.map(\.path)) == allowed)
  }

  @Test func `The platform and HTTP start no tasks or streams outside their loops`() throws {
    for source in try sources("Sources/HTTP") + sources("Sources/Platform") {
      for call in [" Task {", "Task.detached", "Task.sleep", "AsyncStream"] {
        #expect(!source.text.contains(call), "\(source.path): \(call)")
      }
    }
  }

  @Test func `Code shared by tests does not import Testing`() throws {
    for source in try sources("Sources") + sources("Tests/Support") {
      #expect(!source.lines.contains("import Testing"), "\(source.path)")
    }
  }

  @Test func `No source file forces a try, a cast or an optional`() throws {
    for source in try sources("Sources") {
      for force in ["try!", " as! ", "unsafelyUnwrapped"] {
        #expect(!source.text.contains(force), "\(source.path): \(force)")
      }
    }
  }
}
