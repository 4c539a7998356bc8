// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import Commands
import ContentModel
import DataFiles
import Editions
import FileShapes
import Files
import Reactor
import Serving
import Sites

/// `portico generate`: writes models of a site's content for apps, and what a version of an app decodes.
struct GenerateCommand: Subcommand {
  private static let languages = CodeLanguage.allCases.map(\.rawValue).joined(separator: "|")

  static let definition = CommandDefinition(
    name: "generate",
    summary: "Generate models of a site's content for an app, and lock what a version decodes.",
    options: [
      Option(
        "types FILE",
        "Also generate records, of the types that portico types export has written"
      ),
      Option(
        "name NAME",
        "Name of the namespace or package around the models",
        fallback: "the site's name"
      ),
      Option(
        "lock VERSION",
        "Generate what this version of the app gets, and write Content/Versions/VERSION.json5,"
          + " by which check and publishing refuse content that it could not decode"
      ),
      Option(
        "app APP",
        "With --lock: the app, of a site with several",
        fallback: "the only one"
      ), SiteOptions.site, SiteOptions.state,
    ],
    operands: languages,
    examples: [
      "portico generate swift > Sources/App/Shop.swift":
        "Models of the site in this folder, in Swift.",
      "portico generate kotlin --types types.json --name shop > Shop.kt":
        "In Kotlin, with the records of the exported types.",
      "portico generate swift --lock 2.3 > Sources/App/Shop.swift":
        "For the build of version 2.3, which later content must be fit for.",
    ]
  )

  private static let mostBytes = 16_777_216

  private let options: SiteOptions
  /// `nil` to write a lock alone.
  private let language: CodeLanguage?
  private let version: DeclaredVersion?
  private let app: String?
  private let name: String?
  private let typesFile: String?

  init(_ arguments: Arguments) throws(UsageError) {
    options = SiteOptions(arguments)
    let words = arguments.operands
    language = words.first.flatMap { CodeLanguage(rawValue: $0) }
    let lock = arguments.value("lock")
    version = lock.flatMap { DeclaredVersion($0) }
    app = arguments.value("app")
    name = arguments.value("name")
    typesFile = arguments.value("types")
    let isWhole = words.count == (language == nil ? 0 : 1)
    guard isWhole, language != nil || lock != nil else {
      throw UsageError("expected \(GenerateCommand.languages)")
    }
    if let lock, version == nil {
      throw UsageError("--lock is \(lock), expected a version such as 2.3")
    }
    try arguments.check("app", need: "lock")
  }

  func run() throws -> ExitCode {
    let edition = try options.edition()
    let locked = try version.map { (app: try lockedApp(of: edition.site), version: $0) }
    let folder = Files.realPath(options.folder)?.split(separator: "/").last.map(String.init)
    var types = AppTypes(
      of: edition.site.name?.value ?? folder ?? "site",
      edition.site,
      edition: edition.name,
      documents: try edition.contentUses(of: locked.map { ($0.app, $0.version.version) }),
      version: version?.version
    )
    if let typesFile { types.records = try TypesFile(typesFile).models }
    if let (app, version) = locked {
      guard try write(types, of: edition, app, version) else { return .failed }
    }
    if let language { StandardStream.output.write(language.code(of: types, named: name)) }
    return .done
  }

  private func lockedApp(of site: SiteSettings) throws -> String {
    if let app {
      guard site.appNames.contains(app) else { throw UsageError("the site has no app \(app)") }
      return app
    }
    guard site.apps.count == 1, let only = site.apps.first?.name else {
      let names = site.appNames.joined(separator: ", ")
      throw UsageError(
        site.apps.isEmpty
          ? "the site declares no \"apps\"; expected the one whose version is locked"
          : "the site has several apps; expected --app with one of \(names)"
      )
    }
    return only
  }

  /// Writes what a version decodes; answers `false` where a version that is in use would decode something else.
  private func write(
    _ types: AppTypes,
    of edition: Edition,
    _ app: String,
    _ version: DeclaredVersion
  ) throws -> Bool {
    let file = VersionLock.path(of: version, app: edition.site.apps.count > 1 ? app : nil)
    let lock = VersionLock(types, app: app, version: version, file: file)
    let path = "\(options.folder)/\(file)"
    if Files.exists(path), let known = known(file) {
      guard known != lock else { return true }
      let settings = edition.site.apps.first { $0.name == app }
      let inUse = settings?.versions.contains(version.version) ?? false
      guard !inUse else {
        StandardStream.errors.write(
          "portico: \(file) has other members, and version \(version.text) is in use: what it decodes"
            + " does not change any more. If it is not shipped yet, take it out of \"versions\"\n"
        )
        return false
      }
    }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try Files.makeFolder(folder, isPublic: true)
    try Files.write(Array(lock.text(edition: edition.name).utf8), to: path, isPublic: true)
    return true
  }

  private func known(_ file: String) -> VersionLock? {
    var findings = Findings()
    let source = SiteFolder(options.folder)
    guard let read = source.value(of: file, limit: GenerateCommand.mostBytes, &findings) else {
      return nil
    }
    return VersionLock(reading: read.value, in: file, &findings)
  }
}
