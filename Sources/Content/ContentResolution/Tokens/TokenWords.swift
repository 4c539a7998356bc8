// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The vocabulary of an edition's tokens, shared by all that read and write them.
package final class TokenWords: Sendable {
  struct Meaning: Sendable {
    var dimension: Dimension
    var atom: UInt8
    /// Marks a word for an arm of an experiment, which is honoured only in a signed token.
    var isOfExperiment: Bool
  }

  let space: AudienceSpace
  package let matcher: LanguageMatcher
  /// The site's names for sets of countries, sorted.
  let regions: [(name: String, countries: [RegionCode])]
  let experiments: [Experiment]
  let languages: WordTable<LanguageIndex>
  let others: WordTable<Meaning>

  /// Creates the words for the atoms of `space`, from the names of regions, apps and experiments of
  /// its conditions.
  package init(
    _ space: AudienceSpace,
    matcher: LanguageMatcher,
    regions: [String: [RegionCode]] = [:],
    experiments: [Experiment] = []
  ) {
    self.space = space
    self.matcher = matcher
    self.regions = regions.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    self.experiments = experiments
    languages = WordTable(
      matcher.published.enumerated().map { index, tag in
        ("\(tag)", LanguageIndex(rawValue: UInt8(index)))
      }
    )
    var words: [(String, Meaning)] = []
    func add(_ word: String, _ dimension: Dimension, _ atom: UInt8?) {
      guard let atom, atom != 0 else { return }
      words.append(
        (
          word,
          Meaning(
            dimension: dimension,
            atom: atom,
            isOfExperiment: dimension.experiment != nil
          )
        )
      )
    }
    for country in space.countries.members.joined() {
      add("\(country)", .country, space.atom(ofCountry: country))
    }
    for (name, countries) in self.regions {
      add(name, .country, countries.first.map { space.atom(ofCountry: $0) })
    }
    for device in space.devices.members.joined() {
      add(device.rawValue, .device, space.atom(ofDevice: device))
    }
    for name in space.appNames.members.joined() {
      add(TokenWords.word(forAppName: name), .appName, space.atom(ofAppName: name))
    }
    for (number, experiment) in experiments.prefix(Dimension.maximumExperiments).enumerated() {
      for (arm, part) in experiment.arms.enumerated() {
        let atom = space.atom(ofArm: arm, in: number)
        add("\(experiment.name)~\(part.name)", .cohort(number), atom)
      }
    }
    others = WordTable(words)
  }

  /// The published languages, as tokens write them.
  package var published: [String] { matcher.published.map { "\($0)" } }

  /// Replaces dots with dashes, since dots separate the words of a token.
  package static func word(forAppName name: String) -> String {
    String(name.lowercased().map { $0 == "." ? "-" : $0 })
  }

  /// Returns the word for atoms, alone or with others of their class.
  func word(for atoms: [UInt8], of dimension: Dimension) -> String {
    guard let first = atoms.first, first != 0 else { return "" }
    switch dimension {
    case .country: return word(forCountries: atoms.flatMap { space.countries.members[Int($0)] })
    case .device: return space.devices.members[Int(first)].first?.rawValue ?? ""
    case .app: return space.appVersions.lowest(of: first).map { "\($0)" } ?? "0"
    case .build: return "b\(space.builds.lowest(of: first) ?? 0)"
    case .appName:
      return space.appNames.members[Int(first)].first.map { TokenWords.word(forAppName: $0) } ?? ""
    default:
      guard let number = dimension.experiment, number < experiments.count,
        let arm = space.cohorts[number].members[Int(first)].first
      else { return "" }
      return "\(experiments[number].name)~\(experiments[number].arms[arm].name)"
    }
  }

  /// Returns the region with exactly these countries, or the first country.
  private func word(forCountries countries: [RegionCode]) -> String {
    let sorted = countries.sorted()
    if let only = sorted.first, sorted.count == 1 { return "\(only)".lowercased() }
    if let region = regions.first(where: { $0.countries == sorted }) { return region.name }
    return sorted.first.map { "\($0)".lowercased() } ?? ""
  }
}
