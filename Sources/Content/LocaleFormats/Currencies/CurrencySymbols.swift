// SPDX-License-Identifier: Apache-2.0

/// The symbols of currencies in a language, where they differ from its parent's.
final class CurrencySymbols: Sendable {
  private let standard: [CurrencyCode: CurrencySymbol]
  private let narrow: [CurrencyCode: CurrencySymbol]
  private let parent: CurrencySymbols?

  init(
    standard: [CurrencyCode: CurrencySymbol],
    narrow: [CurrencyCode: CurrencySymbol],
    parent: CurrencySymbols?
  ) {
    self.standard = standard
    self.narrow = narrow
    self.parent = parent
  }

  /// Returns the symbol of a currency; its code if no ancestor has one.
  func symbol(of currency: CurrencyCode, _ style: CurrencyFormat.SymbolStyle) -> CurrencySymbol {
    guard style != .code else { return CurrencySymbol(currency.letters) }
    var symbols: CurrencySymbols? = self
    while let next = symbols {
      if let found = (style == .narrow ? next.narrow : next.standard)[currency] { return found }
      symbols = next.parent
    }
    return CurrencySymbol(currency.letters)
  }
}
