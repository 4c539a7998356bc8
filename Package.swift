// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// This manifest is the architecture diagram. Modules stand in the order in which they may know each
// other, lowest first; `House` refuses one that depends on a module declared after it.

/// The wings of the house, from the ground up, with their folders.
enum Wing: String, CaseIterable {
  case platform = "Platform"
  case http = "HTTP"
  case content = "Content"
  case data = "Data"
  case delivery = "Delivery"
  case operations = "Operations"
  case client = "Client"
  case sample = "Sample"

  var floor: Int { Wing.allCases.firstIndex(of: self) ?? 0 }
}

/// Collects the targets and checks the direction of every dependency.
struct House {
  private var targets: [Target] = []
  private var products: [Product] = []
  private var wings: [String: Wing] = [:]
  private var dependencies: [String: [String]] = [:]

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

  /// The modules in which tests spend most of their time: debug builds optimize them, with their assertions. Generic
  /// code takes up to seven times as long without, and compiling a module takes about three times as long with it.
  private let hot: Set = [
    "Bytes", "Signals", "DataFiles", "FileShapes", "ContentModel", "ContentResolution",
    "LocaleFormats",
    "Geography", "Purging", "Fleet", "Measure", "Monitor", "SeededTesting", "SchemaTesting",
    "FleetTesting",
  ]

  /// A Debian library, seen through a module map and a header of inline functions.
  mutating func library(_ name: String, pkgConfig: String, debian: String) {
    admit(name, in: .platform, dependsOn: [])
    let (path, package) = ("Sources/Platform/\(name)", SystemPackageProvider.apt([debian]))
    targets.append(
      .systemLibrary(name: name, path: path, pkgConfig: pkgConfig, providers: [package])
    )
  }

  mutating func cModule(_ name: String, at folder: String = "Sources/Platform") {
    admit(name, in: .platform, dependsOn: [])
    targets.append(.target(name: name, path: "\(folder)/\(name)"))
  }

  /// A module for apps, which is a product of the package.
  mutating func product(_ name: String, in wing: Wing, dependsOn names: [String]) {
    modules(in: wing, [name: names])
    products.append(.library(name: name, targets: [name]))
  }

  /// Each module with those that it depends on.
  mutating func modules(in wing: Wing, _ modules: KeyValuePairs<String, [String]>) {
    for (name, names) in modules {
      admit(name, in: wing, dependsOn: names)
      targets.append(library(name, names, at: "Sources/\(wing.rawValue)/\(name)"))
    }
  }

  /// Files that are part of a module's program, as `PackageResources`.
  func embed(_ files: [String], in module: String) {
    targets.first { $0.name == module }?.resources = files.map { .embedInCode($0) }
  }

  mutating func command(_ name: String, in wing: Wing, dependsOn names: [String]) {
    admit(name, in: wing, dependsOn: names)
    targets.append(program(name, names, at: "Sources/\(wing.rawValue)/\(name)"))
  }

  /// The tests of each module, with what they depend on beside it and what it depends on itself.
  mutating func tests(_ modules: KeyValuePairs<String, [String]>) {
    for (name, names) in modules {
      guard let wing = wings[name], let own = dependencies[name] else {
        fatalError("\(name)Tests: there is no module \(name)")
      }
      let path = "Tests/\(wing.rawValue)/\(name)Tests"
      targets.append(tests(name, [name] + own + names, at: path))
    }
  }

  /// The rules that are held against the sources themselves.
  mutating func ownTests() { targets.append(tests("House", [], at: "Tests/HouseTests")) }

  /// What several test targets share.
  mutating func testSupport(_ modules: KeyValuePairs<String, [String]>) {
    for (name, names) in modules {
      targets.append(library(name, names, at: "Tests/Support/\(name)"))
    }
  }

  /// A library for tests, with tests of its own beside it.
  mutating func testLibrary(_ name: String, at path: String, dependsOn names: [String]) {
    targets.append(library(name, names, at: "Tests/\(path)"))
    targets.append(tests(name, [name] + names, at: "Tests/\(path)Tests"))
  }

  /// Programs for tests and benchmarks, in folders of their names; they are never installed.
  mutating func testPrograms(_ programs: KeyValuePairs<String, [String]>) {
    for (name, names) in programs {
      let folder = "\(name.prefix(1).uppercased())\(name.dropFirst())"
      targets.append(program(name, names, at: "Tests/\(folder)"))
    }
  }

  /// Writes committed source out of outside data; the program is never installed.
  mutating func generator(_ name: String, program command: String, dependsOn names: [String] = []) {
    let path = "Generators/\(name)"
    testLibrary(name, at: path, dependsOn: names)
    targets.append(program(command, [name] + names, at: "Tests/\(path)Command"))
  }

  /// The program that libFuzzer drives: it brings its own `main`, so it is built by `make fuzz` only.
  mutating func fuzzer(_ name: String, at path: String) {
    let fuzzing = [SwiftSetting.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])]
    for target in targets where target.type == .regular {
      target.swiftSettings = (target.swiftSettings ?? []) + fuzzing
    }
    let target = program(name, ["FuzzTargets"], at: "Tests/\(path)")
    target.swiftSettings = strict + fuzzing
    target.linkerSettings = [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
    targets.append(target)
  }

  private func all(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: $0) } }

  private func library(_ name: String, _ names: [String], at path: String) -> Target {
    let optimized = SwiftSetting.unsafeFlags(
      ["-O", "-assert-config", "Debug"],
      .when(configuration: .debug)
    )
    let settings = hot.contains(name) ? strict + [optimized] : strict
    return .target(name: name, dependencies: all(names), path: path, swiftSettings: settings)
  }

  private func program(_ name: String, _ names: [String], at path: String) -> Target {
    .executableTarget(name: name, dependencies: all(names), path: path, swiftSettings: strict)
  }

  private func tests(_ name: String, _ names: [String], at path: String) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: all(names), path: path, swiftSettings: strict)
  }

  /// The targets that are built: what the tests that `make test ONLY=…` names depend on, or everything.
  var chosen: [Target] {
    guard let only = Context.environment["PORTICO_ONLY"], !only.isEmpty else { return targets }
    var names = Set(only.split(separator: ",").map { "\($0)Tests" })
    // A target is declared behind those that it depends on.
    for target in targets.reversed() where names.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { names.insert(name) }
    }
    return targets.filter { names.contains($0.name) }
  }

  /// The products of the targets that are built.
  var chosenProducts: [Product] {
    let names = Set(chosen.map(\.name))
    return products.filter { names.contains($0.name) }
  }

  private mutating func admit(_ name: String, in wing: Wing, dependsOn names: [String]) {
    for other in names {
      guard let otherWing = wings[other] else {
        fatalError("\(name) depends on \(other), which is not declared below it")
      }
      guard otherWing.floor <= wing.floor else {
        fatalError("\(name) depends upwards on \(other), which is in \(otherWing.rawValue)")
      }
    }
    wings[name] = wing
    dependencies[name] = names
  }
}

var house = House()

house.cModule("CLinux")
house.library("CNghttp2", pkgConfig: "libnghttp2", debian: "libnghttp2-dev")
house.library("COpenSSL", pkgConfig: "openssl", debian: "libssl-dev")
house.library("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev")
house.library("CXXHash", pkgConfig: "libxxhash", debian: "libxxhash-dev")
house.library("CDeflate", pkgConfig: "libdeflate", debian: "libdeflate-dev")
house.library("CBrotli", pkgConfig: "libbrotlienc", debian: "libbrotli-dev")
house.library("CZstd", pkgConfig: "libzstd", debian: "libzstd-dev")
house.library("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev")
house.library("CPostgreSQL", pkgConfig: "libpq", debian: "libpq-dev")
house.library("CMaxMind", pkgConfig: "libmaxminddb", debian: "libmaxminddb-dev")
house.library("CQREncode", pkgConfig: "libqrencode", debian: "libqrencode-dev")
house.modules(
  in: .platform,
  [
    "Signals": ["CLinux"],
    "Bytes": [],
    "Files": ["CLinux"],
    "MemoryHints": ["CLinux"],
    "QRCodes": ["CQREncode"],
    "Digests": ["COpenSSL", "CXXHash", "Bytes"],
    "SQL": ["Bytes"],
    "SQLite": ["CSQLite", "SQL"],
    "PostgreSQL": ["CLinux", "CPostgreSQL", "SQL"],
    "Reactor": ["CLinux", "Bytes"],
    "Geography": ["CLinux", "CMaxMind", "Bytes", "Files", "Reactor"],
    "TransportSecurity": ["COpenSSL", "Bytes", "Reactor"],
    "Programs": ["CLinux", "Files", "Reactor"],
  ]
)
house.modules(
  in: .http,
  [
    "HTTPValues": ["Bytes"],
    "HTTPCaching": ["Bytes", "HTTPValues"],
    "ContentCoding": ["CZlib", "CDeflate", "CBrotli", "CZstd", "Bytes", "HTTPValues"],
    "HTTP1": ["Bytes", "HTTPValues"],
    "HTTP2": ["CNghttp2", "Bytes", "HTTPValues"],
    "HTTPServer": ["Bytes", "Signals", "Reactor", "HTTPValues", "ContentCoding", "HTTP1", "HTTP2"],
    "HTTPClient": ["Bytes", "Signals", "Reactor", "HTTPValues", "ContentCoding", "HTTP1", "HTTP2"],
  ]
)
house.modules(
  in: .content,
  [
    "DataFiles": ["Bytes"],
    "FileShapes": ["DataFiles"],
    "Patterns": ["Bytes"],
    "JSONValues": ["Bytes", "Patterns"],
    "ContentModel": [],
    "Filters": ["Bytes", "Patterns", "DataFiles", "ContentModel"],
    "ContentResolution": ["MemoryHints", "Bytes", "ContentModel"],
    "LocaleFormats": ["Bytes", "Files", "ContentModel", "ContentResolution"],
    "Localization": ["Bytes", "DataFiles", "ContentModel", "ContentResolution", "LocaleFormats"],
    "Services": ["HTTPValues", "DataFiles", "FileShapes", "ContentModel"],
    "Plans": [
      "Bytes", "HTTPValues", "DataFiles", "FileShapes", "ContentModel", "Filters", "LocaleFormats",
      "Localization", "JSONValues", "Services",
    ],
    "Edges": [
      "Bytes", "Digests", "HTTPValues", "DataFiles", "FileShapes", "ContentModel", "Services",
    ],
    "Sites": [
      "Bytes", "Files", "HTTPValues", "DataFiles", "FileShapes", "ContentModel",
      "ContentResolution", "Services", "Plans", "Edges",
    ],
    "CodeGeneration": ["DataFiles", "FileShapes", "ContentModel", "Plans", "Sites"],
    "Editions": [
      "Bytes", "Files", "Digests", "Reactor", "HTTPValues", "DataFiles", "FileShapes",
      "ContentModel", "ContentResolution", "LocaleFormats", "Localization", "Services", "Plans",
      "Sites", "CodeGeneration",
    ],
  ]
)
house.modules(
  in: .data,
  [
    "ResourceModel": [
      "Bytes", "HTTPValues", "DataFiles", "FileShapes", "ContentModel", "Filters", "Patterns",
    ],
    "ResourceStore": [
      "Bytes", "Digests", "Files", "SQL", "SQLite", "PostgreSQL", "DataFiles", "FileShapes",
      "JSONValues", "Filters", "ResourceModel",
    ],
    "ResourceService": [
      "Bytes", "Digests", "Files", "Reactor", "HTTPValues", "ContentCoding", "HTTPServer",
      "HTTPClient", "DataFiles", "FileShapes", "ContentModel", "Plans", "Edges", "Sites", "Filters",
      "CodeGeneration", "ResourceModel", "ResourceStore",
    ],
  ]
)
house.modules(
  in: .delivery,
  [
    "AnswerCache": ["Bytes", "ContentModel"],
    "Backends": [
      "Bytes", "Signals", "Files", "Reactor", "HTTPValues", "ContentCoding", "HTTPClient",
      "JSONValues", "Services",
    ],
    "Passing": [
      "Bytes", "Reactor", "HTTPValues", "HTTPServer", "HTTPClient", "Services", "Signals",
      "Backends",
    ],
    "Purging": [
      "Bytes", "Signals", "Files", "Reactor", "HTTPValues", "HTTPClient", "DataFiles",
      "ContentModel", "Edges", "Sites", "Editions", "Backends",
    ],
    "Fleet": [
      "Bytes", "Signals", "Digests", "Files", "SQL", "SQLite", "PostgreSQL", "Reactor",
      "HTTPValues",
      "HTTPServer", "HTTPClient", "DataFiles", "ContentModel", "Purging",
    ],
    "Learning": [
      "Bytes", "Signals", "Files", "HTTPValues", "DataFiles", "FileShapes", "ContentModel",
      "ContentResolution", "Services", "Plans", "Sites", "Editions",
    ],
    "EdgeRules": [
      "DataFiles", "ContentModel", "ContentResolution", "Localization", "Services",
      "Edges", "Sites", "Editions", "Learning",
    ],
    "Gateway": [
      "Bytes", "Signals", "Geography", "Digests", "Reactor", "HTTPValues", "HTTPCaching",
      "ContentCoding", "HTTPServer", "HTTPClient", "Passing", "DataFiles", "FileShapes",
      "ContentModel", "ContentResolution", "JSONValues", "Services", "Plans",
      "Edges", "Sites", "Editions", "Learning", "AnswerCache", "Backends", "ResourceService",
    ],
  ]
)
house.modules(
  in: .operations,
  [
    "Measure": ["Signals", "Bytes", "Files", "HTTPValues", "Sites"],
    "Monitor": [
      "Signals", "Bytes", "Files", "HTTPValues", "DataFiles", "ContentModel", "Sites", "Measure",
    ],
    "Model": [
      "Signals", "Bytes", "HTTPValues", "DataFiles", "FileShapes", "ContentModel", "Sites",
      "Measure", "Monitor",
    ],
    "Message": [
      "Signals", "Bytes", "Files", "Reactor", "HTTPValues", "ContentCoding", "HTTPClient",
      "DataFiles", "ContentModel", "Filters", "JSONValues", "Measure",
    ],
    "LoadTest": [
      "Bytes", "Reactor", "HTTPValues", "HTTP1", "HTTPClient", "FileShapes", "Sites", "Measure",
    ],
    "Console": [
      "Signals", "Digests", "HTTPValues", "DataFiles", "FileShapes", "ContentModel", "Filters",
      "Measure", "Monitor", "Message",
    ],
    "Commands": ["Files", "DataFiles", "ContentModel", "Reactor"],
    "Serving": [
      "Bytes", "Signals", "Digests", "Reactor", "TransportSecurity", "HTTPValues", "HTTPServer",
      "HTTPClient", "Files", "Geography", "DataFiles", "FileShapes",
      "ContentModel", "ContentResolution", "Services", "Edges", "Sites", "Editions", "AnswerCache",
      "Backends", "Purging", "PostgreSQL", "Fleet", "Learning", "Gateway", "Measure", "Monitor",
      "Model", "Message", "Console", "Commands", "ResourceModel", "ResourceStore",
      "ResourceService",
    ],
    "Explaining": [
      "Bytes", "Reactor", "HTTPValues", "DataFiles", "ContentModel", "ContentResolution",
      "JSONValues", "Edges", "Sites", "Editions", "Gateway", "Measure", "Commands", "Serving",
    ],
    "Administration": [
      "Bytes", "Signals", "Digests", "Reactor", "TransportSecurity", "HTTPValues", "ContentCoding",
      "HTTPServer", "HTTPClient", "Files", "DataFiles", "FileShapes", "ContentModel",
      "ContentResolution", "Services", "Edges", "Sites", "Editions", "AnswerCache", "Purging",
      "Fleet",
      "Gateway", "Measure",
      "Monitor", "Model", "Message", "Console", "Commands", "ResourceModel", "ResourceStore",
      "ResourceService", "Serving", "Explaining",
      "QRCodes", "SQL", "Filters", "Backends", "Learning",
    ],
  ]
)
house.modules(
  in: .operations,
  [
    "Conformance": [
      "Bytes", "Signals", "Files", "Reactor", "Programs", "HTTPValues", "HTTPServer", "HTTPClient",
      "DataFiles", "ContentModel", "Sites", "Editions", "AnswerCache", "Gateway", "Commands",
    ],
    "SiteCommands": [
      "Bytes", "Signals", "Files", "Reactor", "HTTPValues", "DataFiles", "FileShapes",
      "ContentModel", "ContentResolution", "Localization", "Plans", "Edges", "Sites",
      "CodeGeneration", "Editions", "ResourceModel", "ResourceService", "EdgeRules",
      "Learning", "Gateway", "Message", "Commands", "Serving", "Explaining",
    ],
    "OperatorCommands": [
      "Bytes", "Signals", "Files", "Reactor", "TransportSecurity", "QRCodes", "HTTPValues",
      "HTTPClient", "DataFiles", "FileShapes", "ContentModel", "Filters", "Sites", "Editions",
      "ResourceModel", "ResourceStore", "Measure", "Model", "Message", "LoadTest", "Commands",
      "Serving", "Administration",
    ],
  ]
)
house.embed(
  [
    "bootstrap", "cache", "collections", "errors", "events", "flows", "freshness", "links",
    "maintenance", "offline", "outbox", "pages", "prefetch", "records", "requests", "site", "store",
    "sync", "updates", "vary", "versions",
  ].map { "Scenarios/\($0).scenario" },
  in: "Conformance"
)
house.command(
  "portico",
  in: .operations,
  dependsOn: [
    "Bytes", "MemoryHints", "Signals", "Reactor", "TransportSecurity", "HTTPValues", "HTTPServer",
    "HTTPClient", "Passing", "Files", "DataFiles", "ContentModel", "Sites", "Fleet",
    "Gateway", "Measure", "Message", "Console", "Commands", "Serving", "Administration",
    "Conformance", "SiteCommands", "OperatorCommands",
  ]
)
house.product("PorticoClient", in: .client, dependsOn: [])
house.product("PorticoClientURLSession", in: .client, dependsOn: ["PorticoClient"])
house.product("PorticoClientSQLite", in: .client, dependsOn: ["CSQLite", "PorticoClient"])
house.product(
  "PorticoClientHTTP",
  in: .client,
  dependsOn: [
    "Bytes", "Signals", "Reactor", "TransportSecurity", "HTTPValues", "ContentCoding", "HTTPClient",
    "PorticoClient",
  ]
)
house.modules(
  in: .sample,
  [
    "FlowerShop": [
      "Bytes", "Signals", "Digests", "Reactor", "HTTPValues", "HTTPServer", "DataFiles",
    ]
  ]
)
house.embed(["shop.json"], in: "FlowerShop")
house.command("flower-shop", in: .sample, dependsOn: ["Bytes", "Reactor", "FlowerShop"])
house.command("portico-app", in: .sample, dependsOn: ["PorticoClient", "PorticoClientHTTP"])
house.testSupport([
  "LoopTesting": ["Reactor", "CLinux"],
  "SiteTesting": [
    "Files", "DataFiles", "ContentModel", "ContentResolution", "Edges", "Sites", "Editions",
  ],
  "SeededTesting": [],
  "FolderTesting": [],
  "TrafficTesting": ["Signals", "DataFiles", "FileShapes", "Sites", "Measure", "Model"],
  "GeographyTesting": [],
  "ProgramTesting": ["FolderTesting", "LoopTesting", "Reactor"],
  "SchemaTesting": ["DataFiles"],
  "ResourceStoreTesting": ["DataFiles", "FileShapes", "ResourceModel", "ResourceStore"],
  "FleetTesting": ["Reactor", "DataFiles", "ContentModel", "Fleet"],
])
house.cModule("CForgetfulFiles", at: "Tests/Support")
house.testPrograms([
  "wireprobe": [
    "Bytes", "Signals", "Reactor", "TransportSecurity", "HTTPValues", "HTTPServer", "HTTPClient",
    "Passing",
  ],
  "tlsprobe": ["CLinux", "Bytes", "Reactor", "TransportSecurity"],
  "contentbench": ["Files", "DataFiles", "ContentModel", "ContentResolution", "Sites", "Editions"],
  "cachebench": ["SeededTesting", "AnswerCache", "Bytes", "ContentModel", "Files", "Reactor"],
  "jsonbench": ["Bytes", "JSONValues"],
  "signalbench": ["CLinux", "Signals", "Reactor", "HTTPValues", "HTTPServer"],
  "formatbench": ["Bytes", "ContentCoding", "DataFiles"],
  "clientbench": ["PorticoClient", "PorticoClientSQLite", "PorticoClientHTTP"],
  "valueprobe": ["DataFiles", "HTTPValues", "JSONValues"],
  "fleetsim": ["FleetTesting", "Reactor"],
  "storeprobe": [
    "SQL", "SQLite", "DataFiles", "FileShapes", "Filters", "ResourceModel", "ResourceStore",
  ],
])
house.testPrograms(["clientprobe": ["PorticoClient", "PorticoClientHTTP"]])
house.testLibrary(
  "FuzzTargets",
  at: "Fuzzing/FuzzTargets",
  dependsOn: [
    "Bytes", "Reactor", "HTTPValues", "HTTP1", "DataFiles", "Filters", "Patterns", "JSONValues",
    "ResourceModel", "ResourceStore", "ResourceService", "ResourceStoreTesting",
  ]
)
if Context.environment["PORTICO_FUZZ"] != nil { house.fuzzer("fuzzer", at: "Fuzzing/Fuzzer") }
house.ownTests()
house.generator("CLDRTables", program: "cldr-tables")
house.generator(
  "LocaleTables",
  program: "locale-tables",
  dependsOn: ["CLDRTables", "ContentModel", "ContentResolution"]
)
house.tests([
  "Signals": [],
  "Bytes": [],
  "Files": ["FolderTesting"],
  "Geography": ["FolderTesting", "SeededTesting", "GeographyTesting"],
  "QRCodes": [],
  "Digests": [],
  "SQLite": ["FolderTesting", "LoopTesting"],
  "PostgreSQL": ["LoopTesting", "ProgramTesting", "Reactor"],
  "Reactor": ["FolderTesting", "SeededTesting", "LoopTesting"],
  "TransportSecurity": ["LoopTesting", "ProgramTesting", "CLinux"],
  "HTTPValues": ["SeededTesting"],
  "HTTPCaching": [],
  "ContentCoding": ["ProgramTesting"],
  "HTTPServer": ["LoopTesting", "ProgramTesting", "TransportSecurity"],
  "HTTPClient": ["LoopTesting", "ProgramTesting", "TransportSecurity", "HTTPServer"],
  "HTTP1": [],
  "HTTP2": ["SeededTesting"],
  "DataFiles": [],
  "FileShapes": [],
  "Patterns": [],
  "JSONValues": [],
  "ContentModel": [],
  "Filters": ["SeededTesting"],
  "ContentResolution": ["SeededTesting"],
  "LocaleFormats": ["FolderTesting", "ProgramTesting", "LocaleTables"],
  "Localization": [],
  "Plans": ["SiteTesting", "ContentResolution", "Sites", "Editions"],
  "Edges": ["SeededTesting", "SiteTesting", "Sites", "Editions", "AnswerCache"],
  "Sites": ["SchemaTesting", "SiteTesting", "Gateway"],
  "CodeGeneration": [
    "FolderTesting",
    "SeededTesting", "ProgramTesting", "SiteTesting", "Editions", "PorticoClient",
  ],
  "Editions": ["FolderTesting", "SeededTesting", "SiteTesting"],
  "ResourceModel": ["SeededTesting", "PorticoClient"],
  "ResourceStore": [
    "FolderTesting",
    "SeededTesting", "LoopTesting", "ProgramTesting", "CForgetfulFiles", "ResourceStoreTesting",
    "storeprobe",
  ],
  "ResourceService": [
    "FolderTesting",
    "LoopTesting", "ProgramTesting", "ResourceStoreTesting", "PostgreSQL", "SQL", "Signals",
  ],
  "EdgeRules": [
    "FolderTesting",
    "SeededTesting", "LoopTesting", "ProgramTesting", "SiteTesting", "Bytes", "Signals", "Reactor",
    "HTTPServer", "HTTPClient", "AnswerCache", "Gateway",
  ],
  "AnswerCache": ["SeededTesting", "LoopTesting", "Reactor"],
  "Learning": ["FolderTesting", "SeededTesting", "SiteTesting"],
  "Backends": ["FolderTesting", "LoopTesting"],
  "Passing": ["LoopTesting", "ProgramTesting", "TransportSecurity"],
  "Purging": ["FolderTesting", "LoopTesting", "ProgramTesting", "SiteTesting"],
  "Fleet": ["SeededTesting", "LoopTesting", "ProgramTesting", "FleetTesting", "fleetsim"],
  "Gateway": [
    "FolderTesting", "Files",
    "SeededTesting", "LoopTesting", "ProgramTesting", "SiteTesting", "GeographyTesting", "Measure",
    "Message", "Fleet",
    "Conformance",
  ],
  "Measure": ["FolderTesting", "SeededTesting", "TrafficTesting"],
  "Monitor": ["FolderTesting", "SeededTesting", "TrafficTesting", "FileShapes", "Model"],
  "Model": [
    "FolderTesting", "SeededTesting", "ProgramTesting", "TrafficTesting", "Files", "Message",
  ],
  "Message": ["FolderTesting", "SeededTesting", "LoopTesting", "ProgramTesting"],
  "LoadTest": [
    "SeededTesting", "LoopTesting", "ProgramTesting", "TrafficTesting", "DataFiles", "Signals",
  ],
  "Console": [],
  "Commands": [],
  "Conformance": ["FolderTesting", "LoopTesting", "ProgramTesting", "clientprobe"],
  "Serving": [],
  "Administration": [],
  "OperatorCommands": [],
  "portico": [
    "FolderTesting", "LoopTesting", "ProgramTesting", "SchemaTesting", "GeographyTesting",
    "FileShapes", "ContentResolution", "Localization", "Editions", "ResourceModel",
    "ResourceStore", "ResourceService", "Learning", "Digests",
    "PorticoClient", "PorticoClientHTTP", "SQL", "SQLite", "flower-shop", "portico-app",
  ],
  "PorticoClient": ["SeededTesting", "PorticoClientSQLite"],
  "PorticoClientURLSession": ["LoopTesting", "Reactor"],
  "PorticoClientHTTP": ["LoopTesting", "ProgramTesting", "HTTPServer"],
  "FlowerShop": ["LoopTesting", "ProgramTesting", "flower-shop"],
])

let package = Package(
  name: "portico",
  // The oldest systems of an app that uses the client; the gateway runs on Linux.
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: house.chosenProducts,
  targets: house.chosen
)
