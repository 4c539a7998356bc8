// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import Commands
import ContentModel
import DataFiles
package import Editions
import Files
import Fleet
import Gateway
import Reactor
package import Sites

/// The options of all commands on sites.
package struct SiteOptions {
  package static let site = Option(
    "site FOLDER",
    "The folder with Content and Locales",
    fallback: "the current folder"
  )
  package static let state = Option(
    "state FOLDER",
    "The state folder, with the kept editions",
    fallback: ".portico in the site's folder"
  )
  package static let json = Option("json", "Write JSON, for scripts")

  package let folder: String
  package let state: String
  package let isJSON: Bool

  package init(_ arguments: Arguments) {
    self.init(
      arguments.value("site") ?? ".",
      state: arguments.value("state"),
      isJSON: arguments.has("json")
    )
  }

  /// - Parameter state: the state folder; `nil` for one in the site's folder.
  init(_ folder: String, state: String? = nil, isJSON: Bool = false) {
    self.folder = folder
    self.state = state ?? "\(folder)/.portico"
    self.isJSON = isJSON
  }

  /// Returns whether a folder contains a site.
  package static func hasSite(_ folder: String) -> Bool {
    Files.exists("\(folder)/\(SiteSettings.path)")
  }

  /// The files of the site in its folder.
  package var source: any SiteSource { SiteFolder(folder) }

  package var history: EditionHistory {
    EditionHistory("\(state)/editions") { StandardStream.errors.write("portico: \($0)\n") }
  }

  /// Compiles the site in its folder, or a kept edition.
  package func compilation(edition name: String? = nil) throws -> Compilation {
    guard let name else { return SiteCompiler.compilation(of: SiteFolder(folder), .complete) }
    guard let compilation = history.compilation(of: name, .complete) else {
      throw PlainError.noEdition(name, in: state)
    }
    return compilation
  }

  /// Compiles an edition; throws if it is invalid.
  package func edition(_ name: String? = nil) throws -> Edition {
    let compilation = try compilation(edition: name)
    guard let edition = compilation.edition else {
      throw PlainError.brokenSite(compilation.findings)
    }
    return edition
  }

  /// Compiles an edition to show, with a warning if it has too many audiences to be published.
  package func shownEdition(_ name: String? = nil) throws -> Edition {
    let compilation = try compilation(edition: name)
    if let edition = compilation.edition { return edition }
    guard let edition = compilation.overBudget else {
      throw PlainError.brokenSite(compilation.findings)
    }
    StandardStream.errors.write("portico: \(PlainError.brokenSite(compilation.findings))\n")
    return edition
  }

  package func seal() throws -> SiteSeal { try SiteSeal(keptIn: state) }

  /// The seal of a site, which all nodes of a fleet have in common: that of the kept file, or else of the fleet's key.
  func seal(of site: String, in fleet: FleetProcess?) throws -> SiteSeal {
    guard let fleet, !SiteSeal.isKept(in: state) else { return try seal() }
    return SiteSeal(secret: fleet.key.secret(for: "links of \(site)"))
  }
}

extension PlainError {
  /// A site cannot be published.
  static func brokenSite(_ findings: [Finding]) -> PlainError {
    let errors = findings.filter { $0.severity == .error }
    return PlainError(
      "the site has \(Counted.text(errors.count, "error")); `portico check` names "
        + (errors.count == 1 ? "it" : "them")
        + (errors.first.map { ". The first one:\n\($0)" } ?? "")
    )
  }

  /// An edition is not kept.
  package static func noEdition(_ name: String, in state: String) -> PlainError {
    PlainError(
      "there is no edition \(name) in \(state); `portico editions` lists those that are kept"
    )
  }
}
