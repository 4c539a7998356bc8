// SPDX-License-Identifier: Apache-2.0

import LocaleFormats

/// Amounts that we write otherwise than the ICU inside Foundation, each with the reason.
enum IntendedDifference {
  /// In the English of these countries, ICU writes euros by the pattern of other English, or with
  /// other marks, than all other currencies. We write all of them alike.
  private static let euros: Set<String> = [
    "en_150", "en_AL", "en_CH", "en_CZ", "en_HU", "en_NO", "en_PL", "en_RU", "en_SE", "en_UA",
  ]

  /// In Indonesian, ICU lets a few symbols touch the digits that end with a small letter. We keep
  /// letters off them, as it does with all others.
  private static let indonesian: Set<String> = ["id", "id_ID"]

  static func contains(
    _ locale: String,
    _ currency: String,
    _ style: CurrencyFormat.SymbolStyle
  ) -> Bool {
    if currency == "EUR", euros.contains(locale) { return true }
    guard indonesian.contains(locale) else { return false }
    return currency == "INR" && style == .standard
      || ["SEK", "NOK", "PLN"].contains(currency) && style == .narrow
  }
}
