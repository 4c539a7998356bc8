// SPDX-License-Identifier: Apache-2.0

import ContentResolution

/// The names of plural forms in files of texts.
enum PluralForm {
  /// What a form is for. In a language that has no such form by its rules, `zero` is for the number
  /// 0, as on Apple's systems and in i18next.
  static func key(_ name: String, in rules: PluralRules) -> Choice.Key? {
    guard let category = PluralCategory(rawValue: name) else { return nil }
    if category == .zero, !rules.categories.contains(.zero) { return .exactly(0) }
    return Choice.Key(category)
  }
}
