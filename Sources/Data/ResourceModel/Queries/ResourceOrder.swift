// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// A key by which a list is sorted; records without a value come first, or last if descending.
package struct ResourceOrder: Sendable, Hashable {
  package let name: String
  package let isDescending: Bool

  package init(_ name: String, isDescending: Bool = false) {
    self.name = name
    self.isDescending = isDescending
  }

  /// The most keys of an order.
  package static let mostKeys = 5

  /// Reads `price desc, name` (AIP-132) for a type; also `-price`.
  package static func keys(
    _ text: String,
    of type: ResourceType
  ) throws(ValidationError) -> [ResourceOrder] {
    var keys: [ResourceOrder] = []
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      guard let word = words.first, words.count <= 2,
        words.count == 1 || words[1] == "asc" || words[1] == "desc"
      else {
        throw ValidationError(
          "order",
          .type,
          "is \"\(part.prefix(40))\"; expected a name, and asc or desc behind it"
        )
      }
      let isMinus = word.hasPrefix("-")
      let name = String(isMinus ? word.dropFirst() : word)
      guard sortable(name, in: type) else {
        let names = type.attributes.filter(\.kind.isScalar).map(\.name) + systemNames
        let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean \($0)?" }
        throw ValidationError(
          "order",
          .unknown,
          "is by \(name.prefix(40))" + (nearest ?? "; expected \(names.joined(separator: ", "))")
        )
      }
      keys.append(ResourceOrder(name, isDescending: isMinus || words.last == "desc"))
    }
    guard keys.count <= mostKeys else {
      throw ValidationError("order", .count, "has \(keys.count) keys; expected at most \(mostKeys)")
    }
    return keys
  }

  /// The members of records, besides attributes, that an order may have.
  package static let systemNames = ["uuid", "_version", "_created", "_updated"]

  private static func sortable(_ name: String, in type: ResourceType) -> Bool {
    systemNames.contains(name) || type.attribute(name)?.kind.isScalar == true
  }
}

extension ResourceOrder: CustomStringConvertible {
  package var description: String { isDescending ? "\(name) desc" : name }
}
