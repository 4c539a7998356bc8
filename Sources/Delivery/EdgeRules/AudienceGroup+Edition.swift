// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Edges
import Editions
import Learning
import Sites

extension AudienceGroup {
  /// The group of documents with the same classes of visitors.
  init(
    _ classes: AudienceClasses,
    _ edition: Edition,
    isConfig: Bool,
    isPersonal: Bool,
    edge: EdgeSettings?
  ) {
    self.init()
    let space = edition.space
    let indices = edition.matcher.published.indices
    func numbers(_ isIn: (LanguageIndex) -> Bool) -> [Int] {
      indices.filter { isIn(LanguageIndex(rawValue: UInt8($0))) }
    }
    useful = classes.dependsOnLanguage ? numbers(classes.isUseful) : []
    sufficient = classes.dependsOnLanguage ? numbers(classes.isSufficient) : []
    let dimensions = Set(classes.dimensions)
    countries =
      dimensions.contains(.country) ? AudienceGroup.countries(classes, space) : nil
    devices =
      dimensions.contains(.device)
      ? AudienceGroup.words(
        DeviceClass.allCases.map {
          ($0.rawValue, classes.word(of: .device, atom: space.atom(ofDevice: $0)))
        }
      ) : nil
    apps =
      dimensions.contains(.appName)
      ? AudienceGroup.words(
        space.namedApps.map { ($0, classes.word(of: .appName, atom: space.atom(ofAppName: $0))) }
      ) : nil
    versions = dimensions.contains(.app) ? AudienceGroup.versions(classes, space) : nil
    builds = dimensions.contains(.build) ? AudienceGroup.builds(classes, space) : nil
    // A rollout draws installations at the config URL.
    hasExperiments =
      dimensions.contains { $0.experiment != nil } || (isConfig && edition.site.rollout != nil)
    self.isConfig = isConfig
    self.isPersonal = isPersonal
    fields = AudienceGroup.fields(classes, isConfig: isConfig, edge: edge)
  }

  /// Groups values by the word that stands for them; values without a word are left out.
  private static func words(_ pairs: [(value: String, word: String)]) -> [Word] {
    Dictionary(grouping: pairs.filter { !$0.word.isEmpty }, by: \.word)
      .map { Word(word: $0.key, values: $0.value.map(\.value).sorted()) }
      .sorted { $0.word < $1.word }
  }

  private static func countries(_ classes: AudienceClasses, _ space: AudienceSpace) -> [Word] {
    var pairs: [(String, String)] = []
    func add(_ code: String, _ country: RegionCode) {
      pairs.append((code, classes.word(of: .country, atom: space.atom(ofCountry: country))))
      if code == "GB" { add("UK", country) }
    }
    for country in Countries.all { add("\(country)", country) }
    for (code, country) in Countries.byThreeLetters { add(code, country) }
    return words(pairs)
  }

  /// The words for versions. Of several bounds with the same numbers the last one counts, since a release
  /// comes after its pre-releases.
  private static func versions(
    _ classes: AudienceClasses,
    _ space: AudienceSpace
  ) -> [From<[UInt32]>] {
    var found: [[UInt32]: String] = [:]
    for bound in [AppVersion(numbers: SIMD4())] + space.versionBounds {
      let release = AppVersion(numbers: bound.numbers)
      found[GateRule.numbers(of: bound)] =
        classes.word(of: .app, atom: space.atom(ofVersion: release))
    }
    return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { From(bound: $0.key, word: $0.value) }
  }

  private static func builds(_ classes: AudienceClasses, _ space: AudienceSpace) -> [From<UInt64>] {
    Array(Set([0] + space.buildBounds)).sorted().map {
      From(bound: $0, word: classes.word(of: .build, atom: space.atom(ofBuild: $0)))
    }
  }

  private static func fields(
    _ classes: AudienceClasses,
    isConfig: Bool,
    edge: EdgeSettings?
  ) -> [String] {
    var fields: [String] = []
    let dimensions = Set(classes.dimensions)
    if classes.dependsOnLanguage || isConfig { fields.append("Accept-Language") }
    if dimensions.contains(.country), let field = edge?.countryField {
      fields.append(field.lowercased())
    }
    if dimensions.contains(.device) {
      if let field = edge?.deviceField { fields.append(field.lowercased()) }
      fields.append("User-Agent")
    }
    if classes.dependsOnLanguage || !dimensions.isEmpty || isConfig { fields.append("X-App") }
    return fields
  }
}
