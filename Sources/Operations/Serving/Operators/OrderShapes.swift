// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import DataFiles
package import FileShapes

extension Shape {
  /// Reads the body of an order. An empty body is an object without members.
  package func order(_ body: [UInt8]) throws(PlainError) -> Value {
    guard !body.isEmpty else { return try order(DataValue.members([])) }
    let value: DataValue
    do {
      value = try DataValue(reading: body.span, as: .json)
    } catch {
      throw PlainError("the body is no JSON: found \(error.seen), expected \(error.expected)")
    }
    return try order(value)
  }

  /// Reads an order; the error has everything that is wrong with it.
  package func order(_ value: DataValue) throws(PlainError) -> Value {
    guard case .dictionary = value.content else {
      throw PlainError("the body is \(value.kindName); expected a JSON object")
    }
    var findings = Findings()
    let order = self.value(of: value, .thing("the order"), in: "", &findings)
    guard let order, findings.all.isEmpty else {
      let faults = findings.all.map { finding in
        finding.message + (finding.suggestion.map { "; did you mean \($0)?" } ?? "")
      }
      throw PlainError(faults.joined(separator: "; "))
    }
    return order
  }
}

extension Shape where Value == SiteChoice {
  /// The name of a site, or `*` for all.
  package static var site: Shape {
    Shape(
      schema: { .string },
      read: { value, _, context in
        if let choice = SiteChoice(value) { return choice }
        context.badValue(value, SiteChoice.expectation)
        return nil
      }
    )
  }
}

extension Member {
  /// The site that an order is for.
  package static func site(_ path: any WritableKeyPath<Root, SiteChoice> & Sendable) -> Member {
    Member("site", path, .site, "Site, where a service has several; * for all.", examples: ["shop"])
  }
}
