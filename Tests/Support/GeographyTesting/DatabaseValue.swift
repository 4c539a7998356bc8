// SPDX-License-Identifier: Apache-2.0

/// A value of the MaxMind DB format, as a test writes it.
package indirect enum DatabaseValue: Hashable, Sendable {
  case map([Member])
  case array([DatabaseValue])
  case text(String)
  case bytes([UInt8])
  case double(UInt64)
  case float(UInt32)
  case uint16(UInt16)
  case uint32(UInt32)
  case int32(Int32)
  case uint64(UInt64)
  case uint128(UInt128)
  case boolean(Bool)
  /// Bytes that stand in the file as they are, right or wrong.
  case raw([UInt8])

  /// A key with its value.
  package struct Member: Hashable, Sendable {
    package let key: DatabaseValue
    package let value: DatabaseValue

    package init(_ key: DatabaseValue, _ value: DatabaseValue) {
      self.key = key
      self.value = value
    }
  }
}

extension DatabaseValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }

  package init(dictionaryLiteral members: (DatabaseValue, DatabaseValue)...) {
    self = .map(members.map { Member($0.0, $0.1) })
  }

  package init(arrayLiteral elements: DatabaseValue...) { self = .array(elements) }
}

extension DatabaseValue {
  /// The value that a database of countries has for an address.
  package static func country(_ code: String) -> DatabaseValue {
    [
      "continent": ["code": "EU", "geoname_id": .uint32(6_255_148), "names": names("Continent")],
      "country": [
        "geoname_id": .uint32(2_921_044), "is_in_european_union": .boolean(true),
        "iso_code": .text(code), "names": names(code),
      ],
      "registered_country": ["iso_code": "US", "names": names("Registered")],
    ]
  }

  /// The value that a database of cities has for an address: the country comes late.
  package static func city(_ code: String) -> DatabaseValue {
    [
      "city": ["geoname_id": .uint32(2_950_159), "names": names("City")],
      "continent": ["code": "EU", "names": names("Continent")],
      "location": [
        "accuracy_radius": .uint16(100), "latitude": .double(0x404A_4000_0000_0000),
        "longitude": .double(0x402A_CCCC_CCCC_CCCD), "time_zone": "Europe/Berlin",
      ],
      "subdivisions": [
        ["iso_code": "ZZ", "names": names("First")], ["iso_code": "YY", "names": names("Second")],
      ],
      "traits": [
        "float": .float(0x3F80_0000), "signed": .int32(-5), "large": .uint64(1 << 40),
        "largest": .uint128(1 << 100), "bytes": .bytes([1, 2, 3]), "none": .map([]),
      ],
      "registered_country": ["iso_code": "US"],
      "country": ["names": names(code), "iso_code": .text(code)],
    ]
  }

  private static func names(_ name: String) -> DatabaseValue {
    .map(
      ["de", "en", "es", "fr", "ja", "pt-BR", "ru", "zh-CN"].map { Member(.text($0), .text(name)) }
    )
  }
}
