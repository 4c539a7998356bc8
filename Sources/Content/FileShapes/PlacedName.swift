// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// A name that somebody wrote, with the place where it stands.
package struct PlacedName: Sendable, Hashable {
  package let name: String
  package let place: FilePlace

  package init(_ name: String, at place: FilePlace) {
    self.name = name
    self.place = place
  }

  /// What a string or an array of strings says; notes everything else.
  package static func list(
    _ value: DataValue,
    of key: String,
    in file: String,
    _ findings: inout Findings
  ) -> [PlacedName]? {
    let elements: [DataValue]
    switch value.content {
    case .string: elements = [value]
    case .array(let array): elements = array
    default:
      findings.error(
        .wrongKind,
        at: FilePlace(file, value.position),
        "\"\(key)\" is \(value.kindName); expected a string or an array of strings"
      )
      return nil
    }
    return elements.compactMap { element in
      let place = FilePlace(file, element.position)
      guard case .string(let text) = element.content else {
        findings.error(
          .wrongKind,
          at: place,
          "\"\(key)\" holds \(element.kindName); expected strings"
        )
        return nil
      }
      return PlacedName(text, at: place)
    }
  }
}
