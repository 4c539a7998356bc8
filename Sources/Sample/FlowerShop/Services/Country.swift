// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// A country that the shop sells in.
struct Country {
  /// ISO 3166.
  let code: String
  /// ISO 4217.
  let currency: String
  /// The decimals of the currency.
  let decimals: Int
  /// The exchange rate: thousandths of the smallest unit for one US cent.
  let rate: Int
  /// The usual ending of prices, in the smallest unit.
  let ending: Int

  static let usual = Country(code: "US", currency: "USD", decimals: 2, rate: 1_000, ending: 99)

  static let all = [
    usual,
    Country(code: "CA", currency: "CAD", decimals: 2, rate: 1_375, ending: 99),
    Country(code: "GB", currency: "GBP", decimals: 2, rate: 813, ending: 50),
    Country(code: "DE", currency: "EUR", decimals: 2, rate: 950, ending: 90),
    Country(code: "FR", currency: "EUR", decimals: 2, rate: 950, ending: 90),
    Country(code: "JP", currency: "JPY", decimals: 0, rate: 1_475, ending: 0),
  ]

  static var codes: [String] { all.map(\.code) }

  /// Converts US cents to the nearest price with the usual ending, in the smallest unit.
  func price(ofCents cents: Int) -> Int {
    max(0, (cents * rate / 1_000 - ending + 50) / 100) * 100 + ending
  }

  /// Converts the smallest unit to the currency.
  func amount(_ units: Int) -> Double { decimals == 0 ? Double(units) : Double(units) / 100 }

  /// Converts the currency to the smallest unit; `nil` if it is not whole.
  func units(_ amount: Double) -> Int? {
    let exact = decimals == 0 ? amount : amount * 100
    let rounded = exact.rounded()
    return (exact - rounded).magnitude < 1e-6 ? Int(exactly: rounded) : nil
  }

  /// An amount in the smallest unit as a number of the currency.
  func money(_ units: Int) -> DataValue {
    decimals == 0 ? .number(units) : DataValue(.decimal(DataDecimal(amount(units))))
  }
}

extension Country {
  init?(_ code: String) {
    guard let known = Country.all.first(where: { $0.code == code }) else { return nil }
    self = known
  }

  /// Reads the member `country`.
  init?(_ input: inout Input) throws(Refusal) {
    guard let code = try input.choice("country", of: Country.codes) else { return nil }
    self.init(code)
  }
}
