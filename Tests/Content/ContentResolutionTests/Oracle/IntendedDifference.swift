// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution

/// Where we choose otherwise than Apple's systems, and why. This is the whole list.
enum IntendedDifference: CaseIterable {
  /// Montenegro writes Serbian in Latin script, says CLDR; Apple takes `sr-ME` for Cyrillic. We never
  /// change the script of a reader.
  case serbianOfMontenegro
  /// Apple follows CLDR's parent of `hi-Latn` to English, and lets English readers have `hi-Latn`
  /// where no other English is there. These are two languages, and nobody declared the step.
  case hindiInLatin
  /// Apple gives Cantonese to readers of Chinese; we give Chinese to readers of Cantonese only.
  case cantoneseForChinese
  /// Apple prefers a later wish that is there by its name to an earlier one of the same language that
  /// is there in another region. We take the visitor's order as it stands.
  case laterWish
  /// Of regions that are not in the wanted one's line, Apple mostly takes the one published first,
  /// and prefers Mexico in America. We take the nearest by CLDR's distance, so that no order of files
  /// matters.
  case nearestRegion
  /// We complete Chinese from an old name such as `zh-TW` where the script has no text of its own;
  /// Apple does so for Taiwan's only, and then before the script's own text.
  case formerName

  init?(_ question: OracleQuestion, ours: [String], theirs: [String]) {
    let found = Self.allCases.first { $0.explains(question, ours, theirs) }
    guard let found else { return nil }
    self = found
  }

  private func explains(
    _ question: OracleQuestion,
    _ ours: [String],
    _ theirs: [String]
  ) -> Bool {
    let all = question.desired + question.published
    switch self {
    case .serbianOfMontenegro: return all.contains("sr-ME")
    case .hindiInLatin: return all.contains("hi-Latn")
    case .cantoneseForChinese:
      return theirs.first?.hasPrefix("yue") == true
        && question.desired.contains { $0.hasPrefix("zh") }
    case .laterWish:
      guard let their = theirs.first, let our = ours.first else { return false }
      return question.desired.dropFirst().contains(their) && sharesLanguage(their, our)
    case .nearestRegion:
      guard let their = theirs.first, let our = ours.first, their != our else { return false }
      return question.desired.contains { wish in
        sharesLanguage(wish, our) && sharesLanguage(wish, their)
          && distance(wish, our) <= distance(wish, their)
      }
    case .formerName:
      let difference = Set(ours).symmetricDifference(theirs)
      return ours.first == theirs.first && difference.isSubset(of: ["zh-CN", "zh-TW"])
    }
  }

  private func sharesLanguage(_ one: String, _ other: String) -> Bool {
    LanguageTag(one)?.language == LanguageTag(other)?.language
  }

  private func distance(_ desired: String, _ supported: String) -> Int {
    guard let desired = LanguageTag(desired), let supported = LanguageTag(supported) else {
      return .max
    }
    return LanguageDistance.between(desired: desired, supported: supported)
  }
}
