// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles
package import Edges
package import FileShapes
package import Plans
package import Services

/// The contents of `Content/site.json5`: settings for the site as a whole.
package struct SiteSettings: Sendable, Hashable {
  package static let path = "Content/site.json5"
  /// The most hosts that one site may have.
  static let maximumHosts = 1_000
  /// The name of the text that a CDN shows where no server behind it answers.
  package static let closingText = "closed.message"

  /// The name of the site; `nil` for that of its folder.
  package var name: Placed<String>?
  /// Whom the site answers for; none: whatever no other site does.
  package var hosts: [SiteHost] = []
  package var languages = LanguageSettings()
  /// Names for sets of countries.
  package var regions: [String: [RegionCode]] = [:]
  package var apps: [AppSettings] = []
  package var datatypes: [String: DatatypeSettings] = [:]
  package var experiments: [Experiment] = []
  package var defaults = DocumentLifetimes()
  package var precedence = Precedence.standard
  package var budgets = Budgets()
  /// The document behind the one URL that apps ship with.
  package var config = "config"
  /// The documents that apps may know by other ways than links.
  package var roots: [PathPattern] = []
  /// Texts that no document uses and that are there for others.
  package var unusedTexts: [PathPattern] = []
  /// Edges in front of the service whose statements about visitors are trusted.
  package var edges: [EdgeSettings] = []
  /// The backends of the site file, without that of the site's own records.
  package internal(set) var declaredBackends: [BackendDeclaration] = []
  /// The passes of the site file, without that to the site's own records.
  var declaredPasses: [PassDeclaration] = []
  /// The records that the site keeps itself; `nil`: none.
  package var resources: ResourceSettings?
  /// The pages of other origins that may read answers; `nil`: none.
  package var crossOrigin: CrossOriginSettings?
  /// Fields that are added to the answers of some documents.
  package var fields: [ResponseFieldRule] = []
  package var redirects: [RedirectDeclaration] = []
  package var errors = ErrorDocuments()
  /// The traffic that the site is built for; `nil` where it is not declared.
  package var model: TrafficModel?
  /// The beginning of all links, such as `https://content.example.com`.
  package var baseURL = ""
  /// Those of features, which their modules declare.
  var sections = SiteSections()

  package init() {}

  /// The section of a feature; `nil` where the site's file has none.
  package subscript<Section: SiteSection>(_ type: Section.Type) -> Section? {
    get { sections[type] }
    set { sections[type] = newValue }
  }

  /// The one URL that apps begin with.
  package var configURL: String { "\(baseURL)/\(config)" }

  /// The regions, apps and experiments as conditions and tokens spell them.
  package var appNames: [String] { apps.map(\.name) }
}

/// The languages that a site is published in.
package struct LanguageSettings: Sendable, Hashable {
  /// In the order in which they are offered.
  package var published: [LanguageTag] = []
  /// The one that texts are written in first and all others are compared with.
  package var source = LanguageTag.undetermined
  /// The language for visitors in whose languages there is nothing; `nil` for none.
  package var standard: LanguageTag?
  package var steps: [LanguageStep] = []
}

/// The declared lifetimes of documents, in seconds.
package struct DocumentLifetimes: Sendable, Hashable {
  /// A week.
  package static let range = 1...604_800
  package static let staleRange = 0...2_592_000

  package var ttl = 300
  package var staleWhileRevalidate = 60
  package var staleIfError = 86_400

  package init() {}
}

/// Limits of the size of a site.
package struct Budgets: Sendable, Hashable {
  package static let audiencesRange = 1...10_000_000
  package static let variantsRange = 0...RuleSet.maximumRules - 1
  package static let documentBytesRange = 1...16_777_216

  /// Audiences that one path is answered for.
  package var audiences = 2_000
  package var variants = RuleSet.maximumRules - 1
  /// Bytes of one document's file.
  package var documentBytes = 262_144

  package init() {}
}

/// One of the apps that the site serves, and what it asks of their versions.
package struct AppSettings: Sendable, Hashable {
  package var name: String
  /// The versions that are out there: what every screen must be drawable by.
  package var versions: [AppVersion] = []
  package var gate: UpdateGate?

  package init(name: String) { self.name = name }
}

/// Versions of an app that must or should be replaced.
package struct UpdateGate: Sendable, Hashable {
  /// Older ones cannot go on.
  package var minimum: AppVersion?
  /// Older ones are told that there is a newer one.
  package var recommended: AppVersion?
  package var blockedBuilds: [UInt64] = []
  package var latest: DeclaredVersion?
  package var storeURL = ""
  /// The name of a text.
  package var message: Placed<String>?
  /// Time at which the store has the newer version; no visitor is told before.
  package var from: UnixTime?

  package init() {}
}

/// A version as a file says it, which is what people read: `10.0` is not `10` to them.
package struct DeclaredVersion: Sendable, Hashable {
  package let version: AppVersion
  package let text: String

  package init?(_ text: String) {
    guard let version = AppVersion(text) else { return nil }
    self.version = version
    // Characters around the numbers are not part of the version.
    let start = text.drop { $0 == " " || $0 == "v" || $0 == "V" }
    self.text = String(start.prefix { $0 != " " && $0 != "+" })
  }
}

/// A kind of document or row, and what a site knows of it.
package struct DatatypeSettings: Sendable, Hashable {
  /// The versions that can draw it; `nil`: all.
  package var versions: IntervalSet<AppVersion>?
  /// The JSON Schema of its bodies.
  package var schema: ValueSchema?
  package var place: FilePlace

  package init(place: FilePlace) { self.place = place }
}

extension SiteSettings {
  /// The settings but for what no answer of a document follows from, other than through its own file:
  /// its name and hosts, what is only checked, where services are, what traffic is expected, and how
  /// edges are purged.
  ///
  /// The oldest permitted version of an app affects only the one document that apps begin with.
  package var shownInDocuments: SiteSettings {
    var shown = self
    shown.name = nil
    shown.hosts = []
    shown.apps = []
    shown.datatypes = [:]
    shown.budgets = Budgets()
    shown.roots = []
    shown.unusedTexts = []
    shown.declaredBackends = []
    shown.declaredPasses = []
    shown.resources = nil
    shown.redirects = []
    shown.errors = ErrorDocuments()
    shown.sections = SiteSections()
    shown.model = nil
    for index in shown.edges.indices {
      shown.edges[index].purge = nil
      shown.edges[index].measure = nil
    }
    return shown
  }
}
