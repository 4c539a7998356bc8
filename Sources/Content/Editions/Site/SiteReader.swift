// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Reads the settings of a site and notes everything that is wrong with them.
struct SiteReader {
  private(set) var settings = SiteSettings()
  private(set) var findings = Findings()
  private let file: String

  /// Reads the file's one value.
  init(_ value: DataValue, in file: String = SiteSettings.path) {
    self.file = file
    guard var site = MemberReader(value, of: "the site", in: file, &findings) else { return }
    _ = site.string("$schema", &findings)
    readName(&site)
    settings.hosts = HostReader.hosts(&site, &findings)
    readLanguages(&site)
    readRegions(&site)
    readApps(&site)
    readDatatypes(&site)
    readExperiments(&site)
    readDefaults(&site)
    readBudgets(&site)
    if let config = site.string("config", &findings) { settings.config = config }
    settings.roots = (site.strings("roots", &findings) ?? []).map { PathPattern($0.name) }
    if let base = site.string("baseURL", &findings) {
      settings.baseURL = base.hasSuffix("/") ? String(base.dropLast()) : base
    }
    if let edges = site.reader("edges", of: "edges", &findings) {
      let hasBase = settings.baseURL.contains("://")
      settings.edges = edges.members.compactMap {
        EdgeReader.edge($0, in: file, hasBase: hasBase, &findings)
      }
    }
    readServices(&site)
    if let names = site.strings("precedence", &findings) {
      settings.precedence = PrecedenceReader.precedence(names, &findings)
    }
    site.refuseOthers(&findings)
  }

  private mutating func readName(_ site: inout MemberReader) {
    guard let name = site.name("name", &findings) else { return }
    if NameRules.isSite(name.name) {
      settings.name = name
    } else {
      findings.error(
        .badValue,
        at: name.place,
        "\"\(name.name)\" is no name of a site; expected \(NameRules.site)"
      )
    }
  }

  private mutating func readServices(_ site: inout MemberReader) {
    if let backends = site.reader("backends", of: "backends", &findings) {
      let names = backends.members.map(\.key)
      settings.backends = backends.members.compactMap {
        BackendReader.backend($0, in: file, among: names, &findings)
      }
    }
    if let passes = site.reader("passes", of: "passes", &findings) {
      settings.passes = PassReader.passes(passes, settings.backends, &findings)
    }
  }

  private mutating func readLanguages(_ site: inout MemberReader) {
    guard site.required("languages", &findings) != nil,
      var languages = site.reader("languages", of: "languages", &findings)
    else { return }
    let published = languages.strings("published", &findings) ?? []
    if published.isEmpty {
      findings.error(.missingKey, at: languages.place, "no language is published")
    }
    settings.languages.published = published.compactMap { language($0) }
    settings.languages.source =
      languages.name("source", &findings).flatMap { language($0) }
      ?? settings.languages.published.first ?? .undetermined
    if let standard = languages.name("default", &findings) {
      settings.languages.standard = language(standard)
    }
    if let steps = languages.reader("steps", of: "steps", &findings) {
      for member in steps.members {
        let place = FilePlace(file, member.keyPosition)
        guard let from = language(PlacedName(member.key, at: place)) else { continue }
        var to: [PlacedName] = []
        if case .null = member.value.content {
        } else {
          to = PlacedName.list(member.value, of: member.key, in: file, &findings) ?? []
        }
        settings.languages.steps.append(
          LanguageStep(from: from, to: to.compactMap { language($0) })
        )
      }
    }
    languages.refuseOthers(&findings)
  }

  private mutating func language(_ name: PlacedName) -> LanguageTag? {
    if let tag = LanguageTag(name.name) { return tag }
    findings.error(
      .badValue,
      at: name.place,
      "\"\(name.name)\" is no language; expected a tag such as en or zh-Hant"
    )
    return nil
  }

  private mutating func readRegions(_ site: inout MemberReader) {
    guard let regions = site.reader("regions", of: "regions", &findings) else { return }
    for member in regions.members {
      let place = FilePlace(file, member.keyPosition)
      guard NameRules.isRegion(member.key) else {
        findings.error(
          .badValue,
          at: place,
          "\"\(member.key)\" is no name of a region; expected \(NameRules.region)"
        )
        continue
      }
      let names = PlacedName.list(member.value, of: member.key, in: file, &findings) ?? []
      let countries = names.compactMap { name in
        CountryReader.country(name, &findings)
      }
      if countries.isEmpty {
        findings.error(.badValue, at: place, "the region \"\(member.key)\" has no countries")
      }
      settings.regions[member.key] = Set(countries).sorted()
    }
  }

  private mutating func readApps(_ site: inout MemberReader) {
    guard let apps = site.reader("apps", of: "apps", &findings) else { return }
    for member in apps.members {
      if let app = AppReader.app(member, in: file, &findings) { settings.apps.append(app) }
    }
  }

  private mutating func readDatatypes(_ site: inout MemberReader) {
    guard let datatypes = site.reader("datatypes", of: "datatypes", &findings) else { return }
    for member in datatypes.members {
      var datatype = DatatypeSettings(place: FilePlace(file, member.keyPosition))
      let subject = "the datatype \"\(member.key)\""
      guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
        continue
      }
      if let range = members.name("app", &findings) {
        datatype.versions = ConditionsReader.versions(range, &findings)
      }
      if let schema = members.value("schema") {
        datatype.schema = SchemaReader.schema(schema, in: file, &findings)
      }
      members.refuseOthers(&findings)
      settings.datatypes[member.key] = datatype
    }
  }

  private mutating func readExperiments(_ site: inout MemberReader) {
    guard let experiments = site.reader("experiments", of: "experiments", &findings) else { return }
    if experiments.members.count > Dimension.maximumExperiments {
      findings.error(
        .overBudget,
        at: experiments.place,
        "\(experiments.members.count) experiments run; expected at most "
          + "\(Dimension.maximumExperiments)"
      )
    }
    for member in experiments.members.prefix(Dimension.maximumExperiments) {
      if let experiment = ExperimentReader.experiment(member, in: file, &findings) {
        settings.experiments.append(experiment)
      }
    }
  }

  private mutating func readDefaults(_ site: inout MemberReader) {
    guard var defaults = site.reader("defaults", of: "defaults", &findings) else { return }
    settings.defaults = LifetimesReader.lifetimes(&defaults, or: settings.defaults, &findings)
    defaults.refuseOthers(&findings)
  }

  private mutating func readBudgets(_ site: inout MemberReader) {
    guard var budgets = site.reader("budgets", of: "budgets", &findings) else { return }
    let standard = settings.budgets
    settings.budgets.audiences =
      budgets.integer("audiences", in: Budgets.audiencesRange, &findings) ?? standard.audiences
    settings.budgets.variants =
      budgets.integer("variants", in: Budgets.variantsRange, &findings)
      ?? standard.variants
    settings.budgets.documentBytes =
      budgets.integer("documentBytes", in: Budgets.documentBytesRange, &findings)
      ?? standard.documentBytes
    budgets.refuseOthers(&findings)
  }
}
