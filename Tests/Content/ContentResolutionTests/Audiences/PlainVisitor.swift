// SPDX-License-Identifier: Apache-2.0

import ContentModel

@testable import ContentResolution

/// A visitor as values rather than atoms, and what conditions say of one by their definition: the
/// reference that compiled shapes are compared with.
struct PlainVisitor {
  var country: RegionCode
  var device: DeviceClass?
  var version: AppVersion?
  var build: UInt64?
  var appName: String?
  var instant: UnixTime
  var arm: Int?

  static let countries = ["DE", "AT", "CH", "FR", "US", "CA"].compactMap { region($0) }

  static func region(_ text: String) -> RegionCode? { RegionCode(Array(text.utf8).span) }

  static func version(_ text: String) -> AppVersion? { AppVersion(Array(text.utf8).span) }

  static let versions = ["0.9", "1", "1.2", "2", "2.3", "2.3.1", "3", "10"].compactMap {
    version($0)
  }

  static func random(_ dice: inout Dice) -> PlainVisitor {
    PlainVisitor(
      country: dice.chance(10)
        ? .unspecified : countries.randomElement(using: &dice) ?? .unspecified,
      device: dice.chance(10) ? nil : DeviceClass.allCases.randomElement(using: &dice),
      version: dice.chance(10) ? nil : versions.randomElement(using: &dice),
      build: dice.chance(10) ? nil : UInt64.random(in: 0...50, using: &dice),
      appName: dice.chance(30) ? nil : ["shop", "wholesale", "other"].randomElement(using: &dice),
      instant: UnixTime(seconds: .random(in: 0...100, using: &dice)),
      arm: dice.chance(50) ? nil : Int.random(in: 0...1, using: &dice)
    )
  }

  func fits(_ conditions: Conditions) -> Bool {
    conditions.named.allSatisfy { fits(conditions, in: $0) }
  }

  func fits(_ conditions: Conditions, in dimension: Dimension) -> Bool {
    switch dimension {
    case .country: conditions.countries?.contains(country) ?? true
    case .device: device.map { conditions.devices?.contains($0) ?? true } ?? false
    case .app: version.map { conditions.appVersions?.contains($0) ?? true } ?? false
    case .build: build.map { conditions.builds?.contains($0) ?? true } ?? false
    case .appName: appName.map { conditions.appNames?.contains($0) ?? true } ?? false
    case .time: conditions.time?.contains(instant) ?? true
    default: arm.map { conditions.cohorts[0].arms.contains($0) } ?? false
    }
  }

  /// All rules that could be meant: more than one only where the rule set is ambiguous.
  func candidates(in ruleSet: RuleSet) -> [Int] {
    var left = ruleSet.rules.indices.filter { fits(ruleSet.rules[$0].conditions) }
    for dimension in ruleSet.precedence.dimensions {
      let named = left.filter { ruleSet.rules[$0].conditions.named.contains(dimension) }
      if !named.isEmpty { left = named }
    }
    let priority = left.map { ruleSet.rules[$0].priority }.max()
    left = left.filter { ruleSet.rules[$0].priority == priority }
    return left.filter { rule in
      !left.contains { ruleSet.rules[$0].conditions.areWithin(ruleSet.rules[rule].conditions) }
    }
  }

  func audience(in space: AudienceSpace, languages: LanguageChain = .empty) -> Audience {
    var audience = Audience(languages: languages)
    audience[.country] = space.atom(ofCountry: country)
    audience[.device] = space.atom(ofDevice: device)
    audience[.app] = space.atom(ofVersion: version)
    audience[.build] = space.atom(ofBuild: build)
    audience[.appName] = space.atom(ofAppName: appName)
    audience[.cohort(0)] = space.atom(ofArm: arm, in: 0)
    return audience
  }
}

extension Conditions {
  static func random(_ dice: inout Dice) -> Conditions {
    var conditions = Conditions()
    if dice.chance(40) { conditions.countries = dice.some(of: PlainVisitor.countries).sorted() }
    if dice.chance(30) { conditions.devices = dice.some(of: DeviceClass.allCases).sorted() }
    if dice.chance(30) {
      let bounds = dice.some(of: PlainVisitor.versions)
      conditions.appVersions = IntervalSet(
        from: dice.chance(30) ? nil : bounds[0],
        until: dice.chance(50) || bounds.count == 1 ? nil : bounds[bounds.count - 1]
      )
    }
    if dice.chance(15) {
      conditions.builds = IntervalSet(from: UInt64.random(in: 0...30, using: &dice), until: nil)
    }
    if dice.chance(15) { conditions.appNames = dice.some(of: ["shop", "wholesale"]) }
    if dice.chance(20) {
      let start = Int64.random(in: 0...60, using: &dice)
      conditions.time = IntervalSet(
        from: UnixTime(seconds: start),
        until: UnixTime(seconds: start + 30)
      )
    }
    if dice.chance(15) {
      conditions.cohorts = [Cohort(experiment: 0, arms: dice.some(of: [0, 1]))]
    }
    return conditions
  }
}

extension RuleSet {
  /// Some random rules and one for everybody.
  static func random(_ dice: inout Dice) -> RuleSet {
    let rules = (0..<Int.random(in: 0...7, using: &dice)).map { _ in
      Rule(.random(&dice), priority: dice.chance(20) ? 5 : 0)
    }
    let first: [Dimension] = dice.chance(50) ? [] : [.country, .device].shuffled(using: &dice)
    return RuleSet(
      rules.filter { !$0.conditions.isForEverybody } + [Rule(.everybody)],
      precedence: Precedence(first)
    )
  }
}
