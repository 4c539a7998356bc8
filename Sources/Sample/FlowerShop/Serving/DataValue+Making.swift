// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension DataValue {
  /// Returns an object of these members, without those that are `nil`. Names must differ.
  static func object(_ members: KeyValuePairs<String, DataValue?>) -> DataValue {
    let there = members.compactMap { name, value in value.map { DataDictionary.Member(name, $0) } }
    do throws(DataFileError) {
      return DataValue(.dictionary(try DataDictionary(there)))
    } catch {
      preconditionFailure("an object was written wrongly: \(error)")
    }
  }

  static func list(_ elements: [DataValue]) -> DataValue { DataValue(.array(elements)) }

  static func text(_ text: String) -> DataValue { DataValue(.string(text)) }

  static func text(_ text: String?) -> DataValue? { text.map { DataValue(.string($0)) } }

  static func number(_ number: Int) -> DataValue { DataValue(.integer(Int64(number))) }

  static func number(_ number: Int64) -> DataValue { DataValue(.integer(number)) }

  static func number(_ number: Double) -> DataValue { DataValue(.decimal(DataDecimal(number))) }

  static func flag(_ flag: Bool) -> DataValue { DataValue(.bool(flag)) }

  /// Returns an instant from Unix seconds, as `2026-05-31T08:00:00Z`.
  static func instant(_ seconds: Int64) -> DataValue {
    let date = DataDate(secondsSince2001: Double(seconds - 978_307_200))
    return .text(date?.text ?? "")
  }
}
