// SPDX-License-Identifier: Apache-2.0

/// A country that the shop sells in.
struct Country: Sendable {
  /// ISO 3166.
  let code: String
  /// ISO 4217.
  let currency: String
  /// The decimals of the currency.
  let decimals: Int
  /// The exchange rate: thousandths of the smallest unit for one US cent.
  private let thousandths: Int
  /// The usual ending of prices and the step between them, in the smallest unit.
  private let ending: Int
  private let step: Int

  static let all = [
    Country("US", "USD", decimals: 2, thousandths: 1_000, ending: 99, step: 100),
    Country("CA", "CAD", decimals: 2, thousandths: 1_375, ending: 99, step: 100),
    Country("GB", "GBP", decimals: 2, thousandths: 813, ending: 50, step: 100),
    Country("DE", "EUR", decimals: 2, thousandths: 950, ending: 90, step: 100),
    Country("FR", "EUR", decimals: 2, thousandths: 950, ending: 90, step: 100),
    Country("JP", "JPY", decimals: 0, thousandths: 1_475, ending: 0, step: 100),
  ]

  static var codes: [String] { all.map(\.code) }

  static func named(_ code: String) -> Country? { all.first { $0.code == code } }

  private init(
    _ code: String,
    _ currency: String,
    decimals: Int,
    thousandths: Int,
    ending: Int,
    step: Int
  ) {
    self.code = code
    self.currency = currency
    self.decimals = decimals
    self.thousandths = thousandths
    self.ending = ending
    self.step = step
  }

  /// Converts US cents to a usual price, in the smallest unit.
  func price(ofCents cents: Int) -> Int {
    let exact = cents * thousandths / 1_000
    // The nearest number with a usual ending.
    return max(0, (exact - ending + step / 2) / step) * step + ending
  }

  /// Converts the smallest unit to the currency.
  func amount(_ units: Int64) -> Double {
    decimals == 0 ? Double(units) : Double(units) / 100
  }

  /// Converts the currency to the smallest unit; `nil` if it is not whole.
  func units(_ amount: Double) -> Int64? {
    let exact = decimals == 0 ? amount : amount * 100
    let rounded = exact.rounded()
    guard (exact - rounded).magnitude < 1e-6 else { return nil }
    return Int64(exactly: rounded)
  }
}
