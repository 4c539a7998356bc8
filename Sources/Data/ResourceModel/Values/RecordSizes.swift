// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The most bytes of records as JSON, and the most containers in one another.
package struct RecordSizes: Sendable, Equatable {
  /// The attributes of one record.
  package var record = 1_048_576
  /// The records of one page.
  package var page = 4_194_304
  /// The records that one batch reads and writes.
  package var batch = 16_777_216

  /// The most containers in one another, in bodies and in records; what is kept must be read again.
  package static let depth = 64

  package init() {}
}

extension DataValue {
  /// The number of bytes of the value as JSON, without what is escaped, and of the containers in one another.
  var extent: (bytes: Int, depth: Int) {
    switch content {
    case .null, .bool: return (5, 0)
    case .integer(let integer): return ("\(integer)".utf8.count, 0)
    case .decimal(let decimal): return (decimal.text.utf8.count, 0)
    case .string(let text): return (text.utf8.count + 2, 0)
    case .date(let date): return (date.text.utf8.count + 2, 0)
    case .data(let data): return (data.count / 3 * 4 + 6, 0)
    case .array(let elements):
      return elements.reduce(into: (2, 1)) { whole, element in
        let part = element.extent
        whole = (whole.0 + part.bytes + 1, max(whole.1, part.depth + 1))
      }
    case .dictionary(let dictionary):
      return dictionary.members.reduce(into: (2, 1)) { whole, member in
        let part = member.value.extent
        whole = (
          whole.0 + member.key.utf8.count + part.bytes + 4, max(whole.1, part.depth + 1)
        )
      }
    }
  }
}

extension Resource {
  /// The number of bytes of the attributes as JSON, without what is escaped.
  package var byteCount: Int { DataValue(.dictionary(attributes)).extent.bytes }
}
