// SPDX-License-Identifier: Apache-2.0

package import DataFiles

// Examples and defaults stand in the code as they would in a file.

extension DataValue: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(.string(text)) }
}

extension DataValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral integer: Int64) { self.init(.integer(integer)) }
}

extension DataValue: ExpressibleByFloatLiteral {
  package init(floatLiteral number: Double) { self.init(.decimal(DataDecimal(number))) }
}

extension DataValue: ExpressibleByBooleanLiteral {
  package init(booleanLiteral flag: Bool) { self.init(.bool(flag)) }
}

extension DataValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: DataValue...) { self.init(.array(elements)) }
}

extension DataValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (String, DataValue)...) {
    self.init(.dictionary(DataDictionary(unique: members.map { .init($0.0, $0.1) })))
  }
}

extension DataDictionary: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (String, DataValue)...) {
    self.init(unique: members.map { Member($0.0, $0.1) })
  }
}
