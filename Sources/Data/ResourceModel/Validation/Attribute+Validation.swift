// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import Patterns

extension Attribute {
  /// Returns a value in the form in which it is kept; notes what is wrong with any other.
  package func accepted(_ value: DataValue, _ errors: inout [ValidationError]) -> DataValue? {
    guard isList else { return accepted(value, as: kind, name, &errors) }
    guard let elements = value.elements else {
      errors.append(mismatch(value, name))
      return nil
    }
    guard elements.count <= most else {
      let message = "has \(elements.count) elements; expected at most \(most)"
      errors.append(ValidationError(name, .count, message))
      return nil
    }
    let before = errors.count
    let accepted = elements.indices.compactMap { index in
      self.accepted(elements[index], as: valueKind, "\(name)[\(index)]", &errors)
    }
    return errors.count == before ? .list(accepted) : nil
  }

  private func accepted(
    _ value: DataValue,
    as kind: Kind,
    _ place: String,
    _ errors: inout [ValidationError]
  ) -> DataValue? {
    let error: ValidationError?
    switch (kind, value.content) {
    case (.text, .string(let text)): error = fault(of: text, place)
    case (.number, .integer), (.number, .decimal), (.integer, .integer):
      error = fault(ofNumber: value, place)
    case (.integer, .decimal(let decimal)):
      // 2.0 is as whole as 2.
      guard let whole = Int64(exactly: decimal.value) else {
        error = mismatch(value, place)
        break
      }
      return accepted(.integer(whole), as: kind, place, &errors)
    case (.boolean, .bool), (.object, .dictionary): error = nil
    case (.enum, .string(let text)):
      error = values.contains(text) ? nil : unlisted(text, place)
    case (.instant, .string(let text)):
      if let instant = Timestamp(text) { return .text(instant.description) }
      error = mismatch(value, place)
    case (.point, .dictionary):
      if Point(value) != nil { return value }
      error = mismatch(value, place)
    case (.reference, .string(let text)):
      error = ResourceID(text) == nil ? mismatch(value, place) : nil
    case (.binary, .dictionary):
      if let file = StoredFile(value) { return file.json }
      error = mismatch(value, place)
    default: error = mismatch(value, place)
    }
    guard let error else { return value }
    errors.append(error)
    return nil
  }

  private func mismatch(_ value: DataValue, _ place: String) -> ValidationError {
    let isWhole = place == name && isList
    let seen = value.string.map { "\"\($0.prefix(40))\"" } ?? value.kindName
    let expected = isWhole ? "a list" : valueKind.expectation
    return ValidationError(place, .type, "is \(seen); expected \(expected)")
  }

  private func unlisted(_ text: String, _ place: String) -> ValidationError {
    let nearest = Suggestion.nearest(to: text, among: values).map { "; did you mean \($0)?" }
    let listed = values.prefix(10).joined(separator: ", ")
    return ValidationError(
      place,
      .enum,
      "is \"\(text.prefix(40))\"" + (nearest ?? "; expected one of \(listed)")
    )
  }

  private func fault(ofNumber value: DataValue, _ place: String) -> ValidationError? {
    guard let number = value.number, number.isFinite else { return mismatch(value, place) }
    guard number >= minimum ?? -.infinity, number <= maximum ?? .infinity else {
      return ValidationError(place, .range, "is \(Self.text(number)); expected \(range)")
    }
    return nil
  }

  private func fault(of text: String, _ place: String) -> ValidationError? {
    if minimum != nil || maximum != nil {
      let count = Double(text.unicodeScalars.count)
      guard count >= minimum ?? 0, count <= maximum ?? .infinity else {
        return ValidationError(place, .length, "has \(Int(count)) characters; expected \(range)")
      }
    }
    guard let pattern, let expression = try? IRegexp(pattern) else { return nil }
    return expression.matches(text.utf8Span.span)
      ? nil : ValidationError(place, .pattern, "does not match \(pattern)")
  }

  private var range: String {
    switch (minimum, maximum) {
    case (let least?, let most?): "\(Self.text(least)) to \(Self.text(most))"
    case (let least?, nil): "at least \(Self.text(least))"
    case (nil, let most): "at most \(Self.text(most ?? .infinity))"
    }
  }

  /// A number in messages: a whole one without a fraction.
  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension Attribute.Kind {
  /// A description of the expected value, for error messages.
  package var expectation: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .integer: "a whole number of 64 bits"
    case .boolean: "true or false"
    case .enum: "one of its values"
    case .instant: "an instant such as 2026-11-23T03:00:00Z"
    case .point: "a point such as {\"lat\": 52.5, \"lon\": 13.4}"
    case .reference: "the id of a record"
    case .list: "a list"
    case .object: "an object"
    case .binary: "a file with \"sha256\", \"bytes\" and \"mediaType\""
    }
  }
}
