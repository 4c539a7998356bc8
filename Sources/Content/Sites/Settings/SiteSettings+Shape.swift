// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import Edges
import FileShapes
import Services

extension SiteSettings {
  /// Reads `Content/site.json5` and notes everything that is wrong with it.
  package init(
    reading value: DataValue,
    as shape: SiteShape,
    in file: String = SiteSettings.path,
    _ findings: inout Findings
  ) {
    var context = ReadingContext(file: file)
    self = shape.shape.read(value, .thing("the site"), &context) ?? SiteSettings()
    findings.add(context.findings.all)
  }

  /// The settings in force, defaults too, as a file would say them. Of secrets it names the variables.
  package var written: DataValue {
    guard case .dictionary(let common)? = SiteShape.common.shape.write(self)?.content else {
      return DataValue(.null)
    }
    return DataValue(.dictionary(DataDictionary(unique: common.members + sections.written)))
  }

  /// The keys of what holds for the gateway as a whole, rather than for an edition.
  package var gatewayKeys: [String] {
    ["hosts", "config", "baseURL", "edges", "passes", "resources"] + sections.gatewayKeys
  }

  static func shape(with sections: [Member<SiteSettings>]) -> Shape<SiteSettings> {
    Shape.object(SiteSettings()) {
      Member.editorMarker
      identity
      visitors
      content
      addresses
      services
      policies
      sections
    }
    .adjusted { site, value, _, context in
      site.checkProbes(value, &context)
      site.checkResources(value, &context)
    }
  }

  @MemberBuilder<SiteSettings> private static var identity: [Member<SiteSettings>] {
    Member(
      "name",
      \.name,
      Shape.text(.site).placed,
      "Name of the site beside others; the name of its folder, unless given.",
      examples: ["shop"]
    )
    Member(
      "hosts",
      \.hosts,
      hostsShape,
      "Hosts that the site answers for; all that no other site answers for, unless given.",
      examples: [["shop.example.com", "*.flowers.example", "localhost:8081"]]
    )
  }

  @MemberBuilder<SiteSettings> private static var visitors: [Member<SiteSettings>] {
    Member(
      "languages",
      \.languages,
      LanguageSettings.shape,
      isRequired: true,
      "The languages that the site is published in.",
      examples: [["published": ["en", "fr"], "source": "en"]]
    )
    Member(
      "regions",
      \.regions,
      regionsShape,
      "Names for sets of countries.",
      examples: [["dach": ["DE", "AT", "CH"]]]
    )
    Member(
      "apps",
      \.apps,
      AppSettings.shape.dictionary(of: "the app", keys: .app).keyed(by: \.name),
      "The apps that the site serves, by their identifiers.",
      examples: [["com.example.shop": ["versions": ["1.0", "2.0"]]]]
    )
    Member(
      "experiments",
      \.experiments,
      ExperimentSettings.experiments,
      "The experiments that run, by their names.",
      examples: [["checkout": ["share": 50, "arms": ["a": 1, "b": 1]]]]
    )
  }

  @MemberBuilder<SiteSettings> private static var content: [Member<SiteSettings>] {
    Member(
      "datatypes",
      \.datatypes,
      DatatypeSettings.datatypes,
      "Kinds of documents and rows; where any are listed, another one is an error.",
      examples: [["screen": [:], "stars": ["app": ">=2"]]]
    )
    Member(
      "defaults",
      \.defaults,
      DocumentLifetimes.shape,
      "Lifetimes of documents that state none.",
      examples: [["ttl": 300]]
    )
    Member(
      "precedence",
      \.precedence,
      Precedence.shape,
      "Order in which dimensions decide between variants that fit; those not named come after.",
      examples: [["country", "device"]]
    )
    Member(
      "budgets",
      \.budgets,
      Budgets.shape,
      "Sizes beyond which the site is not published.",
      examples: [["audiences": 20_000]]
    )
  }

  @MemberBuilder<SiteSettings> private static var addresses: [Member<SiteSettings>] {
    Member(
      "config",
      \.config,
      .text,
      "Path of the document behind the one URL that apps ship with.",
      examples: ["config"]
    )
    Member(
      "roots",
      \.roots,
      PathPattern.shape.oneOrMore(),
      "Paths of documents that apps reach without a link; * stands for anything.",
      examples: [["widgets/*"]]
    )
    Member(
      "texts",
      \.unusedTexts,
      .object([PathPattern]()) {
        Member(
          "unused",
          \.self,
          PathPattern.shape.oneOrMore(),
          "Names of texts that no document uses and that apps ask for otherwise; * stands for anything.",
          examples: [["app.*"]]
        )
      },
      "Facts about the texts in Locales.",
      examples: [["unused": ["app.*"]]]
    )
    Member(
      "baseURL",
      \.baseURL,
      baseURLShape,
      "Start of every link, before its path.",
      examples: ["https://content.example.com"]
    )
  }

  @MemberBuilder<SiteSettings> private static var services: [Member<SiteSettings>] {
    Member(
      "edges",
      \.edges,
      EdgeSettings.shape.dictionary(of: "the edge").keyed(by: \.name),
      "The CDNs and proxies in front of the site, by names of your choice.",
      examples: [["cdn": ["peers": ["10.0.0.0/8"], "country": "CloudFront-Viewer-Country"]]]
    )
    Member(
      "backends",
      \.declaredBackends,
      BackendDeclaration.backends,
      "The services whose answers fill documents, by the names that calls use.",
      examples: [["prices": ["addresses": ["https://prices.example.com"], "timeout": "500ms"]]]
    )
    Member(
      "passes",
      \.declaredPasses,
      PassDeclaration.passes,
      "Paths that are passed through to services, with everything below them.",
      examples: [["/account": ["backend": "accounts", "methods": ["GET", "PATCH"]]]]
    )
    Member(
      "resources",
      \.resources,
      ResourceSettings.shape,
      "The records that the site keeps itself, in an SQLite file or in PostgreSQL; none, unless given.",
      examples: [["at": "/v1", "open": "read", "writeToken": "RECORDS_TOKEN"]]
    )
  }

  @MemberBuilder<SiteSettings> private static var policies: [Member<SiteSettings>] {
    Member(
      "cors",
      \.crossOrigin,
      CrossOriginSettings.shape,
      "Web pages of other origins that may read the site's answers; none, unless given.",
      examples: [["origins": ["https://app.example.com"], "credentials": true]]
    )
    Member(
      "fields",
      \.fields,
      ResponseFieldRule.rules,
      "Response fields that are added to the answers of documents, by their paths; * stands for "
        + "anything.",
      examples: [["*": ["strict-transport-security": "max-age=31536000"]]]
    )
    Member(
      "redirects",
      \.redirects,
      RedirectDeclaration.redirects,
      "Old paths, with where what stood there is now.",
      examples: [
        ["old/{id}": "items/{id}", "help": ["to": "https://www.example.com/help", "status": 302]]
      ]
    )
    Member(
      "errors",
      \.errors,
      ErrorDocuments.shape,
      "Documents that are answered with where there is no other answer, by kinds of errors.",
      examples: [["notFound": "errors/not-found"]]
    )
    Member(
      "model",
      \.model,
      TrafficModel.shape,
      "The traffic that the site is built for, and what is promised for it.",
      examples: [["routes": ["GET /config": ["steady": 200, "peak": 900]]]]
    )
  }

  private static let hostsShape = Shape.text(.host).placed.oneOrMore(
    atLeast: 1,
    atMost: maximumHosts
  )
  .adjusted { hosts, _, _, context in
    var known: [HostPattern: FilePlace] = [:]
    hosts.removeAll { host in
      guard let first = known.updateValue(host.place, forKey: host.value) else { return false }
      context.findings.error(
        .badValue,
        at: host.place,
        "the host \"\(host.value)\" is listed twice",
        parties: [Finding.Party(first, "the first one")]
      )
      return true
    }
  }
  .converted(
    to: { $0.map { SiteHost($0.value, at: $0.place) } },
    from: { $0.map { Placed($0.pattern, at: $0.place) } }
  )

  private static let regionsShape = RegionCode.shape.oneOrMore(atLeast: 1)
    .dictionary(of: "the region", keys: .region)
    .converted(
      to: { entries in
        Dictionary(entries.map { ($0.key, Set($0.value).sorted()) }) { first, _ in first }
      },
      from: { regions in
        regions.sorted { $0.key < $1.key }.map { Entry(written: $0.key, $0.value) }
      }
    )

  private static let baseURLShape = Shape<String>.text
    .schema(["type": "string", "format": "uri-reference"])
    .converted(to: { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }, from: \.self)

  /// Notes purges that name whole URLs where nothing says which host they have.
  private func checkProbes(_ value: DataValue, _ context: inout ReadingContext) {
    guard !baseURL.contains("://") else { return }
    for edge in edges where edge.kind.namesWholeURLs {
      guard let purge = edge.purge, purge.probe == nil else { continue }
      context.findings.error(
        .missingKey,
        at: context.place(of: value["edges"]?[edge.name]?["purge"] ?? value),
        "the purge of the edge \"\(edge.name)\" needs \"probe\", or the site an absolute "
          + "\"baseURL\": \(edge.kind.rawValue) purges whole URLs"
      )
    }
  }
}

extension SiteSettings {
  /// Notes what would share a name or a path with the records.
  private func checkResources(_ value: DataValue, _ context: inout ReadingContext) {
    guard let resources else { return }
    for name in resources.backends.map(\.name)
    where declaredBackends.contains(where: { $0.name == name }) {
      context.badValue(
        value["backends"]?[name] ?? value,
        "the backend \"\(name)\" is named like the site's own records; give it another name"
      )
    }
    if let pass = declaredPasses.first(where: { $0.prefix == resources.at }) {
      context.findings.error(
        .badPath,
        at: resources.place,
        "the records and a pass are both at \"\(resources.at)\"",
        parties: [Finding.Party(pass.place, "the pass")]
      )
    }
  }
}
