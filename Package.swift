// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// This manifest is the architecture diagram. Modules stand in the order in which they may know
// each other, lowest first; `House` refuses one that depends on a module declared after it or in
// a higher wing, so an upward import cannot even be declared.

/// The wings of the house, from the ground up.
enum Wing: Int {
  case platform, http, content, delivery, operations, sample

  var folder: String {
    switch self {
    case .platform: "Platform"
    case .http: "HTTP"
    case .content: "Content"
    case .delivery: "Delivery"
    case .operations: "Operations"
    case .sample: "Sample"
    }
  }
}

/// Collects the targets and checks the direction of every dependency.
struct House {
  private(set) var targets: [Target] = []
  private var wings: [String: Wing] = [:]

  /// The modules whose tests are built, and nothing else beside the sources: what `make test ONLY=…`
  /// names; `nil` for everything.
  private let only = Context.environment["PORTICO_ONLY"].map { Set($0.split(separator: ",")) }

  private func builds(_ name: String) -> Bool { only.map { $0.contains(name[...]) } ?? true }

  /// Language mode 6 with every check the compiler has; a warning fails the build.
  private let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    // A task stays on the loop of its caller: async code on the way of a request costs no hop.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ExistentialAny"),
    // C headers stay inside the module that wraps them.
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Our own types hand out `Span`s of their storage.
    .enableExperimentalFeature("Lifetimes"),
  ]

  /// A Debian library, seen through a module map and a header of inline functions.
  mutating func library(_ name: String, pkgConfig: String, debian: String) {
    admit(name, in: .platform, dependsOn: [])
    targets.append(
      .systemLibrary(
        name: name,
        path: "Sources/Platform/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([debian])]
      )
    )
  }

  mutating func cModule(_ name: String) {
    admit(name, in: .platform, dependsOn: [])
    targets.append(.target(name: name, path: "Sources/Platform/\(name)"))
  }

  mutating func module(_ name: String, in wing: Wing, dependsOn names: [String] = []) {
    admit(name, in: wing, dependsOn: names)
    targets.append(
      .target(
        name: name,
        dependencies: names.map { .init(stringLiteral: $0) },
        path: "Sources/\(wing.folder)/\(name)",
        swiftSettings: strict
      )
    )
  }

  mutating func command(_ name: String, in wing: Wing, dependsOn names: [String]) {
    admit(name, in: wing, dependsOn: names)
    targets.append(
      .executableTarget(
        name: name,
        dependencies: names.map { .init(stringLiteral: $0) },
        path: "Sources/\(wing.folder)/\(name)",
        swiftSettings: strict
      )
    )
  }

  mutating func tests(of name: String, dependsOn names: [String] = []) {
    guard let wing = wings[name] else { fatalError("\(name)Tests: there is no module \(name)") }
    guard builds(name) else { return }
    targets.append(
      .testTarget(
        name: "\(name)Tests",
        dependencies: ([name] + names).map { .init(stringLiteral: $0) },
        path: "Tests/\(wing.folder)/\(name)Tests",
        swiftSettings: strict
      )
    )
  }

  /// The rules that are held against the sources themselves.
  mutating func ownTests() {
    guard builds("House") else { return }
    targets.append(
      .testTarget(name: "HouseTests", path: "Tests/HouseTests", swiftSettings: strict)
    )
  }

  /// What several test targets share.
  mutating func testSupport(_ name: String, dependsOn names: [String]) {
    targets.append(
      .target(
        name: name,
        dependencies: names.map { .init(stringLiteral: $0) },
        path: "Tests/Support/\(name)",
        swiftSettings: strict
      )
    )
  }

  /// A library for tests, with tests of its own beside it.
  mutating func testLibrary(_ name: String, at path: String, dependsOn names: [String]) {
    targets.append(
      .target(
        name: name,
        dependencies: names.map { .init(stringLiteral: $0) },
        path: "Tests/\(path)",
        swiftSettings: strict
      )
    )
    guard builds(name) else { return }
    targets.append(
      .testTarget(
        name: "\(name)Tests",
        dependencies: [.init(stringLiteral: name)],
        path: "Tests/\(path)Tests",
        swiftSettings: strict
      )
    )
  }

  /// The program that libFuzzer drives: it brings its own `main`, so it is built by `make fuzz` only.
  mutating func fuzzer(_ name: String, at path: String) {
    let fuzzing: [SwiftSetting] = [
      .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])
    ]
    for index in targets.indices where targets[index].type == .regular {
      targets[index].swiftSettings =
        (targets[index].swiftSettings ?? []) + [
          .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])
        ]
    }
    targets.append(
      .executableTarget(
        name: name,
        dependencies: ["FuzzTargets"],
        path: "Tests/\(path)",
        swiftSettings: strict + fuzzing,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
      )
    )
  }

  /// Writes committed source out of outside data; the program is never installed.
  mutating func generator(
    _ name: String,
    program: String,
    at path: String,
    dependsOn names: [String] = []
  ) {
    testLibrary(name, at: path, dependsOn: names)
    targets.append(
      .executableTarget(
        name: program,
        dependencies: ([name] + names).map { .init(stringLiteral: $0) },
        path: "Tests/\(path)Command",
        swiftSettings: strict
      )
    )
  }

  /// A program for tests and benchmarks; it is never installed.
  mutating func testProgram(_ name: String, at path: String, dependsOn names: [String]) {
    guard only == nil else { return }
    targets.append(
      .executableTarget(
        name: name,
        dependencies: names.map { .init(stringLiteral: $0) },
        path: "Tests/\(path)",
        swiftSettings: strict
      )
    )
  }

  private mutating func admit(_ name: String, in wing: Wing, dependsOn names: [String]) {
    for other in names {
      guard let otherWing = wings[other] else {
        fatalError("\(name) depends on \(other), which is not declared below it")
      }
      guard otherWing.rawValue <= wing.rawValue else {
        fatalError("\(name) in \(wing.folder) depends upwards on \(other) in \(otherWing.folder)")
      }
    }
    wings[name] = wing
  }
}

var house = House()

house.cModule("CLinux")
house.library("CNghttp2", pkgConfig: "libnghttp2", debian: "libnghttp2-dev")
house.library("COpenSSL", pkgConfig: "openssl", debian: "libssl-dev")
house.library("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev")
house.library("CDeflate", pkgConfig: "libdeflate", debian: "libdeflate-dev")
house.library("CBrotli", pkgConfig: "libbrotlienc", debian: "libbrotli-dev")
house.library("CZstd", pkgConfig: "libzstd", debian: "libzstd-dev")
house.library("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev")
house.library("CMaxMind", pkgConfig: "libmaxminddb", debian: "libmaxminddb-dev")
house.module("Signals", in: .platform)
house.module("Bytes", in: .platform, dependsOn: ["CLinux"])
house.module("Files", in: .platform, dependsOn: ["CLinux"])
house.module("Geography", in: .platform, dependsOn: ["CLinux", "CMaxMind", "Files"])
house.module("Digests", in: .platform, dependsOn: ["COpenSSL", "Bytes"])
house.module("SQLite", in: .platform, dependsOn: ["CSQLite"])
house.module("Reactor", in: .platform, dependsOn: ["CLinux", "Bytes"])
house.module("TransportSecurity", in: .platform, dependsOn: ["COpenSSL", "Bytes", "Reactor"])

house.module("HTTPValues", in: .http, dependsOn: ["Bytes"])
house.module("HTTPCaching", in: .http, dependsOn: ["Bytes", "HTTPValues"])
house.module(
  "ContentCoding",
  in: .http,
  dependsOn: ["CZlib", "CDeflate", "CBrotli", "CZstd", "Bytes", "HTTPValues"]
)
house.module("HTTP1", in: .http, dependsOn: ["Bytes", "HTTPValues"])
house.module("HTTP2", in: .http, dependsOn: ["CNghttp2", "Bytes", "HTTPValues"])

house.module(
  "HTTPServer",
  in: .http,
  dependsOn: ["Bytes", "Signals", "Reactor", "HTTPValues", "HTTP1", "HTTP2"]
)

house.module(
  "HTTPClient",
  in: .http,
  dependsOn: [
    "Bytes", "Signals", "Reactor", "HTTPValues", "ContentCoding", "HTTP1", "HTTP2",
  ]
)
house.module(
  "HTTPForwarding",
  in: .http,
  dependsOn: ["Bytes", "Reactor", "HTTPValues", "HTTPServer", "HTTPClient"]
)

house.module("DataFiles", in: .content)
house.module("FileShapes", in: .content, dependsOn: ["DataFiles"])
house.module("JSONValues", in: .content, dependsOn: ["Bytes"])
house.module("ContentModel", in: .content)
house.module("ContentResolution", in: .content, dependsOn: ["Bytes", "ContentModel"])
house.module(
  "LocaleFormats",
  in: .content,
  dependsOn: ["Files", "ContentModel", "ContentResolution"]
)
house.module(
  "Localization",
  in: .content,
  dependsOn: ["DataFiles", "ContentModel", "ContentResolution", "LocaleFormats"]
)
house.module(
  "Plans",
  in: .content,
  dependsOn: [
    "Bytes", "HTTPValues", "DataFiles", "FileShapes", "ContentModel", "LocaleFormats",
    "Localization", "JSONValues",
  ]
)
house.module(
  "Edges",
  in: .content,
  dependsOn: [
    "Bytes", "Digests", "HTTPValues", "DataFiles", "FileShapes", "ContentModel", "Plans",
  ]
)
house.module(
  "Editions",
  in: .content,
  dependsOn: [
    "Bytes", "Files", "Digests", "Reactor", "HTTPValues", "DataFiles", "FileShapes", "ContentModel",
    "ContentResolution", "LocaleFormats", "Localization", "JSONValues", "Plans", "Edges",
  ]
)

house.module(
  "EdgeRules",
  in: .delivery,
  dependsOn: [
    "DataFiles", "ContentModel", "ContentResolution", "Localization", "Plans", "Edges", "Editions",
  ]
)
house.module("AnswerCache", in: .delivery, dependsOn: ["Bytes", "ContentModel"])
house.module(
  "Backends",
  in: .delivery,
  dependsOn: ["Bytes", "Signals", "Reactor", "HTTPValues", "ContentCoding", "HTTPClient", "Plans"]
)
house.module(
  "Purging",
  in: .delivery,
  dependsOn: [
    "Bytes", "Signals", "Files", "Digests", "Reactor", "HTTPValues", "HTTPClient", "DataFiles",
    "Plans", "Editions", "Edges", "Backends",
  ]
)
house.module(
  "Gateway",
  in: .delivery,
  dependsOn: [
    "Bytes", "Signals", "Files", "Geography", "Digests", "Reactor", "HTTPValues", "HTTPCaching",
    "ContentCoding", "HTTPServer", "HTTPClient", "HTTPForwarding", "DataFiles", "FileShapes",
    "ContentModel", "ContentResolution", "Localization", "JSONValues", "Plans", "Editions",
    "AnswerCache", "Backends", "Edges",
  ]
)

house.module("FourM", in: .operations, dependsOn: ["Signals"])
house.command(
  "portico",
  in: .operations,
  dependsOn: [
    "Bytes", "Signals", "Digests", "Reactor", "TransportSecurity", "HTTPValues", "HTTPServer",
    "HTTPClient", "HTTPForwarding", "Files", "Geography", "DataFiles", "FileShapes",
    "ContentModel", "ContentResolution",
    "Localization", "Plans", "Editions", "EdgeRules", "AnswerCache", "Edges", "Purging", "Gateway",
    "FourM",
  ]
)

house.module(
  "FlowerShop",
  in: .sample,
  dependsOn: [
    "Bytes", "Signals", "Files", "Digests", "SQLite", "Reactor", "HTTPValues", "ContentCoding",
    "HTTPServer", "DataFiles",
  ]
)
house.command("flower-shop", in: .sample, dependsOn: ["Reactor", "FlowerShop"])

house.testSupport("LoopTesting", dependsOn: ["Reactor"])
house.testSupport(
  "SiteTesting",
  dependsOn: ["Files", "DataFiles", "ContentModel", "ContentResolution", "Edges", "Editions"]
)

house.testSupport("SeededTesting", dependsOn: [])
house.testSupport("GeographyTesting", dependsOn: [])

house.testSupport("ProgramTesting", dependsOn: ["LoopTesting", "Reactor"])
house.testSupport("SchemaTesting", dependsOn: ["DataFiles"])

house.testProgram(
  "wireprobe",
  at: "Wireprobe",
  dependsOn: [
    "Bytes", "Signals", "Reactor", "TransportSecurity", "HTTPValues", "HTTPServer", "HTTPClient",
    "HTTPForwarding", "Files", "DataFiles", "ContentModel", "ContentResolution", "Editions",
  ]
)

house.testLibrary(
  "FuzzTargets",
  at: "Fuzzing/FuzzTargets",
  dependsOn: ["Bytes", "Reactor", "HTTPValues", "HTTP1", "DataFiles", "JSONValues"]
)
if Context.environment["PORTICO_FUZZ"] != nil { house.fuzzer("fuzzer", at: "Fuzzing/Fuzzer") }
house.testProgram(
  "tlsprobe",
  at: "Tlsprobe",
  dependsOn: ["CLinux", "Bytes", "Reactor", "TransportSecurity"]
)

house.testProgram(
  "contentbench",
  at: "Contentbench",
  dependsOn: ["Files", "DataFiles", "ContentModel", "ContentResolution", "Editions"]
)
house.testProgram(
  "cachebench",
  at: "Cachebench",
  dependsOn: ["SeededTesting", "AnswerCache", "Bytes", "Files", "Reactor"]
)
house.testProgram("jsonbench", at: "Jsonbench", dependsOn: ["Bytes", "JSONValues"])
house.testProgram(
  "formatbench",
  at: "Formatbench",
  dependsOn: ["Bytes", "ContentCoding", "DataFiles"]
)
house.ownTests()
house.generator("CLDRTables", program: "cldr-tables", at: "Generators/CLDRTables")
house.generator(
  "LocaleTables",
  program: "locale-tables",
  at: "Generators/LocaleTables",
  dependsOn: ["CLDRTables", "ContentModel", "ContentResolution"]
)

house.tests(of: "Signals")
house.tests(of: "Bytes")
house.tests(of: "Files")
house.tests(of: "Geography", dependsOn: ["SeededTesting", "GeographyTesting", "Files"])
house.tests(of: "Digests")
house.tests(of: "SQLite", dependsOn: ["LoopTesting"])
house.tests(of: "Reactor", dependsOn: ["SeededTesting", "LoopTesting", "Bytes"])
house.tests(
  of: "TransportSecurity",
  dependsOn: ["ProgramTesting", "CLinux", "COpenSSL", "Bytes", "Reactor"]
)
house.tests(of: "HTTPValues", dependsOn: ["SeededTesting", "Bytes"])
house.tests(of: "HTTPCaching", dependsOn: ["Bytes", "HTTPValues"])
house.tests(of: "ContentCoding", dependsOn: ["ProgramTesting", "Bytes"])
house.tests(
  of: "HTTPServer",
  dependsOn: [
    "LoopTesting", "ProgramTesting", "Bytes", "Signals", "Reactor", "TransportSecurity",
    "HTTPValues",
  ]
)
house.tests(
  of: "HTTPClient",
  dependsOn: [
    "LoopTesting", "ProgramTesting", "Bytes", "Signals", "Reactor", "TransportSecurity",
    "HTTPValues",
    "ContentCoding", "HTTPServer",
  ]
)
house.tests(
  of: "HTTPForwarding",
  dependsOn: [
    "LoopTesting", "ProgramTesting", "Bytes", "Signals", "Reactor", "TransportSecurity",
    "HTTPValues",
    "HTTPServer", "HTTPClient",
  ]
)
house.tests(of: "HTTP1", dependsOn: ["Bytes", "HTTPValues"])
house.tests(of: "HTTP2", dependsOn: ["Bytes", "HTTPValues"])
house.tests(of: "DataFiles")
house.tests(of: "FileShapes", dependsOn: ["DataFiles"])
house.tests(of: "JSONValues", dependsOn: ["Bytes"])
house.tests(of: "ContentModel")
house.tests(of: "ContentResolution", dependsOn: ["SeededTesting", "ContentModel"])
house.tests(
  of: "LocaleFormats",
  dependsOn: ["ProgramTesting", "Files", "ContentModel", "ContentResolution", "LocaleTables"]
)
house.tests(of: "Localization", dependsOn: ["DataFiles", "ContentModel", "ContentResolution"])
house.tests(
  of: "Plans",
  dependsOn: [
    "SiteTesting", "HTTPValues", "DataFiles", "ContentModel", "ContentResolution", "JSONValues",
    "Editions",
  ]
)
house.tests(
  of: "Edges",
  dependsOn: [
    "SeededTesting", "SiteTesting", "Bytes", "HTTPValues", "ContentModel", "Plans", "Editions",
    "AnswerCache",
  ]
)
house.tests(
  of: "Editions",
  dependsOn: [
    "SeededTesting", "SiteTesting", "SchemaTesting", "Files", "HTTPValues", "DataFiles",
    "FileShapes", "ContentModel", "ContentResolution", "Plans", "Edges",
  ]
)
house.tests(
  of: "EdgeRules",
  dependsOn: [
    "SeededTesting", "LoopTesting", "ProgramTesting", "SiteTesting", "Signals", "Reactor",
    "HTTPServer", "HTTPClient", "AnswerCache",
    "ContentModel", "ContentResolution", "Edges", "Editions", "Gateway",
  ]
)
house.tests(
  of: "AnswerCache",
  dependsOn: ["SeededTesting", "LoopTesting", "Bytes", "Reactor", "ContentModel"]
)
house.tests(
  of: "Backends",
  dependsOn: [
    "LoopTesting", "Bytes", "Signals", "Reactor", "HTTPValues", "ContentCoding", "HTTPClient",
    "Plans",
  ]
)
house.tests(
  of: "Purging",
  dependsOn: [
    "LoopTesting", "ProgramTesting", "SiteTesting", "Bytes", "Signals", "Files", "Reactor",
    "HTTPValues",
    "HTTPClient", "DataFiles", "ContentModel", "Plans", "Editions", "Edges", "Backends",
  ]
)
house.tests(
  of: "Gateway",
  dependsOn: [
    "LoopTesting", "ProgramTesting", "SiteTesting", "GeographyTesting", "Bytes", "Signals", "Files",
    "Geography",
    "Reactor", "HTTPValues", "HTTPServer", "HTTPClient", "DataFiles", "ContentModel", "Editions",
    "AnswerCache",
  ]
)

house.tests(of: "FourM", dependsOn: ["Signals"])
house.tests(
  of: "portico",
  dependsOn: [
    "LoopTesting", "ProgramTesting", "SchemaTesting", "GeographyTesting", "Files", "Reactor",
    "DataFiles",
  ]
)
house.tests(
  of: "FlowerShop",
  dependsOn: ["LoopTesting", "ProgramTesting", "Reactor", "HTTPValues", "DataFiles"]
)

let package = Package(name: "portico", targets: house.targets)
